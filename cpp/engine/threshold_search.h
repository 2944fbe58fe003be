// One threshold of IDA*: depth-first along all paths whose g + h does not exceed it, from the start
// or below one state of the tree. While it runs, parts of what it has before it can be given away.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

#include "limits.h"
#include "problem.h"
#include "search_piece.h"

namespace deepen {

// Which successors are skipped as repeated: those that lie anywhere on the path, or only the one
// that undoes the last action.
enum class CycleCheck { parent, path };

struct IdaStarOptions {
    // Remember refuted (state, budget) pairs; refutation_table.h says why that is sound.
    bool table = true;
    std::uint64_t table_bytes = std::uint64_t{256} << 20;
    // Visit successors by ascending estimate, dropping those over the threshold while sorting.
    bool reorder = true;
    CycleCheck cycle_check = CycleCheck::path;
    std::uint32_t threads = 1;
    // A thread that has expanded so many states leaves a part of its piece to others, sooner if
    // some wait; a threshold whose predecessor took fewer is searched by one.
    std::uint32_t share_every = 4096;
};

// `Meter` is asked before each expansion, whether there is memory, and whether long work may go on,
// as a Watch is. A plain search has neither table nor order, and checks for the parent alone.
template <std::size_t W, Problem<W> P, bool plain, class Table, class Meter>
class ThresholdSearch {
public:
    // From here on a threshold is none: nothing was cut.
    static constexpr std::uint64_t none = no_budget;

    ThresholdSearch(P& problem, const IdaStarOptions& options, Table table, Meter& meter)
        : problem_(problem), options_(options), meter_(meter), table_(std::move(table)) {}

    void begin(std::uint64_t threshold) {
        threshold_ = threshold;
        next_threshold_ = none;
    }

    // Ends with a path to a goal, or with everything under the threshold refuted.
    Stop search(const State<W>& start, Cost h) {
        enter_path(start, 0);
        const Stop stop = go_on(push(start, hash_of(start), 0, h, 0));
        if (plain && depth_ > 0) discount_untaken();
        return stop;
    }

    // The same below one state, except for what is given away: with `splits`, all of its
    // successors.
    template <class Give>
    Stop search(const SearchPiece<W>& piece, bool splits, Give&& give) {
        const Stop stop = enter(piece);
        if (splits && stop == Stop::none && depth_ > floor_ && are_sums_in_range(path_[depth_]))
            give_away(depth_, give);
        return go_on(stop);
    }

    // Called between two expansions: hands on what is left of the state nearest to the start that
    // has anything left, as pieces in their order, all of them behind what this search has left.
    // Takes time for each state on the path to them; returns how many that are.
    template <class Give>
    std::size_t give_away(Give&& give) {
        for (std::size_t i = floor_ + 1; i < depth_; ++i) {  // the last one keeps its own
            Frame& frame = path_[i];
            if (frame.next == frame.end) {
                floor_ = i;
            } else {
                if (are_sums_in_range(frame)) give_away(i, give);
                break;
            }
        }
        return floor_;
    }

    // The states from the start to the goal that was found; empty if there is none.
    const std::vector<State<W>>& found() const { return found_; }
    // Least g + h over the threshold, as far as it was met.
    std::uint64_t next_threshold() const { return next_threshold_; }
    // Over all thresholds.
    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return generated_; }
    std::uint64_t peak_bytes() const { return peak_bytes_; }

private:
    // A state on the path; its successors that are still to be taken are [next, end). path_[0] is
    // not a state of its own but stands before the start; the start is path_[1].
    struct Frame {
        State<W> state;
        std::uint64_t hash;
        std::uint32_t next;
        std::uint32_t end;
        Cost g;
    };

    // What a search left behind, or a rule that failed, is cleared here.
    void enter_path(const State<W>& start, std::size_t depth) {
        found_.clear();
        depth_ = floor_ = depth;
        if (checks_path()) on_path_.fill(0);
        path_.grow_to(std::max<std::size_t>(64, depth + 1));
        path_[0].state = start;
    }

    // Puts the path to a piece in place and expands its state, unless that is a goal or refuted.
    Stop enter(const SearchPiece<W>& piece) {
        const auto& path = *piece.path;
        enter_path(path.empty() ? piece.state : path.front(), path.size());
        for (std::size_t i = 0; i < path.size(); ++i) {
            path_[i + 1].state = path[i];
            if (checks_path()) ++on_path_[hash_of(path[i]) % on_path_.size()];
        }
        if (piece.estimate & goal_flag) {
            finish(piece.state);
            return Stop::none;
        }
        const std::uint64_t hash = needs_hash() ? hash_of(piece.state) : 0;
        if (table() && table_.is_refuted(piece.state, hash, threshold_ - piece.g))
            return Stop::none;
        return push(piece.state, hash, piece.g, piece.estimate, 0);
    }

    [[gnu::always_inline]] Stop go_on(Stop stop) {
        while (stop == Stop::none && depth_ > floor_) {
            Frame& top = path_[depth_];
            if (!find_next(top, depth_)) {
                pop();
                continue;
            }
            problem_.make_room(successors_, top.end);
            const Successor<W>& taken = successors_[top.next++];
            const Cost g = sum(top.g, taken.cost, top.state);
            if (taken.estimate & goal_flag) {
                finish(taken.state);
                break;
            }
            const std::uint64_t hash = needs_hash() ? hash_of(taken.state) : 0;
            if (table() && table_.is_refuted(taken.state, hash, threshold_ - g)) continue;
            stop = push(taken.state, hash, g, taken.estimate, top.end);
        }
        return stop;
    }

    template <class Give>
    void give_away(std::size_t depth, Give& give) {
        Frame& frame = path_[depth];
        auto path = std::make_shared<typename SearchPiece<W>::Path>();
        for (std::size_t i = 1; i <= depth; ++i) path->push_back(path_[i].state);
        for (; find_next(frame, depth); ++frame.next) {
            const Successor<W>& successor = successors_[frame.next];
            const Cost g = sum(frame.g, successor.cost, frame.state);
            give(SearchPiece<W>{path, successor.state, g, successor.estimate});
        }
        floor_ = depth;
    }

    // A path cost that overflows is a fault of the rules, but one to be told of in its turn.
    bool are_sums_in_range(const Frame& frame) const {
        for (std::uint32_t i = frame.next; i < frame.end; ++i)
            if (std::uint64_t{frame.g} + successors_[i].cost > value_limit) return false;
        return true;
    }

    // Moves on to the next successor that is worth a visit; false if there is none.
    bool find_next(Frame& frame, std::size_t depth) {
        if (!plain && !reorder())
            while (frame.next != frame.end &&
                   !is_worth_a_visit(successors_[frame.next], frame.g, depth))
                ++frame.next;
        return frame.next != frame.end;
    }

    // Neither on the path, as far as that depth, nor over the threshold.
    bool is_worth_a_visit(const Successor<W>& successor, Cost parent_g, std::size_t depth) {
        if (is_repeated(successor.state, depth)) return false;
        ++generated_;
        const Cost h = h_of(successor);
        const std::uint64_t f = std::uint64_t{parent_g} + successor.cost + h;
        if (f <= threshold_) return true;
        if (h != dead) next_threshold_ = std::min(next_threshold_, f);
        return false;
    }

    bool is_repeated(const State<W>& state, std::size_t depth) const {
        if (!checks_path()) return false;  // the rules leave out what leads straight back
        if (on_path_[hash_of(state) % on_path_.size()] == 0) return false;
        for (std::size_t i = depth; i > 0; --i)
            if (path_[i].state == state) return true;
        return false;
    }

    // Expands a state and makes it the end of the path, unless there is no way on from it.
    [[gnu::always_inline]] Stop push(const State<W>& state, std::uint64_t hash, Cost g, Cost h,
                                     std::uint32_t base) {
        const Stop stop = meter_.before_expansion(expanded_, [&] { return progress(); });
        if (stop != Stop::none) return stop;
        ++expanded_;
        const State<W> kept = state;  // it lies among the successors, which may move
        ExpandRequest request;
        request.previous = &path_[depth_].state;
        request.estimate = h;
        request.budget = budget(g);
        const auto count =
            static_cast<std::uint32_t>(problem_.expand_along(state, request, successors_, base));
        if (plain) note_cut(g, count, request);
        if (plain && count == 0) return Stop::none;
        path_.grow_to(++depth_ + 1);
        Frame& frame = path_[depth_];
        frame.state = kept;
        frame.hash = hash;
        frame.next = base;
        frame.end = base + count;
        frame.g = g;
        if (checks_path()) ++on_path_[hash % on_path_.size()];
        if (reorder()) sort_and_drop(frame);
        return depth_ <= deepest_ || has_memory() ? Stop::none : Stop::memory;
    }

    // A plain search lets the rules cut what is over the threshold. The others cannot: a state that
    // repeats one on the path must not raise the next threshold.
    std::int64_t budget(Cost g) const {
        return plain ? static_cast<std::int64_t>(threshold_ - g) : no_budget;
    }

    void note_cut(Cost g, std::uint32_t count, const ExpandRequest& request) {
        generated_ += count + static_cast<std::uint64_t>(request.cut);
        // No branch on whether anything was cut: it is hard to foresee, and no_budget adds up to
        // none.
        next_threshold_ = std::min(next_threshold_, g + static_cast<std::uint64_t>(request.excess));
    }

    static Cost sum(Cost g, Cost cost, const State<W>& state) {
        const std::uint64_t total = std::uint64_t{g} + cost;
        if (total > value_limit) throw RuleFailure<W>{RuleFault::cost_overflow, state};
        return static_cast<Cost>(total);
    }

    // A plain search has counted all successors of a state when it was expanded; those that follow
    // the one taken last count only if they are taken too. Few frames are left when an iteration
    // ends early, so they are expanded once more rather than watched all the time.
    void discount_untaken() {
        Successors<W> again;
        for (std::size_t i = 1; i <= depth_; ++i) {
            const std::size_t first = i == 1 ? 0 : path_[i - 1].end;
            const std::size_t count = problem_.expand(path_[i].state, again, 0);
            std::size_t next = first;  // walks along those that were not cut
            for (std::size_t k = 0; k < count; ++k) {
                if (again[k].state == path_[i - 1].state) continue;  // left out, not counted
                generated_ -= next == path_[i].next;
                next += next < path_[i].next && is_same(again[k], successors_[next]);
            }
        }
    }

    static bool is_same(const Successor<W>& a, const Successor<W>& b) {
        return a.action == b.action && a.cost == b.cost && a.state == b.state;
    }

    void pop() {
        assert(depth_ > 0 && path_[depth_].g <= threshold_);
        const Frame& top = path_[depth_--];
        if (table()) table_.record(top.state, top.hash, threshold_ - top.g, meter_);
        if (checks_path()) --on_path_[top.hash % on_path_.size()];
    }

    // A stable insertion sort by estimate that leaves out what is not worth a visit.
    void sort_and_drop(Frame& frame) {
        std::uint32_t kept = frame.next;
        for (std::uint32_t i = frame.next; i < frame.end; ++i) {
            if (!is_worth_a_visit(successors_[i], frame.g, depth_)) continue;
            if (table()) table_.prefetch(hash_of(successors_[i].state));
            const Successor<W> successor = successors_[i];
            std::uint32_t place = kept++;
            for (; place > frame.next && h_of(successors_[place - 1]) > h_of(successor); --place)
                successors_[place] = successors_[place - 1];
            successors_[place] = successor;
        }
        frame.end = kept;
    }

    static Cost h_of(const Successor<W>& successor) { return successor.estimate & ~goal_flag; }

    void finish(const State<W>& goal) {
        for (std::size_t i = 1; i <= depth_; ++i) found_.push_back(path_[i].state);
        found_.push_back(goal);
    }

    bool table() const { return !plain && options_.table; }
    bool reorder() const { return !plain && options_.reorder; }
    bool checks_path() const { return !plain && options_.cycle_check == CycleCheck::path; }
    bool needs_hash() const { return table() || checks_path(); }

    // The stacks grow only where the path is deeper than ever; the table keeps its own limit.
    bool has_memory() {
        deepest_ = depth_;
        const std::uint64_t bytes = successors_.bytes() + path_.bytes() + table_.bytes();
        peak_bytes_ = std::max(peak_bytes_, bytes);
        return meter_.fits(bytes);
    }

    Progress progress() const {
        return {.expanded = expanded_,
                .generated = 1 + generated_,
                .bytes = peak_bytes_,
                .lower_bound = threshold_};
    }

    P& problem_;
    IdaStarOptions options_;
    Meter& meter_;
    Table table_;
    Successors<W> successors_;
    Buffer<Frame> path_;
    std::size_t depth_ = 0;
    std::size_t floor_ = 0;  // up to here nothing is left to take on the path
    // How many states of the path hash to each place: mostly none, which settles the check.
    std::array<std::uint32_t, 1024> on_path_{};
    std::size_t deepest_ = 0;
    std::uint64_t threshold_ = 0;
    std::uint64_t next_threshold_ = none;
    std::uint64_t expanded_ = 0;
    std::uint64_t generated_ = 0;
    std::uint64_t peak_bytes_ = 0;
    std::vector<State<W>> found_;
};

}  // namespace deepen
