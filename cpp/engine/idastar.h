// Iterative-deepening A*: depth-first under a threshold on g + h that rises to the least value that
// exceeded it. Needs memory for one path, and a table of refuted states as large as one likes.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <vector>

#include "limits.h"
#include "problem.h"
#include "refutation_table.h"
#include "replay.h"
#include "result.h"

namespace deepen {

// Which successors are skipped as repeated: those that lie anywhere on the path, or only the one
// that undoes the last action.
enum class CycleCheck { parent, path };

struct IdaStarOptions {
    // Remember refuted (state, budget) pairs. Sound also beside the check for repeated states: if
    // the entry of s is too strong because s could only go on through a state A on its path, then
    // A itself has a goal within its budget, and this iteration finds it before the entry matters.
    bool table = true;
    std::uint64_t table_bytes = std::uint64_t{256} << 20;
    // Visit successors by ascending estimate, dropping those over the threshold while sorting.
    bool reorder = true;
    CycleCheck cycle_check = CycleCheck::path;
    std::uint32_t threads = 1;
};

// The result's lower_bound is the threshold being searched: all below it is refuted, so with an
// admissible estimate no solution costs less.
template <std::size_t W, Problem<W> P, bool plain>
class IdaStar {
public:
    IdaStar(P& problem, const IdaStarOptions& options, Watch& watch)
        : problem_(problem), options_(options), watch_(watch), table_(table_bytes()) {}

    Result<W> run(const State<W>& start) {
        result_.generated = 1;
        const Cost h = problem_.estimate(start);
        result_.initial_estimate = h;
        if (problem_.is_goal(start) && h != dead) {
            replay(problem_, {start}, result_);
        } else if (h != dead) {
            const Stop stop = deepen_from(start, h);
            if (stop != Stop::none) result_.status = status_of(stop);
        }
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

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

    // From here on a threshold is none: nothing was cut.
    static constexpr std::uint64_t none = no_budget;

    Stop deepen_from(const State<W>& start, Cost h) {
        for (threshold_ = h; threshold_ < none; threshold_ = next_threshold_) {
            result_.lower_bound = threshold_;
            next_threshold_ = none;
            const std::uint64_t expanded = result_.expanded;
            const std::uint64_t generated = result_.generated;
            const Stop stop = search(start, h);
            result_.rows.push_back({.bound = threshold_,
                                    .expanded = result_.expanded - expanded,
                                    .generated = result_.generated - generated,
                                    .seconds = watch_.seconds()});
            if (stop != Stop::none || result_.status == Status::solved) return stop;
        }
        return Stop::none;  // nothing exceeded the last threshold: all of the space is refuted
    }

    // One iteration. Ends with status solved, or with everything under the threshold refuted.
    Stop search(const State<W>& start, Cost h) {
        path_.grow_to(64);
        path_[0].state = start;
        Stop stop = push(start, hash_of(start), 0, h, 0);
        while (stop == Stop::none && depth_ > 0) {
            Frame& top = path_[depth_];
            if (!find_next(top)) {
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
        if (plain && depth_ > 0) discount_untaken();
        depth_ = 0;
        on_path_.fill(0);
        return stop;
    }

    // Moves on to the next successor that is worth a visit; false if there is none.
    bool find_next(Frame& top) {
        if (!plain && !reorder())
            while (top.next != top.end && !is_worth_a_visit(successors_[top.next], top.g))
                ++top.next;
        return top.next != top.end;
    }

    // Neither on the path nor over the threshold.
    bool is_worth_a_visit(const Successor<W>& successor, Cost parent_g) {
        if (is_repeated(successor.state)) return false;
        ++result_.generated;
        const Cost h = h_of(successor);
        const std::uint64_t f = std::uint64_t{parent_g} + successor.cost + h;
        if (f <= threshold_) return true;
        if (h != dead) next_threshold_ = std::min(next_threshold_, f);
        return false;
    }

    bool is_repeated(const State<W>& state) const {
        if (!checks_path()) return false;  // the rules leave out what leads straight back
        if (on_path_[hash_of(state) % on_path_.size()] == 0) return false;
        for (std::size_t i = depth_; i > 0; --i)
            if (path_[i].state == state) return true;
        return false;
    }

    // Expands a state and makes it the end of the path, unless there is no way on from it.
    [[gnu::always_inline]] Stop push(const State<W>& state, std::uint64_t hash, Cost g, Cost h,
                                     std::uint32_t base) {
        const Stop stop = watch_.before_expansion(result_.expanded, [&] { return progress(); });
        if (stop != Stop::none) return stop;
        ++result_.expanded;
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
        result_.generated += count + static_cast<std::uint64_t>(request.cut);
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
                result_.generated -= next == path_[i].next;
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
        if (table()) table_.record(top.state, top.hash, threshold_ - top.g);
        if (checks_path()) --on_path_[top.hash % on_path_.size()];
    }

    // A stable insertion sort by estimate that leaves out what is not worth a visit.
    void sort_and_drop(Frame& frame) {
        std::uint32_t kept = frame.next;
        for (std::uint32_t i = frame.next; i < frame.end; ++i) {
            if (!is_worth_a_visit(successors_[i], frame.g)) continue;
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
        std::vector<State<W>> states;
        for (std::size_t i = 1; i <= depth_; ++i) states.push_back(path_[i].state);
        states.push_back(goal);
        replay(problem_, states, result_);
    }

    bool table() const { return !plain && options_.table; }
    bool reorder() const { return !plain && options_.reorder; }
    bool checks_path() const { return !plain && options_.cycle_check == CycleCheck::path; }
    bool needs_hash() const { return table() || checks_path(); }

    // The path is small beside the table: it gets a tenth of the memory.
    std::uint64_t table_bytes() const {
        if (!table()) return 0;
        return std::min(options_.table_bytes, watch_.memory_limit() - watch_.memory_limit() / 10);
    }

    // The stacks grow only where the path is deeper than ever; the table keeps its own limit.
    bool has_memory() {
        deepest_ = depth_;
        const std::uint64_t bytes = successors_.bytes() + path_.bytes() + table_.bytes();
        result_.peak_bytes = std::max(result_.peak_bytes, bytes);
        return watch_.fits(bytes);
    }

    Progress progress() const {
        return {.expanded = result_.expanded,
                .generated = result_.generated,
                .bytes = result_.peak_bytes,
                .lower_bound = result_.lower_bound};
    }

    P& problem_;
    IdaStarOptions options_;
    Watch& watch_;
    RefutationTable<W> table_;
    Successors<W> successors_;
    Buffer<Frame> path_;
    std::size_t depth_ = 0;
    // How many states of the path hash to each place: mostly none, which settles the check.
    std::array<std::uint32_t, 1024> on_path_{};
    std::size_t deepest_ = 0;
    std::uint64_t threshold_ = 0;
    std::uint64_t next_threshold_ = none;
    Result<W> result_;
};

template <std::size_t W, Problem<W> P>
Result<W> idastar(P& problem, const State<W>& start, const IdaStarOptions& options, Watch& watch) {
    if (!options.table && !options.reorder && options.cycle_check == CycleCheck::parent)
        return IdaStar<W, P, true>(problem, options, watch).run(start);
    return IdaStar<W, P, false>(problem, options, watch).run(start);
}

}  // namespace deepen
