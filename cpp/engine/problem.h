// What a search asks of a problem, and the adapter for rules given as function pointers.
//
// The contract is small on purpose: four questions and one buffer. Compiled rules, interpreted
// rules and rules written in C++ for a test all answer them, so each algorithm exists once.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "memory.h"
#include "rule_caller.h"
#include "state.h"

namespace deepen {

using Cost = std::uint32_t;

// Actions, action costs and estimates lie in [0, limit]; so do path costs. One bit stays free.
inline constexpr Cost value_limit = 0x7fffffff;
// As an estimate: no goal can be reached from here.
inline constexpr Cost dead = value_limit;
// One way on from a state, as compiled rules write it.
template <std::size_t W>
struct Successor {
    State<W> state;
    std::uint32_t action;
    Cost cost;
    Cost estimate;
    std::uint32_t unused;
};

// A buffer of successors. A search may use one as a stack: an expansion writes at any `base`.
template <std::size_t W>
using Successors = Buffer<Successor<W>>;

// How a search wants the estimates of the successors that it asks for. `along`: in each
// successor, with goal_flag added for a successor that is a goal. One call answers all there is to
// ask.
enum class Estimates { none, along };
inline constexpr Cost goal_flag = 0x80000000;

// What a search that wants estimates says of the state that it expands, and what it is told beside
// the successors.
struct ExpandRequest {
    const void* previous;   // the state before this one: successors that equal it are left out
    std::int64_t estimate;  // of this state
    std::int64_t budget;    // successors with cost + estimate above it are cut
    std::int64_t skipped;   // told: how many were left out,
    std::int64_t cut;       // how many were cut,
    std::int64_t excess;    // and the least cost + estimate that was cut, else no_budget
};

inline constexpr std::int64_t no_budget = std::numeric_limits<std::int64_t>::max();

template <class P, std::size_t W>
concept Problem = requires(P problem, const State<W>& state, ExpandRequest& request,
                           Successors<W>& out, std::size_t base) {
    // Writes the successors of `state` at out[base...]; returns how many. `state` may itself lie in
    // the buffer, which grows, and then moves, where there is too little room.
    { problem.expand(state, out, base) } -> std::same_as<std::size_t>;
    // The same with estimates, and only the successors that are asked for.
    { problem.expand_along(state, request, out, base) } -> std::same_as<std::size_t>;
    // After this the buffer stays where it is while the next expansion at `base` reads its state.
    { problem.make_room(out, base) } -> std::same_as<void>;
    { problem.is_goal(state) } -> std::same_as<bool>;
    // What is left to a goal, or less if the heuristic is admissible; or dead.
    { problem.estimate(state) } -> std::same_as<Cost>;
};

// A problem that can also be asked for the way back.
template <class P, std::size_t W>
concept TwoWayProblem = Problem<P, W> && requires(P problem, const State<W>& state,
                                                  Successors<W>& out, std::size_t base) {
    // Writes the states from which one action leads to `state`, with its cost.
    { problem.predecessors(state, out, base) } -> std::same_as<std::size_t>;
};

// A problem whose states have numbers.
template <class P, std::size_t W>
concept RankedProblem =
    Problem<P, W> && requires(P problem, const State<W>& state, std::int64_t number) {
        { problem.rank(state) } -> std::same_as<std::int64_t>;
        { problem.unrank(number) } -> std::same_as<State<W>>;
    };

using ExpandAlongFunction = int (*)(std::int64_t* result, void** exception, const void* board,
                                    const void* state, void* successors, std::int64_t room,
                                    std::int64_t* fault, ExpandRequest* request);

// A state by its number.
using UnrankFunction = int (*)(std::int64_t* result, void** exception, const void* board,
                               std::int64_t number, void* state);

// Addresses of one puzzle's rules. Null where a search does not need the function.
struct PuzzleFunctions {
    const void* board = nullptr;
    ExpandFunction expand = nullptr;
    ExpandAlongFunction expand_along = nullptr;
    StateFunction is_goal = nullptr;
    StateFunction estimate = nullptr;
    AnswerFunction canonical = nullptr;
    ExpandFunction predecessors = nullptr;
    StateFunction rank = nullptr;
    UnrankFunction unrank = nullptr;
};

template <std::size_t W>
class RuleProblem : RuleCaller<W, Successor<W>> {
    using Caller = RuleCaller<W, Successor<W>>;

public:
    explicit RuleProblem(const PuzzleFunctions& rules) : rules_(rules) {}

    std::size_t expand(const State<W>& state, Successors<W>& out, std::size_t base) {
        const std::size_t count = expand_on_board(state, out, base);
        if (has_symmetry()) [[unlikely]]
            make_canonical(out, base, count);
        return count;
    }

    // The successors as the rules yield them, not those that stand for them.
    std::size_t expand_on_board(const State<W>& state, Successors<W>& out, std::size_t base) {
        return Caller::answer(
            state, out, base, [this](auto... arguments) { return rules_.expand(arguments...); },
            rules_.board);
    }

    [[gnu::always_inline]] std::size_t expand_along(const State<W>& state, ExpandRequest& request,
                                                    Successors<W>& out, std::size_t base) {
        if (has_symmetry()) [[unlikely]]
            return expand_along_canonical(state, request, out, base);
        return yield_along(state, request, out, base);
    }

    using Caller::make_room;

    bool is_goal(const State<W>& state) {
        return Caller::ask(rules_.is_goal, rules_.board, state) != 0;
    }

    Cost estimate(const State<W>& state) {
        if (rules_.estimate == nullptr) return 0;
        const std::int64_t value = Caller::ask(rules_.estimate, rules_.board, state);
        if (value < 0 || value > static_cast<std::int64_t>(value_limit)) [[unlikely]]
            throw RuleFailure<W>{RuleFault::bad_value, state};
        return static_cast<Cost>(value);
    }

    // Whether states that are images of each other are one: then a search sees only the canonical
    // ones, from its start on.
    bool has_symmetry() const { return rules_.canonical != nullptr; }

    State<W> canonical(const State<W>& state) {
        if (!has_symmetry()) return state;
        State<W> found{};
        Caller::fetch(rules_.canonical, rules_.board, state, &found);
        return found;
    }

    std::size_t predecessors(const State<W>& state, Successors<W>& out, std::size_t base) {
        const std::size_t count = Caller::answer(
            state, out, base,
            [this](auto... arguments) { return rules_.predecessors(arguments...); }, rules_.board);
        if (has_symmetry()) [[unlikely]]
            make_canonical(out, base, count);
        return count;
    }

    std::int64_t rank(const State<W>& state) {
        return Caller::ask(rules_.rank, rules_.board, state);
    }
    State<W> unrank(std::int64_t number) {
        State<W> state{};
        std::int64_t unused = 0;
        void* exception = nullptr;
        if (rules_.unrank(&unused, &exception, rules_.board, number, &state) != 0) [[unlikely]]
            throw RuleFailure<W>{fault_of_exception(), state};
        return state;
    }

private:
    [[gnu::always_inline]] std::size_t yield_along(const State<W>& state, ExpandRequest& request,
                                                   Successors<W>& out, std::size_t base) {
        return Caller::answer(
            state, out, base,
            [this, &request](auto... arguments) {
                return rules_.expand_along(arguments..., &request);
            },
            rules_.board);
    }

    void make_canonical(Successors<W>& out, std::size_t base, std::size_t count) {
        for (std::size_t i = base; i < base + count; ++i) out[i].state = canonical(out[i].state);
    }

    // The rules leave out and cut by what they yield; here the state counts that stands for it. So
    // they are asked for everything, and the choice is made afterwards.
    [[gnu::noinline]] std::size_t expand_along_canonical(const State<W>& state,
                                                         ExpandRequest& request, Successors<W>& out,
                                                         std::size_t base) {
        const State<W> previous = *static_cast<const State<W>*>(request.previous);
        const std::int64_t budget = std::exchange(request.budget, no_budget);
        const std::size_t count = yield_along(state, request, out, base);
        request.budget = budget;
        std::size_t kept = base;
        for (std::size_t i = base; i < base + count; ++i) {
            Successor<W> successor = out[i];
            replace_by_canonical(successor);
            if (successor.state == previous)
                ++request.skipped;
            else if (fits(successor, request))
                out[kept++] = successor;
        }
        return kept - base;
    }

    // A state and its image are goals or both are not; what the heuristic says may differ.
    void replace_by_canonical(Successor<W>& successor) {
        const State<W> found = canonical(successor.state);
        if (found == successor.state) return;
        successor.state = found;
        successor.estimate = (successor.estimate & goal_flag) | estimate(found);
    }

    static bool fits(const Successor<W>& successor, ExpandRequest& request) {
        const Cost h = successor.estimate & ~goal_flag;
        const std::int64_t total = std::int64_t{successor.cost} + h;
        if (total <= request.budget) return true;
        ++request.cut;
        if (h != dead) request.excess = std::min(request.excess, total);
        return false;
    }

    PuzzleFunctions rules_;
};

}  // namespace deepen
