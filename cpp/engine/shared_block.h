// A block of expansions whose candidates are looked up by several threads, each in its shards of
// the index, and then written by one.
#pragma once

#include <cstdint>
#include <exception>
#include <numeric>
#include <vector>

#include "expansion_block.h"
#include "limits.h"
#include "memory.h"
#include "node_index.h"
#include "state.h"

namespace deepen {

// What became of the candidates of a block: those of the nodes before `last` were taken.
struct Settled {
    NodeId last;
    Stop stop = Stop::none;      // why not those of all
    NodeId ended_at = no_node;   // where the visitor ended the search
    std::exception_ptr failure;  // of the rules
};

// Where the index has a candidate's node, and whether the candidate made it.
class Place {
public:
    Place() = default;
    Place(NodeId* slot, bool is_new)
        : slot_(reinterpret_cast<std::uintptr_t>(slot) | (is_new ? 1 : 0)) {}
    NodeId* slot() const { return reinterpret_cast<NodeId*>(slot_ & ~std::uintptr_t{1}); }
    bool is_new() const { return (slot_ & 1) != 0; }

private:
    std::uintptr_t slot_;
};

template <std::size_t W, bool edges>
class SharedBlock {
public:
    struct Sought {
        State<W> state;
        std::uint64_t hash;
    };

    ExpansionBlock<W, edges> expansion;
    NodeId first_new = 0;
    Settled settled;

    // What a block takes for each candidate, at most.
    static constexpr std::uint64_t bytes_a_candidate = sizeof(Candidate<W>) + sizeof(Cost) +
                                                       sizeof(Sought) + sizeof(Place) +
                                                       2 * sizeof(std::uint32_t);

    // Sorts the candidates that are to be looked up by shard; in a shard they keep their order.
    void sort(const NodeIndex::Shards& shards) {
        const std::size_t size = expansion.size();
        order_.grow_to(size);
        sorted_.grow_to(size);
        places_.grow_to(size);
        new_.assign(shards.count(), 0);
        ends_.assign(shards.count(), 0);
        for (std::size_t i = 0; i < size; ++i) {
            order_[i] = shards.shard_of(expansion[i].hash);
            ends_[order_[i]] += is_sought(i) ? 1 : 0;
        }
        std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), std::uint32_t{0});
        for (std::size_t i = 0; i < size; ++i) {
            if (!is_sought(i)) continue;
            order_[i] = ends_[order_[i]]++;
            sorted_[order_[i]] = {expansion[i].state, expansion[i].hash};
        }
    }

    // The candidates of a shard lie from begin_of to end_of.
    std::uint32_t begin_of(std::uint32_t shard) const { return shard == 0 ? 0 : ends_[shard - 1]; }
    std::uint32_t end_of(std::uint32_t shard) const { return ends_[shard]; }
    std::uint32_t size() const { return ends_.back(); }
    const Sought& operator[](std::uint32_t i) const { return sorted_[i]; }

    void put(std::uint32_t i, Place place) { places_[i] = place; }
    void add_new(std::uint32_t shard, NodeId count) { new_[shard] += count; }
    NodeId count_new() const { return std::accumulate(new_.begin(), new_.end(), NodeId{0}); }

    // Writes the new nodes in the order in which they were generated, and their numbers into the
    // index.
    template <class Nodes>
    void write(Nodes& nodes) {
        constexpr std::size_t ahead = 16;
        const std::size_t count = collect_new();
        for (std::size_t i = 0; i < count; ++i) {
            if (i + ahead < count) __builtin_prefetch(new_at(i + ahead), 1);
            const Candidate<W>& candidate = expansion[new_ones_[i]];
            const auto id = static_cast<NodeId>(first_new + i);
            nodes[id].set_state(candidate.state);
            nodes[id].set_parent(candidate.parent);
            *new_at(i) = id;
        }
    }

    // When all blocks are written: every candidate knows its node.
    void resolve() {
        for (std::size_t i = 0; i < expansion.size(); ++i)
            if (is_sought(i)) expansion[i].id = *places_[order_[i]].slot();
    }

    std::uint64_t bytes() const {
        return expansion.bytes() + order_.bytes() + sorted_.bytes() + places_.bytes() +
               new_ones_.bytes();
    }

private:
    bool is_sought(std::size_t i) const { return !edges || expansion[i].id == no_node; }

    NodeId* new_at(std::size_t i) const { return places_[order_[new_ones_[i]]].slot(); }

    // No branch: whether a candidate is new is a coin's toss.
    std::size_t collect_new() {
        std::size_t count = 0;
        new_ones_.grow_to(expansion.size());
        for (std::size_t i = 0; i < expansion.size(); ++i) {
            if (!is_sought(i)) continue;
            new_ones_[count] = static_cast<std::uint32_t>(i);
            count += places_[order_[i]].is_new() ? 1 : 0;
        }
        return count;
    }

    Buffer<std::uint32_t> order_;  // of each candidate: its shard, then where it was sorted to
    Buffer<Sought> sorted_;
    Buffer<Place> places_;
    Buffer<std::uint32_t> new_ones_;
    std::vector<std::uint32_t> ends_;  // of the shards
    std::vector<NodeId> new_;
};

}  // namespace deepen
