// Minimax as the textbooks have it: every move of every position down to the depth, no shortcut.
// For teaching, and to check everything else against.
#pragma once

#include <algorithm>
#include <cstdint>

#include "game_search.h"

namespace deepen {

template <std::size_t W, TwoPlayerGame<W> G>
class Minimax : public GameSearch<W> {
    using Base = GameSearch<W>;
    using Base::nodes_;

public:
    static constexpr bool prunes = false;
    using Base::stopped;

    Minimax(G game, Watch& watch) : game_(game), watch_(watch) {}

    // As in Negamax, whatever the window.
    Outcome value_of(const Move<W>& move, Value, Value, std::uint32_t depth, std::uint32_t ply) {
        return Base::of_move(search(move.state, depth - 1, ply + 1), move);
    }

    std::size_t moves(const State<W>& state, Moves<W>& out) { return game_.moves(state, out, 0); }
    Bounds bounds(const State<W>& state) { return game_.bounds(state); }
    std::uint64_t table_hits() const { return 0; }
    std::size_t bytes() const { return moves_.bytes(); }

private:
    Outcome search(const State<W>& state, std::uint32_t depth, std::uint32_t ply) {
        Base::stop(watch_.before_expansion(nodes_, [this] { return Base::progress(bytes()); }));
        if (stopped()) return {0, false, 0};
        ++nodes_;
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
};

}  // namespace deepen
