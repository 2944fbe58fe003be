// A part of a queue that several threads expand together, in such a way that every new state gets
// the number that it would get from one thread.
//
// Three tasks, and all threads are done with one before the next begins. First blocks of nodes are
// expanded. Then what they lead to is looked up: what is new takes a place in the index, under a
// number that says where to find it among the blocks, and of equal states the one with the smallest
// number has it in the end. With that it is known how many new states each block has, so in the
// third task the blocks write theirs to where they belong.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "crew.h"
#include "expansion_block.h"
#include "limits.h"
#include "node_index.h"
#include "problem.h"
#include "relink.h"
#include "shared_block.h"

namespace deepen {

template <std::size_t W, Problem<W> P, class Visitor>
class SharedChunk {
public:
    using Block = SharedBlock<W, Visitor::keeps_edges>;
    using Nodes = Arrivals<W, Visitor::keeps_parents>;

    SharedChunk(P& problem, Nodes& nodes, Visitor& visitor, Watch& watch, Crew& crew)
        : problem_(problem),
          nodes_(nodes),
          visitor_(visitor),
          watch_(watch),
          crew_(crew),
          blocks_(blocks_a_thread * crew.threads()),
          overtaken_(crew.threads()) {}

    // The blocks of the last chunk, in order.
    std::size_t size() const { return count_; }
    Block& operator[](std::size_t i) { return blocks_[i]; }
    std::uint64_t bytes() const {
        std::uint64_t bytes = 0;
        for (const Block& each : blocks_) bytes += each.bytes();
        return bytes;
    }

    // Expands nodes from `first` on, at most to `last`, and takes what they lead to; `branching` is
    // what is to be expected of each. Stop::memory: not everything finds room, so the blocks are
    // expanded at most, and one thread may take of them what does.
    template <class MakeProgress>
    Stop take(NodeId first, NodeId last, std::uint64_t branching, MakeProgress&& progress) {
        count_ = 0;
        const NodeId length = block_length(last - first, branching);
        const std::size_t count =
            std::min<std::size_t>(blocks_.size(), (last - first - 1) / length + 1);
        const std::uint64_t expected = count * length * branching;
        const std::uint64_t own = std::max(bytes(), expected * Block::bytes_a_candidate);
        // Where blocks are no small part of the memory, it is for nodes.
        Stop stop = own > watch_.memory_limit() / 8 ? Stop::memory : make_room(expected, own);
        if (stop == Stop::memory) std::vector<Block>(blocks_.size()).swap(blocks_);
        if (stop != Stop::none) return stop;
        count_ = count;
        expand(first, last, length, progress);
        if (crew_.stopped(0) != Stop::none) return stopped();
        if (nodes_.size() + candidates() > nodes_.room()) {
            stop = make_room(candidates(), bytes());
            if (stop != Stop::none) return stop;
        }
        settle();
        return Stop::none;
    }

private:
    static constexpr std::size_t blocks_a_thread = 16;
    static constexpr std::size_t block_size = 2048;
    // A candidate's number until it has a node's: its block, and its place there.
    static constexpr unsigned place_bits = 17;
    static_assert(ExpansionBlock<W, true>::enough + successor_limit < 1U << place_bits);

    std::size_t candidates() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < count_; ++i) count += blocks_[i].size();
        return count;
    }

    // Blocks of few nodes for few, so that there is something to do for every thread.
    NodeId block_length(NodeId nodes, std::uint64_t branching) const {
        const std::uint64_t most =
            std::min<std::uint64_t>(block_size / branching, nodes / blocks_.size());
        return static_cast<NodeId>(std::max<std::uint64_t>(most, 1));
    }

    // What was expanded is lost, unless a rule did not return: its name must be heard.
    Stop stopped() {
        for (std::size_t i = 0; i < count_; ++i)
            if (blocks_[i].expansion.failure() != nullptr)
                std::rethrow_exception(blocks_[i].expansion.failure());
        count_ = 0;
        return crew_.stopped(0);
    }

    // Beyond the last node there must also be numbers for all candidates.
    Stop make_room(std::size_t count, std::uint64_t own_bytes) {
        if (nodes_.size() + (blocks_.size() << place_bits) >= no_node) return Stop::memory;
        return nodes_.make_room(count, own_bytes + visitor_.bytes_after(count), watch_,
                                [&] { return relink(nodes_, crew_, watch_); });
    }

    template <class MakeProgress>
    void expand(NodeId first, NodeId last, NodeId length, MakeProgress& progress) {
        crew_.each(count_, [&](std::size_t i, std::uint32_t number) {
            const auto begin = static_cast<NodeId>(std::min<std::size_t>(last, first + i * length));
            const NodeId end = std::min(last, begin + length);
            blocks_[i].expansion.expand(problem_, nodes_, begin, end, [&](NodeId) {
                return crew_.before_expansion(number, first, progress);
            });
        });
        // What follows a block that ended early is for another time.
        for (std::size_t i = 0; i + 1 < count_; ++i)
            if (blocks_[i].expansion.last() < blocks_[i + 1].expansion.first()) count_ = i + 1;
    }

    void settle() {
        base_ = static_cast<NodeId>(nodes_.size());
        crew_.each(count_, [&](std::size_t i, std::uint32_t number) { look_up(i, number); });
        for (Overtaken& each : overtaken_) {
            for (const NodeId number : each.numbers) {
                const auto [block, i] = place_of(number);
                blocks_[block].overtake(i);
            }
            each.numbers.clear();
        }
        NodeId next = base_;
        for (std::size_t i = 0; i < count_; ++i) {
            blocks_[i].first_new = next;
            next += blocks_[i].count_new();
        }
        nodes_.extend(next - base_, crew_);
        visitor_.make_room(nodes_.size());
        crew_.each(count_,
                   [&](std::size_t i, std::uint32_t number) { arrive(blocks_[i], number); });
        if constexpr (Visitor::keeps_edges)
            crew_.each(count_, [&](std::size_t i, std::uint32_t) { blocks_[i].resolve(); });
    }

    void look_up(std::size_t block, std::uint32_t number) {
        blocks_[block].look_up(
            nodes_, number_of(block, 0),
            [&](NodeId id, const State<W>& state) { return is(id, state); },
            [&](NodeId other) { overtaken_[number].numbers.push_back(other); });
    }

    // The rules are asked, so it may have to stop.
    void arrive(Block& block, std::uint32_t number) {
        block.write(nodes_);
        Settled& settled = block.settled = {.last = block.expansion.last(), .failure = nullptr};
        const NodeId end = block.first_new + block.count_new();
        try {
            for (NodeId id = block.first_new; id < end; ++id) {
                settled.stop = crew_.stopped(number);
                if (settled.stop != Stop::none) {
                    settled.last = block.expansion.first();
                    return;
                }
                if (!visitor_.arrive(id, nodes_[id].state())) continue;
                settled.ended_at = id;
                settled.last = nodes_[id].parent() + 1;
                return;
            }
        } catch (...) {
            settled.failure = std::current_exception();
        }
    }

    NodeId number_of(std::size_t block, std::uint32_t i) const {
        return base_ + static_cast<NodeId>(block << place_bits) + i;
    }
    std::pair<std::size_t, std::uint32_t> place_of(NodeId number) const {
        return {(number - base_) >> place_bits, (number - base_) & ((1U << place_bits) - 1)};
    }
    bool is(NodeId id, const State<W>& state) const {
        if (id < base_) return nodes_[id].holds(state);
        const auto [block, i] = place_of(id);
        return blocks_[block].expansion[i].state == state;
    }

    struct alignas(64) Overtaken {  // by the candidates that a thread has looked up
        std::vector<NodeId> numbers;
    };

    P& problem_;
    Nodes& nodes_;
    Visitor& visitor_;
    Watch& watch_;
    Crew& crew_;
    std::vector<Block> blocks_;
    std::vector<Overtaken> overtaken_;
    std::size_t count_ = 0;
    NodeId base_ = 0;  // the first number that is no node's
};

}  // namespace deepen
