#include "../engine/bidirectional.h"

#include <nanobind/stl/vector.h>

#include "../engine/bidirectional_breadth_first.h"
#include "search.h"

namespace deepen::bindings {

namespace {

using Words = std::vector<std::uint64_t>;

// Runs `search(problem, start, goals, watch)`.
template <class Search>
RawResult run_from_both_ends(PuzzleRules& rules, const Words& start,
                             const std::vector<Words>& goals, const SearchLimits& limits,
                             Search&& search) {
    return run(rules, start, limits,
               [&]<std::size_t W>(auto& problem, const State<W>& state, Watch& watch) {
                   std::vector<State<W>> ends;
                   for (const Words& words : goals)
                       ends.push_back(problem.canonical(state_from<W>(words)));
                   return search(problem, state, ends, watch);
               });
}

}  // namespace

void bind_bidirectional(nb::module_& module) {
    module.def(
        "bidirectional_breadth_first",
        [](PuzzleRules& rules, const Words& start, const std::vector<Words>& goals,
           const SearchLimits& limits, bool keep_expanded) {
            return run_from_both_ends(
                rules, start, goals, limits,
                [&]<std::size_t W, class P>(P& problem, const State<W>& state,
                                            const std::vector<State<W>>& ends, Watch& watch) {
                    return BidirectionalBreadthFirst<W, P>(problem, keep_expanded, watch)
                        .run(state, ends);
                });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("goals"), nb::arg("limits"),
        nb::arg("keep_expanded"), "Layers from both ends by turns, until they meet.");
    module.def(
        "bidirectional",
        [](PuzzleRules& rules, const Words& start, const std::vector<Words>& goals,
           const SearchLimits& limits, Cost least_cost, bool along, bool keep_expanded) {
            const BidirectionalOptions options{least_cost, keep_expanded};
            return run_from_both_ends(
                rules, start, goals, limits,
                [&]<std::size_t W, class P>(P& problem, const State<W>& state,
                                            const std::vector<State<W>>& ends, Watch& watch) {
                    return bidirectional(problem, state, ends, along, options, watch);
                });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("goals"), nb::arg("limits"),
        nb::arg("least_cost"), nb::arg("along"), nb::arg("keep_expanded"),
        "Expands pairs of states, one of each end, that a cheaper solution could lead through.");
}

}  // namespace deepen::bindings
