// Threads that work together, and searches of a game in several of them, for ThreadSanitizer: the
// table that they share and that grows under them, the watch that counts for all, two searches that
// take turns, and a small stack.
#include <pthread.h>

#include "../engine/interleaved_search.h"
#include "../engine/team.h"
#include "check.h"
#include "minimal.h"

namespace deepen::tests {

namespace {

constexpr std::uint64_t table_bytes = std::uint64_t{8} << 20;

Analysis<1> analysed(std::uint64_t pins, std::uint32_t threads, std::uint32_t first_depth,
                     const Limits& limits) {
    Watch watch(limits, [](const Progress&) { return true; }, 128);
    return analyse<1>(Pins{}, State<1>{{pins}},
                      {.first_depth = first_depth, .threads = threads, .techniques = {}},
                      table_bytes, watch);
}

void threads_find_the_same() {
    constexpr std::uint64_t pins = (1 << 16) - 1;
    const Analysis<1> alone = analysed(pins, 1, most_plies + 1, {});
    const Analysis<1> together = analysed(pins, 4, most_plies + 1, {});
    CHECK(alone.proven.exact());
    CHECK(together.status == Status::solved);
    CHECK(together.moves.size() == alone.moves.size());
    for (std::size_t i = 0; i < alone.moves.size(); ++i)
        CHECK(together.moves[i].proven.lower_bound == alone.moves[i].proven.lower_bound);
}

void limits_hold_for_all_threads() {
    const Analysis<1> found = analysed((1 << 20) - 1, 4, 1, {.node_limit = 300'000});
    CHECK(found.status == Status::node_limit);
    CHECK(found.depth > 0);
}

void small_stack_is_enough() {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{256} << 10);
    pthread_t thread{};
    const auto run = [](void*) -> void* {
        const Analysis<1> found = on_deep_stack([] { return analysed(1023, 2, 1, {}); });
        CHECK(found.proven.exact());
        return nullptr;
    };
    CHECK(pthread_create(&thread, &attributes, run, nullptr) == 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

// Every thread expands for as long as it may.
std::uint64_t expanded_by(Team& team) {
    std::atomic<std::uint64_t> expanded = 0;
    team.work([&](Team::Worker& worker) {
        while (worker.before_expansion([] { return Progress{}; }) == Stop::none) ++expanded;
    });
    return expanded;
}

void teams_keep_the_node_limit() {
    for (const std::uint64_t limit : {0, 1, 127, 128, 1000, 4096, 100'001}) {
        Watch watch({.node_limit = limit}, {}, 128);
        Team team(watch, 4);
        CHECK(expanded_by(team) == limit);
        CHECK(team.stopped() == Stop::nodes);
    }
}

void teams_stop_in_time() {
    Watch watch({.time_limit = 0.05}, {}, 128);
    Team team(watch, 3);
    CHECK(expanded_by(team) > 0);
    CHECK(team.stopped() == Stop::time);
}

void teams_pass_on_what_is_thrown() {
    Watch watch({}, {}, 128);
    Team team(watch, 4);
    bool thrown = false;
    try {
        team.work([&](Team::Worker& worker) {
            if (worker.number() == 2) throw RuleFailure<1>{RuleFault::raised, State<1>{{2}}};
            while (worker.before_expansion([] { return Progress{}; }) == Stop::none) continue;
        });
    } catch (const RuleFailure<1>& failure) {
        thrown = failure.state == State<1>{{2}};
    }
    CHECK(thrown);
}

}  // namespace

}  // namespace deepen::tests

int main() {
    deepen::tests::threads_find_the_same();
    deepen::tests::limits_hold_for_all_threads();
    deepen::tests::small_stack_is_enough();
    deepen::tests::teams_keep_the_node_limit();
    deepen::tests::teams_stop_in_time();
    deepen::tests::teams_pass_on_what_is_thrown();
}
