// Apart from best_first.cpp: where both are made, a compiler takes what they share for too large to
// be inlined, and a search on one thread pays for it.
#include "../engine/hash_distributed.h"

#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

void bind_hash_distributed(nb::module_& module) {
    module.def(
        "hash_distributed",
        [](PuzzleRules& rules, const std::vector<std::uint64_t>& start, const SearchLimits& limits,
           std::uint64_t g_weight, std::uint64_t h_weight, bool along, bool keep_expanded,
           std::uint32_t threads) {
            const BestFirstOptions options{g_weight, h_weight, true, keep_expanded, threads};
            return run(rules, start, limits, [&](auto& problem, const auto& state, Watch& watch) {
                return hash_distributed(problem, state, along, options, watch);
            });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("limits"), nb::arg("g_weight"),
        nb::arg("h_weight"), nb::arg("along"), nb::arg("keep_expanded"), nb::arg("threads"),
        "The same on several threads; a cheaper path to a state is always taken.");
}

}  // namespace deepen::bindings
