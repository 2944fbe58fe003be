#include "../engine/ranked_breadth_first.h"

#include <nanobind/stl/vector.h>

#include "array.h"
#include "search.h"

namespace deepen::bindings {

namespace {

nb::object depths_of(TwoBitDepths&) { return nb::none(); }
nb::object depths_of(WholeDepths& depths) {
    return depths.take([]<class Cell>(Block<Cell>& cells) -> nb::object {
        if (cells.size() == 0) return nb::none();
        return as_array(std::move(cells));
    });
}

template <class Depths>
nb::tuple run_ranked(PuzzleRules& rules, const std::vector<std::uint64_t>& start,
                     const SearchLimits& limits, std::uint64_t ranks, std::uint32_t threads) {
    return at_width(rules, start, [&]<std::size_t W>() {
        std::optional<RankedBreadthFirst<W, RuleProblem<W>, Depths>> search;
        RawResult found = raw_result(run_unlocked<W>(rules, limits, [&](Watch& watch) {
            RuleProblem<W> problem(rules.functions);
            search.emplace(problem, ranks, threads, watch);
            return search->run(problem.canonical(state_from<W>(start)));
        }));
        return nb::make_tuple(std::move(found), depths_of(search->depths()));
    });
}

}  // namespace

void bind_ranked_breadth_first(nb::module_& module) {
    module.def(
        "ranked_breadth_first",
        [](PuzzleRules& rules, const std::vector<std::uint64_t>& start, const SearchLimits& limits,
           std::uint64_t ranks, std::uint32_t threads, bool keep_depths) {
            return keep_depths ? run_ranked<WholeDepths>(rules, start, limits, ranks, threads)
                               : run_ranked<TwoBitDepths>(rules, start, limits, ranks, threads);
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("limits"), nb::arg("ranks"), nb::arg("threads"),
        nb::arg("keep_depths"),
        "Expands every state, in 2 bits a number; with keep_depths also an array of the depths.");
}

}  // namespace deepen::bindings
