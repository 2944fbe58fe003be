// For each position the moves that lead to it, so that values can spread from the ends backwards.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "edge.h"
#include "limits.h"
#include "memory.h"
#include "move_lists.h"
#include "move_stream.h"

namespace deepen {

// Made out of the moves as they were found, which are used up. First they are sorted by the part of
// the positions that they lead into; then each part, small enough for a cache, is put in order by
// counting. What the old lists leave, the new ones take, so all together are hardly larger than
// the first.
class ReverseEdges {
public:
    explicit ReverseEdges(ChunkPool& pool) : pool_(pool), edges_(pool) {}

    // The moves that lead to a node lie from begin(node) to end(node).
    std::size_t begin(NodeId node) const { return node == 0 ? 0 : ends_[node - 1]; }
    std::size_t end(NodeId node) const { return ends_[node]; }
    const Edge& operator[](std::size_t i) const { return edges_[i]; }
    std::size_t size() const { return edges_.size(); }
    void prefetch_place(NodeId node) const { prefetch_line(&ends_[node]); }
    // What has its place at hand.
    void prefetch_moves(NodeId node) const { edges_.prefetch(begin(node)); }

    std::uint64_t bytes() const { return own_bytes() + pool_.bytes(); }
    std::uint64_t own_bytes() const { return ends_.bytes(); }  // without the pool's

    // When nobody asks any more; the pool has lent nothing else.
    void clear() {
        ends_.clear();
        edges_.clear();
        pool_.release();
    }

    // `degree(id)`: how many moves each of the nodes has. `threads`: a Crew, as large as there are
    // lists, or Alone. `look(share)` may end it, and so may the watch.
    template <class Degree, class Threads, class Look>
    Stop build(MoveLists& forward, std::size_t nodes, Degree&& degree, Threads& threads,
               Watch& watch, Look&& look) {
        place_bits_ = bits_of_place(nodes);
        ends_ = Block<std::uint32_t>(nodes);
        const std::size_t parts = ((nodes - 1) >> place_bits_) + 1;
        std::vector<Streams> streams(forward.lists().size());
        threads.all([&](std::uint32_t number) {
            for (std::size_t i = 0; i < parts; ++i)
                streams[number].emplace_back(pool_, place_bits_);
            sort(forward.lists()[number], degree, streams[number], [&] {
                if (number == 0) watch.may_go_on();
                return threads.stopped(number) == Stop::none;
            });
        });
        if (watch.stopped() != Stop::none) return watch.stopped();
        return settle(streams, parts, threads, look);
    }

private:
    using Streams = std::vector<MoveStream>;  // one for each part
    static constexpr unsigned bits_of_part = 7;
    static constexpr unsigned least_bits_of_place = 13;

    static unsigned bits_of_place(std::size_t nodes) {
        const auto bits = static_cast<unsigned>(std::bit_width(nodes - 1));
        return std::max(bits, bits_of_part + least_bits_of_place) - bits_of_part;
    }

    // By part, in the order in which they are.
    template <class Degree, class MayGoOn>
    void sort(MoveLists::List& list, Degree& degree, Streams& streams, MayGoOn&& may_go_on) {
        constexpr NodeId portion = 4096;
        const NodeId mask = (NodeId{1} << place_bits_) - 1;
        EdgeList::Reader<true> edges(list.edges);
        for (const MoveLists::Run& run : list.runs)
            for (NodeId source = run.first; source < run.last; ++source) {
                if (source % portion == 0 && !may_go_on()) return;
                for (std::uint32_t i = degree(source); i > 0; --i) {
                    const Edge edge = edges.take();
                    const NodeId target = edge.node();
                    streams[target >> place_bits_].put(source, target & mask, edge.again());
                }
            }
    }

    // Each thread one part at a time, so that what it leaves is at hand for the next.
    template <class Threads, class Look>
    Stop settle(std::vector<Streams>& streams, std::size_t parts, Threads& threads, Look& look) {
        std::vector<std::size_t> firsts(parts + 1);
        for (std::size_t part = 0; part < parts; ++part) {
            firsts[part + 1] = firsts[part];
            for (const Streams& each : streams) firsts[part + 1] += each[part].size();
        }
        edges_.plan(firsts.back());
        std::mutex supplies;
        std::atomic<std::size_t> settled{0};
        threads.each(parts, [&](std::size_t part, std::uint32_t number) {
            if (number == 0) look(static_cast<double>(settled.load()) / static_cast<double>(parts));
            if (threads.stopped(number) != Stop::none) return;
            {
                const std::lock_guard lock(supplies);
                edges_.supply(firsts[part], firsts[part + 1]);
            }
            settle(streams, part, firsts[part]);
            settled.fetch_add(1, std::memory_order_relaxed);
        });
        return threads.stopped(0);
    }

    // The moves into one part lie from `first` on.
    void settle(std::vector<Streams>& streams, std::size_t part, std::size_t first) {
        const std::size_t begin = part << place_bits_;
        const std::size_t end = std::min(ends_.size(), (part + 1) << place_bits_);
        std::uint32_t* const ends = &ends_[begin];
        for (Streams& each : streams)
            each[part].each<false>([&](NodeId place, Edge) { ++ends[place]; });
        auto next = static_cast<std::uint32_t>(first);
        for (std::size_t i = 0; i < end - begin; ++i) next += std::exchange(ends[i], next);
        for (Streams& each : streams)
            each[part].each<true>([&](NodeId place, Edge edge) { edges_[ends[place]++] = edge; });
    }

    ChunkPool& pool_;
    unsigned place_bits_ = 0;
    EdgeList edges_;
    Block<std::uint32_t> ends_;  // of the moves into a node
};

}  // namespace deepen
