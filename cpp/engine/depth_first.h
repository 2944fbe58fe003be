// Depth-first graph search, successors in the order of the rules.
#pragma once

#include <limits>
#include <vector>

#include "limits.h"
#include "node_table.h"
#include "problem.h"
#include "replay.h"
#include "result.h"

namespace deepen {

struct DepthFirstOptions {
    std::uint64_t depth_limit = std::numeric_limits<std::uint64_t>::max();
    bool keep_expanded = false;
};

// A state is visited once; under a depth limit, again when it is reached by fewer actions, or a
// goal within the limit could be missed. States at the limit are tested, not expanded.
template <std::size_t W, Problem<W> P>
class DepthFirst {
public:
    DepthFirst(P& problem, const DepthFirstOptions& options, Watch& watch)
        : problem_(problem), options_(options), watch_(watch) {}

    Result<W> run(const State<W>& start) {
        result_.generated = 1;
        const Stop stop = search(start);
        if (stop != Stop::none)
            result_.status = status_of(stop);
        else if (result_.status != Status::solved && cut_)
            result_.status = Status::depth_limit;
        result_.stored = nodes_.size();
        if (options_.keep_expanded) result_.expanded_states = nodes_.closed_states();
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

private:
    // A state on the path; its successors that are still to be visited are [next, end).
    struct Frame {
        State<W> state;
        std::size_t next;
        std::size_t end;
    };

    Stop search(const State<W>& start) {
        Stop stop = Stop::none;
        if (visit(start, 0, stop)) return Stop::none;
        while (stop == Stop::none && depth_ > 0) {
            Frame& top = path_[depth_ - 1];
            if (top.next == top.end) {
                --depth_;
                continue;
            }
            const State<W> child = successors_[top.next++].state;
            if (visit(child, top.end, stop)) return Stop::none;
        }
        return stop;
    }

    // True if `state` is a goal. Else its successors lie at `base`, unless it was visited before.
    bool visit(const State<W>& state, std::size_t base, Stop& stop) {
        const std::size_t depth = depth_;
        stop = nodes_.make_room(1, other_bytes(), watch_);
        if (stop != Stop::none) return false;
        if (!is_news(state, depth)) return false;
        if (problem_.is_goal(state)) {
            finish(state);
            return true;
        }
        if (depth >= options_.depth_limit) {
            cut_ = true;
            return false;
        }
        stop = watch_.before_expansion(result_.expanded, [&] { return progress(); });
        if (stop != Stop::none) return false;
        ++result_.expanded;
        nodes_[visited_].close();
        const std::size_t count = problem_.expand(state, successors_, base);
        result_.generated += count;
        path_.grow_to(depth + 1);
        path_[depth_++] = {state, base, base + count};
        result_.peak_bytes =
            std::max<std::uint64_t>(result_.peak_bytes, nodes_.bytes() + other_bytes());
        return false;
    }

    bool is_news(const State<W>& state, std::size_t depth) {
        const std::uint64_t hash = hash_of(state);
        // Without a limit the depth does not matter; it is not counted, so it cannot overflow.
        const Cost recorded = options_.depth_limit < value_limit ? static_cast<Cost>(depth) : 0;
        const NodeId known = nodes_.find(state, hash);
        if (known != no_node && nodes_[known].g() <= recorded) return false;
        visited_ = known != no_node ? known : nodes_.insert(state, hash);
        nodes_[visited_].open_at(recorded);
        return true;
    }

    void finish(const State<W>& goal) {
        std::vector<State<W>> states;
        for (std::size_t i = 0; i < depth_; ++i) states.push_back(path_[i].state);
        states.push_back(goal);
        replay(problem_, states, result_);
    }

    std::uint64_t other_bytes() const { return successors_.bytes() + path_.bytes(); }

    Progress progress() const {
        return {.expanded = result_.expanded,
                .generated = result_.generated,
                .bytes = result_.peak_bytes};
    }

    P& problem_;
    DepthFirstOptions options_;
    Watch& watch_;
    NodeTable<W> nodes_;
    Successors<W> successors_;
    Buffer<Frame> path_;
    std::size_t depth_ = 0;
    NodeId visited_ = no_node;  // the node of the state being visited
    bool cut_ = false;
    Result<W> result_;
};

template <std::size_t W, Problem<W> P>
Result<W> depth_first(P& problem, const State<W>& start, const DepthFirstOptions& options,
                      Watch& watch) {
    return DepthFirst<W, P>(problem, options, watch).run(start);
}

}  // namespace deepen
