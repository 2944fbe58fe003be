#include <nanobind/stl/vector.h>

#include "../engine/hash_distributed.h"
#include "search.h"

namespace deepen::bindings {

void bind_best_first(nb::module_& module) {
    module.def(
        "best_first",
        [](PuzzleRules& rules, const std::vector<std::uint64_t>& start, const SearchLimits& limits,
           std::uint64_t g_weight, std::uint64_t h_weight, bool improve, bool along,
           bool keep_expanded, std::uint32_t threads) {
            const BestFirstOptions options{g_weight, h_weight, improve, keep_expanded, threads};
            return run(rules, start, limits, [&](auto& problem, const auto& state, Watch& watch) {
                // Greedy search keeps the first path to each state: with threads, whichever it is.
                const bool distributes = options.threads > 1 && options.improve;
                return distributes ? hash_distributed(problem, state, along, options, watch)
                                   : best_first(problem, state, along, options, watch);
            });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("limits"), nb::arg("g_weight"),
        nb::arg("h_weight"), nb::arg("improve"), nb::arg("along"), nb::arg("keep_expanded"),
        nb::arg("threads"),
        "Expands states by ascending g_weight * g + h_weight * h; `along` takes the estimates of\n"
        "successors from their expansion.");
}

}  // namespace deepen::bindings
