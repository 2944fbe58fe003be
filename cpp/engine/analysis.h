// The value of every move of a position: negamax at growing depths, from the position itself.
//
// Each move has a lower and an upper bound at the depth of the moment, and two more that are proven
// for good. A search only ever asks of one move whether it is worth more than some number; which
// number to ask for is decided here.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

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
    std::uint64_t nodes = 0;
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
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    std::vector<DepthRow> rows;
};

struct AnalysisOptions {
    std::uint32_t first_depth = 1;
    std::uint32_t last_depth = most_plies + 1;
    bool all_values = true;              // of every move; else it is enough to know which are best
    bool quick_wins_score_more = false;  // see WindowSchedule
    std::uint32_t threads = 1;
    std::uint64_t alone =
        0;  // positions before the others join; sooner it is not worth their while
    Techniques techniques;
};

// Which numbers to ask for, to close in on a value. Most values are near 0: so first whether it is
// above 0, then in growing strides away from there, but never past the middle of what is left.
// Outside in: where much is won only by winning soon, the large numbers are the cheap ones.
class WindowSchedule {
public:
    explicit WindowSchedule(bool quick_wins_score_more)
        : quick_wins_score_more_(quick_wins_score_more) {}

    // range.lower_bound <= the number < range.upper_bound.
    Value next(const Bounds& range) {
        assert(range.lower_bound < range.upper_bound && range.finite());
        if (quick_wins_score_more_) return halved(range);
        if (range.lower_bound < 0 && range.upper_bound > 0) return 0;
        const Value most = (range.upper_bound - range.lower_bound) / 2;
        const Value step = std::min(stride_, most);
        stride_ *= 2;
        return range.lower_bound >= 0 ? range.lower_bound + step : range.upper_bound - 1 - step;
    }

private:
    static Value halved(const Bounds& range) {
        const Value middle = range.lower_bound + (range.upper_bound - range.lower_bound) / 2;
        if (middle <= 0 && range.lower_bound / 2 < middle) return range.lower_bound / 2;
        if (middle >= 0 && range.upper_bound / 2 > middle) return range.upper_bound / 2;
        return middle < range.upper_bound ? middle : range.lower_bound;
    }

    bool quick_wins_score_more_;
    Value stride_ = 1;
};

// `Search` is Negamax or Minimax.
template <std::size_t W, class Search>
class RootSearch {
public:
    RootSearch(Search& search, const State<W>& start, const AnalysisOptions& options)
        : search_(search), options_(options), start_(search.bounds(start)) {
        Moves<W> moves;
        const std::size_t count = search_.moves(start, moves);
        for (std::size_t i = 0; i < count; ++i)
            moves_.push_back({moves[i], {}, {}, {moves[i].lower_bound, moves[i].upper_bound}});
        for (MoveReport<W>& move : moves_) order_.push_back(&move);
        if (options.techniques.reorder)
            std::stable_sort(order_.begin(), order_.end(), [](const auto* a, const auto* b) {
                return a->move.order > b->move.order;
            });
        depth_ = options.first_depth;
        result_.proven = start_;
        is_over_ = count == 0;
        if (is_over_) result_.value = result_.proven = {0, 0};
    }

    // Goes on until it is done, or the search has to stop or to pause, or to the end of a depth. To
    // be called again after a pause: then the table knows what was done, and the search is soon
    // where it was.
    void go_on(const Watch& watch, std::uint32_t last_depth = most_plies + 1) {
        while (!is_over_ && depth_ <= last_depth) {
            search_.report(reported_depth_ != 0 ? reported_depth_ : depth_);
            settle(depth_);
            note_proven();
            if (search_.stopped()) return;
            finish(depth_, watch);
            is_over_ = is_done() || depth_ >= options_.last_depth;
            depth_ = next_depth(depth_);
            is_begun_ = false;
        }
    }
    // Whether nothing more can be found out.
    bool is_over() const { return is_over_ || is_done(); }

    // Whether the value is proven, and so is a move that reaches it.
    bool knows_best() const {
        return result_.proven.exact() &&
               std::any_of(moves_.begin(), moves_.end(), [&](const MoveReport<W>& move) {
                   return move.proven.lower_bound == result_.proven.lower_bound;
               });
    }

    // How many positions the next depth will take, if these go on growing as over the last two,
    // since odd and even depths differ; 0 if it is too early to say.
    double next_cost() const {
        const std::size_t count = costs_.size();
        if (count < 3) return 0;
        return costs_[count - 1] * std::sqrt(costs_[count - 1] / costs_[count - 3]);
    }
    const std::vector<DepthRow>& rows() const { return result_.rows; }

    // Told to people who wait, in place of its own depth.
    void report_as(std::uint32_t depth) { reported_depth_ = depth; }
    std::uint32_t depth() const { return depth_; }

    // What another search of the same position has proven.
    void learn(const RootSearch& other) {
        if (moves_.empty()) return;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            moves_[i].proven.raise(other.moves_[i].proven.lower_bound);
            moves_[i].proven.lower(other.moves_[i].proven.upper_bound);
        }
        note_proven();
    }

    // `stop`: what ended it, if anything did.
    Analysis<W> result(const Watch& watch, Stop stop) {
        result_.status = stop != Stop::none ? status_of(stop) : Status::depth_limit;
        if (is_done()) result_.status = Status::solved;
        // Proven in a search that was cut short: the line is an older one, of guesses.
        if (result_.proven.exact() && !line_is_proven_) result_.line = first_of_line();
        result_.moves = moves_;
        result_.nodes = search_.counted();
        result_.table_hits = search_.table_hits();
        result_.peak_bytes = search_.bytes();
        result_.seconds = watch.seconds();
        return std::move(result_);
    }

    // For a search that only fills the table for another one, and asks what that one will ask.
    void help() {
        while (!search_.stopped() && !moves_.empty()) {
            settle(depth_);
            note_proven();
            if (!search_.stopped()) find_line(depth_);
            is_begun_ = false;
            if (depth_ == options_.last_depth) break;
            depth_ = next_depth(depth_);
        }
    }

private:
    std::uint32_t next_depth(std::uint32_t depth) const {
        return std::min(depth + 1, options_.last_depth);
    }

    // All values at one depth.
    void settle(std::uint32_t depth) {
        if (!is_begun_)
            for (MoveReport<W>& move : moves_)
                move.now = {move.move.lower_bound, move.move.upper_bound};
        is_begun_ = true;
        if (options_.techniques.null_windows && now().finite())
            close_in(depth);
        else
            measure(depth);
        settle_others(depth);
    }

    // Null windows alone: each answers whether some move is worth more than a number.
    void close_in(std::uint32_t depth) {
        WindowSchedule schedule(options_.quick_wins_score_more);
        for (Bounds range = now(); !range.exact() && !search_.stopped(); range = now()) {
            const Value number = schedule.next(range);
            for (std::size_t i = 0; i < order_.size() && !search_.stopped(); ++i) {
                MoveReport<W>& move = *order_[i];
                if (move.now.upper_bound > number) ask(move, number, number + 1, depth);
                if (move.now.lower_bound > number) {
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
            if (move.now.upper_bound <= best) continue;
            if (options_.techniques.null_windows && !first) ask(move, best, best + 1, depth);
            const Value floor = Search::prunes ? best : -game_limit;
            if (move.now.upper_bound > best) ask(move, floor, game_limit, depth);
            first = false;
            if (move.now.lower_bound > best) {
                best = move.now.lower_bound;
                rotate(0, i, i + 1);
            }
        }
    }

    // The value is known: which moves reach it, and what are the others worth?
    void settle_others(std::uint32_t depth) {
        const Value value = now().lower_bound;
        for (MoveReport<W>* move : order_)
            if (move->now.lower_bound < value && move->now.upper_bound >= value)
                ask(*move, value - 1, value, depth);
        for (MoveReport<W>* move : order_) {
            WindowSchedule schedule(options_.quick_wins_score_more);
            while (options_.all_values && !move->now.exact() && !search_.stopped()) {
                const Bounds range = move->now;
                const bool halve = options_.techniques.null_windows && range.finite();
                const Value number = halve ? schedule.next(range) : range.lower_bound;
                ask(*move, number, halve ? number + 1 : range.upper_bound, depth);
            }
        }
    }

    void ask(MoveReport<W>& move, Value alpha, Value beta, std::uint32_t depth) {
        assert(alpha < beta);
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
            best.raise((move.*which).lower_bound);
            best.upper_bound = std::max(best.upper_bound, (move.*which).upper_bound);
        }
        return best;
    }
    Bounds now() const { return best_of(&MoveReport<W>::now); }

    void note_proven() {
        const Bounds found = best_of(&MoveReport<W>::proven);
        result_.proven.raise(found.lower_bound);
        result_.proven.lower(found.upper_bound);
    }

    bool is_done() const {
        const Value value = result_.proven.lower_bound;
        return result_.proven.exact() &&
               std::all_of(moves_.begin(), moves_.end(), [&](const MoveReport<W>& move) {
                   const bool placed =
                       move.proven.lower_bound == value || move.proven.upper_bound < value;
                   return move.proven.exact() || (placed && !options_.all_values);
               });
    }

    void finish(std::uint32_t depth, const Watch& watch) {
        const Value value = std::clamp(now().lower_bound, start_.lower_bound, start_.upper_bound);
        result_.depth = depth;
        result_.value = {value, value};
        const std::uint64_t counted = search_.counted();
        result_.rows.push_back({depth, value, counted + watch.waiting(), watch.seconds()});
        costs_.push_back(static_cast<double>(counted - counted_before_ + 1));
        counted_before_ = counted;
        find_line(depth);
    }

    void find_line(std::uint32_t depth) {
        for (MoveReport<W>& move : moves_) move.at_depth = move.now;
        result_.line = best_line(depth);
    }

    // Follows moves that keep the value. The table knows most of it; where it has forgotten, the
    // line ends rather than cost more than the value did. Of a proven value it is proven too, move
    // by move: what a search of this depth makes of a position may be a guess all the same.
    std::vector<Move<W>> best_line(std::uint32_t depth) {
        std::vector<Move<W>> line = first_of_line();
        search_.limit_effort(search_.nodes() / 8 + 10'000);
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
            if (told(move).lower_bound == value) return {move.move};
        return {};
    }

    // Of a proven value, what is proven of a move; else what is known of it at this depth.
    Bounds told(const MoveReport<W>& move) const {
        return result_.proven.exact() || move.proven.exact() ? move.proven : move.at_depth;
    }

    Value best_told() const {
        if (result_.proven.exact()) return result_.proven.lower_bound;
        Value best = -game_limit;
        for (const MoveReport<W>& move : moves_)
            if (told(move).exact()) best = std::max(best, told(move).lower_bound);
        return best;
    }

    bool keeps(const Move<W>& move, Value value, std::uint32_t depth, std::size_t ply) {
        if (search_.stopped() || move.upper_bound < value) return false;
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
    AnalysisOptions options_;
    Bounds start_;  // what the rules prove of the position itself
    std::vector<MoveReport<W>> moves_;
    std::vector<MoveReport<W>*> order_;
    Analysis<W> result_;
    std::vector<double> costs_;  // positions of each finished depth
    std::uint64_t counted_before_ = 0;
    std::uint32_t depth_ = 0;
    std::uint32_t reported_depth_ = 0;  // 0: its own
    bool is_begun_ = false;             // this depth, before a pause
    bool is_over_ = false;
    bool line_is_proven_ = false;
};

}  // namespace deepen
