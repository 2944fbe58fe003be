#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <optional>
#include <string>
#include <system_error>

#include "../engine/game_table.h"
#include "array.h"
#include "search.h"

namespace deepen::bindings {

namespace {

// A GameTable without its width.
struct RawTable {
    Status status{};
    std::uint64_t positions = 0;
    std::uint64_t moves = 0;
    nb::list outcomes{};  // (value, distance, how many positions)
    nb::object states = nb::none();
    nb::object codes = nb::none();
    nb::list paying_cycle{};
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
};

template <std::size_t W>
RawTable raw_table(GameTable<W>&& table) {
    RawTable found{.status = table.status,
                   .positions = table.positions,
                   .moves = table.moves,
                   .peak_bytes = table.peak_bytes,
                   .seconds = table.seconds};
    for (const auto& [worth, positions] : table.outcomes)
        found.outcomes.append(nb::make_tuple(worth.value, worth.distance, positions));
    for (const State<W>& state : table.paying_cycle) found.paying_cycle.append(to_python(state));
    if (table.codes.size() > 0) {
        found.states = as_array(std::move(table.states));
        found.codes = as_array(std::move(table.codes));
    }
    return found;
}

RawTable run_tabulation(PuzzleRules& rules, const std::vector<std::uint64_t>& start,
                        const SearchLimits& limits, std::uint32_t threads, bool pays_at_ends,
                        int worth_of_start, const std::optional<std::string>& log,
                        const std::string& key, double save_every) try {
    return at_width(rules, start, [&]<std::size_t W>() {
        RuleProblem<W> problem(rules.functions);
        const Payment payment = pays_at_ends ? Payment::at_ends : Payment::by_moves;
        const bool asks = rules.functions.predecessors != nullptr;
        const Keeping keeping = asks && pays_at_ends ? Keeping::counts : Keeping::moves;
        return raw_table(run_unlocked<W>(rules, limits, [&](Watch& watch) {
            const State<W> first = problem.canonical(state_from<W>(start));
            Tabulation<W, RuleProblem<W>> tabulation(problem, payment, keeping, watch, threads);
            std::optional<BuildLog> kept;
            if (log) tabulation.keep_log(kept.emplace(*log, key, save_every));
            return tabulation.run(first, worth_of_start);
        }));
    });
} catch (const std::system_error& error) {
    errno = error.code().value();
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, log ? log->c_str() : "");
    throw nb::python_error();
}

}  // namespace

void bind_tabulate(nb::module_& module) {
    nb::exception<TooFar>(module, "TooFar", PyExc_RuntimeError);
    nb::class_<RawTable>(module, "RawTable", "All positions of a game with their values.")
        .def_ro("status", &RawTable::status)
        .def_ro("positions", &RawTable::positions)
        .def_ro("moves", &RawTable::moves)
        .def_ro("outcomes", &RawTable::outcomes)
        .def_ro("states", &RawTable::states)
        .def_ro("codes", &RawTable::codes)
        .def_ro("paying_cycle", &RawTable::paying_cycle)
        .def_ro("peak_bytes", &RawTable::peak_bytes)
        .def_ro("seconds", &RawTable::seconds);
    module.def("tabulate", &run_tabulation, nb::arg("rules"), nb::arg("start"), nb::arg("limits"),
               nb::kw_only(), nb::arg("threads"), nb::arg("pays_at_ends"),
               nb::arg("worth_of_start"), nb::arg("log") = nb::none(), nb::arg("key") = "",
               nb::arg("save_every") = 10.0,
               "The value of every position that a game can reach, and in how many moves.");
}

}  // namespace deepen::bindings
