// Breadth-first search: fewest actions first. Also counts whole spaces, layer by layer.
#pragma once

#include <cstdint>

#include "enumeration.h"
#include "limits.h"
#include "node_table.h"
#include "problem.h"
#include "replay.h"
#include "result.h"

namespace deepen {

struct BreadthFirstOptions {
    bool exhaust = false;
    bool keep_expanded = false;
    Sharing sharing{};
};

// A goal is recognised when it is generated. With `exhaust` no state is taken for a goal: the
// search ends `unsolvable` when it has seen everything, and the rows hold the size of each layer.
// The result's lower_bound is the depth of the layer being expanded plus one: every goal that is
// not found yet is at least so many actions away.
template <std::size_t W, Problem<W> P>
class BreadthFirst {
public:
    BreadthFirst(P& problem, const BreadthFirstOptions& options, Watch& watch)
        : problem_(problem),
          options_(options),
          watch_(watch),
          enumeration_(problem, *this, watch, options.sharing) {}

    Result<W> run(const State<W>& start) {
        Stop stop = enumeration_.add(start);
        if (stop == Stop::none && enumeration_.ended_at() == no_node) {
            result_.lower_bound = 1;
            stop = enumeration_.run();
        }
        if (stop != Stop::none) result_.status = status_of(stop);
        result_.expanded = enumeration_.expanded();
        result_.generated = 1 + enumeration_.generated();
        result_.stored = enumeration_.nodes().size();
        result_.peak_bytes = enumeration_.peak_bytes();
        if (enumeration_.ended_at() != no_node)
            replay(problem_, enumeration_.nodes().path_to(enumeration_.ended_at()), result_);
        if (options_.keep_expanded) keep_expanded();
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

    // What the enumeration asks.
    static constexpr bool keeps_edges = false;
    static constexpr bool keeps_parents = true;
    // Of a whole space only counts are asked for; what is met before a limit on nodes depends on
    // the order.
    bool any_order() const {
        return options_.exhaust && !options_.keep_expanded && !watch_.limits_nodes();
    }
    bool arrive(NodeId, const State<W>& state) {
        return !options_.exhaust && problem_.is_goal(state);
    }
    void make_room(std::size_t) {}
    std::uint64_t bytes() const { return 0; }
    std::uint64_t bytes_after(std::size_t) const { return 0; }
    std::uint64_t lower_bound() const { return result_.lower_bound; }

    // The row of a layer: its depth, its states, and what they generated.
    void finish_layer() {
        result_.rows.push_back({.bound = result_.rows.size(),
                                .expanded = enumeration_.expanded() - expanded_before_,
                                .generated = enumeration_.generated() - generated_before_,
                                .seconds = watch_.seconds()});
        expanded_before_ = enumeration_.expanded();
        generated_before_ = enumeration_.generated();
        result_.lower_bound = result_.rows.size() + 1;
    }

private:
    void keep_expanded() {
        for (NodeId id = 0; id < result_.expanded; ++id)
            result_.expanded_states.push_back(enumeration_.nodes()[id].state());
    }

    P& problem_;
    BreadthFirstOptions options_;
    Watch& watch_;
    Enumeration<W, P, BreadthFirst> enumeration_;
    std::uint64_t expanded_before_ = 0;  // the layer at hand
    std::uint64_t generated_before_ = 0;
    Result<W> result_;
};

template <std::size_t W, Problem<W> P>
Result<W> breadth_first(P& problem, const State<W>& start, const BreadthFirstOptions& options,
                        Watch& watch) {
    return BreadthFirst<W, P>(problem, options, watch).run(start);
}

}  // namespace deepen
