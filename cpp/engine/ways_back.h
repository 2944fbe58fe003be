// Which moves lead to a position: kept since all of them were seen, or told by the rules.
//
// Both have each(from, thread, touch, take): of every move to from[i] it calls take(i, edge), where
// the edge says from which position, after touch(position) some time before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edge.h"
#include "expansion_block.h"
#include "lookahead.h"
#include "memory.h"
#include "node_index.h"
#include "pay.h"
#include "problem.h"
#include "reverse_edges.h"

namespace deepen {

class KeptWaysBack {
public:
    explicit KeptWaysBack(const ReverseEdges& moves) : moves_(moves) {}

    // Without what they have from the pool of the graph, which counts it.
    std::uint64_t bytes() const { return moves_.own_bytes(); }

    // Nearly everything is a cache miss, where the moves lie, the moves, and the positions that
    // they are from, so memory is asked for one after the other, well ahead.
    template <class Touch, class Take>
    void each(std::span<const NodeId> from, std::uint32_t, Touch&& touch, Take&& take) const {
        constexpr std::size_t step = 4;
        const auto ask = [&](std::size_t i) {
            if (i < from.size()) moves_.prefetch_place(from[i]);
            if (i - step < from.size()) moves_.prefetch_moves(from[i - step]);
            if (i - 2 * step >= from.size()) return;
            const NodeId id = from[i - 2 * step];
            const std::size_t end = moves_.end(id);
            for (std::size_t k = moves_.begin(id); k < end; ++k) touch(moves_[k].node());
        };
        for (std::size_t i = 0; i < 3 * step; ++i) ask(i);
        for (std::size_t i = 0; i < from.size(); ++i) {
            ask(i + 3 * step);
            const std::size_t end = moves_.end(from[i]);
            for (std::size_t edge = moves_.begin(from[i]); edge < end; ++edge)
                take(i, moves_[edge]);
        }
    }

private:
    const ReverseEdges& moves_;
};

// Moves from one position to another are one, as they are where they were counted (`distinct`): so
// it does not matter how often the rules tell of them, and where images of each other are one, how
// many lead from the images of a position to this one. What is told of no position that can be
// reached is nothing.
template <std::size_t W, TwoWayProblem<W> P, class Nodes>
class AskedWaysBack {
public:
    AskedWaysBack(P& problem, const Nodes& nodes, std::uint32_t threads)
        : problem_(problem), nodes_(nodes), desks_(threads) {}

    std::uint64_t bytes() const {
        std::uint64_t bytes = 0;
        for (const Desk& desk : desks_)
            bytes += desk.told.bytes() + desk.ways.bytes() + desk.edges.bytes();
        return bytes;
    }

    template <class Touch, class Take>
    void each(std::span<const NodeId> from, std::uint32_t thread, Touch&& touch, Take&& take) {
        Desk& desk = desks_[thread];
        const std::size_t count = ask(desk, from);
        find(desk, count, touch);
        for (std::size_t i = 0, begin = 0; i < from.size(); begin = desk.ends[i++]) {
            Edge* const first = desk.edges.data() + begin;
            Edge* const last = distinct(first, desk.edges.data() + desk.ends[i]);
            for (const Edge* edge = first; edge < last; ++edge) take(i, *edge);
        }
    }

private:
    struct Way {
        State<W> state;
        std::uint64_t hash;
        std::uint32_t to;  // its place among those that are asked about
        bool again;
    };
    // What a thread works with.
    struct alignas(64) Desk {
        Successors<W> told;
        Buffer<Way> ways;
        Buffer<Edge> edges;
        std::vector<std::size_t> ends;  // of the edges to each
    };

    std::size_t ask(Desk& desk, std::span<const NodeId> from) {
        constexpr std::size_t ahead = 8;
        std::size_t size = 0;
        for (std::size_t i = 0; i < from.size(); ++i) {
            if (i + ahead < from.size()) nodes_.prefetch_node(from[i + ahead]);
            const std::size_t count = problem_.predecessors(nodes_[from[i]].state(), desk.told, 0);
            desk.ways.grow_to(size + count);
            for (std::size_t j = 0; j < count; ++j) {
                const Successor<W>& each = desk.told[j];
                desk.ways[size++] = {each.state, hash_of(each.state), static_cast<std::uint32_t>(i),
                                     pay_of(each.cost).again};
            }
        }
        desk.ends.assign(from.size(), 0);
        return size;
    }

    template <class Touch>
    void find(Desk& desk, std::size_t count, Touch& touch) {
        std::size_t found = 0;
        desk.edges.grow_to(count);
        with_lookahead(
            nodes_, 0, count, [&](std::size_t i) { return desk.ways[i].hash; },
            [&](std::size_t i) {
                const Way& way = desk.ways[i];
                const NodeId id = nodes_.find(way.state, way.hash);
                if (id == no_node) return;
                touch(id);
                desk.edges[found++] = {id, way.again};
                desk.ends[way.to] = found;
            });
        for (std::size_t i = 1; i < desk.ends.size(); ++i)
            desk.ends[i] = std::max(desk.ends[i], desk.ends[i - 1]);
    }

    P& problem_;
    const Nodes& nodes_;
    std::vector<Desk> desks_;
};

}  // namespace deepen
