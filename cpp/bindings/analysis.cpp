#include <nanobind/stl/vector.h>

#include "../engine/relay.h"
#include "search.h"

namespace deepen::bindings {

namespace {

// A MoveReport without its width.
struct MoveFound {
    std::uint32_t action = 0;
    Value reward = 0;
    bool again = false;
    nb::tuple state{};
    Bounds at_depth{};
    Bounds proven{};
};

// An Analysis without its width.
struct AnalysisFound {
    Status status{};
    std::uint32_t depth = 0;
    Bounds value{};
    Bounds proven{};
    std::vector<MoveFound> moves;
    std::vector<MoveFound> line;
    std::uint64_t positions = 0;
    std::uint64_t table_hits = 0;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    std::vector<DepthRow> rows;
};

template <std::size_t W>
MoveFound move_from(const Move<W>& move, const Bounds& at_depth, const Bounds& proven) {
    return {.action = move.action,
            .reward = move.reward,
            .again = (move.flags & again_flag) != 0,
            .state = to_python(move.state),
            .at_depth = at_depth,
            .proven = proven};
}

template <std::size_t W>
AnalysisFound analysis_from(Analysis<W>&& result) {
    AnalysisFound found{.status = result.status,
                        .depth = result.depth,
                        .value = result.value,
                        .proven = result.proven,
                        .moves = {},
                        .line = {},
                        .positions = result.positions,
                        .table_hits = result.table_hits,
                        .peak_bytes = result.peak_bytes,
                        .seconds = result.seconds,
                        .rows = std::move(result.rows)};
    for (const MoveReport<W>& each : result.moves)
        found.moves.push_back(move_from(each.move, each.at_depth, each.proven));
    for (const Move<W>& move : result.line) found.line.push_back(move_from(move, {}, {}));
    return found;
}

AnalysisFound run_analysis(GameRules& rules, const std::vector<std::uint64_t>& start,
                           const Allowance& allowance, const Wishes& wishes,
                           std::uint64_t table_bytes, bool prune) {
    return at_width(rules, start, [&]<std::size_t W>() {
        const RuleGame<W> game(rules.table);
        return analysis_from(run_unlocked<W>(rules, allowance, [&](Watch& watch) {
            const auto from = state_from<W>(start);
            const std::uint64_t bytes = std::min(table_bytes, watch.byte_limit());
            return on_deep_stack([&] {
                return prune ? analyse<W>(game, from, wishes, bytes, watch)
                             : analyse_by_minimax<W>(game, from, wishes, watch);
            });
        }));
    });
}

void bind_results(nb::module_& module) {
    nb::class_<Bounds>(module, "Bounds", "Between which numbers a value lies.")
        .def_ro("low", &Bounds::low)
        .def_ro("high", &Bounds::high);
    nb::class_<DepthRow>(module, "DepthRow", "One finished depth of an analysis.")
        .def_ro("depth", &DepthRow::depth)
        .def_ro("value", &DepthRow::value)
        .def_ro("positions", &DepthRow::positions)
        .def_ro("seconds", &DepthRow::seconds);
    nb::class_<MoveFound>(module, "MoveFound", "What is known of one move.")
        .def_ro("action", &MoveFound::action)
        .def_ro("reward", &MoveFound::reward)
        .def_ro("again", &MoveFound::again)
        .def_ro("state", &MoveFound::state)
        .def_ro("at_depth", &MoveFound::at_depth)
        .def_ro("proven", &MoveFound::proven);
    nb::class_<AnalysisFound>(module, "AnalysisFound", "The raw result of an analysis.")
        .def_ro("status", &AnalysisFound::status)
        .def_ro("depth", &AnalysisFound::depth)
        .def_ro("value", &AnalysisFound::value)
        .def_ro("proven", &AnalysisFound::proven)
        .def_ro("moves", &AnalysisFound::moves)
        .def_ro("line", &AnalysisFound::line)
        .def_ro("positions", &AnalysisFound::positions)
        .def_ro("table_hits", &AnalysisFound::table_hits)
        .def_ro("peak_bytes", &AnalysisFound::peak_bytes)
        .def_ro("seconds", &AnalysisFound::seconds)
        .def_ro("rows", &AnalysisFound::rows);
}

Wishes* make_wishes(std::uint32_t first_depth, std::uint32_t last_depth, bool every_value,
                    bool outside_in, std::uint32_t threads, std::uint64_t alone, bool table,
                    bool reorder, bool null_windows) {
    return new Wishes{.first_depth = first_depth,
                      .last_depth = last_depth,
                      .every_value = every_value,
                      .outside_in = outside_in,
                      .threads = threads,
                      .alone = alone,
                      .techniques = {table, reorder, null_windows}};
}

}  // namespace

void bind_analysis(nb::module_& module) {
    bind_results(module);
    nb::class_<Wishes>(module, "Wishes", "What an analysis is to find out, and how.")
        .def(nb::new_(&make_wishes), nb::kw_only(), nb::arg("first_depth"), nb::arg("last_depth"),
             nb::arg("every_value"), nb::arg("outside_in"), nb::arg("threads"), nb::arg("alone"),
             nb::arg("table"), nb::arg("reorder"), nb::arg("null_windows"));
    module.def("analyse", &run_analysis, nb::arg("rules"), nb::arg("start"), nb::arg("allowance"),
               nb::arg("wishes"), nb::kw_only(), nb::arg("table_bytes"), nb::arg("prune"),
               "The value of every move of a position.");
    module.attr("MOST_PLIES") = most_plies;
}

}  // namespace deepen::bindings
