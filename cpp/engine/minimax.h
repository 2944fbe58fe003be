// Minimax as the textbooks have it: every move of every position down to the depth, no shortcut.
// For teaching, and to check everything else against.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "game.h"
#include "limits.h"
#include "negamax.h"

namespace deepen {

template <std::size_t W, TwoPlayerGame<W> G>
class Minimax {
public:
    static constexpr bool prunes = false;

    Minimax(G game, Watch& watch) : game_(game), watch_(watch) {}

    // As in Negamax, whatever the window.
    Outcome value_of(const Move<W>& move, Value, Value, std::uint32_t depth, std::uint32_t ply) {
        Outcome found = search(move.state, depth - 1, ply + 1);
        const bool again = (move.flags & again_flag) != 0;
        found.value = move.reward + (again ? found.value : -found.value);
        found.value = std::clamp<Value>(found.value, move.low, move.high);
        ++found.depth;
        if (found.value <= -game_limit || found.value >= game_limit) [[unlikely]]
            if (!stopped()) throw RuleFailure<W>{RuleFault::value_overflow, move.state};
        return found;
    }

    std::size_t moves(const State<W>& state, Moves<W>& out) { return game_.moves(state, out, 0); }
    Bounds bounds(const State<W>& state) { return game_.bounds(state); }
    void report(std::uint32_t depth) { depth_ = depth; }
    void limit_effort(std::uint64_t more) {
        effort_limit_ = positions_ + more;
        effort_from_ = positions_;
    }
    void lift_effort_limit() {
        effort_limit_ = no_limit;
        extra_ += positions_ - effort_from_;
        if (stopped_ == Stop::effort) stopped_ = Stop::none;
    }
    bool stopped() const { return stopped_ != Stop::none; }
    Stop reason() const { return stopped_; }
    std::uint64_t positions() const { return positions_; }
    // Without what was looked at under a limit of its own.
    std::uint64_t counted() const {
        return (effort_limit_ == no_limit ? positions_ : effort_from_) - extra_;
    }
    std::uint64_t table_hits() const { return 0; }
    std::size_t bytes() const { return moves_.bytes(); }

private:
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    Outcome search(const State<W>& state, std::uint32_t depth, std::uint32_t ply) {
        stopped_ = watch_.before_expansion(positions_, [this] {
            return Progress{.expanded = counted(), .bytes = bytes(), .lower_bound = depth_};
        });
        if (positions_ >= effort_limit_ && !stopped()) stopped_ = Stop::effort;
        if (stopped()) return {0, false, 0};
        ++positions_;
        const std::size_t first = used_;
        const std::size_t count = game_.moves(state, moves_, first);
        if (count == 0) return {0, true, 0};
        if (depth == 0 || ply >= most_plies) return {game_.evaluate(state), false, 0};
        used_ = first + count;
        Outcome found{-game_limit, true, 0};
        for (std::size_t i = first; i < first + count && !stopped(); ++i) {
            const Move<W> move = moves_[i];  // the buffer may move
            const Outcome tried = value_of(move, 0, 0, depth, ply);
            found.value = std::max(found.value, tried.value);
            found.proven = found.proven && tried.proven;
            found.depth = std::max(found.depth, tried.depth);
        }
        used_ = first;
        return found;
    }

    G game_;
    Watch& watch_;
    Moves<W> moves_;
    std::size_t used_ = 0;
    Stop stopped_ = Stop::none;
    std::uint64_t positions_ = 0;
    std::uint64_t effort_limit_ = no_limit;
    std::uint64_t effort_from_ = 0;
    std::uint64_t extra_ = 0;
    std::uint32_t depth_ = 0;
};

}  // namespace deepen
