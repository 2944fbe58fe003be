#include "../engine/idastar.h"

#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

void bind_idastar(nb::module_& module) {
    nb::enum_<CycleCheck>(module, "CycleCheck", "Which repeated states are skipped.")
        .value("parent", CycleCheck::parent)
        .value("path", CycleCheck::path);
    module.def(
        "idastar",
        [](PuzzleRules& rules, const std::vector<std::uint64_t>& start, const SearchLimits& limits,
           bool table, std::uint64_t table_bytes, bool reorder, CycleCheck cycle_check,
           std::uint32_t threads, std::uint32_t share_every) {
            const IdaStarOptions options{table,       table_bytes, reorder,
                                         cycle_check, threads,     share_every};
            return run(rules, start, limits, [&](auto& problem, const auto& state, Watch& watch) {
                return idastar(problem, state, options, watch);
            });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("limits"), nb::arg("table"),
        nb::arg("table_bytes"), nb::arg("reorder"), nb::arg("cycle_check"), nb::arg("threads"),
        nb::arg("share_every"), "Depth-first under rising thresholds on g + h.");
}

}  // namespace deepen::bindings
