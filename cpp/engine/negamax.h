// Alpha-beta in its negamax form: principal variation search with a transposition table.
//
// The value of a position at a depth is what plain minimax gives that guesses after so many moves,
// each value clamped into the bounds that the rules prove. Nothing here changes it: not the table,
// not the order, not the window. A search that never had to guess has proven its value.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "game_search.h"
#include "search_paths.h"
#include "transposition_table.h"

namespace deepen {

struct Techniques {
    bool table = true;
    bool reorder = true;       // table move first, then by the rules' order, killers and history
    bool null_windows = true;  // ask first whether a move is better than the best so far
};

// What a search and its helpers share beside the table.
class HelperControl {
public:
    HelperControl(Watch& watch, std::uint32_t searches) : watch_(watch), paths_(searches) {}

    void stop() { stop_ = true; }
    void start() { stop_ = false; }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }

    // Asked by helpers before each position, which may be one that is not counted.
    bool must_stop(std::uint64_t nodes, bool counts) {
        if (nodes % step == step - 1 && counts && !watch_.count_elsewhere(step)) stop();
        return stopped();
    }
    // By one that has come to its end.
    void leave(std::uint64_t nodes) { watch_.count_elsewhere(nodes % step); }

    // The searches share out what lies less than so many plies below the root; 0: nothing.
    std::uint32_t shared_plies() const { return shared_plies_.load(std::memory_order_relaxed); }
    void set_shared_plies(std::uint32_t plies) {
        shared_plies_.store(plies, std::memory_order_relaxed);
    }
    SearchPaths& paths() { return paths_; }

private:
    static constexpr std::uint64_t step = 256;

    Watch& watch_;
    SearchPaths paths_;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint32_t> shared_plies_{0};
};

template <std::size_t W, TwoPlayerGame<W> G>
class Negamax : public GameSearch<W> {
    using Base = GameSearch<W>;
    using Base::nodes_;

public:
    static constexpr bool prunes = true;
    using Base::stopped;

    // `watch` is null in a search that helps another one; `number` tells it from the others.
    Negamax(G game, TranspositionTable<W>& table, const Techniques& techniques, Watch* watch,
            HelperControl& control, std::uint32_t number)
        : game_(game),
          table_(table),
          techniques_(techniques),
          watch_(watch),
          control_(control),
          number_(number) {
        killers_.fill({no_action, no_action});
        // Helpers look at equally promising moves in other orders, so that they find other things.
        for (std::size_t i = 0; number != 0 && i < history_.size(); ++i)
            history_[i] = static_cast<std::uint32_t>(hash_of(State<1>{{i + number}}) >> 58);
    }

    // Calls a task between two positions, after so many of them and then every so many.
    void call(std::function<void()> task, std::uint64_t after, std::uint64_t every) {
        task_ = std::move(task);
        task_at_ = after;
        task_every_ = every;
    }

    // What a move is worth to its mover, `depth` moves deep, this one included. Of the true value v
    // at that depth the answer a says, where alpha < beta:
    //     a <= alpha          v <= a, an upper bound
    //     alpha < a < beta    v == a
    //     beta <= a           v >= a, a lower bound
    // It means nothing once the search has stopped.
    Outcome value_of(Move<W> move, Value alpha, Value beta, std::uint32_t depth,
                     std::uint32_t ply) {
        assert(alpha < beta && depth > 0);
        move.state = game_.canonical(move.state);
        return canonical_value_of(move, alpha, beta, depth, ply);
    }

    std::size_t moves(const State<W>& state, Moves<W>& out) { return game_.moves(state, out, 0); }
    Bounds bounds(const State<W>& state) { return game_.bounds(state); }

    // After a stop, which part of the question was done: a rough guess.
    double done() const { return done_; }
    std::uint64_t table_hits() const { return hits_; }
    // Positions whose moves it shared out.
    std::uint64_t shared_out() const { return shared_out_; }
    std::size_t bytes() const { return moves_.bytes() + keys_.bytes() + table_.bytes(); }

private:
    static constexpr Value nothing = -game_limit;
    static constexpr std::size_t history_size = 4096;
    static constexpr std::uint32_t most_history = 1 << 24;
    // Moves made ready at once where the table is slow to answer.
    static constexpr std::size_t look_ahead = 3;

    Outcome canonical_value_of(const Move<W>& move, Value alpha, Value beta, std::uint32_t depth,
                               std::uint32_t ply) {
        const Value reward = move.reward;
        const bool again = (move.flags & again_flag) != 0;
        const Value low = again ? alpha - reward : reward - beta;
        const Value high = again ? beta - reward : reward - alpha;
        return Base::of_move(search(move.state, low, high, depth - 1, ply + 1), move);
    }

    // A position while its moves are searched: as far as is known, its value lies in
    // [best, ceiling]. `proven` and `reached` are those of the Outcome that will be told.
    struct Frame {
        const State<W>& state;
        std::uint64_t hash;
        Value alpha;
        Value beta;
        std::uint32_t depth;
        std::uint32_t ply;
        std::uint32_t table_move;
        std::size_t first;  // its moves are moves_[first] to moves_[end - 1]
        std::size_t end;
        Value best = nothing;
        Value ceiling = game_limit;
        Value reach = nothing;  // the most that any of its moves can be worth
        bool proven = true;
        std::uint32_t reached = 1;
        std::uint32_t best_move = TableEntry::no_move;

        // A move that is worth so much settles the position.
        Value enough() const { return std::min(beta, ceiling); }
        void forget_proof() {
            proven = true;
            reached = 0;
        }
        Outcome worth(Value value) const { return {value, proven, reached}; }
    };

    // As value_of, for a position and the player to move there.
    Outcome search(const State<W>& state, Value alpha, Value beta, std::uint32_t depth,
                   std::uint32_t ply) {
        assert(alpha < beta);
        if (must_stop()) [[unlikely]]
            return nothing_done();
        ++nodes_;
        if (ply >= most_plies) [[unlikely]]
            depth = 0;
        const std::uint64_t hash = hash_of(state);
        TableEntry known;
        if (techniques_.table && depth > 0) known = table_.find(state, hash);
        const bool is_hit = known.known() && known.holds_at(depth);
        if (is_hit) {
            ++hits_;
            if (known.lower_bound >= beta || known.lower_bound == known.upper_bound)
                return remembered(known, known.lower_bound);
            if (known.upper_bound <= alpha) return remembered(known, known.upper_bound);
        }

        const std::size_t first = used_;
        const std::size_t count = game_.moves(state, moves_, first);
        if (count == 0) return {0, true, 0};
        if (depth == 0) return {game_.evaluate(state), false, 0};
        Frame frame{state, hash, alpha, beta, depth, ply, known.best, first, first + count};
        if (is_hit) narrow(frame, known);
        bound_moves(frame);
        if (frame.best >= frame.enough()) return frame.worth(std::min(frame.best, frame.ceiling));
        if (frame.ceiling <= alpha) return frame.worth(frame.ceiling);

        const std::uint64_t before = nodes_;
        used_ = frame.end;
        rank(frame);
        if (ply < control_.shared_plies()) [[unlikely]]
            return share(frame, known);
        search_moves(frame);
        return finished(frame, known, nodes_ - before);
    }

    [[gnu::always_inline]] Outcome finished(Frame& frame, const TableEntry& known,
                                            std::uint64_t work) {
        used_ = frame.first;
        if (stopped()) [[unlikely]]
            return bookmarked(frame, known, work);
        if (!frame.proven) frame.reached = frame.depth;
        if (techniques_.table) record(frame, work);
        return frame.worth(frame.best);
    }

    // What the table knows may narrow the window.
    [[gnu::always_inline]] static void narrow(Frame& frame, const TableEntry& known) {
        if (known.lower_bound <= frame.alpha && known.upper_bound >= frame.beta) return;
        frame.best = known.lower_bound;
        frame.ceiling = known.upper_bound;
        frame.proven = known.proven != 0;
        frame.reached = known.depth;
    }

    // What the rules know of each move may do the same.
    [[gnu::always_inline]] void bound_moves(Frame& frame) {
        const std::size_t count = frame.end - frame.first;
        for (std::size_t i = 0; i < count; ++i) {
            Move<W>& move = moves_[frame.first + i];
            move.flags |= static_cast<std::uint32_t>(i) << 1;  // its number in the rules' order
            frame.best = std::max<Value>(frame.best, move.lower_bound);
            frame.reach = std::max<Value>(frame.reach, move.upper_bound);
        }
        frame.ceiling = std::min(frame.ceiling, frame.reach);
    }

    // Tries moves until one is enough or the search has to stop.
    [[gnu::always_inline]] void search_moves(Frame& frame) {
        const std::uint64_t before = nodes_;
        const Value enough = frame.enough();
        bool open = true;
        std::size_t ready = frame.first;
        for (std::size_t i = frame.first; i < frame.end; ++i) {
            prepare_ahead(frame, i, ready);
            if (ends_with(i, frame, enough, open, before)) return;
        }
    }

    // Tries one move: whether no other is to be tried, since it is enough or the search has to
    // stop.
    [[gnu::always_inline]] bool ends_with(std::size_t i, Frame& frame, Value enough, bool& open,
                                          std::uint64_t before) {
        const Move<W> move = moves_[i];  // the buffer may move
        const Value floor = std::max(frame.alpha, frame.best);
        if (move.upper_bound <= floor) {
            frame.best = std::max<Value>(frame.best, move.upper_bound);
            return false;
        }
        const Outcome tried = attempt(move, floor, enough, open, frame.depth, frame.ply);
        if (stopped()) [[unlikely]] {
            note_done(i - frame.first, frame.end - frame.first);
            return true;
        }
        open = false;
        if (tried.value < enough) {
            note_tried(frame, move, tried);
            return false;
        }
        // The others do not matter then, nor, at beta, whether they are proven.
        if (enough == frame.beta) frame.forget_proof();
        note_tried(frame, move, tried);
        frame.best = std::min(frame.best, frame.ceiling);
        update_history(move, frame.ply, nodes_ - before);
        return true;
    }

    // The rest of a search, where other searches may be in the same position. By value, so that a
    // search alone can keep its frame in registers.
    [[gnu::noinline, gnu::cold]] Outcome share(Frame frame, TableEntry known) {
        ++shared_out_;
        const std::uint64_t before = nodes_;
        SearchPaths::Visit visit(control_.paths(), number_, frame.ply, frame.hash);
        share_moves(frame, visit);
        const Outcome found = finished(frame, known, nodes_ - before);
        if (!stopped()) visit.call_others_back();
        return found;
    }

    // As search_moves, where other searches may be at work too. All of them look at the first move,
    // since it may be enough, and share out what lies below it; of the others each looks first at
    // those where nobody is.
    void share_moves(Frame& frame, SearchPaths::Visit& visit) {
        const std::uint64_t before = nodes_;
        const Value enough = frame.enough();
        bool open = true;
        std::size_t ready = frame.first;
        for (std::size_t i = frame.first; i < frame.end; ++i) {
            if (visit.is_called_back()) return Base::follow_recall();
            if (i > frame.first && is_known_by_now(frame)) return;
            bring_idle_to(i, frame, ready, visit);
            const bool ends = ends_with(i, frame, enough, open, before);
            if (has_come_back(visit)) {
                if (is_known_by_now(frame)) return;
                --i;  // whoever called has settled it for another window
            } else if (ends) {
                return;
            }
        }
    }

    // Whether it has left a move since it was called back to here, and no further.
    bool has_come_back(SearchPaths::Visit& visit) {
        if (visit.is_called_back()) return false;
        visit.answer_recall();
        return Base::end_recall();
    }

    // Whether another search has settled a position in the meantime.
    bool is_known_by_now(Frame& frame) {
        const TableEntry known = table_.find(frame.state, frame.hash);
        if (!known.known() || !known.holds_at(frame.depth)) return false;
        const bool is_low = known.upper_bound <= frame.alpha;
        if (!is_low && known.lower_bound < known.upper_bound && known.lower_bound < frame.beta)
            return false;
        frame.best = is_low ? known.upper_bound : known.lower_bound;
        frame.proven = known.proven != 0;
        frame.reached = known.depth;
        frame.best_move = known.best;
        return true;
    }

    // Chooses the next move: the best after the first at which nobody else is, if there is one.
    void bring_idle_to(std::size_t i, const Frame& frame, std::size_t& ready,
                       const SearchPaths::Visit& visit) {
        for (std::size_t j = i; j < frame.end; ++j) {
            if (j == ready) prepare(ready++, frame.end);
            const Move<W> move = moves_[j];
            const bool is_open = move.lower_bound < move.upper_bound;
            if (i > frame.first && is_open && visit.is_busy(hash_of(move.state))) continue;
            for (; j > i; --j) moves_[j] = moves_[j - 1];
            moves_[i] = move;
            return;
        }
    }

    [[gnu::always_inline]] static void note_tried(Frame& frame, const Move<W>& move,
                                                  const Outcome& tried) {
        if (tried.value > frame.best) {
            frame.best = tried.value;
            frame.best_move = number_of(move);
        }
        frame.proven &= tried.proven;
        frame.reached = std::max(frame.reached, tried.depth);
    }

    [[gnu::always_inline]] void record(const Frame& frame, std::uint64_t work) {
        TableEntry learnt;
        const Value upper_bound = frame.best < frame.beta ? frame.best : frame.reach;
        if (frame.best > frame.alpha) learnt.lower_bound = static_cast<std::int32_t>(frame.best);
        learnt.upper_bound = static_cast<std::int32_t>(upper_bound);
        learnt.depth = static_cast<std::uint16_t>(frame.reached) & 0x7fff;
        learnt.proven = frame.proven;
        learnt.best = static_cast<std::uint8_t>(frame.best_move);
        learnt.work = work_of(work);
        table_.record(frame.state, frame.hash, learnt, watch_);
    }
    static std::uint8_t work_of(std::uint64_t nodes) {
        return static_cast<std::uint8_t>(1 + std::bit_width(nodes));
    }

    // On the way back from a search that has to stop: if it goes on later, it is to begin with the
    // move that it began with now, or with the best so far, not with what seems best by then.
    Outcome bookmarked(const Frame& frame, TableEntry known, std::uint64_t work) {
        if (Base::reason() == Stop::recalled) return {0, false, 0};
        const bool has_best = frame.best_move != TableEntry::no_move;
        const std::uint32_t begin = has_best ? frame.best_move : number_of(moves_[frame.first]);
        if (!known.known()) known.proven = true;  // that it is worth anything at all
        known.best = static_cast<std::uint8_t>(begin);
        known.work = std::max(known.work, work_of(work));
        if (techniques_.table) table_.put(frame.state, frame.hash, known);
        return {0, false, 0};
    }

    // On the way back from a search that has to stop: which part of this position was done. Whether
    // the first move is enough nobody knows, so it counts for more than one.
    void note_done(std::size_t tried, std::size_t count) {
        const auto moves = static_cast<double>(count);
        done_ = (static_cast<double>(tried) + done_) / (tried == 0 ? std::sqrt(moves) : moves);
    }

    static Outcome remembered(const TableEntry& known, Value value) {
        return {value, known.proven != 0, known.depth};
    }

    // Principal variation search: after the first move the others are expected to be no better,
    // which is cheaper to refute than to measure.
    Outcome attempt(const Move<W>& move, Value floor, Value enough, bool open, std::uint32_t depth,
                    std::uint32_t ply) {
        if (move.lower_bound == move.upper_bound) return {move.lower_bound, true, 1};
        if (open || !techniques_.null_windows || enough - floor == 1)
            return canonical_value_of(move, floor, enough, depth, ply);
        const Outcome tried = canonical_value_of(move, floor, floor + 1, depth, ply);
        if (tried.value <= floor || tried.value >= enough || stopped()) return tried;
        return canonical_value_of(move, tried.value - 1, enough, depth, ply);
    }

    Outcome nothing_done() {
        done_ = 0;
        return {0, false, 0};
    }

    bool must_stop() {
        if (nodes_ >= task_at_) [[unlikely]] {
            task_at_ = nodes_ + task_every_;
            task_();
        }
        if (watch_ != nullptr)
            Base::stop(
                watch_->before_expansion(nodes_, [this] { return Base::progress(bytes()); }));
        else
            Base::stop(control_.must_stop(nodes_, Base::counts()) ? Stop::cancelled : Stop::none);
        return stopped();
    }

    // The order of trial

    [[gnu::always_inline]] void rank(const Frame& frame) {
        if (!techniques_.reorder) return;
        keys_.grow_to(frame.end);
        const auto& killers = killers_[frame.ply];
        const std::size_t count = frame.end - frame.first;
        for (std::size_t i = 0; i < count; ++i) {
            const Move<W>& move = moves_[frame.first + i];
            std::int64_t key = (std::int64_t{move.order} << 28) + history(move.action);
            if (move.action == killers[0])
                key += 3 << 25;
            else if (move.action == killers[1])
                key += 2 << 25;
            const bool is_table_move = i == frame.table_move;
            keys_[frame.first + i] = is_table_move ? std::numeric_limits<std::int64_t>::max() : key;
        }
    }

    // Makes ready the next move. Where the first was not enough, most often none is: then some
    // more.
    [[gnu::always_inline]] void prepare_ahead(const Frame& frame, std::size_t i,
                                              std::size_t& ready) {
        const std::size_t ahead = i > frame.first && table_.is_slow() ? look_ahead : 1;
        const std::size_t wanted = std::min(i + ahead, frame.end);
        for (; ready < wanted; ++ready) prepare(ready, frame.end);
    }

    // Chooses the next move, and has what the table knows of it on its way.
    [[gnu::always_inline]] void prepare(std::size_t i, std::size_t end) {
        if (techniques_.reorder) bring_best_to(i, end);
        Move<W>& move = moves_[i];
        if (move.lower_bound == move.upper_bound) return;
        move.state = game_.canonical(move.state);
        if (techniques_.table) table_.prefetch(hash_of(move.state));
    }

    // Ties keep the rules' order.
    [[gnu::always_inline]] void bring_best_to(std::size_t i, std::size_t end) {
        std::size_t best = i;
        for (std::size_t j = i + 1; j < end; ++j)
            if (keys_[j] > keys_[best]) best = j;
        if (best == i) return;
        const Move<W> move = moves_[best];
        const std::int64_t key = keys_[best];
        for (std::size_t j = best; j > i; --j) {
            moves_[j] = moves_[j - 1];
            keys_[j] = keys_[j - 1];
        }
        moves_[i] = move;
        keys_[i] = key;
    }

    static std::uint32_t number_of(const Move<W>& move) {
        return std::min<std::uint32_t>(move.flags >> 1, TableEntry::no_move);
    }

    std::uint32_t& history(std::uint32_t action) { return history_[action % history_size]; }

    // A move that was good enough here may be so in similar positions.
    void update_history(const Move<W>& move, std::uint32_t ply, std::uint64_t work) {
        if (!techniques_.reorder) return;
        auto& killers = killers_[ply];
        if (killers[0] != move.action) killers = {move.action, killers[0]};
        std::uint32_t& merit = history(move.action);
        merit += static_cast<std::uint32_t>(std::bit_width(work)) + 1;
        if (merit >= most_history)
            for (std::uint32_t& each : history_) each /= 2;
    }

    static constexpr std::uint32_t no_action = 0xffffffff;

    G game_;
    TranspositionTable<W>& table_;
    Techniques techniques_;
    Watch* watch_;
    HelperControl& control_;
    std::uint32_t number_;
    std::uint64_t shared_out_ = 0;
    std::function<void()> task_;
    std::uint64_t task_at_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t task_every_ = 0;
    Moves<W> moves_;
    Buffer<std::int64_t> keys_;
    std::size_t used_ = 0;
    std::array<std::array<std::uint32_t, 2>, most_plies + 1> killers_;
    std::array<std::uint32_t, history_size> history_{};
    std::uint64_t hits_ = 0;
    double done_ = 0;
};

}  // namespace deepen
