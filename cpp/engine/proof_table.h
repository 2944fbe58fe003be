// What proof-number search knows of its questions: "is this position worth at least so much to the
// player to move?" Bounded: it grows while it pays, up to the memory it is given; then a new
// answer takes the place of the one in its bucket that took the least work. To drop now and then
// all that took little work, as is often done, was tried and cost a third more positions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "game.h"
#include "limits.h"
#include "long_loop.h"
#include "memory.h"
#include "proof_numbers.h"
#include "state.h"

namespace deepen {

// Of a question. `here`: the answer leans on positions that were above it on the path, and holds
// while the lowest of these, by the number of its visit, is still there.
struct ProofEntry {
    enum Kind : std::uint32_t { unknown, open, yes, no };
    static constexpr Value most_target = (Value{1} << 20) - 1;
    static constexpr unsigned place_bits = 20;
    static constexpr std::uint32_t most_places = 1U << place_bits;

    std::array<std::uint32_t, 2> numbers{};
    std::uint32_t kind : 2 = unknown;
    std::uint32_t here : 1 = 0;
    std::uint32_t attacker : 1 = 0;  // who asked, where it matters: if `here`
    std::uint32_t work : 6 = 0;      // 1 + log2 of the positions it took; 0 marks a free entry
    std::int32_t target : 22 = 0;

    static ProofEntry of_open(const ProofNumbers& found) {
        return {.numbers = {found.proof, found.disproof}, .kind = open};
    }
    // `bound`: of the value, as far as the proof goes: a lower one if yes, an upper one if no.
    static ProofEntry of_answer(bool is_yes, Value bound) {
        return {.numbers = {static_cast<std::uint32_t>(bound), 0}, .kind = is_yes ? yes : no};
    }
    static ProofEntry of_answer_here(bool is_yes, bool attacker, std::uint64_t visit,
                                     std::uint32_t highest) {
        const std::uint64_t both = visit << place_bits | highest;
        return {
            .numbers = {static_cast<std::uint32_t>(both >> 32), static_cast<std::uint32_t>(both)},
            .kind = is_yes ? yes : no,
            .here = 1,
            .attacker = attacker};
    }

    bool is_answer() const { return kind == yes || kind == no; }
    bool is_final() const { return is_answer() && here == 0; }
    ProofNumbers proof_numbers() const { return {numbers[0], numbers[1]}; }
    Value bound() const { return static_cast<std::int32_t>(numbers[0]); }
    std::uint64_t visit() const { return both() >> place_bits; }
    std::uint32_t highest() const { return static_cast<std::uint32_t>(both() % most_places); }

private:
    std::uint64_t both() const { return std::uint64_t{numbers[0]} << 32 | numbers[1]; }
};
static_assert(sizeof(ProofEntry) == 12);

template <std::size_t W>
class ProofTable {
public:
    // `watch`: asked, while the table grows, whether the search may go on.
    ProofTable(std::uint64_t memory_limit, Watch& watch)
        : memory_limit_(memory_limit), watch_(watch), buckets_(fitting(first_buckets)) {}

    std::size_t bytes() const { return buckets_.bytes(); }
    static bool holds(Value target) {
        return -ProofEntry::most_target <= target && target <= ProofEntry::most_target;
    }

    ProofEntry find(const State<W>& state, std::uint64_t hash, Value target) const {
        for (const Slot& slot : buckets_[scale(hash, buckets_.size())].slots)
            if (slot.knows(state, target)) return slot.entry;
        return {};
    }
    void prefetch(std::uint64_t hash) const {
        prefetch_line(&buckets_[scale(hash, buckets_.size())]);
    }

    // `work`: positions that were looked at for it, this time.
    void record(const State<W>& state, std::uint64_t hash, Value target, ProofEntry found,
                std::uint64_t work) {
        if (!holds(target)) return;
        if (evictions_ * few > slots() && room() > buckets_.size()) grow();
        found.work = static_cast<std::uint32_t>(std::bit_width(std::max<std::uint64_t>(work, 1)));
        found.target = static_cast<std::int32_t>(target);
        put(state, hash, found);
    }

private:
    struct Slot : PackedState<W> {
        ProofEntry entry;
        bool is_taken() const { return entry.work != 0; }
        bool knows(const State<W>& state, Value target) const {
            return is_taken() && entry.target == target && this->holds(state);
        }
    };
    // A cache line, or two where a state is long.
    struct alignas(64) Bucket {
        static constexpr std::size_t size = (W <= 2 ? 64 : 128) / sizeof(Slot);
        std::array<Slot, size> slots;
    };
    static_assert(sizeof(Bucket) <= 128);

    static constexpr std::size_t first_buckets = 256;
    static constexpr std::size_t growth = 4;
    static constexpr std::size_t few = 4;  // a quarter of all entries overwritten: time to grow

    std::size_t slots() const { return buckets_.size() * Bucket::size; }
    std::size_t fitting(std::size_t buckets) const {
        const std::uint64_t most = memory_limit_ / sizeof(Bucket);
        return std::max<std::size_t>(1, std::min<std::uint64_t>(buckets, most));
    }

    void put(const State<W>& state, std::uint64_t hash, ProofEntry found) {
        assert(hash == hash_of(state));
        Bucket& bucket = buckets_[scale(hash, buckets_.size())];
        Slot* cheapest = bucket.slots.data();
        for (Slot& slot : bucket.slots) {
            if (slot.knows(state, found.target)) {
                if (slot.entry.work > found.work) found.work = slot.entry.work;
                if (found.is_final() || !slot.entry.is_final()) slot.entry = found;
                return;
            }
            if (slot.entry.work < cheapest->entry.work) cheapest = &slot;
        }
        evictions_ += cheapest->is_taken();
        cheapest->set_state(state);
        cheapest->entry = found;
    }

    // Both tables exist at once for a moment, and both count: so the last step takes all that is
    // left. What a search that has to stop leaves behind is forgotten.
    [[gnu::noinline]] void grow() {
        const std::size_t next = growth * buckets_.size();
        const bool is_last = 2 * next * sizeof(Bucket) > memory_limit_;
        const Block<Bucket> old = std::exchange(buckets_, Block<Bucket>(is_last ? room() : next));
        LongLoop(old.size()).run(watch_, [&](std::size_t i) {
            for (const Slot& slot : old[i].slots)
                if (slot.is_taken()) put(slot.state(), hash_of(slot.state()), slot.entry);
        });
        evictions_ = 0;
    }
    std::size_t room() const {
        return (memory_limit_ - std::min<std::uint64_t>(memory_limit_, bytes())) / sizeof(Bucket);
    }

    std::uint64_t memory_limit_;
    Watch& watch_;
    Block<Bucket> buckets_;
    std::size_t evictions_ = 0;
};

}  // namespace deepen
