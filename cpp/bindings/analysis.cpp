#include "analysis.h"

#include "../engine/interleaved_search.h"

namespace deepen::bindings {

namespace {

RawAnalysis run_analysis(GameRules& rules, const std::vector<std::uint64_t>& start,
                         const SearchLimits& limits, const AnalysisOptions& options,
                         std::uint64_t table_bytes, bool prune) {
    return at_width(rules, start, [&]<std::size_t W>() {
        const RuleGame<W> game(rules.functions);
        return raw_analysis(run_unlocked<W>(rules, limits, [&](Watch& watch) {
            const auto from = state_from<W>(start);
            const std::uint64_t bytes = std::min(table_bytes, watch.memory_limit());
            return on_deep_stack([&] {
                return prune ? analyse<W>(game, from, options, bytes, watch)
                             : analyse_by_minimax<W>(game, from, options, watch);
            });
        }));
    });
}

void bind_results(nb::module_& module) {
    nb::class_<Bounds>(module, "Bounds", "Between which numbers a value lies.")
        .def_ro("lower_bound", &Bounds::lower_bound)
        .def_ro("upper_bound", &Bounds::upper_bound);
    nb::class_<DepthRow>(module, "DepthRow", "One finished depth of an analysis.")
        .def_ro("depth", &DepthRow::depth)
        .def_ro("value", &DepthRow::value)
        .def_ro("nodes", &DepthRow::nodes)
        .def_ro("seconds", &DepthRow::seconds);
    nb::class_<RawMove>(module, "RawMove", "What is known of one move.")
        .def_ro("action", &RawMove::action)
        .def_ro("reward", &RawMove::reward)
        .def_ro("again", &RawMove::again)
        .def_ro("state", &RawMove::state)
        .def_ro("at_depth", &RawMove::at_depth)
        .def_ro("proven", &RawMove::proven);
    nb::class_<RawAnalysis>(module, "RawAnalysis", "The raw result of an analysis.")
        .def_ro("status", &RawAnalysis::status)
        .def_ro("depth", &RawAnalysis::depth)
        .def_ro("value", &RawAnalysis::value)
        .def_ro("proven", &RawAnalysis::proven)
        .def_ro("moves", &RawAnalysis::moves)
        .def_ro("line", &RawAnalysis::line)
        .def_ro("nodes", &RawAnalysis::nodes)
        .def_ro("table_hits", &RawAnalysis::table_hits)
        .def_ro("peak_bytes", &RawAnalysis::peak_bytes)
        .def_ro("seconds", &RawAnalysis::seconds)
        .def_ro("rows", &RawAnalysis::rows);
}

AnalysisOptions* make_options(std::uint32_t first_depth, std::uint32_t last_depth, bool all_values,
                              bool quick_wins_score_more, std::uint32_t threads,
                              std::uint64_t alone, bool table, bool reorder, bool null_windows) {
    return new AnalysisOptions{.first_depth = first_depth,
                               .last_depth = last_depth,
                               .all_values = all_values,
                               .quick_wins_score_more = quick_wins_score_more,
                               .threads = threads,
                               .alone = alone,
                               .techniques = {table, reorder, null_windows}};
}

}  // namespace

void bind_analysis(nb::module_& module) {
    bind_results(module);
    nb::class_<AnalysisOptions>(module, "AnalysisOptions",
                                "What an analysis is to find out, and how.")
        .def(nb::new_(&make_options), nb::kw_only(), nb::arg("first_depth"), nb::arg("last_depth"),
             nb::arg("all_values"), nb::arg("quick_wins_score_more"), nb::arg("threads"),
             nb::arg("alone"), nb::arg("table"), nb::arg("reorder"), nb::arg("null_windows"));
    module.def("analyse", &run_analysis, nb::arg("rules"), nb::arg("start"), nb::arg("limits"),
               nb::arg("options"), nb::kw_only(), nb::arg("table_bytes"), nb::arg("prune"),
               "The value of every move of a position.");
    module.attr("MOST_PLIES") = most_plies;
}

}  // namespace deepen::bindings
