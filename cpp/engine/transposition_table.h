// What is known of the values of positions: a lower and an upper bound each. Bounded: it grows
// while it pays, up to the memory it is given, and then forgets what was cheapest to find.
//
// Several searches may share one table. Each bucket then has a version, in the cache line that is
// needed anyway: odd while one of them writes there. Who reads writes nothing, and reads again
// where the version has changed (a seqlock), so that reading costs what it costs one search alone.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "game.h"
#include "limits.h"
#include "long_loop.h"
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

    // Both tables exist at once for a moment, and both count. What is known is moved by all threads
    // that help: `on_all` is given a task and has to call it on each of them, with the watch on the
    // one that owns it. What a search that has to stop leaves behind is forgotten.
    template <class OnAll>
    void grow(OnAll&& on_all) {
        assert(room() > buckets_.size());  // see is_crowded
        const std::size_t size = std::min(growth * buckets_.size(), room());
        const Block<Bucket> old = std::exchange(buckets_, Block<Bucket>(size));
        LongLoop loop(old.size());
        const auto move = [&](std::size_t i) { put_all(old[i]); };
        on_all([&](Watch* watch) {
            if (watch != nullptr)
                loop.run(*watch, move);
            else
                loop.run(Unwatched{}, move);
        });
        evictions_ = 0;
    }

    std::size_t bytes() const { return buckets_.bytes(); }

    // Inlined by order, without its shared form: the entry stays in registers then.
    [[gnu::always_inline]] TableEntry find(const State<W>& state, std::uint64_t hash) {
        Bucket& bucket = bucket_of(hash);
        if (shared_) return find_shared(bucket, state);
        for (const Slot& slot : bucket.slots)
            if (slot.knows(state)) return slot.entry();
        return {};
    }

    // Too large for the caches, so that it pays to ask for what will be read.
    bool is_slow() const { return bytes() > (std::size_t{4} << 20); }
    // Has memory fetch what `find` will read.
    void prefetch(std::uint64_t hash) { prefetch_line(&bucket_of(hash)); }

    // `watch`: of a search alone, asked, while the table grows, whether it may go on.
    void record(const State<W>& state, std::uint64_t hash, const TableEntry& found, Watch* watch) {
        if (!shared_ && is_crowded()) [[unlikely]]
            grow_alone(watch);
        put(state, hash, found);
    }
    // The same without growing, so without a look: for a search that has to stop.
    void put(const State<W>& state, std::uint64_t hash, const TableEntry& found) {
        assert(found.known() && found.lower_bound <= found.upper_bound && hash == hash_of(state));
        if (shared_)
            put_shared(state, hash, found);
        else
            put<false>(bucket_of(hash), state, hash, found);
    }

private:
    // A state and its entry, in pieces that can be read while another search writes.
    class Slot {
    public:
        State<W> state() const { return std::bit_cast<State<W>>(state_); }
        TableEntry entry() const { return std::bit_cast<TableEntry>(entry_); }
        // Of the entry: all that most questions are about, so this one byte is read alone.
        std::uint8_t work() const {
            return reinterpret_cast<const std::uint8_t*>(&entry_)[offsetof(TableEntry, work)];
        }
        bool is_taken() const { return work() != 0; }
        bool knows(const State<W>& state) const { return is_taken() && this->state() == state; }
        template <bool shared>
        void set_state(const State<W>& state) {
            set<shared>(state_, std::bit_cast<StatePieces>(state));
        }
        template <bool shared>
        void set_entry(const TableEntry& entry) {
            set<shared>(entry_, std::bit_cast<EntryPieces>(entry));
        }
        // While others write, what is read may be a mixture of what was there and what will be.
        bool may_know(const State<W>& state) {
            const auto pieces = std::bit_cast<StatePieces>(state);
            for (std::size_t i = 0; i < pieces.size(); ++i)
                if (load(state_[i]) != pieces[i]) return false;
            return true;
        }
        TableEntry loaded() {
            EntryPieces pieces;
            for (std::size_t i = 0; i < pieces.size(); ++i) pieces[i] = load(entry_[i]);
            return std::bit_cast<TableEntry>(pieces);
        }

    private:
        using Piece = std::uint32_t;
        using StatePieces = std::array<Piece, 2 * W>;
        using EntryPieces = std::array<Piece, 3>;

        // In this order a reader that meets a new piece will also meet a new version.
        template <bool shared>
        static void set(auto& pieces, const auto& found) {
            if constexpr (shared)
                for (std::size_t i = 0; i < pieces.size(); ++i)
                    std::atomic_ref<Piece>(pieces[i]).store(found[i], std::memory_order_release);
            else
                pieces = found;
        }
        static Piece load(Piece& piece) {
            return std::atomic_ref<Piece>(piece).load(std::memory_order_acquire);
        }

        StatePieces state_;
        EntryPieces entry_;
    };

    // A cache line, or two where a state is long.
    struct alignas(64) Bucket {
        static constexpr std::size_t size = ((W <= 2 ? 64 : 128) - 4) / sizeof(Slot);
        std::array<Slot, size> slots;
        std::uint32_t version;
    };
    static_assert(sizeof(Bucket) <= 128);

    // For those who write.
    class Lock {
    public:
        explicit Lock(Bucket& bucket) : version_(bucket.version) {
            before_ = version_.load(std::memory_order_relaxed);
            while (before_ % 2 != 0 || !version_.compare_exchange_weak(before_, before_ + 1,
                                                                       std::memory_order_acquire)) {
                pause();
                before_ = version_.load(std::memory_order_relaxed);
            }
        }
        ~Lock() { version_.store(before_ + 2, std::memory_order_release); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

    private:
        std::atomic_ref<std::uint32_t> version_;
        std::uint32_t before_ = 0;
    };

    static void pause() {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }

    [[gnu::noinline]] static TableEntry find_shared(Bucket& bucket, const State<W>& state) {
        const std::atomic_ref<std::uint32_t> version(bucket.version);
        for (;; pause()) {
            const std::uint32_t before = version.load(std::memory_order_acquire);
            const TableEntry found = found_in(bucket, state);
            if (before % 2 == 0 && version.load(std::memory_order_relaxed) == before) return found;
        }
    }
    static TableEntry found_in(Bucket& bucket, const State<W>& state) {
        for (Slot& slot : bucket.slots) {
            if (!slot.may_know(state)) continue;
            const TableEntry found = slot.loaded();
            if (found.known()) return found;
        }
        return {};
    }

    // Out of line, as it is rare.
    [[gnu::noinline, gnu::cold]] void grow_alone(Watch* watch) {
        grow([watch](auto&& move) { move(watch); });
    }

    static constexpr std::size_t first_buckets = 256;
    static constexpr std::size_t growth = 4;
    static constexpr std::size_t few = 4;  // a quarter of all entries forgotten: time to grow

    Bucket& bucket_of(std::uint64_t hash) { return buckets_[scale(hash, buckets_.size())]; }

    std::size_t fitting(std::size_t buckets) const {
        const std::uint64_t most = memory_limit_ / sizeof(Bucket);
        return std::max<std::size_t>(1, std::min<std::uint64_t>(buckets, most));
    }

    // Kept out of line: one search alone needs neither its lock nor its registers.
    [[gnu::noinline]] void put_shared(const State<W>& state, std::uint64_t hash,
                                      const TableEntry& found) {
        Bucket& bucket = bucket_of(hash);
        const Lock lock(bucket);
        put<true>(bucket, state, hash, found);
    }
    template <bool shared>
    [[gnu::always_inline]] void put(Bucket& bucket, const State<W>& state, std::uint64_t hash,
                                    const TableEntry& found) {
        Slot* cheapest = bucket.slots.data();
        for (Slot& slot : bucket.slots) {
            if (slot.knows(state))
                return slot.template set_entry<shared>(merged(slot.entry(), found));
            if (slot.work() < cheapest->work()) cheapest = &slot;
        }
        if (cheapest->is_taken()) note_eviction<shared>(hash);
        cheapest->template set_state<shared>(state);
        cheapest->template set_entry<shared>(found);
    }

    void put_all(const Bucket& bucket) {
        for (const Slot& slot : bucket.slots)
            if (slot.is_taken()) put(slot.state(), hash_of(slot.state()), slot.entry());
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
    template <bool shared>
    void note_eviction(std::uint64_t hash) {
        if constexpr (!shared)
            evictions_.store(evictions_.load(std::memory_order_relaxed) + 1,
                             std::memory_order_relaxed);
        else if (hash % 16 == 0)
            evictions_.fetch_add(16, std::memory_order_relaxed);
    }

    std::uint64_t memory_limit_;
    bool shared_ = false;
    Block<Bucket> buckets_;
    // Written often, unlike what is above, which searches read all the time.
    alignas(128) std::atomic<std::size_t> evictions_ = 0;
};

}  // namespace deepen
