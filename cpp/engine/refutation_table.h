// What IDA* has refuted: from this state, no goal within this budget. Bounded: it grows while it
// pays, up to the memory it is given, and then forgets the cheapest entries first.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "memory.h"
#include "problem.h"
#include "state.h"

namespace deepen {

template <std::size_t W>
class RefutationTable {
public:
    explicit RefutationTable(std::uint64_t memory_limit)
        : memory_limit_(memory_limit), buckets_(fitting(first_buckets)) {}

    std::size_t bytes() const { return buckets_.bytes(); }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&bucket_of(hash)); }

    bool is_refuted(const State<W>& state, std::uint64_t hash, std::uint64_t budget) const {
        for (const Entry& entry : bucket_of(hash).entries)
            if (entry.stamp > budget && entry.holds(state)) return true;
        return false;
    }

    void record(const State<W>& state, std::uint64_t hash, std::uint64_t budget) {
        if (evictions_ > buckets_.size() * Bucket::slots) grow();
        put(state, hash, static_cast<std::uint32_t>(std::min(budget, most_budget)) + 1);
    }

private:
    // The stamp is the refuted budget plus one; 0 marks a free entry.
    struct Entry : PackedState<W> {
        std::uint32_t stamp;
    };

    // A cache line, or two where a state is long.
    struct alignas(64) Bucket {
        static constexpr std::size_t slots = (W <= 3 ? 64 : 128) / sizeof(Entry);
        std::array<Entry, slots> entries;
    };

    static constexpr std::size_t first_buckets = 512;
    // A larger budget is recorded as this one: less than is known, but true.
    static constexpr std::uint64_t most_budget = 0xfffffffe;

    Bucket& bucket_of(std::uint64_t hash) { return buckets_[scale(hash, buckets_.size())]; }
    const Bucket& bucket_of(std::uint64_t hash) const {
        return buckets_[scale(hash, buckets_.size())];
    }

    std::size_t fitting(std::size_t buckets) const {
        const std::uint64_t most = memory_limit_ / sizeof(Bucket);
        return std::max<std::size_t>(1, std::min<std::uint64_t>(buckets, most));
    }

    void put(const State<W>& state, std::uint64_t hash, std::uint32_t stamp) {
        assert(stamp != 0 && hash == hash_of(state));
        auto& entries = bucket_of(hash).entries;
        Entry* cheapest = entries.data();
        for (Entry& entry : entries) {
            if (entry.stamp != 0 && entry.holds(state)) {
                entry.stamp = std::max(entry.stamp, stamp);
                return;
            }
            if (entry.stamp < cheapest->stamp) cheapest = &entry;
        }
        if (cheapest->stamp != 0) ++evictions_;
        cheapest->set_state(state);
        cheapest->stamp = stamp;
    }

    void grow() {
        evictions_ = 0;
        const std::size_t size = fitting(2 * buckets_.size());
        if (size <= buckets_.size()) return;
        Block<Bucket> old = std::move(buckets_);
        // Both tables at once may be too much; forgetting is sound, so the last growth forgets.
        if (old.bytes() + size * sizeof(Bucket) > memory_limit_) old.clear();
        buckets_ = Block<Bucket>(size);
        for (std::size_t i = 0; i < old.size(); ++i)
            for (const Entry& entry : old[i].entries)
                if (entry.stamp != 0) put(entry.state(), hash_of(entry.state()), entry.stamp);
        evictions_ = 0;
    }

    std::uint64_t memory_limit_;
    Block<Bucket> buckets_;
    std::size_t evictions_ = 0;
};

}  // namespace deepen
