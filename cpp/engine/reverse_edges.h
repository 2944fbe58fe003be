// The moves of a game sorted by where they lead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "edge_list.h"
#include "limits.h"

namespace deepen {

// Made out of the moves sorted by where they start, which are used up: positions are taken in
// ranges, and the moves into one range leave the old list before those into the next arrive in the
// new one. So both together are hardly larger than one.
class ReverseEdges {
public:
    // The moves that lead to a node lie from begin(node) to end(node).
    std::size_t begin(std::uint32_t node) const { return node == 0 ? 0 : ends_[node - 1]; }
    std::size_t end(std::uint32_t node) const { return ends_[node]; }
    const Edge& operator[](std::size_t i) const { return edges_[i]; }
    std::size_t size() const { return edges_.size(); }

    std::uint64_t bytes() const { return edges_.bytes() + ends_.capacity() * sizeof(ends_[0]); }

    // `degrees`: how many moves each node has; `look(share)` may end it.
    template <class Look>
    Stop build(EdgeList&& forward, std::vector<std::uint16_t> degrees, Look&& look) {
        const auto nodes = static_cast<std::uint32_t>(degrees.size());
        ends_.assign(nodes + std::size_t{1}, 0);
        count(forward);
        Stop stop = Stop::none;
        for (std::uint32_t first = 0; first < nodes && stop == Stop::none;) {
            const std::uint32_t last = end_of_range(first, forward.size());
            edges_.grow_to(ends_[last]);
            take(first, last, forward, degrees);
            stop = look(static_cast<double>(last) / nodes);
            first = last;
        }
        finish();
        return stop;
    }

private:
    static constexpr std::size_t ranges = 24;

    // ends_ of a node: how many moves lead to nodes before it.
    void count(const EdgeList& forward) {
        for (std::size_t i = 0; i < forward.size(); ++i) ++ends_[forward[i].node() + 1];
        for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
    }

    std::uint32_t end_of_range(std::uint32_t first, std::size_t left) const {
        const std::uint64_t total = ends_.back();
        const std::uint64_t wanted = ends_[first] + std::max<std::uint64_t>(total / ranges, 1);
        if (left == 0) return static_cast<std::uint32_t>(ends_.size() - 1);
        const auto found = std::lower_bound(ends_.begin() + first + 1, ends_.end(), wanted);
        return static_cast<std::uint32_t>(std::min(found, ends_.end() - 1) - ends_.begin());
    }

    // What leads into the range moves to where ends_ says; the rest closes ranks.
    void take(std::uint32_t first, std::uint32_t last, EdgeList& forward,
              std::vector<std::uint16_t>& degrees) {
        std::size_t kept = 0;
        std::size_t i = 0;
        for (std::uint32_t source = 0; source < degrees.size(); ++source) {
            const std::size_t before = kept;
            for (const std::size_t end = i + degrees[source]; i < end; ++i) {
                const Edge edge = forward[i];
                if (first <= edge.node() && edge.node() < last)
                    edges_[ends_[edge.node()]++] = {source, edge.again()};
                else
                    forward[kept++] = edge;
            }
            degrees[source] = static_cast<std::uint16_t>(kept - before);
        }
        forward.shrink_to(kept);
    }

    // Now ends_ of every node is where its moves end.
    void finish() { ends_.pop_back(); }

    EdgeList edges_;
    std::vector<std::uint32_t> ends_;
};

}  // namespace deepen
