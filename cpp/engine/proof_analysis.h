// An analysis by proof-number search: is the position won, and if not, is it a draw at least?
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analysis.h"
#include "proof_number.h"

namespace deepen {

template <std::size_t W, TwoPlayerGame<W> G>
class ProofAnalysis {
public:
    ProofAnalysis(G game, const State<W>& start, std::uint64_t table_bytes, Watch& watch)
        : game_(game),
          start_(start),
          watch_(watch),
          table_(table_bytes - table_bytes / 16, watch),  // the rest is for the path
          search_(game, table_, watch) {}

    Analysis<W> run() {
        search_.report(most_plies + 1);  // to the end of the game
        result_.proven = game_.bounds(start_);
        list_moves();
        if (result_.moves.empty())
            result_.value = result_.proven = {0, 0};
        else
            ask_all();
        result_.status = search_.stopped() ? status_of(search_.reason()) : Status::solved;
        if (result_.proven.exact()) result_.line = best_line();
        result_.nodes = search_.counted();
        result_.table_hits = search_.table_hits();
        result_.peak_bytes = search_.bytes();
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

private:
    using Option = ProofOption<W>;

    void list_moves() {
        Moves<W> moves;
        const std::size_t count = game_.moves(start_, moves, 0);
        for (std::size_t i = 0; i < count; ++i)
            result_.moves.push_back(
                {moves[i], {}, {}, {moves[i].lower_bound, moves[i].upper_bound}});
    }

    // Won? And if not, drawn? A no may tell at once that it is lost: then no draw was met.
    void ask_all() {
        for (const Value target : {Value{1}, Value{0}})
            if (result_.proven.lower_bound < target && result_.proven.upper_bound >= target &&
                !search_.stopped())
                ask(target);
    }

    void ask(Value target) {
        const ProofNumbers found = search_.ask(start_, target);
        Bounds best{-game_limit, -game_limit};
        for (const Option& option : search_.options()) {
            MoveReport<W>& move = result_.moves[option.number];
            learn(move.proven, option, target, found);
        }
        for (const MoveReport<W>& move : result_.moves) {
            best.raise(move.proven.lower_bound);
            best.upper_bound = std::max(best.upper_bound, move.proven.upper_bound);
        }
        result_.proven.raise(best.lower_bound);
        result_.proven.lower(best.upper_bound);
    }

    // An answer that leans on the start holds if it agrees with the answer about the start.
    void learn(Bounds& proven, const Option& option, Value target, const ProofNumbers& found) {
        const ProofNumbers& numbers = option.numbers;
        const bool agrees = !search_.stopped() && numbers.is_yes() == found.is_yes();
        if (!numbers.is_settled() || !(option.support.is_empty() || agrees)) return;
        const bool exactly = option.support.is_empty();
        if (numbers.is_yes())
            proven.raise(exactly ? option.bound : target);
        else
            proven.lower(exactly ? option.bound : target - 1);
    }

    // Best play by both, as far as the table knows it.

    struct Step {
        Move<W> move;
        std::uint32_t work = 0;  // that it took to prove; 0: it ends the game, or nobody knows
        bool is_known = false;
    };

    std::vector<Move<W>> best_line() {
        std::vector<Move<W>> line;
        std::vector<State<W>> seen{game_.canonical(start_)};
        State<W> state = start_;
        Value left = result_.proven.lower_bound;
        while (line.size() < most_plies) {
            const Step step = best_step(state, left);
            if (!step.is_known) break;
            state = step.move.state;
            left = after(step.move, left);
            const State<W> canonical = game_.canonical(state);
            if (std::find(seen.begin(), seen.end(), canonical) != seen.end()) break;
            line.push_back(step.move);
            seen.push_back(canonical);
        }
        return line;
    }

    static bool is_again(const Move<W>& move) { return (move.flags & again_flag) != 0; }
    static Value after(const Move<W>& move, Value left) {
        return is_again(move) ? left - move.reward : move.reward - left;
    }

    // A move that keeps the value: while winning the one that was proven soonest, else the one that
    // took longest to refute.
    Step best_step(const State<W>& state, Value left) {
        Moves<W> moves;
        Step best;
        const std::size_t count = game_.moves(state, moves, 0);
        for (std::size_t i = 0; i < count; ++i) {
            const Step step = step_of(moves[i], left);
            const bool better = left > 0 ? step.work < best.work : step.work > best.work;
            if (step.is_known && (!best.is_known || better)) best = step;
        }
        return best;
    }

    Step step_of(const Move<W>& move, Value left) {
        if (move.lower_bound == move.upper_bound) return {move, 0, move.lower_bound == left};
        const State<W> state = game_.canonical(move.state);
        const Value value = after(move, left);
        Bounds known;
        std::uint32_t work = 0;
        // Who asks for a win may learn of a loss, and the other way round.
        for (Value target = value - 1; target <= value + 2; ++target) {
            const ProofEntry entry = table_.find(state, hash_of(state), target);
            if (!entry.is_final()) continue;
            work = std::max<std::uint32_t>(work, entry.work);
            if (entry.kind == ProofEntry::yes)
                known.raise(entry.bound());
            else
                known.lower(entry.bound());
        }
        const bool at_least = known.lower_bound >= value;
        const bool at_most = known.upper_bound <= value;
        const bool keeps = move.lower_bound >= left || (is_again(move) ? at_least : at_most);
        return {move, work, keeps && (at_least || at_most)};
    }

    G game_;
    State<W> start_;
    Watch& watch_;
    ProofTable<W> table_;
    ProofNumberSearch<W, G> search_;
    Analysis<W> result_;
};

}  // namespace deepen
