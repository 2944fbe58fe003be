// Breadth-first search: fewest actions first. Also counts whole spaces, layer by layer.
#pragma once

#include <vector>

#include "limits.h"
#include "node_table.h"
#include "problem.h"
#include "replay.h"
#include "result.h"

namespace deepen {

struct BreadthFirstOptions {
    bool exhaust = false;
    bool keep_expanded = false;
    std::uint32_t threads = 1;
};

// Nodes arrive in the order in which they are expanded, so the table is its own queue. A goal is
// recognised when it is generated. With `exhaust` no state is taken for a goal: the search ends
// `unsolvable` when it has seen everything, and the rows hold the size of each layer.
// The result's lower_bound is the depth of the layer being expanded plus one: every goal that is
// not found yet is at least so many actions away.
template <std::size_t W, Problem<W> P>
class BreadthFirst {
public:
    BreadthFirst(P& problem, const BreadthFirstOptions& options, Watch& watch)
        : problem_(problem), options_(options), watch_(watch) {}

    Result<W> run(const State<W>& start) {
        result_.generated = 1;
        Stop stop = nodes_.make_room(1, 0, watch_);
        if (stop == Stop::none && !arrive(start, hash_of(start), no_node)) stop = search();
        if (stop != Stop::none) result_.status = status_of(stop);
        result_.stored = nodes_.size();
        if (options_.keep_expanded) result_.expanded_states = nodes_.closed_states();
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

private:
    Stop search() {
        for (NodeId id = 0; id < nodes_.size(); ++id) {
            if (id == layer_end_) finish_layer();
            Stop stop = watch_.before_expansion(result_.expanded, [&] { return progress(); });
            if (stop != Stop::none) return stop;
            ++result_.expanded;
            nodes_[id].close();
            const State<W> state = nodes_[id].state();
            const std::size_t count = problem_.expand(state, successors_, 0);
            result_.generated += count;
            stop = nodes_.make_room(count, other_bytes(), watch_);
            if (stop != Stop::none) return stop;
            nodes_.prefetch(successors_, count, hashes_);
            for (std::size_t i = 0; i < count; ++i) {
                const State<W>& child = successors_[i].state;
                if (nodes_.find(child, hashes_[i]) != no_node) continue;
                if (arrive(child, hashes_[i], id)) return Stop::none;
            }
        }
        finish_layer();
        return Stop::none;
    }

    // Stores a new state; true if it is the goal that was sought.
    bool arrive(const State<W>& state, std::uint64_t hash, NodeId parent) {
        const NodeId id = nodes_.insert(state, hash);
        nodes_[id].set_parent(parent);
        result_.peak_bytes = nodes_.bytes() + other_bytes();
        if (options_.exhaust || !problem_.is_goal(state)) return false;
        replay(problem_, nodes_.path_to(id), result_);
        return true;
    }

    // The row of a layer: its depth, its states, and what they generated.
    void finish_layer() {
        if (layer_end_ > 0)
            result_.rows.push_back({.bound = result_.rows.size(),
                                    .expanded = layer_end_ - layer_start_,
                                    .generated = result_.generated - layer_generated_,
                                    .seconds = watch_.seconds()});
        layer_start_ = layer_end_;
        layer_end_ = static_cast<NodeId>(nodes_.size());
        layer_generated_ = result_.generated;
        result_.lower_bound = result_.rows.size() + 1;
    }

    std::uint64_t other_bytes() const {
        return successors_.bytes() + hashes_.size() * sizeof(std::uint64_t);
    }

    Progress progress() const {
        return {.expanded = result_.expanded,
                .generated = result_.generated,
                .bytes = result_.peak_bytes,
                .lower_bound = result_.lower_bound};
    }

    P& problem_;
    BreadthFirstOptions options_;
    Watch& watch_;
    NodeTable<W> nodes_;
    Successors<W> successors_;
    std::vector<std::uint64_t> hashes_;
    NodeId layer_start_ = 0;
    NodeId layer_end_ = 0;
    std::uint64_t layer_generated_ = 0;
    Result<W> result_;
};

template <std::size_t W, Problem<W> P>
Result<W> breadth_first(P& problem, const State<W>& start, const BreadthFirstOptions& options,
                        Watch& watch) {
    return BreadthFirst<W, P>(problem, options, watch).run(start);
}

}  // namespace deepen
