// Every search, on a puzzle and on a game that have only what the concepts name: so the concepts
// name all that a search calls. And the searches agree with each other.
#include <chrono>
#include <thread>

#include "../engine/audit.h"
#include "../engine/best_first.h"
#include "../engine/bidirectional.h"
#include "../engine/bidirectional_breadth_first.h"
#include "../engine/breadth_first.h"
#include "../engine/cycle.h"
#include "../engine/depth_first.h"
#include "../engine/idastar.h"
#include "../engine/interleaved_search.h"
#include "../engine/proof_analysis.h"
#include "check.h"
#include "minimal.h"

namespace deepen::tests {

namespace {

Watch unlimited() { return Watch({}, {}, 128); }

template <class Search>
std::uint64_t cost_by(Search&& search) {
    Watch watch = unlimited();
    const Result<1> found = search(watch);
    CHECK(found.status == Status::solved);
    CHECK(found.steps.size() == found.cost);
    return found.cost;
}

void searches_find_one_cost() {
    Lamps lamps(12);
    const State<1> start{{0b110110011101}};
    const std::uint64_t cost =
        cost_by([&](Watch& watch) { return breadth_first(lamps, start, {}, watch); });
    CHECK(cost > 0);
    for (const bool along : {false, true})
        CHECK(cost ==
              cost_by([&](Watch& watch) { return best_first(lamps, start, along, {}, watch); }));
    for (const bool refined : {false, true})
        CHECK(cost == cost_by([&](Watch& watch) {
                  const IdaStarOptions options{refined, 1 << 20, refined,
                                               refined ? CycleCheck::path : CycleCheck::parent};
                  return idastar(lamps, start, options, watch);
              }));
    CHECK(cost <= cost_by([&](Watch& watch) { return depth_first(lamps, start, {}, watch); }));
}

void both_ends_find_it_too() {
    NumberedLamps lamps(12);
    const State<1> start{{0b110110011101}};
    const std::uint64_t cost =
        cost_by([&](Watch& watch) { return breadth_first(lamps, start, {}, watch); });
    CHECK(cost == cost_by([&](Watch& watch) {
              return BidirectionalBreadthFirst<1, NumberedLamps>(lamps, false, watch)
                  .run(start, {State<1>{{0}}});
          }));
    for (const bool along : {false, true})
        CHECK(cost == cost_by([&](Watch& watch) {
                  return bidirectional(lamps, start, {State<1>{{0}}}, along, {}, watch);
              }));
    Watch watch = unlimited();
    CHECK(bidirectional(lamps, start, {}, false, {}, watch).status == Status::unsolvable);
    BidirectionalBreadthFirst<1, NumberedLamps> by_layers(lamps, false, watch);
    CHECK(by_layers.run(start, {}).status == Status::unsolvable);
}

// A start, very many states beside each other, and a goal. Between the expansion of the two ends
// and the proof nothing is expanded, but all states are moved.
class Fan {
public:
    // Sets `late` when the start is expanded, and waits until whoever listens is due.
    explicit Fan(bool& late) : late_(late) {}

    std::size_t expand(const State<1>& state, Successors<1>& out, std::size_t base) {
        if (state.words[0] == 0) {
            late_ = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
            return spread(out, base);
        }
        if (is_goal(state)) return 0;
        out.grow_to(base + 1);
        out[base] = {{{goal}}, 0, 10, 0, 0};
        return 1;
    }
    std::size_t expand_along(const State<1>& state, ExpandRequest&, Successors<1>& out,
                             std::size_t base) {
        return expand(state, out, base);
    }
    std::size_t predecessors(const State<1>& state, Successors<1>& out, std::size_t base) {
        if (is_goal(state)) return spread(out, base);
        if (state.words[0] == 0) return 0;
        out.grow_to(base + 1);
        out[base] = {{{0}}, 0, 10, 0, 0};
        return 1;
    }
    void make_room(Successors<1>&, std::size_t) {}
    bool is_goal(const State<1>& state) { return state.words[0] == goal; }
    Cost estimate(const State<1>&) { return 0; }

    static constexpr std::uint64_t goal = 20'000;

private:
    static std::size_t spread(Successors<1>& out, std::size_t base) {
        out.grow_to(base + goal - 1);
        for (std::uint32_t i = 0; i + 1 < goal; ++i) out[base + i] = {{{i + 1}}, i, 10, 0, 0};
        return goal - 1;
    }

    bool& late_;
};

void a_bound_that_is_raised_hears_a_stop() {
    for (const bool stops : {false, true}) {
        bool late = false;
        Fan fan(late);
        Watch watch({}, [&](const Progress&) { return !(stops && late); }, 128);
        const Result<1> found =
            bidirectional(fan, State<1>{{0}}, {State<1>{{Fan::goal}}}, false, {}, watch);
        CHECK(found.expanded == 2);
        CHECK(found.status == (stops ? Status::interrupted : Status::solved));
        CHECK(found.lower_bound == (stops ? 10 : 20) && found.steps.size() == (stops ? 0 : 2));
    }
}

void heuristic_is_consistent() {
    Lamps lamps(12);
    Watch watch = unlimited();
    const auto found = Audit<1, Lamps>(lamps, watch).run({State<1>{{1}}});
    CHECK(found.status == Status::solved);
    CHECK(!found.worst);
    CHECK(found.steep_edges == 0);
}

// Lamps whose last state takes long to estimate, and says so.
class SlowLamps : public Lamps {
public:
    explicit SlowLamps(bool& late) : Lamps(13), late_(late) {}
    Cost estimate(const State<1>& state) {
        if (++estimated_ == states) {
            late_ = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
        }
        return Lamps::estimate(state);
    }
    static constexpr int states = 1 << 13;

private:
    bool& late_;
    int estimated_ = 0;
};

// The first look after every state was seen is one while they are judged.
void an_audit_hears_a_stop() {
    for (const bool stops : {false, true}) {
        bool late = false;
        SlowLamps lamps(late);
        Watch watch({}, [&](const Progress&) { return !(stops && late); }, 1 << 20);
        const auto found = Audit<1, SlowLamps>(lamps, watch).run({State<1>{{1}}});
        CHECK(found.states == SlowLamps::states && found.edges == 13 * SlowLamps::states);
        CHECK(found.status == (stops ? Status::interrupted : Status::solved));
        CHECK(found.joint.empty() == stops);
    }
}

// But not for ever, and not if somebody says stop.
void what_was_found_is_given_more_time() {
    Watch over({.time_limit = 0}, {}, 128);
    CHECK(!over.may_go_on() && over.stopped() == Stop::time);
    CHECK(over.may_conclude(1000) && !over.may_conclude(0));
    CHECK(over.stopped() == Stop::time);
    Watch told({.time_limit = 0}, [](const Progress&) { return false; }, 128);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    CHECK(!told.may_conclude(1000) && told.stopped() == Stop::cancelled);
}

void analyses_find_one_value() {
    const State<1> start{{0b11111111}};
    Watch plain = unlimited();
    const Analysis<1> truth = analyse_by_minimax<1>(Pins{}, start, {}, plain);
    CHECK(truth.proven.exact());
    for (const std::uint32_t first_depth : {1U, most_plies + 1}) {
        Watch watch = unlimited();
        const Analysis<1> found = analyse<1>(
            Pins{}, start, {.first_depth = first_depth, .techniques = {}}, 1 << 20, watch);
        CHECK(found.status == Status::solved);
        CHECK(found.proven.lower_bound == truth.proven.lower_bound);
        CHECK(found.moves.size() == truth.moves.size());
        for (std::size_t i = 0; i < found.moves.size(); ++i)
            CHECK(found.moves[i].proven.lower_bound == truth.moves[i].proven.lower_bound);
    }
}

void pins_never_stand_up() {
    const State<1> start{{0b11111111}};
    Watch watch = unlimited();
    const Cycle<1> first = CycleProbe<1, Pins>(Pins{}, watch).run(start, 1000);
    const Cycle<1> shortest = ShortestCycle<1, Pins>(Pins{}, watch).run(start, 1000);
    CHECK(first.complete && first.states.empty());
    CHECK(shortest.complete && shortest.states.empty());
    CHECK(first.positions == shortest.positions);
}

// A stone on a ring of very many fields: a cycle as long as no stack is deep.
class Ring {
public:
    std::size_t moves(const State<1>& state, Moves<1>& out, std::size_t base) {
        const State<1> next{{(state.words[0] + 1) % fields}};
        out.grow_to(base + 1);
        out[base] = {next, 0, 0, -1, 1, 0, 0};
        return 1;
    }
    Value evaluate(const State<1>&) { return 0; }
    State<1> canonical(const State<1>& state) { return state; }
    Bounds bounds(const State<1>&) { return {}; }

    static constexpr std::uint64_t fields = 1'000'000;
};

void a_long_cycle_takes_no_stack() {
    const State<1> start{{0}};
    Watch watch = unlimited();
    const std::uint64_t most = 2 * Ring::fields;
    CHECK((CycleProbe<1, Ring>(Ring{}, watch).run(start, most).states.size()) == Ring::fields);
    CHECK((ShortestCycle<1, Ring>(Ring{}, watch).run(start, most).states.size()) == Ring::fields);
}

void proofs_find_the_side_of_zero() {
    for (std::uint64_t pins = 1; pins < 256; ++pins) {
        const State<1> start{{pins}};
        Watch plain = unlimited();
        const Analysis<1> truth = analyse_by_minimax<1>(Pins{}, start, {}, plain);
        const Value value = truth.proven.lower_bound;
        for (const std::uint64_t bytes : {0, 1 << 20}) {
            Watch watch = unlimited();
            const Analysis<1> found = ProofAnalysis<1, Pins>(Pins{}, start, bytes, watch).run();
            CHECK(found.status == Status::solved);
            CHECK(found.proven.lower_bound <= value && value <= found.proven.upper_bound);
            CHECK((found.proven.lower_bound > 0) == (value > 0));
            CHECK((found.proven.upper_bound < 0) == (value < 0));
        }
    }
}

// Three positions one after the other and round again, from one of which play may end: nobody has
// to.
class Triangle {
public:
    std::size_t moves(const State<1>& state, Moves<1>& out, std::size_t base) {
        const std::uint64_t at = state.words[0];
        if (at == 3) return 0;
        out.grow_to(base + 2);
        out[base] = {{{(at + 1) % 3}}, 0, 0, -1, 1, 0, 0};
        out[base + 1] = {{{3}}, 1, -1, -1, -1, 0, 0};
        return at == 0 ? 2 : 1;
    }
    Value evaluate(const State<1>&) { return 0; }
    State<1> canonical(const State<1>& state) { return state; }
    Bounds bounds(const State<1>&) { return {-1, 1}; }
};

void endless_play_is_a_draw() {
    for (std::uint64_t at = 0; at < 3; ++at) {
        Watch watch = unlimited();
        const Analysis<1> found =
            ProofAnalysis<1, Triangle>(Triangle{}, State<1>{{at}}, 1 << 20, watch).run();
        CHECK(found.status == Status::solved);
        CHECK(found.proven.lower_bound == 0 && found.proven.upper_bound == 0);
    }
}

// What is read again counts for no limit, but whoever waits is asked all the same.
void time_that_is_forgotten_is_heard() {
    int heard = 0;
    Watch watch({}, [&](const Progress&) { return ++heard < 2; }, 1);
    const auto begun = std::chrono::steady_clock::now();
    while (watch.look_aside([] { return Progress{}; }) == Stop::none) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        watch.forget_since(0);
        CHECK(std::chrono::steady_clock::now() - begun < std::chrono::minutes(1));
    }
    CHECK(heard == 2);
}

}  // namespace

}  // namespace deepen::tests

int main() {
    deepen::tests::searches_find_one_cost();
    deepen::tests::both_ends_find_it_too();
    deepen::tests::a_bound_that_is_raised_hears_a_stop();
    deepen::tests::heuristic_is_consistent();
    deepen::tests::an_audit_hears_a_stop();
    deepen::tests::what_was_found_is_given_more_time();
    deepen::tests::analyses_find_one_value();
    deepen::tests::pins_never_stand_up();
    deepen::tests::a_long_cycle_takes_no_stack();
    deepen::tests::proofs_find_the_side_of_zero();
    deepen::tests::endless_play_is_a_draw();
    deepen::tests::time_that_is_forgotten_is_heard();
}
