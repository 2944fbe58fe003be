// A path is an answer only after the rules have walked it again.
#pragma once

#include <cassert>
#include <stdexcept>
#include <vector>

#include "problem.h"
#include "result.h"

namespace deepen {

// The engine contradicts itself: a defect of ours, or rules in the interpreter that do not answer
// the same every time.
struct ReplayMismatch : std::logic_error {
    using std::logic_error::logic_error;
};

// Fills in result.steps and result.cost from the states of a path, start first. Between two states
// the cheapest action counts, and among those the first yielded.
template <std::size_t W, Problem<W> P>
void replay(P& problem, const std::vector<State<W>>& path, Result<W>& result) {
    assert(!path.empty());
    Successors<W> successors;
    result.cost = 0;
    result.steps.clear();
    for (std::size_t i = 1; i < path.size(); ++i) {
        const std::size_t count = problem.expand(path[i - 1], successors, 0);
        std::size_t best = count;
        for (std::size_t k = 0; k < count; ++k)
            if (successors[k].state == path[i] &&
                (best == count || successors[k].cost < successors[best].cost))
                best = k;
        if (best == count) throw ReplayMismatch("a step of the path is no action of the rules");
        result.steps.push_back({successors[best].action, successors[best].cost, path[i]});
        result.cost += successors[best].cost;
    }
    if (!problem.is_goal(path.back())) throw ReplayMismatch("the path does not end in a goal");
    result.status = Status::solved;
}

}  // namespace deepen
