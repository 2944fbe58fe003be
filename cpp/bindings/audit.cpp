#include "../engine/audit.h"

#include <nanobind/stl/vector.h>

#include "search.h"

namespace deepen::bindings {

namespace {

// An AuditResult without its width. The findings are tuples, or None.
struct RawAudit {
    Status status{};
    std::uint64_t states = 0;
    std::uint64_t expanded = 0;
    std::uint64_t edges = 0;
    std::uint64_t goals = 0;
    std::uint64_t steep_edges = 0;
    nb::list joint{};  // (estimate, distance, how many states)
    nb::object nearest = nb::none();
    nb::object worst = nb::none();
    nb::object steepest = nb::none();
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
};

template <std::size_t W>
nb::object finding(const std::optional<Overestimate<W>>& found) {
    if (!found) return nb::none();
    return nb::make_tuple(to_python(found->state), found->estimate, found->distance);
}

template <std::size_t W>
nb::object finding(const std::optional<SteepEdge<W>>& found) {
    if (!found) return nb::none();
    return nb::make_tuple(to_python(found->from), to_python(found->to), found->cost,
                          found->estimate_from, found->estimate_to);
}

template <std::size_t W>
RawAudit raw_audit(const AuditResult<W>& result) {
    RawAudit found{.status = result.status,
                   .states = result.states,
                   .expanded = result.expanded,
                   .edges = result.edges,
                   .goals = result.goals,
                   .steep_edges = result.steep_edges,
                   .nearest = finding(result.nearest),
                   .worst = finding(result.worst),
                   .steepest = finding(result.steepest),
                   .peak_bytes = result.peak_bytes,
                   .seconds = result.seconds};
    for (const auto& [pair, count] : result.joint)
        found.joint.append(nb::make_tuple(pair.first, pair.second, count));
    return found;
}

RawAudit run_audit(PuzzleRules& rules, const std::vector<std::vector<std::uint64_t>>& starts,
                   const SearchLimits& limits, std::uint32_t threads) {
    if (starts.empty()) throw std::invalid_argument("there is no state to start from");
    return at_width(rules, starts.front(), [&]<std::size_t W>() {
        std::vector<State<W>> states;
        for (const auto& words : starts) {
            if (words.size() != W) throw std::invalid_argument("states differ in width");
            states.push_back(state_from<W>(words));
        }
        RuleProblem<W> problem(rules.functions);
        return raw_audit(run_unlocked<W>(rules, limits, [&](Watch& watch) {
            return Audit<W, RuleProblem<W>>(problem, watch, {threads}).run(states);
        }));
    });
}

}  // namespace

void bind_audit(nb::module_& module) {
    nb::class_<RawAudit>(module, "RawAudit", "The raw result of an audit.")
        .def_ro("status", &RawAudit::status)
        .def_ro("states", &RawAudit::states)
        .def_ro("expanded", &RawAudit::expanded)
        .def_ro("edges", &RawAudit::edges)
        .def_ro("goals", &RawAudit::goals)
        .def_ro("steep_edges", &RawAudit::steep_edges)
        .def_ro("joint", &RawAudit::joint)
        .def_ro("nearest", &RawAudit::nearest)
        .def_ro("worst", &RawAudit::worst)
        .def_ro("steepest", &RawAudit::steepest)
        .def_ro("peak_bytes", &RawAudit::peak_bytes)
        .def_ro("seconds", &RawAudit::seconds);
    module.def("audit", &run_audit, nb::arg("rules"), nb::arg("starts"), nb::arg("limits"),
               nb::arg("threads"),
               "Every reachable state, its true distance and what the heuristic says of it.");
}

}  // namespace deepen::bindings
