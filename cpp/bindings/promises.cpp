#include "../engine/promises.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

namespace {

using Words = std::vector<std::uint64_t>;

// A PromiseResult without its width. `broken`: of each broken promise its name, at how many states,
// and the first of them.
struct RawPromises {
    Status status{};
    std::uint64_t states = 0;
    std::uint64_t expanded = 0;
    std::uint64_t edges = 0;
    nb::dict broken{};
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
};

constexpr std::array<const char*, promise_count> names{"canonical", "predecessors", "reversible",
                                                       "goals", "rank"};

template <std::size_t W>
RawPromises raw_promises(const PromiseResult<W>& result) {
    RawPromises found{.status = result.status,
                      .states = result.states,
                      .expanded = result.expanded,
                      .edges = result.edges,
                      .peak_bytes = result.peak_bytes,
                      .seconds = result.seconds};
    for (std::size_t i = 0; i < promise_count; ++i)
        if (result.broken[i].states != 0)
            found.broken[names[i]] =
                nb::make_tuple(result.broken[i].states, to_python(result.broken[i].first));
    return found;
}

RawPromises test_promises(PuzzleRules& rules, const Words& start, const SearchLimits& limits,
                          bool reversible, const std::optional<std::vector<Words>>& goals,
                          std::optional<std::int64_t> ranks) {
    return at_width(rules, start, [&]<std::size_t W>() {
        const PuzzleFunctions& functions = rules.functions;
        const Promises promises{.canonical = functions.canonical != nullptr,
                                .predecessors = !reversible && functions.predecessors != nullptr,
                                .reversible = reversible,
                                .goals = goals.has_value(),
                                .rank = ranks.has_value() && functions.rank != nullptr,
                                .ranks = ranks.value_or(0)};
        std::vector<State<W>> listed;
        for (const Words& words : goals.value_or(std::vector<Words>{})) {
            if (words.size() != W) throw std::invalid_argument("states differ in width");
            listed.push_back(state_from<W>(words));
        }
        return raw_promises(run_unlocked<W>(rules, limits, [&](Watch& watch) {
            return PromiseTrial<W>(functions, promises, std::move(listed), watch)
                .run(state_from<W>(start));
        }));
    });
}

}  // namespace

void bind_promises(nb::module_& module) {
    nb::class_<RawPromises>(module, "RawPromises", "Which optional rules keep their promises.")
        .def_ro("status", &RawPromises::status)
        .def_ro("states", &RawPromises::states)
        .def_ro("expanded", &RawPromises::expanded)
        .def_ro("edges", &RawPromises::edges)
        .def_ro("broken", &RawPromises::broken)
        .def_ro("peak_bytes", &RawPromises::peak_bytes)
        .def_ro("seconds", &RawPromises::seconds);
    module.def("test_promises", &test_promises, nb::arg("rules"), nb::arg("start"),
               nb::arg("limits"), nb::arg("reversible"), nb::arg("goals").none(),
               nb::arg("ranks").none(),
               "Every reachable state, and what the optional rules promise of it.");
}

}  // namespace deepen::bindings
