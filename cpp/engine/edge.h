// A move as a table of games keeps it.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

#include "chunked_list.h"

namespace deepen {

// The position at its other end, and in the highest bit whether its mover goes on.
class Edge {
public:
    Edge() = default;
    Edge(std::uint32_t node, bool again) : bits_(node | (again ? again_bit : 0)) {}
    std::uint32_t node() const { return bits_ & ~again_bit; }
    bool again() const { return (bits_ & again_bit) != 0; }

    auto operator<=>(const Edge&) const = default;

    static constexpr std::uint32_t most_nodes = std::uint32_t{1} << 31;

private:
    static constexpr std::uint32_t again_bit = most_nodes;
    std::uint32_t bits_;
};

// Puts each of them once to the front, and says where that ends.
inline Edge* distinct(Edge* first, Edge* last) {
    std::sort(first, last);
    return std::unique(first, last);
}

using EdgeList = ChunkedList<Edge>;

}  // namespace deepen
