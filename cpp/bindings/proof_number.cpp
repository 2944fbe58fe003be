#include "../engine/proof_analysis.h"
#include "analysis.h"

namespace deepen::bindings {

namespace {

RawAnalysis run_proof_number(GameRules& rules, const std::vector<std::uint64_t>& start,
                             const SearchLimits& limits, std::uint64_t table_bytes) {
    return at_width(rules, start, [&]<std::size_t W>() {
        const RuleGame<W> game(rules.functions);
        return raw_analysis(run_unlocked<W>(rules, limits, [&](Watch& watch) {
            const std::uint64_t bytes = std::min(table_bytes, watch.memory_limit());
            return ProofAnalysis<W, RuleGame<W>>(game, state_from<W>(start), bytes, watch).run();
        }));
    });
}

}  // namespace

void bind_proof_number(nb::module_& module) {
    module.def("proof_number", &run_proof_number, nb::arg("rules"), nb::arg("start"),
               nb::arg("limits"), nb::kw_only(), nb::arg("table_bytes"),
               "Whether a position is won, drawn or lost, by proof-number search.");
}

}  // namespace deepen::bindings
