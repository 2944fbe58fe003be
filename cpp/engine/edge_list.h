// A long list of 32-bit numbers in chunks: it grows without moving, and gives memory back where it
// is cut.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory.h"

namespace deepen {

template <class T>
class ChunkedList {
    static_assert(sizeof(T) == 4);

public:
    ChunkedList() = default;
    explicit ChunkedList(std::size_t size) { grow_to(size); }

    T& operator[](std::size_t i) {
        assert(i < size_);
        return chunks_[i >> shift][i & mask];
    }
    const T& operator[](std::size_t i) const {
        assert(i < size_);
        return chunks_[i >> shift][i & mask];
    }
    std::size_t size() const { return size_; }
    std::uint64_t bytes() const { return chunks_.size() << (shift + 2); }

    // Calls take(pointer, count) for the parts from `first` on, in order.
    template <class Take>
    void each_part(std::size_t first, std::size_t last, Take&& take) {
        while (first < last) {
            const std::size_t end = std::min(last, ((first >> shift) + 1) << shift);
            take(&(*this)[first], end - first);
            first = end;
        }
    }

    void push_back(T value) {
        if (size_ == chunks_.size() << shift) chunks_.emplace_back(std::size_t{1} << shift);
        chunks_[size_ >> shift][size_ & mask] = value;
        ++size_;
    }
    void grow_to(std::size_t size) {
        while (chunks_.size() << shift < size) chunks_.emplace_back(std::size_t{1} << shift);
        size_ = size;
    }
    void shrink_to(std::size_t size) {
        assert(size <= size_);
        size_ = size;
        while (chunks_.size() << shift >= size + (std::size_t{1} << shift)) chunks_.pop_back();
    }

private:
    static constexpr unsigned shift = 18;
    static constexpr std::size_t mask = (std::size_t{1} << shift) - 1;

    std::vector<Block<T>> chunks_;
    std::size_t size_ = 0;
};

// A move as a table of games keeps it: the position at its other end, and in the highest bit
// whether its mover goes on.
class Edge {
public:
    Edge() = default;
    Edge(std::uint32_t node, bool again) : bits_(node | (again ? again_bit : 0)) {}
    std::uint32_t node() const { return bits_ & ~again_bit; }
    bool again() const { return (bits_ & again_bit) != 0; }

    static constexpr std::uint32_t most_nodes = std::uint32_t{1} << 31;

private:
    static constexpr std::uint32_t again_bit = most_nodes;
    std::uint32_t bits_;
};

using EdgeList = ChunkedList<Edge>;

}  // namespace deepen
