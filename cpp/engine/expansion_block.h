// What a run of consecutive nodes leads to, in order: the unit in which whole spaces are searched.
#pragma once

#include <cassert>
#include <cstdint>
#include <exception>
#include <type_traits>

#include "limits.h"
#include "memory.h"
#include "node_table.h"
#include "problem.h"
#include "state.h"

namespace deepen {

// A state and the one from which it was reached first. Nothing else is asked where states are
// expanded in order of arrival.
template <std::size_t W>
class Arrival : public PackedState<W> {
public:
    NodeId parent() const { return parent_; }
    void set_parent(NodeId parent) { parent_ = parent; }

private:
    NodeId parent_;
};
static_assert(sizeof(Arrival<1>) == 8 + 4);

// A state alone, for those who ask for no path.
template <std::size_t W>
class BareArrival : public PackedState<W> {
public:
    static NodeId parent() { return no_node; }
    static void set_parent(NodeId) {}
};
static_assert(sizeof(BareArrival<1>) == 8);

template <std::size_t W, bool keeps_parents = true>
using Arrivals = NodeTable<W, std::conditional_t<keeps_parents, Arrival<W>, BareArrival<W>>>;

// A successor that may be new.
template <std::size_t W>
struct Candidate {
    State<W> state;
    std::uint64_t hash;
    NodeId parent;
    NodeId id;  // no_node while nobody knows
};

// `edges`: every successor is a candidate and its cost is kept. Otherwise one that is known without
// a search is left out.
// Threads have blocks side by side, so none shares a cache line with another, nor with the one that
// is fetched along with it.
template <std::size_t W, bool edges>
class alignas(128) ExpansionBlock {
public:
    // More candidates than this end a block early.
    static constexpr std::size_t enough = 4096;

    // Expands the nodes from `first` on, until `last`, until there are enough candidates, until
    // `ask(id)` names a reason to stop, or until the rules fail: what was before that counts.
    template <Problem<W> P, class Nodes, class Ask>
    void expand(P& problem, const Nodes& nodes, NodeId first, NodeId last, Ask&& ask) {
        clear(first, last);
        try {
            for (NodeId id = first; id < last && size_ < enough; ++id) {
                stop_ = ask(id);
                if (stop_ != Stop::none) return;
                add(problem, nodes, id);
            }
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

    // The nodes that were expanded, and what kept the next one from it.
    NodeId first() const { return first_; }
    NodeId last() const { return first_ + expanded_; }
    Stop stop() const { return stop_; }
    const std::exception_ptr& failure() const { return failure_; }

    std::size_t size() const { return size_; }
    Candidate<W>& operator[](std::size_t i) { return candidates_[i]; }
    const Candidate<W>& operator[](std::size_t i) const { return candidates_[i]; }
    Cost cost(std::size_t i) const {
        static_assert(edges);
        return costs_[i];
    }

    // Where the candidates of a node begin, and how many successors those before it have. `id` may
    // be last().
    std::size_t begin_of(NodeId id) const { return end_before(id).candidates; }
    std::uint64_t generated_before(NodeId id) const { return end_before(id).generated; }

    std::uint64_t bytes() const {
        return successors_.bytes() + candidates_.bytes() + costs_.bytes() + ends_.bytes();
    }

private:
    struct End {
        std::uint32_t candidates;
        std::uint32_t generated;
    };

    void clear(NodeId first, NodeId last) {
        assert(first < last);
        first_ = first;
        expanded_ = generated_ = 0;
        size_ = 0;
        stop_ = Stop::none;
        failure_ = nullptr;
        ends_.grow_to(last - first);
    }

    End end_before(NodeId id) const {
        assert(first_ <= id && id <= last());
        return id == first_ ? End{0, 0} : ends_[id - first_ - 1];
    }

    // Many actions can be undone, and the state before this one needs no search: it is at hand.
    template <Problem<W> P, class Nodes>
    void add(P& problem, const Nodes& nodes, NodeId id) {
        const State<W> state = nodes[id].state();
        const NodeId parent = nodes[id].parent();
        const NodeId known = parent == no_node ? id : parent;
        const State<W> known_state = nodes[known].state();
        const std::size_t count = problem.expand(state, successors_, 0);
        candidates_.grow_to(size_ + count);
        if constexpr (edges) costs_.grow_to(size_ + count);
        for (std::size_t i = 0; i < count; ++i) {
            const Successor<W>& successor = successors_[i];
            const bool is_known = successor.state == known_state;
            Candidate<W>& candidate = candidates_[size_];
            candidate = {successor.state, hash_of(successor.state), id, no_node};
            if constexpr (edges) {
                if (is_known) candidate.id = known;
                costs_[size_] = successor.cost;
            }
            size_ += edges || !is_known ? 1 : 0;
        }
        generated_ += static_cast<std::uint32_t>(count);
        ends_[expanded_++] = {static_cast<std::uint32_t>(size_), generated_};
    }

    NodeId first_ = 0;
    NodeId expanded_ = 0;
    std::uint32_t generated_ = 0;
    std::size_t size_ = 0;
    Stop stop_ = Stop::none;
    std::exception_ptr failure_;
    Successors<W> successors_;
    Buffer<Candidate<W>> candidates_;
    Buffer<Cost> costs_;
    Buffer<End> ends_;
};

}  // namespace deepen
