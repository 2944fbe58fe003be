#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "array.h"
#include "search.h"

namespace deepen::bindings {

namespace {

using Words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::object ranks_of(PuzzleRules& rules, const std::vector<std::uint64_t>& start,
                    const SearchLimits& limits, const Words& states) {
    constexpr std::size_t between_looks = 256;
    return at_width(rules, start, [&]<std::size_t W>() -> nb::object {
        using Ranks = std::optional<Block<std::int64_t>>;
        Ranks found = run_unlocked<W>(rules, limits, [&](Watch& watch) -> Ranks {
            RuleProblem<W> problem(rules.functions);
            Block<std::int64_t> ranks(states.size() / W);
            const auto* state = reinterpret_cast<const State<W>*>(states.data());
            for (std::size_t i = 0; i < ranks.size(); ++i) {
                if (i % between_looks == 0) watch.may_go_on();
                if (watch.stopped() != Stop::none) return {};
                ranks[i] = problem.rank(state[i]);
            }
            if (watch.stopped() != Stop::none) return {};
            return ranks;
        });
        return found ? as_array(std::move(*found)) : nb::none();
    });
}

}  // namespace

void bind_ranks(nb::module_& module) {
    module.def(
        "ranks_of", &ranks_of, nb::arg("rules"), nb::arg("start"), nb::arg("limits"),
        nb::arg("states"),
        "The numbers that the rules give to states, one after the other; None if a limit came "
        "first.");
}

}  // namespace deepen::bindings
