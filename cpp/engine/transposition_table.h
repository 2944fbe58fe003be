// What is known of the values of positions: a lower and an upper bound each. Bounded: it grows
// while it pays, up to the memory it is given, and then forgets what was cheapest to find.
//
// Several searches may share one table. Each bucket then has a lock of one byte, in the cache line
// that is needed anyway.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <utility>

#include "game.h"
#include "memory.h"
#include "state.h"

namespace deepen {

// Bounds on the value of a position, and how far one looked for them. Proven: the end of the game
// was reached on every line that matters, none of them longer than `depth` moves. Else the bounds
// are those of a search that stops and guesses after exactly `depth` moves.
struct TableEntry {
    static constexpr std::uint8_t no_move = 255;

    std::int32_t lower_bound = static_cast<std::int32_t>(-game_limit);
    std::int32_t upper_bound = static_cast<std::int32_t>(game_limit);
    std::uint16_t depth : 15 = 0;
    std::uint16_t proven : 1 = 0;
    std::uint8_t best = no_move;  // which of the moves in the rules' order
    std::uint8_t work = 0;        // 1 + log2 of the positions it took; 0 marks a free entry

    bool known() const { return work != 0; }
    bool holds_at(std::uint32_t remaining) const {
        return proven ? depth <= remaining : depth == remaining;
    }
};
static_assert(sizeof(TableEntry) == 12);

template <std::size_t W>
class TranspositionTable {
public:
    explicit TranspositionTable(std::uint64_t memory_limit)
        : memory_limit_(memory_limit), buckets_(fitting(first_buckets)) {}

    // From now on several searches use it. Then it does not grow by itself, under their hands, but
    // has to be told when all of them wait.
    void share() { shared_ = true; }
    bool is_crowded() const {
        const std::size_t forgotten = evictions_.load(std::memory_order_relaxed);
        return forgotten * few > buckets_.size() * Bucket::size && room() > buckets_.size();
    }

    // Both tables exist at once for a moment, and both count.
    void grow() {
        assert(room() > buckets_.size());  // see is_crowded
        evictions_ = 0;
        const std::size_t size = std::min(growth * buckets_.size(), room());
        const Block<Bucket> old = std::exchange(buckets_, Block<Bucket>(size));
        for (std::size_t i = 0; i < old.size(); ++i)
            for (const Slot& slot : old[i].slots)
                if (slot.entry.known()) put(slot.state(), hash_of(slot.state()), slot.entry);
        evictions_ = 0;
    }

    std::size_t bytes() const { return buckets_.bytes(); }

    TableEntry find(const State<W>& state, std::uint64_t hash) {
        Bucket& bucket = bucket_of(hash);
        const Lock lock(bucket, shared_);
        for (const Slot& slot : bucket.slots)
            if (slot.knows(state)) return slot.entry;
        return {};
    }

    // Too large for the caches, so that it pays to ask for what will be read.
    bool is_slow() const { return bytes() > (std::size_t{4} << 20); }
    // Has memory fetch what `find` will read.
    void prefetch(std::uint64_t hash) { __builtin_prefetch(&bucket_of(hash)); }

    void record(const State<W>& state, std::uint64_t hash, const TableEntry& found) {
        if (!shared_ && is_crowded()) grow();
        put(state, hash, found);
    }

private:
    struct Slot : PackedState<W> {
        TableEntry entry;

        bool knows(const State<W>& state) const { return entry.known() && this->holds(state); }
    };

    // A cache line, or two where a state is long.
    struct alignas(64) Bucket {
        static constexpr std::size_t size = ((W <= 2 ? 64 : 128) - 4) / sizeof(Slot);
        std::array<Slot, size> slots;
        std::uint8_t locked;
    };

    class Lock {
    public:
        Lock(Bucket& bucket, bool needed) : flag_(bucket.locked), needed_(needed) {
            if (needed_)
                while (flag_.exchange(1, std::memory_order_acquire) != 0) pause();
        }
        ~Lock() {
            if (needed_) flag_.store(0, std::memory_order_release);
        }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

    private:
        static void pause() {
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
        std::atomic_ref<std::uint8_t> flag_;
        bool needed_;
    };

    static constexpr std::size_t first_buckets = 256;
    static constexpr std::size_t growth = 4;
    static constexpr std::size_t few = 4;  // a quarter of all entries forgotten: time to grow

    Bucket& bucket_of(std::uint64_t hash) { return buckets_[scale(hash, buckets_.size())]; }

    std::size_t fitting(std::size_t buckets) const {
        const std::uint64_t most = memory_limit_ / sizeof(Bucket);
        return std::max<std::size_t>(1, std::min<std::uint64_t>(buckets, most));
    }

    void put(const State<W>& state, std::uint64_t hash, const TableEntry& found) {
        assert(found.known() && found.lower_bound <= found.upper_bound && hash == hash_of(state));
        Bucket& bucket = bucket_of(hash);
        const Lock lock(bucket, shared_);
        Slot* cheapest = bucket.slots.data();
        for (Slot& slot : bucket.slots) {
            if (slot.knows(state)) {
                slot.entry = merged(slot.entry, found);
                return;
            }
            if (slot.entry.work < cheapest->entry.work) cheapest = &slot;
        }
        if (cheapest->entry.known()) note_eviction(hash);
        cheapest->set_state(state);
        cheapest->entry = found;
    }

    // Both hold where both look equally far; else only the new one is sure to be wanted.
    static TableEntry merged(const TableEntry& old, TableEntry found) {
        if (old.proven != found.proven || (!found.proven && old.depth != found.depth)) return found;
        found.lower_bound = std::max(found.lower_bound, old.lower_bound);
        found.upper_bound = std::min(found.upper_bound, old.upper_bound);
        if (old.depth > found.depth) found.depth = old.depth;
        if (found.best == TableEntry::no_move) found.best = old.best;
        found.work = std::max(found.work, old.work);
        return found;
    }

    std::size_t room() const {
        return (memory_limit_ - std::min(memory_limit_, bytes())) / sizeof(Bucket);
    }

    // Where several count at once, one of sixteen is enough.
    void note_eviction(std::uint64_t hash) {
        if (!shared_)
            evictions_.store(evictions_.load(std::memory_order_relaxed) + 1,
                             std::memory_order_relaxed);
        else if (hash % 16 == 0)
            evictions_.fetch_add(16, std::memory_order_relaxed);
    }

    std::uint64_t memory_limit_;
    bool shared_ = false;
    Block<Bucket> buckets_;
    std::atomic<std::size_t> evictions_ = 0;
};

}  // namespace deepen
