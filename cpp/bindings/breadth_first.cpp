#include "../engine/breadth_first.h"

#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

void bind_breadth_first(nb::module_& module) {
    module.def(
        "breadth_first",
        [](PuzzleRules& rules, const std::vector<std::uint64_t>& start, const SearchLimits& limits,
           bool exhaust, bool keep_expanded, std::uint32_t threads) {
            const BreadthFirstOptions options{exhaust, keep_expanded, {threads}};
            return run(rules, start, limits, [&](auto& problem, const auto& state, Watch& watch) {
                return breadth_first(problem, state, options, watch);
            });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("limits"), nb::arg("exhaust"),
        nb::arg("keep_expanded"), nb::arg("threads"),
        "Expands states in order of arrival; with exhaust, all of them.");
}

}  // namespace deepen::bindings
