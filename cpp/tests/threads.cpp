// Threads that work together, and searches in several of them, for ThreadSanitizer: tables that
// they share and that grow under them, pieces of a tree that they give each other, states that are
// sent to their owners, how analyses share out the work, the watch that counts for all, two
// searches that take turns, and a small stack.
#include <pthread.h>

#include <thread>
#include <vector>

#include "../engine/breadth_first.h"
#include "../engine/hash_distributed.h"
#include "../engine/idastar.h"
#include "../engine/interleaved_search.h"
#include "../engine/ranked_breadth_first.h"
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

void threads_find_the_same_at_a_depth() {
    const auto at_depth = [](std::uint32_t threads) {
        Watch watch({}, [](const Progress&) { return true; }, 128);
        const AnalysisOptions options{
            .first_depth = 4, .last_depth = 4, .threads = threads, .techniques = {}};
        return analyse<1>(Pins{}, State<1>{{(1 << 18) - 1}}, options, table_bytes, watch);
    };
    const Analysis<1> alone = at_depth(1);
    const Analysis<1> together = at_depth(8);
    CHECK(!alone.proven.exact() && !together.proven.exact());
    for (std::size_t i = 0; i < alone.moves.size(); ++i)
        CHECK(together.moves[i].at_depth.lower_bound == alone.moves[i].at_depth.lower_bound);
}

// Whoever reads while others write meets one entry, never parts of two.
void a_shared_table_tells_no_mixtures() {
    TranspositionTable<2> table(1 << 10);  // so small that all entries are in each other's way
    table.share();
    const auto use = [&table](std::uint64_t thread) {
        for (std::uint64_t i = 0; i < 20'000; ++i) {
            const auto number = static_cast<std::int32_t>((i * 7 + thread * 13) % 200);
            const auto high = static_cast<std::uint64_t>(number) << 40;
            const State<2> state{{static_cast<std::uint64_t>(number), high}};
            const TableEntry found = table.find(state, hash_of(state));
            CHECK(!found.known() || (found.lower_bound == number && found.upper_bound == number &&
                                     found.work == number % 9 + 1));
            TableEntry learnt{.lower_bound = number, .upper_bound = number, .proven = 1};
            learnt.work = static_cast<std::uint8_t>(number % 9 + 1);
            table.record(state, hash_of(state), learnt, nullptr);
        }
    };
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < 4; ++i) threads.emplace_back(use, i);
}

void searches_see_where_others_are() {
    SearchPaths paths(2);
    const SearchPaths::Visit root(paths, 0, 1, 10);
    CHECK(!root.is_busy(20));
    {
        SearchPaths::Visit other(paths, 1, 1, 10);
        {
            const SearchPaths::Visit child(paths, 1, 2, 20);
            CHECK(root.is_busy(20) && !other.is_busy(20));
            root.call_others_back();
            CHECK(child.is_called_back() && !other.is_called_back());
        }
        CHECK(!root.is_busy(20));
        other.answer_recall();
        CHECK(!(SearchPaths::Visit(paths, 1, 2, 20).is_called_back()));
        root.call_others_back();
    }
    // It has left: the call came late, and nobody is there who would answer it.
    CHECK(!(SearchPaths::Visit(paths, 1, 2, 20).is_called_back()));
}

// Those who are called back are back before the search ends.
void calls_do_not_end_a_search() {
    for (int round = 0; round < 30; ++round)
        CHECK(analysed((1 << 9) - 1, 4, most_plies + 1, {}).status == Status::solved);
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

// One expands a single time and waits for the others: what it was allowed is theirs.
void patient_teams_leave_nothing() {
    for (const std::uint64_t limit : {1, 128, 129, 1000}) {
        Watch watch({.node_limit = limit}, {}, 128);
        Team team(watch, 3);
        team.be_patient();
        std::atomic<std::uint64_t> expanded = 0;
        team.work([&](Team::Worker& worker) {
            const auto progress = [] { return Progress{}; };
            while (worker.before_expansion(progress) == Stop::none) {
                ++expanded;
                while (worker.number() == 1 && worker.may_wait(progress)) continue;
            }
        });
        CHECK(expanded == limit);
        CHECK(team.stopped() == Stop::nodes);
    }
}

void teams_stop_in_time() {
    Watch watch({.time_limit = 0.05}, {}, 128);
    Team team(watch, 3);
    CHECK(expanded_by(team) > 0);
    CHECK(team.stopped() == Stop::time);
}

template <class Depths>
Result<1> explored(std::uint32_t threads, Depths& depths) {
    Watch watch({}, {}, 128);
    RankedBreadthFirst<1, NumberedLamps, Depths> search(NumberedLamps(16), 1 << 16, threads, watch);
    Result<1> found = search.run(State<1>{{1}});
    depths = std::move(search.depths());
    return found;
}

void numbers_tell_the_same_layers() {
    NumberedLamps lamps(16);
    Watch watch({}, {}, 128);
    const Result<1> truth = breadth_first(lamps, State<1>{{1}}, {.exhaust = true}, watch);
    TwoBitDepths bits(0);
    WholeDepths depths(0);
    for (const std::uint32_t threads : {1U, 3U})
        for (const Result<1>& found : {explored(threads, bits), explored(threads, depths)}) {
            CHECK(found.stored == truth.stored);
            CHECK(found.expanded == truth.expanded);
            CHECK(found.generated == truth.generated);
            CHECK(found.rows.size() == truth.rows.size());
            for (std::size_t i = 0; i < truth.rows.size(); ++i)
                CHECK(found.rows[i].expanded == truth.rows[i].expanded);
        }
    CHECK(depths.take([](const auto& cells) -> std::uint32_t { return cells[1]; }) == 0);
}

struct Stopped {
    static bool may_go_on() { return false; }
};

// Those at the edges of a width, in an array so long that a look comes between.
void depths_of_all_sizes_are_told() {
    constexpr std::uint64_t size = 3 * LongLoop::piece;
    const std::vector<std::uint32_t> all{0,      253,    254,    255,     256,        65'533,
                                         65'534, 65'535, 65'536, 1 << 24, 0xffff'fffe};
    WholeDepths depths(size);
    Unwatched unwatched;
    Stopped stopped;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool widens = all[i] == 255 || all[i] == 65'535;
        CHECK(depths.make_room_for(all[i], stopped) != widens);
        CHECK(depths.make_room_for(all[i], unwatched));
        CHECK(depths.arrive(size - 1 - i, all[i]) && !depths.arrive(size - 1 - i, all[i]));
        std::vector<std::uint64_t> layer;
        const auto visit = [&](std::uint64_t number) {
            layer.push_back(number);
            return true;
        };
        CHECK(depths.each_of_layer(0, size, all[i], visit));
        CHECK(layer == std::vector<std::uint64_t>{size - 1 - i});
    }
    CHECK(depths.finish(unwatched));
    depths.take([&](const auto& cells) {
        CHECK(sizeof(cells[0]) == 4 && cells.size() == size);
        for (std::uint64_t i = 0; i < size; ++i)
            CHECK(cells[i] == (size - 1 - i < all.size() ? all[size - 1 - i] : 0xffff'ffff));
    });
    WholeDepths others(size);
    CHECK(!others.finish(stopped));
    CHECK(others.take([](const auto& cells) { return cells.size(); }) == 0);
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

// Lamps whose rules fail in one state.
class FaultyLamps : public Lamps {
public:
    FaultyLamps(unsigned lamps, std::uint64_t faulty) : Lamps(lamps), faulty_(faulty) {}

    std::size_t expand_along(const State<1>& state, ExpandRequest& request, Successors<1>& out,
                             std::size_t base) {
        if (state.words[0] == faulty_) throw RuleFailure<1>{RuleFault::raised, state};
        return Lamps::expand_along(state, request, out, base);
    }

private:
    std::uint64_t faulty_;
};

constexpr IdaStarOptions plain{.table = false, .reorder = false, .cycle_check = CycleCheck::parent};
constexpr IdaStarOptions unsorted{.table = false, .reorder = false};
constexpr IdaStarOptions sorted{.table = false};
constexpr IdaStarOptions with_table{.table_bytes = 1 << 20};

// Pieces as small as can be, so that even small trees are shared out.
Result<1> deepened(FaultyLamps lamps, IdaStarOptions options, std::uint32_t threads,
                   const Limits& limits = {}) {
    options.threads = threads;
    options.share_every = 1 + threads % 3 * 5;
    Watch watch(limits, {}, 128);
    return idastar(lamps, State<1>{{0b1101100111}}, options, watch);
}

bool have_same_counts(const Row& a, const Row& b) {
    return a.bound == b.bound && a.expanded == b.expanded && a.generated == b.generated;
}

constexpr unsigned few_lamps = 10;
constexpr std::uint64_t nowhere = ~std::uint64_t{0};

void idastar_counts_the_same() {
    const FaultyLamps lamps(few_lamps, nowhere);
    for (const IdaStarOptions& options : {plain, unsorted, sorted}) {
        const Result<1> alone = deepened(lamps, options, 1);
        CHECK(alone.status == Status::solved);
        for (const std::uint32_t threads : {2, 3, 4, 8}) {
            const Result<1> found = deepened(lamps, options, threads);
            CHECK(found.status == Status::solved);
            CHECK(found.rows.size() == alone.rows.size());
            for (std::size_t i = 0; i + 1 < alone.rows.size(); ++i)
                CHECK(have_same_counts(found.rows[i], alone.rows[i]));
            CHECK(found.steps.size() == alone.steps.size());
            for (std::size_t i = 0; i < alone.steps.size(); ++i)
                CHECK(found.steps[i].state == alone.steps[i].state);
        }
    }
}

// The table is so small that it is full, grows and forgets under the hands of the threads.
void idastar_shares_its_table() {
    const FaultyLamps lamps(few_lamps, nowhere);
    const std::uint64_t cost = deepened(lamps, sorted, 1).cost;
    for (const std::uint64_t bytes : {1 << 7, 1 << 12, 1 << 17, 1 << 20})
        for (const std::uint32_t threads : {2, 4}) {
            IdaStarOptions options = with_table;
            options.table_bytes = bytes;
            const Result<1> found = deepened(lamps, options, threads);
            CHECK(found.status == Status::solved);
            CHECK(found.cost == cost && found.lower_bound == cost);
        }
}

void idastar_keeps_the_node_limit() {
    const FaultyLamps lamps(few_lamps, nowhere);
    const std::uint64_t needed = deepened(lamps, plain, 1).expanded;
    for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{1}, needed / 8}) {
        const Result<1> found = deepened(lamps, plain, 4, {.node_limit = limit});
        CHECK(found.expanded <= limit);
        CHECK(found.status == Status::node_limit);
    }
}

// The state in which rules failed, or the cost.
std::uint64_t outcome(std::uint64_t faulty, std::uint32_t threads) {
    try {
        return deepened(FaultyLamps(few_lamps, faulty), sorted, threads).cost;
    } catch (const RuleFailure<1>& failure) {
        return 1000 + failure.state.words[0];
    }
}

// A failure counts where one thread would meet it, and only there.
void idastar_fails_like_one_thread() {
    for (std::uint64_t faulty = 1; faulty < 1 << few_lamps; faulty += 31)
        CHECK(outcome(faulty, 4) == outcome(faulty, 1));
}

// Many small searches try more orders of messages than a large one.
void distributed_searches_are_optimal() {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        Jungle jungle(seed, 2 + seed % 60);
        const State<1> start{{0}};
        const Cost truth = jungle.distance(start);
        Watch watch({}, {}, 128);
        const BestFirstOptions options{.threads = 2 + seed % 7};
        const Result<1> found = hash_distributed(jungle, start, seed % 3 == 0, options, watch);
        CHECK(found.status == (truth == dead ? Status::unsolvable : Status::solved));
        if (truth != dead) CHECK(found.cost == truth && found.lower_bound == truth);
        std::uint64_t expanded = 0;
        for (const Row& row : found.rows) expanded += row.expanded;
        CHECK(expanded == found.expanded);
    }
}

void distributed_searches_keep_limits() {
    Lamps lamps(18);
    const State<1> start{{0x2af3b}};
    for (const std::uint64_t limit : {0, 1, 100, 1000, 5000}) {
        Watch watch({.node_limit = limit}, {}, 128);
        const Result<1> found =
            hash_distributed(lamps, start, true, {.h_weight = 0, .threads = 3}, watch);
        CHECK(found.status == Status::node_limit);
        CHECK(found.expanded == limit);
    }
    Watch watch({.memory_limit = 1 << 20}, {}, 128);
    const Result<1> found =
        hash_distributed(lamps, start, false, {.h_weight = 0, .threads = 4}, watch);
    CHECK(found.status == Status::memory_limit);
    CHECK(found.peak_bytes <= 1 << 20);
}

}  // namespace

}  // namespace deepen::tests

int main() {
    deepen::tests::threads_find_the_same();
    deepen::tests::threads_find_the_same_at_a_depth();
    deepen::tests::a_shared_table_tells_no_mixtures();
    deepen::tests::searches_see_where_others_are();
    deepen::tests::calls_do_not_end_a_search();
    deepen::tests::limits_hold_for_all_threads();
    deepen::tests::small_stack_is_enough();
    deepen::tests::teams_keep_the_node_limit();
    deepen::tests::patient_teams_leave_nothing();
    deepen::tests::teams_stop_in_time();
    deepen::tests::numbers_tell_the_same_layers();
    deepen::tests::depths_of_all_sizes_are_told();
    deepen::tests::teams_pass_on_what_is_thrown();
    deepen::tests::idastar_counts_the_same();
    deepen::tests::idastar_shares_its_table();
    deepen::tests::idastar_keeps_the_node_limit();
    deepen::tests::idastar_fails_like_one_thread();
    deepen::tests::distributed_searches_are_optimal();
    deepen::tests::distributed_searches_keep_limits();
}
