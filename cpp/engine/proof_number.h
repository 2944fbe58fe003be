// Proof-number search, depth first (df-pn): is a position worth at least so much to its mover?
//
// A question about a position is one about each of its moves: the mover needs one that is worth it.
// Each question has two numbers, how much is missing to a yes and to a no at the least; the search
// goes where least is missing, and comes back once a number passes a limit, from which on another
// move looks better. What is known is in a bounded table alone.
//
// Play without end is a draw, so a position that is met again above itself on the path is worth 0
// from there on. An answer that leans on this holds for the path only. It is told apart (Support):
// kept in the table as long as the path is there, and for good once it leans on nothing above its
// own position: then it is a strategy that never leaves the positions that it speaks of.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "game_search.h"
#include "path_index.h"
#include "proof_numbers.h"
#include "proof_table.h"

namespace deepen {

// A move as the question of its position sees it.
template <std::size_t W>
struct ProofOption {
    State<W> state;  // canonical
    std::uint64_t hash;
    std::int32_t target;  // what is asked of that state
    std::int32_t reward;
    std::int32_t bound;    // of the move's value to its mover, once it is settled
    std::uint32_t number;  // in the rules' order
    std::int32_t order;
    bool again;
    ProofNumbers numbers;  // to the player who makes the move
    Support support;
};

template <std::size_t W, TwoPlayerGame<W> G>
class ProofNumberSearch : public GameSearch<W> {
    using Base = GameSearch<W>;
    using Base::nodes_;
    using Option = ProofOption<W>;

public:
    using Base::stopped;

    ProofNumberSearch(G game, ProofTable<W>& table, Watch& watch)
        : game_(game), table_(table), watch_(watch) {}

    // Whether `start` is worth at least `target`. After a stop nothing is settled.
    ProofNumbers ask(const State<W>& start, Value target) {
        frames_.clear();
        path_.clear();
        first_options_.clear();
        answer_ = {};
        used_ = 0;
        const State<W> state = game_.canonical(start);
        const ProofNumbers forever{ProofNumbers::infinite, ProofNumbers::infinite};
        enter(state, hash_of(state), target, true, forever);
        while (!stopped() && !frames_.empty()) step();
        return answer_.numbers;
    }

    // Of the last question: each move of the start, as far as it is known.
    const std::vector<Option>& options() {
        if (!frames_.empty()) keep_options(frames_.front());
        return first_options_;
    }

    std::uint64_t table_hits() const { return hits_; }
    std::size_t bytes() const {
        return table_.bytes() + moves_.bytes() + options_.bytes() + path_.bytes() +
               frames_.capacity() * sizeof(Frame);
    }

private:
    static constexpr std::uint32_t ranked_step = 64;

    struct Frame {
        State<W> state;
        std::uint64_t hash;
        Value target;
        std::uint64_t visit;
        std::uint64_t nodes_before;
        std::size_t first;  // its options are options_[first] to options_[end - 1]
        std::size_t end;
        std::size_t chosen;
        ProofNumbers limits;
        bool attacker;       // whether the player who asked the question moves
        std::uint32_t paid;  // how many moves of the path up to here brought points

        // What the player who asked still has to gain.
        Value need() const { return attacker ? target : 1 - target; }
    };
    struct Answer {
        ProofNumbers numbers;
        Value bound = 0;
        Support support;
    };

    std::uint32_t place() const { return static_cast<std::uint32_t>(frames_.size() - 1); }

    void step() {
        const ProofNumbers now = numbers_of(frames_.back());
        if (now.reaches(frames_.back().limits))
            leave(now);
        else
            descend();
    }

    // A position's moves, as questions

    void enter(const State<W>& state, std::uint64_t hash, Value target, bool attacker,
               const ProofNumbers& limits) {
        if (must_stop()) return;
        ++nodes_;
        const std::size_t all = game_.moves(state, moves_, 0);
        const std::size_t winner = enough(all, target);
        const std::size_t count = winner < all ? 1 : all;
        frames_.push_back({state, hash, target, ++visits_, nodes_ - 1, used_, used_ + count, 0,
                           limits, attacker, paid_to(attacker, target)});
        path_.push(hash);
        options_.grow_to(used_ + count);
        used_ += count;
        Frame& frame = frames_.back();
        for (std::size_t i = 0; i < count; ++i)
            options_[frame.first + i] = option_of(winner < all ? winner : i, target);
        sort(frame);
        look_up_all(frame);
    }

    void look_up_all(const Frame& frame) {
        const std::uint32_t step = rank_step(frame);
        for (std::size_t i = frame.first; i < frame.end; ++i) {
            Option& option = options_[i];
            if (!option.numbers.is_settled() && !look_up(option))
                option.numbers = first_guess(step * (i - frame.first));
            if (option.numbers.is_yes() && option.support.is_empty()) break;
        }
    }

    // A move that the rules themselves prove to be worth it: then no other is needed.
    std::size_t enough(std::size_t count, Value target) const {
        std::size_t i = 0;
        while (i < count && moves_[i].lower_bound < target) ++i;
        return i;
    }

    void sort(const Frame& frame) {
        std::sort(options_.data() + frame.first, options_.data() + frame.end,
                  [](const Option& a, const Option& b) {
                      return a.order != b.order ? a.order > b.order : a.number < b.number;
                  });
    }

    // What was never looked at counts as more to prove the later it stands in the rules' order, and
    // as much more where they have an opinion: so the search keeps to few lines. To count the moves
    // of each new position instead took 34 times the positions in Domineering, 10 in Breakthrough.
    std::uint32_t rank_step(const Frame& frame) const {
        if (frame.first == frame.end) return 0;
        return options_[frame.first].order == options_[frame.end - 1].order ? 1 : ranked_step;
    }
    static ProofNumbers first_guess(std::uint64_t rank) { return {saturated(1 + rank), 1}; }

    std::uint32_t paid_to(bool attacker, Value target) const {
        if (frames_.empty()) return 0;
        const Value need = attacker ? target : 1 - target;
        return frames_.back().paid + (need != frames_.back().need());
    }

    bool must_stop() {
        Base::stop(watch_.before_expansion(nodes_, [this] { return Base::progress(bytes()); }));
        if (frames_.size() >= ProofEntry::most_places || !watch_.fits(bytes() + growth()))
            Base::stop(Stop::memory);
        return stopped();
    }
    // What one more position takes: a stack that is full doubles, and is there twice for a moment.
    std::size_t growth() const {
        if (frames_.size() < frames_.capacity()) return 0;
        return 2 * (frames_.capacity() * sizeof(Frame) + path_.bytes());
    }

    // What the rules alone say of it.
    Option option_of(std::size_t number, Value target) {
        const Move<W>& move = moves_[number];
        Option option{};
        option.reward = move.reward;
        option.order = move.order;
        option.number = static_cast<std::uint32_t>(number);
        option.again = (move.flags & again_flag) != 0;
        if (move.lower_bound >= target || target <= -game_limit)
            settle(option, true, std::max<Value>(move.lower_bound, target));
        else if (move.upper_bound < target || target >= game_limit)
            settle(option, false, std::min<Value>(move.upper_bound, target - 1));
        if (option.numbers.is_settled()) return option;
        option.target = static_cast<std::int32_t>(option.again ? target - option.reward
                                                               : option.reward - target + 1);
        option.state = game_.canonical(move.state);
        option.hash = hash_of(option.state);
        table_.prefetch(option.hash);
        return option;
    }

    static void settle(Option& option, bool yes, Value bound, const Support& support = {}) {
        option.numbers = ProofNumbers::settled(yes);
        option.bound = static_cast<std::int32_t>(std::clamp(bound, -game_limit, game_limit));
        option.support = support;
    }
    // By an answer about the state that the move leads to.
    static void settle_by(Option& option, bool yes, Value bound, const Support& support = {}) {
        settle(option, yes == option.again, option.reward + (option.again ? bound : -bound),
               support);
    }

    // What the table or the path says of it, if anything.
    bool look_up(Option& option) {
        const ProofEntry known = table_.find(option.state, option.hash, option.target);
        hits_ += known.kind != ProofEntry::unknown;
        if (known.is_final()) {
            settle_by(option, known.kind == ProofEntry::yes, known.bound());
            return true;
        }
        if (repeats(option)) return true;
        if (known.here != 0) return holds_here(option, known);
        if (known.kind == ProofEntry::unknown) return false;
        option.numbers = option.again ? known.proof_numbers() : known.proof_numbers().turned();
        return true;
    }

    bool mover_of(const Option& option) const { return frames_.back().attacker == option.again; }

    bool repeats(Option& option) {
        const bool attacker = mover_of(option);
        const std::uint32_t found = path_.find(option.hash, [&](std::uint32_t i) {
            return frames_[i].attacker == attacker && frames_[i].state == option.state;
        });
        if (found == PathIndex::nowhere) return false;
        if (paid_to(attacker, option.target) != frames_[found].paid)
            throw RuleFailure<W>{RuleFault::paying_cycle, option.state};
        settle_by(option, option.target <= 0, 0, Support::of(found));
        return true;
    }

    bool holds_here(Option& option, const ProofEntry& known) {
        if ((known.attacker != 0) != mover_of(option)) return false;
        const auto visit = std::lower_bound(
            frames_.begin(), frames_.end(), known.visit(),
            [](const Frame& frame, std::uint64_t number) { return frame.visit < number; });
        if (visit == frames_.end() || visit->visit != known.visit()) return false;
        if (frames_[known.highest()].paid != paid_to(mover_of(option), option.target)) return false;
        const bool yes = known.kind == ProofEntry::yes;
        const auto lowest = static_cast<std::uint32_t>(visit - frames_.begin());
        settle_by(option, yes, yes ? option.target : option.target - 1, {known.highest(), lowest});
        return true;
    }

    // A position's numbers

    // To a yes, as much as to that of its best move. To a no: not the sum over all moves, which
    // counts what many of them lead to many times over, but the most that is missing of one, and a
    // little for each other (weak proof-number search).
    ProofNumbers numbers_of(const Frame& frame) const {
        if (frame.first == frame.end) return ProofNumbers::settled(frame.target <= 0);
        std::uint32_t proof = ProofNumbers::infinite;
        std::uint32_t largest = 0;
        std::uint64_t open = 0;
        for (std::size_t i = frame.first; i < frame.end; ++i) {
            const ProofNumbers& each = options_[i].numbers;
            if (each.is_yes()) return each;
            if (each.is_no()) continue;
            proof = std::min(proof, each.proof);
            largest = std::max(largest, each.disproof);
            ++open;
        }
        if (open == 0) return ProofNumbers::settled(false);
        return {proof, saturated(largest + open - 1)};
    }

    // Into the move with the least to prove, until its rival is better by far, or this position has
    // passed its own limits.
    void descend() {
        Frame& frame = frames_.back();
        std::uint32_t least = ProofNumbers::infinite;
        std::uint32_t rival = ProofNumbers::infinite;
        std::uint32_t others = 0;
        for (std::size_t i = frame.first; i < frame.end; ++i) {
            const ProofNumbers& each = options_[i].numbers;
            if (each.is_no()) continue;
            ++others;
            if (each.proof < least) {
                rival = std::exchange(least, each.proof);
                frame.chosen = i;
            } else {
                rival = std::min(rival, each.proof);
            }
        }
        --others;
        ProofNumbers limits = frame.limits;
        limits.proof = std::min(limits.proof, beyond(rival));
        if (limits.disproof != ProofNumbers::infinite) limits.disproof -= others;
        const Option option = options_[frame.chosen];  // the buffer may move
        enter(option.state, option.hash, option.target, mover_of(option),
              option.again ? limits : limits.turned());
    }

    // Twice as far, so that the search does not run to and fro between the two.
    static std::uint32_t beyond(std::uint32_t rival) {
        if (rival >= ProofNumbers::most) return ProofNumbers::infinite;
        return saturated(2 * std::uint64_t{rival} + 1);
    }

    // Back to the position before

    void leave(const ProofNumbers& now) {
        const Frame frame = frames_.back();
        answer_ = now.is_settled() ? settled_answer(frame, now) : Answer{now, 0, {}};
        table_.record(frame.state, frame.hash, frame.target, entry_of(frame, answer_),
                      nodes_ - frame.nodes_before);
        if (frames_.size() == 1) keep_options(frame);
        frames_.pop_back();
        path_.pop();
        used_ = frame.first;
        if (frames_.empty()) return;
        Option& option = options_[frames_.back().chosen];
        if (now.is_settled())
            settle_by(option, now.is_yes(), answer_.bound, answer_.support);
        else
            option.numbers = option.again ? now : now.turned();
    }

    // On what the answer leans: a yes on one move, a no on all of them.
    Answer settled_answer(const Frame& frame, const ProofNumbers& now) const {
        Answer found{now, frame.first == frame.end ? 0 : -game_limit, {}};
        const Option* best = nullptr;
        for (std::size_t i = frame.first; i < frame.end; ++i) {
            const Option& each = options_[i];
            if (now.is_no()) {
                found.bound = std::max<Value>(found.bound, each.bound);
                found.support.add(each.support);
            } else if (each.numbers.is_yes() &&
                       (best == nullptr || each.support.highest > best->support.highest)) {
                best = &each;
            }
        }
        if (best != nullptr) {
            found.bound = best->bound;
            found.support = best->support;
        }
        found.support = found.support.above(place());
        return found;
    }

    ProofEntry entry_of(const Frame& frame, const Answer& answer) const {
        const ProofNumbers& numbers = answer.numbers;
        if (!numbers.is_settled()) return ProofEntry::of_open(numbers);
        if (answer.support.is_empty()) return ProofEntry::of_answer(numbers.is_yes(), answer.bound);
        return ProofEntry::of_answer_here(numbers.is_yes(), frame.attacker,
                                          frames_[answer.support.lowest].visit,
                                          answer.support.highest);
    }

    void keep_options(const Frame& frame) {
        first_options_.assign(options_.data() + frame.first, options_.data() + frame.end);
    }

    G game_;
    ProofTable<W>& table_;
    Watch& watch_;
    Moves<W> moves_;
    Buffer<Option> options_;
    std::size_t used_ = 0;
    std::vector<Frame> frames_;
    PathIndex path_;
    std::vector<Option> first_options_;
    Answer answer_;
    std::uint64_t visits_ = 0;
    std::uint64_t hits_ = 0;
};

}  // namespace deepen
