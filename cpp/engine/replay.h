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

// The same path on the real board: `result` has come from a search of canonical states, `start` is
// the state that it was asked about. What stands for the next state of the path is reached from
// each image of the last one at the same cost, unless the rules are wrong.
template <std::size_t W>
void replay_on_board(RuleProblem<W>& problem, const State<W>& start, Result<W>& result) {
    Successors<W> successors;
    State<W> state = start;
    for (Step<W>& step : result.steps) {
        const std::size_t count = problem.expand_on_board(state, successors, 0);
        std::size_t taken = 0;
        while (taken < count && (successors[taken].cost != step.cost ||
                                 problem.canonical(successors[taken].state) != step.state))
            ++taken;
        if (taken == count) throw RuleFailure<W>{RuleFault::asymmetric, state};
        state = successors[taken].state;
        step = {successors[taken].action, successors[taken].cost, state};
    }
    if (!problem.is_goal(state)) throw RuleFailure<W>{RuleFault::asymmetric, state};
}

}  // namespace deepen
