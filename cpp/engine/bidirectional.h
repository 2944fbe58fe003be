// Best-first search from both ends: NBS, by Chen, Holte, Zilles and Sturtevant. For actions of any
// cost, and with a heuristic.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "best_first.h"
#include "both_ends.h"
#include "bucket_queue.h"
#include "limits.h"
#include "long_loop.h"
#include "node_table.h"
#include "problem.h"
#include "replay.h"
#include "result.h"

namespace deepen {

struct BidirectionalOptions {
    Cost least_cost = 0;  // of an action
    bool keep_expanded = false;
};

// A solution that is not found yet leads through an open state u of the forward and an open state v
// of the backward search, so it costs at least
//     lb(u, v) = max(f(u), f(v), g(u) + least_cost + g(v)).
// Expanding both states of a pair with the least lb, pair after pair, expands at most twice as many
// states as any search has to that proves the same by such pairs. `lower_bound` is the least lb.
// The heuristic estimates what is left to a goal; of what is left to the start nobody says
// anything, so backwards f is g. A cheaper path to a known state opens it again: the answer is
// optimal for every admissible estimate, consistent or not.
template <std::size_t W, TwoWayProblem<W> P, Estimates kind>
class Bidirectional {
public:
    Bidirectional(P& problem, const BidirectionalOptions& options, Watch& watch)
        : problem_(problem), options_(options), watch_(watch) {}

    Result<W> run(const State<W>& start, const std::vector<State<W>>& goals) {
        Stop stop = begin(start, goals);
        if (stop == Stop::none) stop = search();
        if (stop == Stop::none && best_ != none)
            finish();
        else if (stop != Stop::none)
            result_.status = status_of(stop);
        else if (overflow_)
            throw RuleFailure<W>{RuleFault::cost_overflow, *overflow_};
        rows_.finish(result_, watch_.seconds());
        add_stored(sides_, options_.keep_expanded, result_);
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

private:
    // No solution, and the key of an empty queue.
    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

    // Open states wait, by f, until f is at most the bound; then they are ready, by g.
    struct Side {
        NodeTable<W> nodes;
        BucketQueue waiting;
        BucketQueue ready;

        // The least f of those that wait, and the least g of those that are ready.
        std::uint64_t least_f() {
            return least(waiting, [](const Node<W>& node) { return f_of(node); });
        }
        std::uint64_t least_g() {
            return least(ready, [](const Node<W>& node) { return std::uint64_t{node.g()}; });
        }
        // That of least_f becomes ready.
        void make_ready() {
            QueueKey key;
            NodeId id = no_node;
            waiting.pop(key, id);
            ready.push({nodes[id].g(), nodes[id].h()}, id);
        }
        std::uint64_t bytes() const { return nodes.bytes() + waiting.bytes() + ready.bytes(); }

        static std::uint64_t f_of(const Node<W>& node) {
            return std::uint64_t{node.g()} + node.h();
        }

    private:
        // A node is pushed again when a cheaper path to it is found; its older entries go.
        template <class KeyOf>
        std::uint64_t least(BucketQueue& queue, KeyOf key_of) {
            QueueKey key;
            NodeId id = no_node;
            while (queue.front(key, id)) {
                if (!nodes[id].closed() && key_of(nodes[id]) == key.priority) return key.priority;
                queue.pop(key, id);
            }
            return none;
        }
    };

    Stop begin(const State<W>& start, const std::vector<State<W>>& goals) {
        result_.generated = 1;
        const Cost h = problem_.estimate(start);
        result_.initial_estimate = h;
        Stop stop = make_room(1, forwards);
        if (stop == Stop::none) stop = make_room(goals.size() + 1, backwards);
        if (stop != Stop::none || h == dead) return stop;
        for (const State<W>& goal : goals)
            if (sides_[backwards].nodes.find(goal, hash_of(goal)) == no_node)
                store(goal, hash_of(goal), no_node, 0, 0, backwards);
        store(start, hash_of(start), no_node, 0, h, forwards);
        return Stop::none;
    }

    Stop search() {
        for (bool is_pair = false;;) {
            const Stop stop = find_pair(is_pair);
            if (stop != Stop::none || !is_pair) return stop;
            for (const Direction direction : {forwards, backwards}) {
                const Stop stop = expand_first(direction);
                if (stop != Stop::none) return stop;
            }
        }
    }

    // Raises the bound until the first states that are ready are a pair within it. Without a stop
    // and without a pair, none is left that could lead to a better solution.
    Stop find_pair(bool& is_pair) {
        Side& front = sides_[forwards];
        Side& back = sides_[backwards];
        is_pair = false;
        for (std::size_t moved = 1; bound_ < best_; ++moved) {
            // A bound that is raised makes any number of states ready before the next expansion.
            if (moved % LongLoop::piece == 0) {
                const Stop stop = watch_.look_aside([&] { return progress(); });
                if (stop != Stop::none) return stop;
            }
            const std::uint64_t f = front.least_f();
            if (f < bound_) {
                front.make_ready();
                continue;
            }
            const std::uint64_t f_back = back.least_f();
            if (f_back < bound_) {
                back.make_ready();
                continue;
            }
            const std::uint64_t g = front.least_g();
            const std::uint64_t g_back = back.least_g();
            if ((f == none && g == none) || (f_back == none && g_back == none)) break;
            const bool is_joined = g != none && g_back != none;
            const std::uint64_t joined = is_joined ? g + g_back + options_.least_cost : none;
            if (joined <= bound_) {
                is_pair = true;
                break;
            }
            if (f <= bound_) {
                front.make_ready();
            } else if (f_back <= bound_) {
                back.make_ready();
            } else {
                enter_bound(std::min({f, f_back, joined}));
            }
        }
        return Stop::none;
    }

    Stop expand_first(Direction direction) {
        Side& side = sides_[direction];
        if (side.least_g() == none || bound_ >= best_) return Stop::none;
        const Stop stop = watch_.before_expansion(result_.expanded, [&] { return progress(); });
        if (stop != Stop::none) return stop;
        if (result_.rows.empty()) enter_bound(bound_);
        QueueKey key;
        NodeId id = no_node;
        side.ready.pop(key, id);
        return expand(id, direction);
    }

    Stop expand(NodeId id, Direction direction) {
        Side& side = sides_[direction];
        const State<W> state = side.nodes[id].state();
        const Cost g = side.nodes[id].g();
        side.nodes[id].close();
        ++result_.expanded;
        const std::size_t count = neighbours_of(state, side.nodes[id].h(), direction);
        const Stop stop = make_room(count, direction);
        if (stop != Stop::none) return stop;
        side.nodes.prefetch(successors_, count, hashes_);
        for (std::size_t i = 0; i < count; ++i) relax(i, id, g, state, direction);
        result_.peak_bytes = std::max(result_.peak_bytes, bytes());
        return Stop::none;
    }

    std::size_t neighbours_of(const State<W>& state, Cost h, Direction direction) {
        if (direction == forwards)
            return successors_of<kind>(problem_, state, h, successors_, result_.generated);
        const std::size_t count = problem_.predecessors(state, successors_, 0);
        result_.generated += count;
        return count;
    }

    void relax(std::size_t i, NodeId parent, Cost parent_g, const State<W>& parent_state,
               Direction direction) {
        const std::uint64_t sum = std::uint64_t{parent_g} + successors_[i].cost;
        if (sum > value_limit) [[unlikely]] {
            if (!overflow_) overflow_ = parent_state;
            return;
        }
        const auto g = static_cast<Cost>(sum);
        const State<W>& state = successors_[i].state;
        NodeTable<W>& nodes = sides_[direction].nodes;
        const NodeId known = nodes.find(state, hashes_[i]);
        if (known == no_node) {
            const Cost h = estimate_of(i, direction);
            if (h != dead && sum + h < best_) store(state, hashes_[i], parent, g, h, direction);
        } else if (g < nodes[known].g()) {
            if (nodes[known].closed()) ++result_.reopened;
            open(known, parent, g, hashes_[i], direction);
        }
    }

    Cost estimate_of(std::size_t i, Direction direction) {
        if (direction == backwards) return 0;
        if constexpr (kind == Estimates::along) return successors_[i].estimate & ~goal_flag;
        return problem_.estimate(successors_[i].state);
    }

    void store(const State<W>& state, std::uint64_t hash, NodeId parent, Cost g, Cost h,
               Direction direction) {
        const NodeId id = sides_[direction].nodes.insert(state, hash);
        sides_[direction].nodes[id].set_h(h);
        open(id, parent, g, hash, direction);
    }

    void open(NodeId id, NodeId parent, Cost g, std::uint64_t hash, Direction direction) {
        Side& side = sides_[direction];
        Node<W>& node = side.nodes[id];
        node.set_parent(parent);
        node.open_at(g);
        side.waiting.push({Side::f_of(node), node.h()}, id);
        meet(id, g, hash, direction);
    }

    // Where the other side knows the state, there is a solution.
    void meet(NodeId id, Cost g, std::uint64_t hash, Direction direction) {
        const Direction other = other_than(direction);
        const NodeTable<W>& nodes = sides_[other].nodes;
        const NodeId there = nodes.find(sides_[direction].nodes[id].state(), hash);
        if (there == no_node) return;
        const std::uint64_t cost = std::uint64_t{g} + nodes[there].g();
        if (cost >= best_) return;
        best_ = cost;
        meeting_[direction] = id;
        meeting_[other] = there;
    }

    void finish() {
        if (best_ > value_limit) throw RuleFailure<W>{RuleFault::cost_overflow, start_of_path()};
        replay(problem_, joined_path<W>(sides_, meeting_), result_);
        result_.lower_bound = result_.cost;
    }

    State<W> start_of_path() const { return sides_[forwards].nodes[0].state(); }

    Stop make_room(std::size_t count, Direction direction) {
        NodeTable<W>& nodes = sides_[direction].nodes;
        return nodes.make_room(count, bytes() - nodes.bytes(), watch_);
    }

    // Statistics

    void enter_bound(std::uint64_t bound) {
        bound_ = bound;
        result_.lower_bound = std::min(bound, best_);
        rows_.enter(bound, result_, watch_.seconds());
    }

    std::uint64_t bytes() const {
        return sides_[forwards].bytes() + sides_[backwards].bytes() + successors_.bytes() +
               hashes_.size() * sizeof(std::uint64_t);
    }

    Progress progress() const {
        return {.expanded = result_.expanded,
                .generated = result_.generated,
                .bytes = result_.peak_bytes,
                .lower_bound = result_.lower_bound};
    }

    P& problem_;
    BidirectionalOptions options_;
    Watch& watch_;
    std::array<Side, 2> sides_;
    Meeting meeting_{no_node, no_node};
    std::uint64_t bound_ = 0;
    std::uint64_t best_ = none;  // what the cheapest solution costs that is known
    // From here a path became too dear. Every goal that is found costs less than what lies there.
    std::optional<State<W>> overflow_;
    Successors<W> successors_;
    std::vector<std::uint64_t> hashes_;
    ResultRows rows_;
    Result<W> result_;
};

template <std::size_t W, TwoWayProblem<W> P>
Result<W> bidirectional(P& problem, const State<W>& start, const std::vector<State<W>>& goals,
                        bool estimates_along, const BidirectionalOptions& options, Watch& watch) {
    if (estimates_along)
        return Bidirectional<W, P, Estimates::along>(problem, options, watch).run(start, goals);
    return Bidirectional<W, P, Estimates::none>(problem, options, watch).run(start, goals);
}

}  // namespace deepen
