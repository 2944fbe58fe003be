// What a search asks of a two-player game, and the adapter for rules given as function pointers.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "memory.h"
#include "rule_caller.h"
#include "state.h"

namespace deepen {

// Points to the player to move. Wider than what is stored: windows are shifted by rewards.
using Value = std::int64_t;

// Every reward and every value of a position lies strictly between -limit and limit; as a bound,
// the limit itself says nothing.
inline constexpr Value game_limit = Value{1} << 30;

// In a move: the same player moves once more. The other bits are for the search to use.
inline constexpr std::uint32_t again_flag = 1;

// One move, as compiled rules write it. The bounds are those of its value to the mover, reward
// included, whatever follows.
template <std::size_t W>
struct Move {
    State<W> state;
    std::uint32_t action;
    std::int32_t reward;
    std::int32_t lower_bound;
    std::int32_t upper_bound;
    std::int32_t order;  // larger is tried first
    std::uint32_t flags;
};

template <std::size_t W>
using Moves = Buffer<Move<W>>;

// Between which numbers a value lies.
struct Bounds {
    Value lower_bound = -game_limit;
    Value upper_bound = game_limit;

    bool exact() const { return lower_bound == upper_bound; }
    bool finite() const { return lower_bound > -game_limit && upper_bound < game_limit; }
    void raise(Value value) { lower_bound = std::max(lower_bound, value); }
    void lower(Value value) { upper_bound = std::min(upper_bound, value); }
};

// Copied into each of several searches, so an object of it holds little.
template <class G, std::size_t W>
concept TwoPlayerGame = std::copy_constructible<G> &&
                        requires(G game, const State<W>& state, Moves<W>& out, std::size_t base) {
                            // Writes the moves of `state` at out[base...]; returns how many.
                            { game.moves(state, out, base) } -> std::same_as<std::size_t>;
                            // A guess of the value to the mover.
                            { game.evaluate(state) } -> std::same_as<Value>;
                            // A state of the same value to the mover.
                            { game.canonical(state) } -> std::same_as<State<W>>;
                            // What is proven of a position; what is proven of a move lies in the
                            // move.
                            { game.bounds(state) } -> std::same_as<Bounds>;
                        };

// Addresses of one game's rules. All but `moves` may be null.
struct GameFunctions {
    const void* board = nullptr;
    ExpandFunction moves = nullptr;
    StateFunction evaluate = nullptr;
    AnswerFunction canonical = nullptr;
    AnswerFunction bounds = nullptr;
};

template <std::size_t W>
class RuleGame : RuleCaller<W, Move<W>> {
    using Caller = RuleCaller<W, Move<W>>;

public:
    explicit RuleGame(const GameFunctions& rules) : rules_(rules) {}

    std::size_t moves(const State<W>& state, Moves<W>& out, std::size_t base) {
        return Caller::answer(
            state, out, base, [this](auto... arguments) { return rules_.moves(arguments...); },
            rules_.board);
    }

    Value evaluate(const State<W>& state) {
        if (rules_.evaluate == nullptr) return 0;
        const Value value = Caller::ask(rules_.evaluate, rules_.board, state);
        if (value <= -game_limit || value >= game_limit) [[unlikely]]
            throw RuleFailure<W>{RuleFault::bad_value, state};
        return value;
    }

    State<W> canonical(const State<W>& state) {
        if (rules_.canonical == nullptr) return state;
        State<W> found{};
        Caller::fetch(rules_.canonical, rules_.board, state, &found);
        return found;
    }

    Bounds bounds(const State<W>& state) {
        Bounds found;
        if (rules_.bounds != nullptr) Caller::fetch(rules_.bounds, rules_.board, state, &found);
        if (found.lower_bound > found.upper_bound)
            throw RuleFailure<W>{RuleFault::bad_value, state};
        return found;
    }

private:
    GameFunctions rules_;
};

}  // namespace deepen
