// The table of contents of deepen._core.
#include "../engine/deep_stack.h"
#include "rules.h"
#include "search.h"

// Called by compiled rules, which find them by address.
extern "C" {
static int deepen_may_go_on() { return deepen::RuleGuard::rule_may_go_on(); }
static int deepen_has_stack() { return deepen::has_stack(deepen::stack_of_a_rule); }
}

NB_MODULE(_core, module) {
    using namespace deepen::bindings;
    module.doc() = "The search engine: it knows states of a few words and no game.";
    // At exit, what a traceback still holds is no leak worth a word to the user.
    nanobind::set_leak_warnings(false);
    bind_abi(module);
    bind_puzzle_rules(module);
    bind_game_rules(module);
    bind_search(module);
    bind_best_first(module);
    bind_hash_distributed(module);
    bind_breadth_first(module);
    bind_depth_first(module);
    bind_idastar(module);
    bind_bidirectional(module);
    bind_ranked_breadth_first(module);
    bind_ranks(module);
    bind_analysis(module);
    bind_cycle(module);
    bind_proof_number(module);
    bind_audit(module);
    bind_promises(module);
    bind_tabulate(module);
    module.attr("VALUE_LIMIT") = deepen::value_limit;
    module.attr("SUCCESSOR_LIMIT") = deepen::successor_limit;
    // The functions that compiled rules call, by name.
    nanobind::dict functions;
    functions["deepen_may_go_on"] = reinterpret_cast<std::uintptr_t>(&deepen_may_go_on);
    functions["deepen_has_stack"] = reinterpret_cast<std::uintptr_t>(&deepen_has_stack);
    module.attr("RULE_FUNCTIONS") = functions;
}
