// The value of every move of a position: negamax at growing depths, from the position itself.
//
// Each move has a lower and an upper bound at the depth of the moment, and two more that are proven
// for good. A search only ever asks of one move whether it is worth more than some number; which
// number to ask for is decided here.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "minimax.h"
#include "negamax.h"
#include "result.h"

namespace deepen {

template <std::size_t W>
struct MoveReport {
    Move<W> move;
    Bounds now;       // at the depth that is being searched
    Bounds at_depth;  // at the depth of the last finished search
    Bounds proven;
};

// One finished search of an analysis.
struct DepthRow {
    std::uint32_t depth = 0;
    Value value = 0;
    std::uint64_t positions = 0;
    double seconds = 0;
};

template <std::size_t W>
struct Analysis {
    Status status = Status::solved;
    std::uint32_t depth = 0;  // of the last finished search; 0 for none
    Bounds value;             // at that depth
    Bounds proven;
    std::vector<MoveReport<W>> moves;  // in the rules' order
    std::vector<Move<W>> line;
    std::uint64_t positions = 0;
    std::uint64_t table_hits = 0;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    std::vector<DepthRow> rows;
};

struct Wishes {
    std::uint32_t first_depth = 1;
    std::uint32_t last_depth = most_plies + 1;
    bool every_value = true;  // of every move; else it is enough to know which are best
    bool outside_in = false;  // see Questions
    std::uint32_t threads = 1;
    std::uint64_t alone =
        0;  // positions before the others join; sooner it is not worth their while
    Techniques techniques;
};

// Which numbers to ask for, to close in on a value. Most values are near 0: so first whether it is
// above 0, then in growing strides away from there, but never past the middle of what is left.
// Outside in: where much is won only by winning soon, the large numbers are the cheap ones.
class Questions {
public:
    explicit Questions(bool outside_in) : outside_in_(outside_in) {}

    Value next(const Bounds& range) {
        if (outside_in_) return halved(range);
        if (range.low < 0 && range.high > 0) return 0;
        const Value most = (range.high - range.low) / 2;
        const Value step = std::min(stride_, most);
        stride_ *= 2;
        return range.low >= 0 ? range.low + step : range.high - 1 - step;
    }

private:
    static Value halved(const Bounds& range) {
        const Value middle = range.low + (range.high - range.low) / 2;
        if (middle <= 0 && range.low / 2 < middle) return range.low / 2;
        if (middle >= 0 && range.high / 2 > middle) return range.high / 2;
        return middle < range.high ? middle : range.low;
    }

    bool outside_in_;
    Value stride_ = 1;
};

// `Search` is Negamax or Minimax.
template <std::size_t W, class Search>
class Analyst {
public:
    // Helpers have a seed other than 0: they take the moves in another order.
    Analyst(Search& search, const State<W>& start, const Wishes& wishes, std::uint32_t seed)
        : search_(search), wishes_(wishes), start_(search.bounds(start)) {
        Moves<W> moves;
        const std::size_t count = search_.moves(start, moves);
        for (std::size_t i = 0; i < count; ++i)
            moves_.push_back({moves[i], {}, {}, {moves[i].low, moves[i].high}});
        for (MoveReport<W>& move : moves_) order_.push_back(&move);
        if (wishes.techniques.reorder)
            std::stable_sort(order_.begin(), order_.end(), [](const auto* a, const auto* b) {
                return a->move.order > b->move.order;
            });
        if (count > 0) rotate(0, seed % count, count);
    }

    Analysis<W> run(const Watch& watch) {
        result_.proven = start_;
        if (moves_.empty())
            result_.value = result_.proven = {0, 0};
        else
            deepen(watch);
        // Proven in a search that was cut short: the line is an older one, of guesses.
        if (result_.proven.exact() && !line_is_proven_) result_.line = first_of_line();
        result_.moves = moves_;
        result_.positions = search_.counted();
        result_.table_hits = search_.table_hits();
        result_.peak_bytes = search_.bytes();
        result_.seconds = watch.seconds();
        return std::move(result_);
    }

    // For a search that only fills the table for another one.
    void help() {
        for (std::uint32_t depth = wishes_.first_depth; !search_.stopped() && !moves_.empty();) {
            settle(depth);
            if (depth == wishes_.last_depth) break;
            depth = next_depth(depth);
        }
    }

private:
    void deepen(const Watch& watch) {
        for (std::uint32_t depth = wishes_.first_depth;; depth = next_depth(depth)) {
            search_.report(depth);
            settle(depth);
            note_proven();
            if (search_.stopped()) {
                result_.status = is_done() ? Status::solved : status_of(search_.reason());
                return;
            }
            finish(depth, watch);
            if (is_done()) return;
            if (depth >= wishes_.last_depth) {
                result_.status = Status::depth_limit;
                return;
            }
        }
    }

    std::uint32_t next_depth(std::uint32_t depth) const {
        return std::min(depth + 1, wishes_.last_depth);
    }

    // All values at one depth.
    void settle(std::uint32_t depth) {
        for (MoveReport<W>& move : moves_) move.now = {move.move.low, move.move.high};
        if (wishes_.techniques.null_windows && now().finite())
            close_in(depth);
        else
            measure(depth);
        settle_others(depth);
    }

    // Null windows alone: each answers whether some move is worth more than a number.
    void close_in(std::uint32_t depth) {
        Questions questions(wishes_.outside_in);
        for (Bounds range = now(); !range.exact() && !search_.stopped(); range = now()) {
            const Value number = questions.next(range);
            for (std::size_t i = 0; i < order_.size() && !search_.stopped(); ++i) {
                MoveReport<W>& move = *order_[i];
                if (move.now.high > number) ask(move, number, number + 1, depth);
                if (move.now.low > number) {
                    rotate(0, i, i + 1);
                    break;
                }
            }
        }
    }

    // Where nobody knows a range: the first move is measured, the others have to beat the best.
    void measure(std::uint32_t depth) {
        Value best = -game_limit;
        bool first = true;
        for (std::size_t i = 0; i < order_.size() && !search_.stopped(); ++i) {
            MoveReport<W>& move = *order_[i];
            if (move.now.high <= best) continue;
            if (wishes_.techniques.null_windows && !first) ask(move, best, best + 1, depth);
            const Value floor = Search::prunes ? best : -game_limit;
            if (move.now.high > best) ask(move, floor, game_limit, depth);
            first = false;
            if (move.now.low > best) {
                best = move.now.low;
                rotate(0, i, i + 1);
            }
        }
    }

    // The value is known: which moves reach it, and what are the others worth?
    void settle_others(std::uint32_t depth) {
        const Value value = now().low;
        for (MoveReport<W>* move : order_)
            if (move->now.low < value && move->now.high >= value)
                ask(*move, value - 1, value, depth);
        for (MoveReport<W>* move : order_) {
            Questions questions(wishes_.outside_in);
            while (wishes_.every_value && !move->now.exact() && !search_.stopped()) {
                const Bounds range = move->now;
                const bool halve = wishes_.techniques.null_windows && range.finite();
                const Value number = halve ? questions.next(range) : range.low;
                ask(*move, number, halve ? number + 1 : range.high, depth);
            }
        }
    }

    void ask(MoveReport<W>& move, Value alpha, Value beta, std::uint32_t depth) {
        if (search_.stopped()) return;
        const Outcome found = search_.value_of(move.move, alpha, beta, depth, 0);
        if (search_.stopped()) return;
        for (Bounds* bounds : {&move.now, &move.proven}) {
            if (bounds == &move.proven && !found.proven) continue;
            if (found.value > alpha) bounds->raise(found.value);
            if (found.value < beta) bounds->lower(found.value);
        }
    }

    // What the bounds of all moves say of the position.
    Bounds best_of(Bounds MoveReport<W>::* which) const {
        Bounds best{-game_limit, -game_limit};
        for (const MoveReport<W>& move : moves_) {
            best.raise((move.*which).low);
            best.high = std::max(best.high, (move.*which).high);
        }
        return best;
    }
    Bounds now() const { return best_of(&MoveReport<W>::now); }

    void note_proven() {
        const Bounds found = best_of(&MoveReport<W>::proven);
        result_.proven.raise(found.low);
        result_.proven.lower(found.high);
    }

    bool is_done() const {
        const Value value = result_.proven.low;
        return result_.proven.exact() &&
               std::all_of(moves_.begin(), moves_.end(), [&](const MoveReport<W>& move) {
                   const bool placed = move.proven.low == value || move.proven.high < value;
                   return move.proven.exact() || (placed && !wishes_.every_value);
               });
    }

    void finish(std::uint32_t depth, const Watch& watch) {
        for (MoveReport<W>& move : moves_) move.at_depth = move.now;
        const Value value = std::clamp(now().low, start_.low, start_.high);
        result_.depth = depth;
        result_.value = {value, value};
        result_.rows.push_back({depth, value, search_.counted(), watch.seconds()});
        result_.line = best_line(depth);
    }

    // Follows moves that keep the value. The table knows most of it; where it has forgotten, the
    // line ends rather than cost more than the value did. Of a proven value it is proven too, move
    // by move: what a search of this depth makes of a position may be a guess all the same.
    std::vector<Move<W>> best_line(std::uint32_t depth) {
        std::vector<Move<W>> line = first_of_line();
        search_.limit_effort(search_.positions() / 8 + 10'000);
        Value left = best_told();
        Moves<W> moves;
        while (!line.empty() && line.size() < depth) {
            const Move<W> last = line.back();
            left = (last.flags & again_flag) != 0 ? left - last.reward : last.reward - left;
            const std::size_t count = search_.moves(last.state, moves);
            std::size_t i = 0;
            const auto remaining = static_cast<std::uint32_t>(depth - line.size());
            while (i < count && !keeps(moves[i], left, remaining, line.size())) ++i;
            if (i == count || search_.stopped()) break;
            line.push_back(moves[i]);
        }
        search_.lift_effort_limit();
        line_is_proven_ = result_.proven.exact();
        return line;
    }

    // None, where the position's own bounds prove its value and nobody knows which move keeps it.
    std::vector<Move<W>> first_of_line() const {
        const Value value = best_told();
        for (const MoveReport<W>& move : moves_)
            if (told(move).low == value) return {move.move};
        return {};
    }

    // Of a proven value, what is proven of a move; else what is known of it at this depth.
    Bounds told(const MoveReport<W>& move) const {
        return result_.proven.exact() || move.proven.exact() ? move.proven : move.at_depth;
    }

    Value best_told() const {
        if (result_.proven.exact()) return result_.proven.low;
        Value best = -game_limit;
        for (const MoveReport<W>& move : moves_)
            if (told(move).exact()) best = std::max(best, told(move).low);
        return best;
    }

    bool keeps(const Move<W>& move, Value value, std::uint32_t depth, std::size_t ply) {
        if (search_.stopped() || move.high < value) return false;
        const auto at = static_cast<std::uint32_t>(ply);
        const Outcome found = search_.value_of(move, value - 1, value, depth, at);
        return found.value >= value && (found.proven || !result_.proven.exact());
    }

    void rotate(std::size_t first, std::size_t middle, std::size_t last) {
        const auto at = [this](std::size_t i) {
            return order_.begin() + static_cast<std::ptrdiff_t>(i);
        };
        std::rotate(at(first), at(middle), at(last));
    }

    Search& search_;
    Wishes wishes_;
    Bounds start_;  // what the rules prove of the position itself
    std::vector<MoveReport<W>> moves_;
    std::vector<MoveReport<W>*> order_;
    Analysis<W> result_;
    bool line_is_proven_ = false;
};

// Lazy SMP: helpers search the same position in another order; all that they share is the table. So
// they can be sent away at any moment and called again, as is done when the table has to grow.
template <std::size_t W, TwoPlayerGame<W> G>
Analysis<W> analyse(G game, const State<W>& start, const Wishes& wishes, std::uint64_t table_bytes,
                    Watch& watch) {
    using Search = Negamax<W, G>;
    TranspositionTable<W> table(wishes.techniques.table ? table_bytes : 0);
    constexpr std::uint64_t often = 100'000;  // positions, a twentieth of a second
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> others{0};
    const auto help = [&](std::uint32_t seed) {
        const auto search =
            std::make_unique<Search>(game, table, wishes.techniques, nullptr, stop, seed);
        const RuleGuard guard([&] { return !stop.load(std::memory_order_relaxed); });
        try {
            Analyst<W, Search>(*search, start, wishes, seed).help();
        } catch (...) {  // the main search will meet it too, or does not need it
        }
        others += search->positions();
    };
    std::vector<std::jthread> helpers;
    const auto search = std::make_unique<Search>(game, table, wishes.techniques, &watch, stop, 0);
    const auto call_helpers = [&] {
        stop = false;
        for (std::uint32_t i = 1; i < wishes.threads; ++i) helpers.emplace_back(help, i);
    };
    const auto send_away = [&] {
        stop = true;
        helpers.clear();
    };
    const auto look_after_table = [&] {
        if (helpers.empty()) {
            table.share();
            call_helpers();
        } else if (table.is_crowded()) {
            send_away();
            table.grow();
            call_helpers();
        }
    };
    try {
        if (wishes.threads > 1) search->call(look_after_table, wishes.alone, often);
        Analysis<W> found = Analyst<W, Search>(*search, start, wishes, 0).run(watch);
        send_away();
        found.positions += others;
        return found;
    } catch (...) {
        send_away();
        throw;
    }
}

template <std::size_t W, TwoPlayerGame<W> G>
Analysis<W> analyse_by_minimax(G game, const State<W>& start, const Wishes& wishes, Watch& watch) {
    Minimax<W, G> search(game, watch);
    return Analyst<W, Minimax<W, G>>(search, start, wishes, 0).run(watch);
}

}  // namespace deepen
