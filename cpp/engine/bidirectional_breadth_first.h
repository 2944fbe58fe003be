// Breadth-first search from the start and from the goals at once, where every action costs the
// same: of a tree as wide as b and as deep as d, two of half the depth.
#pragma once

#include <array>
#include <vector>

#include "both_ends.h"
#include "limits.h"
#include "node_table.h"
#include "problem.h"
#include "replay.h"
#include "result.h"

namespace deepen {

// Whole layers by turns, always of the side whose layer is smaller. The searches have then seen all
// that lies within a and b actions of their ends, and have not met, so every solution has more than
// a + b actions: the first state that both have seen lies on a shortest one. `lower_bound` is
// a + b + 1.
template <std::size_t W, TwoWayProblem<W> P>
class BidirectionalBreadthFirst {
public:
    BidirectionalBreadthFirst(P& problem, bool keep_expanded, Watch& watch)
        : problem_(problem), keep_expanded_(keep_expanded), watch_(watch) {}

    Result<W> run(const State<W>& start, const std::vector<State<W>>& goals) {
        Stop stop = begin(start, goals);
        if (stop == Stop::none && !has_met_) stop = search();
        if (has_met_)
            replay(problem_, joined_path<W>(sides_, meeting_), result_);
        else if (stop != Stop::none)
            result_.status = status_of(stop);
        add_stored(sides_, keep_expanded_, result_);
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

private:
    // Nodes arrive in the order in which they are expanded, so the table is its own queue.
    struct Side {
        NodeTable<W> nodes;
        NodeId layer_start = 0;
        NodeId layer_end = 0;

        std::size_t layer() const { return layer_end - layer_start; }
        void next_layer() {
            layer_start = layer_end;
            layer_end = static_cast<NodeId>(nodes.size());
        }
    };

    Stop begin(const State<W>& start, const std::vector<State<W>>& goals) {
        result_.generated = 1;
        for (const State<W>& goal : goals) {
            const Stop stop = make_room(1, backwards);
            if (stop != Stop::none) return stop;
            if (sides_[backwards].nodes.find(goal, hash_of(goal)) == no_node)
                arrive(goal, hash_of(goal), no_node, backwards);
        }
        Stop stop = make_room(1, forwards);
        if (stop == Stop::none && goals.empty()) stop = make_room(1, backwards);
        if (stop == Stop::none) has_met_ = arrive(start, hash_of(start), no_node, forwards);
        for (Side& side : sides_) side.next_layer();
        return stop;
    }

    Stop search() {
        while (sides_[forwards].layer() > 0 && sides_[backwards].layer() > 0) {
            ++result_.lower_bound;
            const bool back = sides_[backwards].layer() < sides_[forwards].layer();
            const Row before{.expanded = result_.expanded, .generated = result_.generated};
            const Stop stop = expand_layer(back ? backwards : forwards);
            result_.rows.push_back({.bound = result_.lower_bound,
                                    .expanded = result_.expanded - before.expanded,
                                    .generated = result_.generated - before.generated,
                                    .seconds = watch_.seconds()});
            if (stop != Stop::none || has_met_) return stop;
        }
        return Stop::none;  // one end has nowhere to go
    }

    Stop expand_layer(Direction direction) {
        Side& side = sides_[direction];
        for (NodeId id = side.layer_start; id < side.layer_end; ++id) {
            Stop stop = watch_.before_expansion(result_.expanded, [&] { return progress(); });
            if (stop != Stop::none) return stop;
            ++result_.expanded;
            side.nodes[id].close();
            const State<W> state = side.nodes[id].state();
            const std::size_t count = direction == forwards
                                          ? problem_.expand(state, successors_, 0)
                                          : problem_.predecessors(state, successors_, 0);
            result_.generated += count;
            stop = make_room(count, direction);
            if (stop != Stop::none) return stop;
            side.nodes.prefetch(successors_, count, hashes_);
            for (std::size_t i = 0; i < count; ++i) {
                const State<W>& child = successors_[i].state;
                if (side.nodes.find(child, hashes_[i]) != no_node) continue;
                if (arrive(child, hashes_[i], id, direction)) return Stop::none;
            }
        }
        side.next_layer();
        return Stop::none;
    }

    // Stores a state that is new to one side; true if the other side knows it.
    bool arrive(const State<W>& state, std::uint64_t hash, NodeId parent, Direction direction) {
        const NodeId id = sides_[direction].nodes.insert(state, hash);
        sides_[direction].nodes[id].set_parent(parent);
        result_.peak_bytes = bytes();
        const Direction other = other_than(direction);
        if (sides_[other].nodes.size() == 0) return false;
        const NodeId there = sides_[other].nodes.find(state, hash);
        if (there == no_node) return false;
        meeting_[direction] = id;
        meeting_[other] = there;
        has_met_ = true;
        return true;
    }

    Stop make_room(std::size_t count, Direction direction) {
        NodeTable<W>& nodes = sides_[direction].nodes;
        return nodes.make_room(count, bytes() - nodes.bytes(), watch_);
    }

    std::uint64_t bytes() const {
        return sides_[forwards].nodes.bytes() + sides_[backwards].nodes.bytes() +
               successors_.bytes() + hashes_.size() * sizeof(std::uint64_t);
    }

    Progress progress() const {
        return {.expanded = result_.expanded,
                .generated = result_.generated,
                .bytes = result_.peak_bytes,
                .lower_bound = result_.lower_bound};
    }

    P& problem_;
    bool keep_expanded_;
    Watch& watch_;
    std::array<Side, 2> sides_;
    Meeting meeting_{no_node, no_node};
    bool has_met_ = false;
    Successors<W> successors_;
    std::vector<std::uint64_t> hashes_;
    Result<W> result_;
};

}  // namespace deepen
