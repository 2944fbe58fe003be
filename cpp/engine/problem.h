// What a search asks of a problem, and the adapter for rules given as function pointers.
//
// The contract is small on purpose: three questions and one buffer. Compiled rules, interpreted
// rules and rules written in C++ for a benchmark all answer them, so each algorithm exists once.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "memory.h"
#include "state.h"

namespace deepen {

using Cost = std::uint32_t;

// Actions, action costs and estimates lie in [0, limit]; so do path costs. One bit stays free.
inline constexpr Cost value_limit = 0x7fffffff;
// As an estimate: no goal can be reached from here.
inline constexpr Cost dead = value_limit;
// More successors than this from one state are taken for a rule that never ends.
inline constexpr std::size_t successor_limit = std::size_t{1} << 16;

// Why the rules could not answer. The binding turns it into the user's own line.
enum class RuleFault : int {
    raised = 1,         // the rule raised an exception
    bad_value = 2,      // an action, cost or estimate outside [0, value_limit]
    too_many = 3,       // more than successor_limit successors
    cost_overflow = 4,  // a path cost above value_limit
};

template <std::size_t W>
struct RuleFailure {
    RuleFault fault;
    State<W> state;
};

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
struct Along {
    const void* previous;   // the state before this one: successors that equal it are left out
    std::int64_t estimate;  // of this state
    std::int64_t budget;    // successors with cost + estimate above it are cut
    std::int64_t skipped;   // told: how many were left out,
    std::int64_t cut;       // how many were cut,
    std::int64_t excess;    // and the least cost + estimate that was cut, else no_budget
};

inline constexpr std::int64_t no_budget = std::numeric_limits<std::int64_t>::max();

template <class P, std::size_t W>
concept Problem =
    requires(P problem, const State<W>& state, Along& along, Successors<W>& out, std::size_t base) {
        // Writes the successors of `state` at out[base...]; returns how many.
        { problem.expand(state, out, base) } -> std::same_as<std::size_t>;
        // The same with estimates, and only the successors that `along` asks for.
        { problem.expand_along(state, along, out, base) } -> std::same_as<std::size_t>;
        { problem.is_goal(state) } -> std::same_as<bool>;
        { problem.estimate(state) } -> std::same_as<Cost>;
    };

// The native calling convention of compiled rules: a status (0 = no exception), the result through
// a pointer, and a slot for the exception, which nobody reads: the rule is run again in the
// interpreter on the same state, where the exception has its line.
using ExpandFunction = int (*)(std::int64_t* result, void** exception, const void* board,
                               const void* state, void* successors, std::int64_t room,
                               std::int64_t* fault);
using ExpandAlongFunction = int (*)(std::int64_t* result, void** exception, const void* board,
                                    const void* state, void* successors, std::int64_t room,
                                    std::int64_t* fault, Along* along);
using StateFunction = int (*)(std::int64_t* result, void** exception, const void* board,
                              const void* state);

// Addresses of one puzzle's rules. Null where a search does not need the function.
struct RuleTable {
    const void* board = nullptr;
    ExpandFunction expand = nullptr;
    ExpandAlongFunction expand_along = nullptr;
    StateFunction is_goal = nullptr;
    StateFunction estimate = nullptr;
};

// A status other than 0 with one of these faults is not an exception of the user's.
inline constexpr std::int64_t no_room = 1;
inline constexpr std::int64_t value_out_of_range = 2;

template <std::size_t W>
class RuleProblem {
public:
    explicit RuleProblem(const RuleTable& rules) : rules_(rules) {}

    std::size_t expand(const State<W>& state, Successors<W>& out, std::size_t base) {
        return answer(state, out, base,
                      [this](auto... arguments) { return rules_.expand(arguments...); });
    }

    std::size_t expand_along(const State<W>& state, Along& along, Successors<W>& out,
                             std::size_t base) {
        return answer(state, out, base, [this, &along](auto... arguments) {
            return rules_.expand_along(arguments..., &along);
        });
    }

    // After this the next expansion at `base` finds room for its first successors, so `out` stays
    // where it is while the rules read a state that lies in it.
    static void make_room(Successors<W>& out, std::size_t base) {
        if (out.capacity() - base < first_room) [[unlikely]]
            out.grow_to(base + first_room);
    }

    bool is_goal(const State<W>& state) { return ask(rules_.is_goal, state) != 0; }

    Cost estimate(const State<W>& state) {
        if (rules_.estimate == nullptr) return 0;
        const std::int64_t value = ask(rules_.estimate, state);
        if (value < 0 || value > static_cast<std::int64_t>(value_limit)) [[unlikely]]
            throw RuleFailure<W>{RuleFault::bad_value, state};
        return static_cast<Cost>(value);
    }

private:
    static constexpr std::size_t first_room = 64;

    // One call of the rules; the rest happens once in a million.
    template <class Call>
    std::size_t answer(const State<W>& state, Successors<W>& out, std::size_t base, Call call) {
        make_room(out, base);
        std::int64_t count;
        std::int64_t fault = 0;
        void* exception;
        const auto room =
            static_cast<std::int64_t>(std::min(out.capacity() - base, successor_limit));
        const int status =
            call(&count, &exception, rules_.board, &state, out.data() + base, room, &fault);
        // A rule may catch the exception that stopped it, but not the fault that was noted before.
        if (status == 0 && fault == 0) [[likely]]
            return static_cast<std::size_t>(count);
        return answer_after(fault, state, out, base, call);
    }

    // The state is copied: it may itself lie in the buffer, which is about to move. Rules are pure,
    // so with more room they give the same successors and the rest.
    template <class Call>
    [[gnu::noinline]] std::size_t answer_after(std::int64_t fault, const State<W> state,
                                               Successors<W>& out, std::size_t base, Call call) {
        if (fault == value_out_of_range) throw RuleFailure<W>{RuleFault::bad_value, state};
        if (fault != no_room) throw RuleFailure<W>{RuleFault::raised, state};
        const std::size_t room = out.capacity() - base;
        if (room >= successor_limit) throw RuleFailure<W>{RuleFault::too_many, state};
        out.grow_to(base + 2 * room);
        return answer(state, out, base, call);
    }

    std::int64_t ask(StateFunction function, const State<W>& state) {
        std::int64_t result = 0;
        void* exception = nullptr;
        if (function(&result, &exception, rules_.board, &state) != 0) [[unlikely]]
            throw RuleFailure<W>{RuleFault::raised, state};
        return result;
    }

    RuleTable rules_;
};

}  // namespace deepen
