#include "../engine/depth_first.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

void bind_depth_first(nb::module_& module) {
    module.def(
        "depth_first",
        [](Rules& rules, const std::vector<std::uint64_t>& start, const Allowance& allowance,
           std::optional<std::uint64_t> depth_limit) {
            const std::uint64_t limit = depth_limit.value_or(~std::uint64_t{0});
            return run(rules, start, allowance,
                       [&](auto& problem, const auto& state, Watch& watch) {
                           return depth_first(problem, state, limit, watch);
                       });
        },
        nb::arg("rules"), nb::arg("start"), nb::arg("allowance"), nb::arg("depth_limit").none(),
        "Follows the first successor first.");
}

}  // namespace deepen::bindings
