#include "../engine/depth_first.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

void bind_depth_first(nb::module_& module) {
    module.def(
        "depth_first",
        [](PuzzleRules& rules, const std::vector<std::uint64_t>& start, const SearchLimits& limits,
           std::optional<std::uint64_t> depth_limit, bool keep_expanded) {
            DepthFirstOptions options{.keep_expanded = keep_expanded};
            if (depth_limit) options.depth_limit = *depth_limit;
            return run(rules, start, limits, [&](auto& problem, const auto& state, Watch& watch) {
                return depth_first(problem, state, options, watch);
            });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("limits"), nb::arg("depth_limit").none(),
        nb::arg("keep_expanded"), "Follows the first successor first.");
}

}  // namespace deepen::bindings
