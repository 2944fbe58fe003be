// What IDA* has refuted: from this state, no goal within this budget. Bounded: it grows while it
// pays, up to the memory it is given, and then forgets the cheapest entries first.
//
// Is it sound beside the check for repeated states? A state that could only go on through one on
// its path is recorded as refuted, and may not be. Call a visit of a state open from its expansion
// until it is recorded, and its length the number of steps to the nearest goal within its budget.
// At any moment, for each visit that was closed without a goal and has a length, there is an open
// one that is shorter. For when a visit of length n closes, its first step to the goal was
//   - on its own path, so a visit of length n - 1 or less is open there, with at least its budget;
//   - or visited itself, or refuted by an entry, and closed before: so an open visit was shorter
//     than n - 1, and if that has closed meanwhile, then, by the same words, a shorter one is open.
// When the start closes, as the last one, no visit is open: so none of them had a length, and all
// entries are true. The paths of the open visits play no part in it. So several threads may share
// one table, as long as a visit whose successors are shared out stays open, that is unrecorded,
// until all of them are closed. A threshold that ends with a goal, or is stopped, is the last one.
//
// The same holds for the next threshold. Let the best solution exceed this one by d, and the length
// be that to the nearest goal within budget + d: either its first step is over the threshold, and
// is noted, or it is one of the above. Entries of earlier thresholds do not hide it, for with them
// there would be a better solution.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "long_loop.h"
#include "memory.h"
#include "problem.h"
#include "state.h"

namespace deepen {

// A cache line, or two where a state is long, with room for the lock of a shared table.
template <std::size_t W>
class alignas(64) RefutationBucket {
public:
    // The stamp is the refuted budget plus one; 0 marks a free entry.
    struct Entry : PackedState<W> {
        std::uint32_t stamp;
    };
    static constexpr std::size_t slots = (W <= 3 ? 64 : 128) / sizeof(Entry);
    // A larger budget is recorded as this one: less than is known, but true.
    static constexpr std::uint64_t most_budget = 0xfffffffe;

    static std::uint32_t stamp_of(std::uint64_t budget) {
        return static_cast<std::uint32_t>(std::min(budget, most_budget)) + 1;
    }

    bool refutes(const State<W>& state, std::uint64_t budget) const {
        for (const Entry& entry : entries_)
            if (entry.stamp > budget && entry.holds(state)) return true;
        return false;
    }

    // Whether another entry had to go.
    bool put(const State<W>& state, std::uint32_t stamp) {
        assert(stamp != 0);
        Entry* cheapest = entries_.data();
        for (Entry& entry : entries_) {
            if (entry.stamp != 0 && entry.holds(state)) {
                entry.stamp = std::max(entry.stamp, stamp);
                return false;
            }
            if (entry.stamp < cheapest->stamp) cheapest = &entry;
        }
        const bool evicts = cheapest->stamp != 0;
        cheapest->set_state(state);
        cheapest->stamp = stamp;
        return evicts;
    }

    template <class Visit>
    void each(Visit&& visit) const {
        for (const Entry& entry : entries_)
            if (entry.stamp != 0) visit(entry.state(), entry.stamp);
    }

    std::uint8_t& lock() { return lock_; }

private:
    std::array<Entry, slots> entries_;
    std::uint8_t lock_;
};

template <std::size_t W>
class RefutationTable {
    using Bucket = RefutationBucket<W>;
    static_assert(sizeof(Bucket) == (W <= 3 ? 64 : 128));

public:
    explicit RefutationTable(std::uint64_t memory_limit)
        : memory_limit_(memory_limit), buckets_(fitting(first_buckets)) {}

    std::size_t bytes() const { return buckets_.bytes(); }

    void prefetch(std::uint64_t hash) const {
        prefetch_line(&buckets_[scale(hash, buckets_.size())]);
    }

    bool is_refuted(const State<W>& state, std::uint64_t hash, std::uint64_t budget) const {
        return buckets_[scale(hash, buckets_.size())].refutes(state, budget);
    }

    // `watch`: asked, while the table grows, whether the search may go on.
    template <class Limiter>
    void record(const State<W>& state, std::uint64_t hash, std::uint64_t budget, Limiter& watch) {
        if (evictions_ > buckets_.size() * Bucket::slots) grow(watch);
        put(state, hash, Bucket::stamp_of(budget));
    }

private:
    static constexpr std::size_t first_buckets = 512;

    std::size_t fitting(std::size_t buckets) const {
        const std::uint64_t most = memory_limit_ / sizeof(Bucket);
        return std::max<std::size_t>(1, std::min<std::uint64_t>(buckets, most));
    }

    void put(const State<W>& state, std::uint64_t hash, std::uint32_t stamp) {
        assert(hash == hash_of(state));
        if (buckets_[scale(hash, buckets_.size())].put(state, stamp)) ++evictions_;
    }

    // What is left behind by a search that has to stop is forgotten.
    template <class Limiter>
    void grow(Limiter& watch) {
        evictions_ = 0;
        const std::size_t size = fitting(2 * buckets_.size());
        if (size <= buckets_.size()) return;
        Block<Bucket> old = std::move(buckets_);
        // Both tables at once may be too much; forgetting is sound, so the last growth forgets.
        if (old.bytes() + size * sizeof(Bucket) > memory_limit_) old.clear();
        buckets_ = Block<Bucket>(size);
        LongLoop(old.size()).run(watch, [&](std::size_t i) {
            old[i].each([this](const State<W>& state, std::uint32_t stamp) {
                put(state, hash_of(state), stamp);
            });
        });
        evictions_ = 0;
    }

    std::uint64_t memory_limit_;
    Block<Bucket> buckets_;
    std::size_t evictions_ = 0;
};

}  // namespace deepen
