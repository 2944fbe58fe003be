// A table of refuted states that several threads use at once. Each bucket has a lock of one byte,
// in the cache line that is needed anyway.
//
// It grows under their hands: one thread copies it into a larger one, which takes its place for the
// next question. What the others record meanwhile is forgotten, which is sound. The smaller one
// stays until no thread searches, since some may still be at it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "long_loop.h"
#include "memory.h"
#include "refutation_table.h"
#include "spin_lock.h"
#include "state.h"

namespace deepen {

template <std::size_t W>
class SharedRefutationTable {
    using Bucket = RefutationBucket<W>;

public:
    explicit SharedRefutationTable(std::uint64_t memory_limit) : memory_limit_(memory_limit) {
        take_up(fitting(first_buckets));
    }

    std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

    void prefetch(std::uint64_t hash) const { prefetch_line(&bucket_of(hash)); }

    bool is_refuted(const State<W>& state, std::uint64_t hash, std::uint64_t budget) {
        Bucket& bucket = bucket_of(hash);
        const SpinLock lock(bucket.lock());
        return bucket.refutes(state, budget);
    }

    // `watch`: asked, by this thread while it has the table grow, whether the search may go on.
    template <class Limiter>
    void record(const State<W>& state, std::uint64_t hash, std::uint64_t budget, Limiter& watch) {
        Bucket& bucket = bucket_of(hash);
        bool evicts = false;
        {
            const SpinLock lock(bucket.lock());
            evicts = bucket.put(state, Bucket::stamp_of(budget));
        }
        if (evicts && hash % sample == 0) note_evictions(watch);
    }

    // Between two thresholds, when no thread searches.
    template <class Limiter>
    void settle(Limiter& watch) {
        blocks_.erase(blocks_.begin(), blocks_.end() - 1);
        bytes_ = blocks_.back()->bytes();
        if (is_crowded()) grow(true, watch);
    }

private:
    static constexpr std::size_t first_buckets = 512;
    static constexpr std::size_t sample = 16;  // one of so many evictions is counted, for all

    Bucket& bucket_of(std::uint64_t hash) const {
        Block<Bucket>& buckets = *current_.load(std::memory_order_acquire);
        return buckets[scale(hash, buckets.size())];
    }

    std::size_t fitting(std::size_t buckets) const {
        const std::uint64_t most = memory_limit_ / sizeof(Bucket);
        return std::max<std::size_t>(1, std::min<std::uint64_t>(buckets, most));
    }

    bool is_crowded() const {
        return evictions_.load(std::memory_order_relaxed) > blocks_size() * Bucket::slots;
    }
    std::size_t blocks_size() const { return current_.load(std::memory_order_acquire)->size(); }

    template <class Limiter>
    void note_evictions(Limiter& watch) {
        evictions_.fetch_add(sample, std::memory_order_relaxed);
        if (!is_crowded()) return;
        const std::unique_lock lock(growing_, std::try_to_lock);
        if (lock && is_crowded()) grow(false, watch);
    }

    // Where there is too little memory for both: it waits for settle(), and then forgets. A search
    // that has to stop keeps the one it has.
    template <class Limiter>
    void grow(bool may_forget, Limiter& watch) {
        const std::size_t size = fitting(2 * blocks_size());
        if (size <= blocks_size()) return;
        const bool fits = bytes() + size * sizeof(Bucket) <= memory_limit_;
        if (!fits && !may_forget) return;
        if (fits) {
            auto larger = std::make_unique<Block<Bucket>>(size);
            if (copy(*blocks_.back(), *larger, watch)) take_up(std::move(larger));
        } else {
            blocks_.clear();
            bytes_ = 0;
            take_up(size);
        }
        evictions_ = 0;
    }

    template <class Limiter>
    static bool copy(Block<Bucket>& from, Block<Bucket>& to, Limiter& watch) {
        return LongLoop(from.size()).run(watch, [&](std::size_t i) {
            const SpinLock lock(from[i].lock());
            from[i].each([&to](const State<W>& state, std::uint32_t stamp) {
                to[scale(hash_of(state), to.size())].put(state, stamp);
            });
        });
    }

    void take_up(std::size_t size) { take_up(std::make_unique<Block<Bucket>>(size)); }
    void take_up(std::unique_ptr<Block<Bucket>> block) {
        bytes_ += block->bytes();
        current_.store(block.get(), std::memory_order_release);
        blocks_.push_back(std::move(block));
    }

    std::uint64_t memory_limit_;
    std::vector<std::unique_ptr<Block<Bucket>>> blocks_;  // the last one is in use
    std::atomic<Block<Bucket>*> current_ = nullptr;
    std::atomic<std::size_t> bytes_ = 0;
    std::atomic<std::size_t> evictions_ = 0;
    std::mutex growing_;
};

}  // namespace deepen
