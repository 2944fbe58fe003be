// Calling rules that are given as function pointers: the convention, and what to do when a rule
// fails or needs more room. Shared by puzzles and games.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "memory.h"
#include "rule_guard.h"
#include "state.h"

namespace deepen {

// More successors than this from one state are taken for a rule that never ends.
inline constexpr std::size_t successor_limit = std::size_t{1} << 16;

// Why the rules could not answer. The binding turns it into the user's own line.
enum class RuleFault : int {
    raised = 1,          // the rule raised an exception
    bad_value = 2,       // a number that does not fit where it is kept
    too_many = 3,        // more than successor_limit successors
    cost_overflow = 4,   // a path cost above value_limit
    value_overflow = 5,  // a position worth game_limit or more
    unfinished = 6,      // the rule did not return when the search had to stop
    asymmetric = 7,      // a state and its canonical form go on differently
    paying_cycle = 8,    // play that comes back to a position has paid points on its way
    wrong_way_back = 9,  // moves and predecessors do not agree on what leads where
    wrong_number = 10,   // unrank makes another state of the number of one
};

// Why a rule came back with an exception.
inline RuleFault fault_of_exception() {
    return RuleGuard::aborted() ? RuleFault::unfinished : RuleFault::raised;
}

template <std::size_t W>
struct RuleFailure {
    RuleFault fault;
    State<W> state;
};

// The native calling convention of compiled rules: a status (0 = no exception), the result through
// a pointer, and a slot for the exception, which nobody reads: the rule is run again in the
// interpreter on the same state, where the exception has its line.
using ExpandFunction = int (*)(std::int64_t* result, void** exception, const void* board,
                               const void* state, void* successors, std::int64_t room,
                               std::int64_t* fault);
using StateFunction = int (*)(std::int64_t* result, void** exception, const void* board,
                              const void* state);
// A question whose answer takes more than one word.
using AnswerFunction = int (*)(std::int64_t* result, void** exception, const void* board,
                               const void* state, void* answer);

// A status other than 0 with one of these faults is not an exception of the user's.
inline constexpr std::int64_t no_room = 1;
inline constexpr std::int64_t value_out_of_range = 2;

// `Record` is what the rules write, one for each way on from a state.
template <std::size_t W, class Record>
class RuleCaller {
public:
    // After this the next expansion at `base` finds room for its first records, so `out` stays
    // where it is while the rules read a state that lies in it.
    static void make_room(Buffer<Record>& out, std::size_t base) {
        assert(base <= out.capacity());
        if (out.capacity() - base < first_room) [[unlikely]]
            out.grow_to(base + first_room);
    }

protected:
    // One call of the rules; the rest happens once in a million. Inlined by order: a compiler that
    // counts its callers would not, and its results would go through memory at each expansion.
    template <class Call>
    [[gnu::always_inline]] static std::size_t answer(const State<W>& state, Buffer<Record>& out,
                                                     std::size_t base, Call call,
                                                     const void* board) {
        make_room(out, base);
        std::int64_t count;
        std::int64_t fault = 0;
        void* exception;
        const auto room =
            static_cast<std::int64_t>(std::min(out.capacity() - base, successor_limit));
        const int status = call(&count, &exception, board, &state, out.data() + base, room, &fault);
        // A rule may catch the exception that stopped it, but not the fault that was noted before.
        assert(status != 0 || fault != 0 || (0 <= count && count <= room));
        if (status == 0 && fault == 0) [[likely]]
            return static_cast<std::size_t>(count);
        return answer_after(fault, state, out, base, call, board);
    }

    static std::int64_t ask(StateFunction function, const void* board, const State<W>& state) {
        std::int64_t result = 0;
        void* exception = nullptr;
        if (function(&result, &exception, board, &state) != 0) [[unlikely]]
            throw RuleFailure<W>{fault_of_exception(), state};
        return result;
    }

    static void fetch(AnswerFunction function, const void* board, const State<W>& state,
                      void* answer) {
        std::int64_t unused = 0;
        void* exception = nullptr;
        if (function(&unused, &exception, board, &state, answer) != 0) [[unlikely]]
            throw RuleFailure<W>{fault_of_exception(), state};
    }

private:
    static constexpr std::size_t first_room = 64;

    // The state is copied: it may itself lie in the buffer, which is about to move. Rules are pure,
    // so with more room they give the same records and the rest.
    template <class Call>
    [[gnu::noinline]] static std::size_t answer_after(std::int64_t fault, const State<W> state,
                                                      Buffer<Record>& out, std::size_t base,
                                                      Call call, const void* board) {
        if (fault == value_out_of_range) throw RuleFailure<W>{RuleFault::bad_value, state};
        if (fault != no_room) throw RuleFailure<W>{fault_of_exception(), state};
        const std::size_t room = out.capacity() - base;
        if (room >= successor_limit) throw RuleFailure<W>{RuleFault::too_many, state};
        out.grow_to(base + 2 * room);
        return answer(state, out, base, call, board);
    }
};

}  // namespace deepen
