// The table of contents of deepen._core.
#include "rules.h"
#include "search.h"

NB_MODULE(_core, module) {
    using namespace deepen::bindings;
    module.doc() = "The search engine: it knows states of a few words and no game.";
    // At exit, what a traceback still holds is no leak worth a word to the user.
    nanobind::set_leak_warnings(false);
    bind_rules(module);
    bind_game_rules(module);
    bind_search(module);
    bind_best_first(module);
    bind_breadth_first(module);
    bind_depth_first(module);
    bind_idastar(module);
    bind_analysis(module);
    bind_audit(module);
    module.attr("GOAL_FLAG") = deepen::goal_flag;
    module.attr("VALUE_LIMIT") = deepen::value_limit;
    module.attr("SUCCESSOR_LIMIT") = deepen::successor_limit;
}
