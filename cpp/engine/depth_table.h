// What a breadth-first search knows of every state, in an array with a place for each number: 2
// bits a state, or its depth in one or two bytes.
#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

#include "memory.h"

namespace deepen {

// Several threads may arrive at states of one layer, and look through parts of the one before, at
// the same time. `arrive` is true for one of them, if the state was not met before.
template <class T>
concept DepthTable =
    requires(T table, std::uint64_t number, std::uint32_t depth, bool (*visit)(std::uint64_t)) {
        // What so many states take until one of this depth has arrived.
        { T::bytes_for(number, depth) } -> std::same_as<std::uint64_t>;
        { table.prefetch(number) } -> std::same_as<void>;
        { table.arrive(number, depth) } -> std::same_as<bool>;
        // Visits the states of a layer in [first, last) until one says that it is enough, and
        // closes them; `first` is a multiple of T::grain.
        { table.each_of_layer(number, number, depth, visit) } -> std::same_as<bool>;
        // One that was found otherwise.
        { table.close(number) } -> std::same_as<void>;
        // Before states of this depth arrive.
        { table.make_room_for(depth) } -> std::same_as<void>;
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
    void make_room_for(std::uint32_t) {}
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

// The depths themselves, plus one: 0 is a state that was not met. One byte each; two as soon as a
// depth does not fit.
class WholeDepths {
public:
    static constexpr std::uint64_t grain = 1;

    explicit WholeDepths(std::uint64_t size) : size_(size), bytes_(size) {}

    static std::uint64_t bytes_for(std::uint64_t size, std::uint32_t depth) {
        const std::uint64_t both = sizeof(std::uint8_t) + sizeof(std::uint16_t);
        return depth < narrow_limit ? size : size * both;
    }
    void make_room_for(std::uint32_t depth) {
        if (depth < narrow_limit || is_wide()) return;
        Block<std::uint16_t> wide(size_);
        for (std::uint64_t i = 0; i < size_; ++i) wide[i] = bytes_[i];
        pairs_ = std::move(wide);
        bytes_.clear();
    }
    void prefetch(std::uint64_t i) const {
        if (is_wide())
            prefetch_line(&pairs_[i]);
        else
            prefetch_line(&bytes_[i]);
    }

    bool arrive(std::uint64_t i, std::uint32_t depth) {
        return is_wide() ? arrive_in(pairs_[i], depth) : arrive_in(bytes_[i], depth);
    }
    void close(std::uint64_t) {}

    template <class Visit>
    bool each_of_layer(std::uint64_t first, std::uint64_t last, std::uint32_t depth,
                       Visit&& visit) {
        for (std::uint64_t i = first; i < last; ++i)
            if (depth_at(i) == depth + 1 && !visit(i)) return false;
        return true;
    }

    bool is_empty() const { return size_ == 0; }
    bool is_wide() const { return pairs_.size() > 0; }
    // The depths for good, all bits set where there is none.
    Block<std::uint8_t> take_narrow() { return taken(bytes_); }
    Block<std::uint16_t> take_wide() { return taken(pairs_); }

private:
    static constexpr std::uint32_t narrow_limit = std::numeric_limits<std::uint8_t>::max() - 1;

    template <class Cell>
    static bool arrive_in(Cell& place, std::uint32_t depth) {
        const std::atomic_ref<Cell> cell(place);
        Cell unmet = 0;
        return cell.load(std::memory_order_relaxed) == 0 &&
               cell.compare_exchange_strong(unmet, static_cast<Cell>(depth + 1),
                                            std::memory_order_relaxed);
    }

    std::uint32_t depth_at(std::uint64_t i) {
        return is_wide() ? std::atomic_ref<std::uint16_t>(pairs_[i]).load(std::memory_order_relaxed)
                         : std::atomic_ref<std::uint8_t>(bytes_[i]).load(std::memory_order_relaxed);
    }

    template <class Cell>
    static Block<Cell> taken(Block<Cell>& cells) {
        for (std::uint64_t i = 0; i < cells.size(); ++i) --cells[i];
        return std::move(cells);
    }

    std::uint64_t size_;
    Block<std::uint8_t> bytes_;
    Block<std::uint16_t> pairs_;
};

}  // namespace deepen
