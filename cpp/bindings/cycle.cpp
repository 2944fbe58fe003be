#include "../engine/cycle.h"

#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

namespace {

// A Cycle without its width.
struct RawCycle {
    Status status{};
    nb::list states{};
    bool complete = false;
    std::uint64_t positions = 0;
};

template <std::size_t W>
RawCycle raw_cycle(const Cycle<W>& cycle) {
    RawCycle found{
        .status = cycle.status, .complete = cycle.complete, .positions = cycle.positions};
    for (const State<W>& state : cycle.states) found.states.append(to_python(state));
    return found;
}

RawCycle find_cycle(GameRules& rules, const std::vector<std::uint64_t>& start,
                    const SearchLimits& limits, std::uint64_t most, bool shortest) {
    return at_width(rules, start, [&]<std::size_t W>() {
        const RuleGame<W> game(rules.functions);
        return raw_cycle(run_unlocked<W>(rules, limits, [&](Watch& watch) {
            const auto from = state_from<W>(start);
            return shortest ? ShortestCycle<W, RuleGame<W>>(game, watch).run(from, most)
                            : CycleProbe<W, RuleGame<W>>(game, watch).run(from, most);
        }));
    });
}

}  // namespace

void bind_cycle(nb::module_& module) {
    nb::class_<RawCycle>(module, "RawCycle", "Positions of a game that repeat, if any were found.")
        .def_ro("status", &RawCycle::status)
        .def_ro("states", &RawCycle::states)
        .def_ro("complete", &RawCycle::complete)
        .def_ro("positions", &RawCycle::positions);
    module.def("find_cycle", &find_cycle, nb::arg("rules"), nb::arg("start"), nb::arg("limits"),
               nb::kw_only(), nb::arg("most"), nb::arg("shortest"),
               "A cycle among at most so many positions: the first one, or a shortest one.");
}

}  // namespace deepen::bindings
