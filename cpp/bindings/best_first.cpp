#include "../engine/best_first.h"

#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

void bind_best_first(nb::module_& module) {
    module.def(
        "best_first",
        [](PuzzleRules& rules, const std::vector<std::uint64_t>& start, const SearchLimits& limits,
           std::uint64_t g_weight, std::uint64_t h_weight, bool improve, bool along,
           bool keep_expanded) {
            const BestFirstOptions options{g_weight, h_weight, improve, keep_expanded};
            return run(rules, start, limits, [&](auto& problem, const auto& state, Watch& watch) {
                return best_first(problem, state, along, options, watch);
            });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("limits"), nb::arg("g_weight"),
        nb::arg("h_weight"), nb::arg("improve"), nb::arg("along"), nb::arg("keep_expanded"),
        "Expands states by ascending g_weight * g + h_weight * h; `along` takes the estimates of\n"
        "successors from their expansion.");
}

}  // namespace deepen::bindings
