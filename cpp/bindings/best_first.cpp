#include "../engine/best_first.h"

#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

void bind_best_first(nb::module_& module) {
    module.def(
        "best_first",
        [](PuzzleRules& rules, const std::vector<std::uint64_t>& start, const Allowance& allowance,
           std::uint64_t per_cost, std::uint64_t per_estimate, bool improve, bool along,
           bool keep_expanded) {
            const BestFirstOptions options{per_cost, per_estimate, improve, keep_expanded};
            return run(rules, start, allowance,
                       [&](auto& problem, const auto& state, Watch& watch) {
                           return best_first(problem, state, along, options, watch);
                       });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("allowance"), nb::arg("per_cost"),
        nb::arg("per_estimate"), nb::arg("improve"), nb::arg("along"), nb::arg("keep_expanded"),
        "Expands states by ascending per_cost * g + per_estimate * h; `along` takes the estimates of\n"
        "successors from their expansion.");
}

}  // namespace deepen::bindings
