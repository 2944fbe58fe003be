#include "../engine/idastar.h"

#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

void bind_idastar(nb::module_& module) {
    module.def(
        "idastar",
        [](PuzzleRules& rules, const std::vector<std::uint64_t>& start, const Allowance& allowance,
           bool table, std::uint64_t table_bytes, bool reorder, bool whole_path) {
            const IdaStarOptions options{table, table_bytes, reorder, whole_path};
            return run(rules, start, allowance,
                       [&](auto& problem, const auto& state, Watch& watch) {
                           return idastar(problem, state, options, watch);
                       });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("allowance"), nb::arg("table"),
        nb::arg("table_bytes"), nb::arg("reorder"), nb::arg("whole_path"),
        "Depth-first under rising thresholds on g + h.");
}

}  // namespace deepen::bindings
