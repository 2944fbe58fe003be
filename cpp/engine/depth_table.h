// What a breadth-first search knows of every state, in an array with a place for each number: 2
// bits a state, or its depth in one, two or four bytes.
#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

#include "long_loop.h"
#include "memory.h"

namespace deepen {

// Several threads may arrive at states of one layer, and look through parts of the one before, at
// the same time. `arrive` is true for one of them, if the state was not met before.
template <class T>
concept DepthTable = requires(T table, std::uint64_t number, std::uint32_t depth,
                              bool (*visit)(std::uint64_t), Unwatched& watch) {
    // What so many states take until one of this depth has arrived.
    { T::bytes_for(number, depth) } -> std::same_as<std::uint64_t>;
    { table.prefetch(number) } -> std::same_as<void>;
    { table.arrive(number, depth) } -> std::same_as<bool>;
    // Visits the states of a layer in [first, last) until one says that it is enough, and
    // closes them; `first` is a multiple of T::grain.
    { table.each_of_layer(number, number, depth, visit) } -> std::same_as<bool>;
    // One that was found otherwise.
    { table.close(number) } -> std::same_as<void>;
    // Before states of this depth arrive. False if the search had to stop before there was room.
    { table.make_room_for(depth, watch) } -> std::same_as<bool>;
    // After all have arrived. False if it had to stop; then nothing is kept.
    { table.finish(watch) } -> std::same_as<bool>;
};

// Not met, in the layer that is expanded, in the next one, closed: layers take turns in the two
// values in the middle, and what is expanded gets the last.
class TwoBitDepths {
public:
    static constexpr std::uint64_t grain = 32;

    explicit TwoBitDepths(std::uint64_t size) : words_((size + grain - 1) / grain) {}

    static std::uint64_t bytes_for(std::uint64_t size, std::uint32_t) {
        return (size + grain - 1) / grain * sizeof(std::uint64_t);
    }
    template <class Limiter>
    static bool make_room_for(std::uint32_t, Limiter&) {
        return true;
    }
    template <class Limiter>
    static bool finish(Limiter&&) {
        return true;
    }
    void prefetch(std::uint64_t i) const { prefetch_line(&words_[i / grain]); }

    bool arrive(std::uint64_t i, std::uint32_t depth) {
        const unsigned shift = static_cast<unsigned>(i % grain) * 2;
        const std::atomic_ref<std::uint64_t> word(words_[i / grain]);
        if ((word.load(std::memory_order_relaxed) >> shift & closed) != 0) return false;
        const std::uint64_t before = word.fetch_or(mark(depth) << shift, std::memory_order_relaxed);
        return (before >> shift & closed) == 0;
    }

    void close(std::uint64_t i) {
        const std::atomic_ref<std::uint64_t> word(words_[i / grain]);
        word.fetch_or(closed << i % grain * 2, std::memory_order_relaxed);
    }

    template <class Visit>
    bool each_of_layer(std::uint64_t first, std::uint64_t last, std::uint32_t depth,
                       Visit&& visit) {
        assert(first % grain == 0);
        for (std::uint64_t at = first; at < last; at += grain) {
            const std::atomic_ref<std::uint64_t> word(words_[at / grain]);
            const std::uint64_t different =
                word.load(std::memory_order_relaxed) ^ mark(depth) * low_bits;
            const std::uint64_t equal = ~(different | different >> 1) & low_bits;
            if (equal == 0) continue;
            word.fetch_or(equal * closed, std::memory_order_relaxed);
            for (std::uint64_t left = equal; left != 0; left &= left - 1)
                if (!visit(at + static_cast<std::uint64_t>(std::countr_zero(left)) / 2))
                    return false;
        }
        return true;
    }

private:
    static constexpr std::uint64_t low_bits = 0x5555555555555555U;
    static constexpr std::uint64_t closed = 3;

    static std::uint64_t mark(std::uint32_t depth) { return depth % 2 + 1; }

    Block<std::uint64_t> words_;
};

// The depths themselves, plus one: 0 is a state that was not met. One byte each, and as soon as a
// depth does not fit, two, or four.
class WholeDepths {
    // Only one of them has any cells. Nearly always it is the first.
    template <class Self, class Visit>
    static decltype(auto) at_width(Self& self, Visit&& visit) {
        if (self.bytes_.size() > 0) [[likely]]
            return visit(self.bytes_);
        return self.pairs_.size() > 0 ? visit(self.pairs_) : visit(self.quads_);
    }

public:
    static constexpr std::uint64_t grain = 1;

    explicit WholeDepths(std::uint64_t size) : bytes_(size) {}

    // Wider cells are there for a moment together with those that they are filled from.
    static std::uint64_t bytes_for(std::uint64_t size, std::uint32_t depth) {
        if (fits<std::uint8_t>(depth)) return size * sizeof(std::uint8_t);
        const bool is_pair = fits<std::uint16_t>(depth);
        return size * (is_pair ? sizeof(std::uint8_t) + sizeof(std::uint16_t)
                               : sizeof(std::uint16_t) + sizeof(std::uint32_t));
    }
    template <class Limiter>
    bool make_room_for(std::uint32_t depth, Limiter& watch) {
        if (bytes_.size() > 0 && !fits<std::uint8_t>(depth)) return widen(bytes_, pairs_, watch);
        if (pairs_.size() > 0 && !fits<std::uint16_t>(depth)) return widen(pairs_, quads_, watch);
        return true;
    }
    void prefetch(std::uint64_t i) const {
        at_width(*this, [i](const auto& cells) { prefetch_line(&cells[i]); });
    }

    bool arrive(std::uint64_t i, std::uint32_t depth) {
        return at_width(*this, [=]<class Cell>(Block<Cell>& cells) {
            assert(fits<Cell>(depth));
            const std::atomic_ref<Cell> cell(cells[i]);
            Cell unmet = 0;
            return cell.load(std::memory_order_relaxed) == 0 &&
                   cell.compare_exchange_strong(unmet, static_cast<Cell>(depth + 1),
                                                std::memory_order_relaxed);
        });
    }
    void close(std::uint64_t) {}

    template <class Visit>
    bool each_of_layer(std::uint64_t first, std::uint64_t last, std::uint32_t depth,
                       Visit&& visit) {
        return at_width(*this, [&]<class Cell>(Block<Cell>& cells) {
            for (std::uint64_t i = first; i < last; ++i) {
                const std::atomic_ref<Cell> cell(cells[i]);
                if (cell.load(std::memory_order_relaxed) == depth + 1 && !visit(i)) return false;
            }
            return true;
        });
    }

    // The depths for good, all bits set where there is none.
    template <class Limiter>
    bool finish(Limiter&& watch) {
        return at_width(*this, [&]<class Cell>(Block<Cell>& cells) {
            if (cells.size() == 0) return true;
            Cell* const first = &cells[0];
            const auto step = [first](std::size_t i) { --first[i]; };
            const bool is_done = LongLoop(cells.size()).run(watch, step);
            if (!is_done) cells.clear();
            return is_done;
        });
    }
    // Calls visit(cells) with a Block, which may be moved. It is empty where nothing is kept.
    template <class Visit>
    auto take(Visit&& visit) {
        return at_width(*this, visit);
    }

private:
    // Together with the mark of a state that is not met.
    template <class Cell>
    static bool fits(std::uint32_t depth) {
        return depth < std::numeric_limits<Cell>::max();
    }

    template <class Narrow, class Wide, class Limiter>
    static bool widen(Block<Narrow>& narrow, Block<Wide>& wide, Limiter& watch) {
        Block<Wide> cells(narrow.size());
        const auto step = [from = &narrow[0], to = &cells[0]](std::size_t i) { to[i] = from[i]; };
        if (!LongLoop(narrow.size()).run(watch, step)) return false;
        wide = std::move(cells);
        narrow.clear();
        return true;
    }

    Block<std::uint8_t> bytes_;
    Block<std::uint16_t> pairs_;
    Block<std::uint32_t> quads_;
};

}  // namespace deepen
