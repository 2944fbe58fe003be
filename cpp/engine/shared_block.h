// A block of expansions whose candidates are looked up while other threads look up those of other
// blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>

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
    ExpansionBlock<W, edges> expansion;
    NodeId first_new = 0;
    Settled settled;

    // What a block takes for each candidate, at most.
    static constexpr std::uint64_t bytes_a_candidate =
        sizeof(Candidate<W>) + sizeof(Cost) + sizeof(Place) + sizeof(std::uint32_t);

    // Looks up all candidates, of which the first has the number `first`; `is(id, state)`: whether
    // a node, or a candidate of any block, has that state. Calls overtake(number) for the candidate
    // of another block that is equal to one of these, was looked up before, and comes after.
    template <class Nodes, class Is, class Overtake>
    void look_up(Nodes& nodes, NodeId first, Is&& is, Overtake&& overtake) {
        constexpr std::size_t near = 8;
        constexpr std::size_t far = 24;
        const std::size_t size = expansion.size();
        places_.grow_to(size);
        count_new_ = 0;
        for (std::size_t i = 0; i < std::min(far, size); ++i)
            nodes.prefetch_bucket(expansion[i].hash);
        for (std::size_t i = 0; i < std::min(near, size); ++i) prefetch_match(nodes, i);
        for (std::size_t i = 0; i < size; ++i) {
            if (i + far < size) nodes.prefetch_bucket(expansion[i + far].hash);
            if (i + near < size) prefetch_match(nodes, i + near);
            if (!is_sought(i)) continue;
            Candidate<W>& candidate = expansion[i];
            const auto number = static_cast<NodeId>(first + i);
            const IndexPlace found = nodes.index().claim(
                candidate.hash, [&](NodeId id) { return is(id, candidate.state); },
                [&](NodeId id) { return number < id; }, [&] { return number; });
            const bool is_new = number < found.id;
            places_[i] = {found.slot, is_new};
            count_new_ += is_new ? 1 : 0;
            if (is_new && found.id != no_node) overtake(found.id);
        }
    }
    // Another candidate comes before this one, which was new.
    void overtake(std::size_t i) {
        places_[i] = {places_[i].slot(), false};
        --count_new_;
    }

    std::size_t size() const { return expansion.size(); }
    NodeId count_new() const { return count_new_; }

    // Writes the new nodes in the order in which they were generated, and their numbers into the
    // index.
    template <class Nodes>
    void write(Nodes& nodes) {
        constexpr std::size_t ahead = 16;
        const std::size_t count = collect_new();
        for (std::size_t i = 0; i < count; ++i) {
            if (i + ahead < count) prefetch_line(new_at(i + ahead));
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
            if (is_sought(i)) expansion[i].id = *places_[i].slot();
    }

    std::uint64_t bytes() const { return expansion.bytes() + places_.bytes() + new_ones_.bytes(); }

private:
    bool is_sought(std::size_t i) const { return !edges || expansion[i].id == no_node; }

    NodeId* new_at(std::size_t i) const { return places_[new_ones_[i]].slot(); }

    template <class Nodes>
    void prefetch_match(Nodes& nodes, std::size_t i) {
        const NodeId match = nodes.index().first_match_concurrent(expansion[i].hash);
        if (match < nodes.size()) nodes.prefetch_node(match);
    }

    // No branch: whether a candidate is new is a coin's toss.
    std::size_t collect_new() {
        std::size_t count = 0;
        new_ones_.grow_to(expansion.size());
        for (std::size_t i = 0; i < expansion.size(); ++i) {
            if (!is_sought(i)) continue;
            new_ones_[count] = static_cast<std::uint32_t>(i);
            count += places_[i].is_new() ? 1 : 0;
        }
        return count;
    }

    Buffer<Place> places_;
    Buffer<std::uint32_t> new_ones_;
    NodeId count_new_ = 0;
};

}  // namespace deepen
