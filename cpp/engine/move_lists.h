// The moves of all positions, as several threads have found them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "crew.h"
#include "edge.h"
#include "node_index.h"

namespace deepen {

// Each thread has a list of its own: runs of positions, and in a run the moves of one position
// after those of the one before. With one thread there is one run.
class MoveLists {
public:
    using Map = std::vector<std::pair<NodeId, NodeId>>;  // new numbers of nodes
    struct Run {
        NodeId first;
        NodeId last;
        std::size_t begin;  // the moves of these positions in the list
        std::size_t end;
    };
    struct alignas(128) List {
        explicit List(ChunkPool& pool) : edges(pool) {}
        EdgeList edges;
        std::vector<Run> runs;
        std::size_t numbered = 0;  // edges before this one have the final numbers of their nodes
        std::size_t ordered = 0;   // runs before this one were given by new_runs
    };

    MoveLists(ChunkPool& pool, std::uint32_t threads) {
        for (std::uint32_t i = 0; i < threads; ++i) lists_.emplace_back(pool);
    }

    std::vector<List>& lists() { return lists_; }
    const std::vector<List>& lists() const { return lists_; }
    // Where all moves are in order.
    const EdgeList& in_order() const { return lists_.front().edges; }

    std::size_t size() const {
        std::size_t size = 0;
        for (const List& each : lists_) size += each.edges.size();
        return size;
    }
    // Besides what is the pool's.
    std::uint64_t bytes() const {
        std::uint64_t bytes = 0;
        for (const List& each : lists_) bytes += each.runs.capacity() * sizeof(Run);
        return bytes;
    }

    // After the moves of these positions were added.
    static void end_run(List& list, NodeId first, NodeId last, std::size_t begin) {
        const bool goes_on = list.runs.size() > list.ordered && list.runs.back().last == first;
        if (!goes_on) list.runs.push_back({first, first, begin, begin});
        list.runs.back().last = last;
        list.runs.back().end = list.edges.size();
    }

    // Some of the latest nodes have got the numbers of others: (from, to), largest first.
    void renumber(NodeId size, const Map& map, Crew& crew) {
        crew.all([&](std::uint32_t number) {
            List& list = lists_[number];
            if (!map.empty())
                list.edges.each_part(
                    list.numbered, list.edges.size(),
                    [&](Edge* edges, std::size_t count) { renumber(size, map, edges, count); });
            list.numbered = list.edges.size();
        });
    }

    // Calls take(list, run) for the runs that it was not called for yet, by their positions.
    template <class Take>
    void new_runs(Take&& take) {
        std::vector<std::pair<Run, List*>> found;
        for (List& each : lists_) {
            for (; each.ordered < each.runs.size(); ++each.ordered)
                found.emplace_back(each.runs[each.ordered], &each);
        }
        std::sort(found.begin(), found.end(),
                  [](const auto& a, const auto& b) { return a.first.first < b.first.first; });
        for (const auto& [run, list] : found) take(*list, run);
    }

private:
    // Most of them lead nowhere near, and that is soon seen of many at once.
    static void renumber(NodeId size, const Map& map, Edge* edges, std::size_t count) {
        constexpr std::size_t at_once = 64;
        for (std::size_t first = 0; first < count; first += at_once) {
            const std::size_t last = std::min(first + at_once, count);
            NodeId farthest = 0;
            for (std::size_t i = first; i < last; ++i)
                farthest = std::max(farthest, edges[i].node());
            for (std::size_t i = first; farthest >= size && i < last; ++i) {
                if (edges[i].node() < size) continue;
                const auto place = std::partition_point(
                    map.begin(), map.end(),
                    [&](const auto& pair) { return pair.first > edges[i].node(); });
                edges[i] = {place->second, edges[i].again()};
            }
        }
    }

    std::vector<List> lists_;
};

}  // namespace deepen
