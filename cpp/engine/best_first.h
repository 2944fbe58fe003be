// Best-first graph search: A*, weighted A*, uniform-cost and greedy search differ in the weights of
// the priority and in whether a known state is improved.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "bucket_queue.h"
#include "limits.h"
#include "node_table.h"
#include "problem.h"
#include "replay.h"
#include "result.h"
#include "result_rows.h"

namespace deepen {

// priority = g_weight * g + h_weight * h; ties go to the smaller h, then to the last pushed.
struct BestFirstOptions {
    std::uint64_t g_weight = 1;
    std::uint64_t h_weight = 1;
    // Take a cheaper path to a known state, re-opening it if need be. With it, the answer is
    // optimal for every admissible estimate, consistent or not.
    bool improve = true;
    bool keep_expanded = false;
    std::uint32_t threads = 1;

    std::uint64_t priority(Cost g, Cost h) const { return g_weight * g + h_weight * h; }
    // What no solution costs less than if no open state has a smaller priority: on the way to each
    // there is one with a priority of at most its cost times the larger weight. A cost that has no
    // share in the priority (greedy) is not bounded by it.
    std::uint64_t lower_bound(std::uint64_t priority) const {
        const std::uint64_t divisor = std::max(g_weight, h_weight);
        return g_weight == 0 ? 0 : (priority + divisor - 1) / divisor;
    }
};

// Writes the successors of a state, which has that estimate, and counts them; returns how many
// there are to look at.
template <Estimates kind, std::size_t W, Problem<W> P>
std::size_t successors_of(P& problem, const State<W>& state, Cost h, Successors<W>& successors,
                          std::uint64_t& generated) {
    std::size_t count = 0;
    if constexpr (kind == Estimates::along) {
        // A step from a state to itself leads nowhere: it is generated, and left out.
        ExpandRequest request{&state, h, no_budget, 0, 0, 0};
        count = problem.expand_along(state, request, successors, 0);
        generated += static_cast<std::uint64_t>(request.skipped);
    } else {
        count = problem.expand(state, successors, 0);
    }
    generated += count;
    return count;
}

// The result's lower_bound: if the estimate is admissible, no solution costs less.
template <std::size_t W, Problem<W> P, Estimates kind>
class BestFirst {
public:
    BestFirst(P& problem, const BestFirstOptions& options, Watch& watch)
        : problem_(problem), options_(options), watch_(watch) {}

    Result<W> run(const State<W>& start) {
        Stop stop = nodes_.make_room(1, 0, watch_);
        if (stop == Stop::none && add_start(start)) stop = search();
        if (stop != Stop::none) result_.status = status_of(stop);
        rows_.finish(result_, watch_.seconds());
        result_.stored = nodes_.size();
        if (options_.keep_expanded) result_.expanded_states = nodes_.closed_states();
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

private:
    bool add_start(const State<W>& start) {
        result_.generated = 1;
        const Cost h = problem_.estimate(start);
        result_.initial_estimate = h;
        if (h == dead) return false;
        store(start, hash_of(start), no_node, 0, h);
        return true;
    }

    Stop search() {
        QueueKey key;
        NodeId id = no_node;
        while (queue_.pop(key, id)) {
            Node<W>& node = nodes_[id];  // stays where it is while others come
            if (is_stale(key, node)) continue;
            enter_layer(key.priority);
            const State<W> state = node.state();
            if (problem_.is_goal(state)) {
                replay(problem_, nodes_.path_to(id), result_);
                return Stop::none;
            }
            Stop stop = watch_.before_expansion(result_.expanded, [&] { return progress(); });
            if (stop == Stop::none) stop = expand(id, node, state);
            if (stop != Stop::none) return stop;
        }
        // The queue is empty: no goal can be reached, or only by a path too dear to be counted.
        if (overflow_) throw RuleFailure<W>{RuleFault::cost_overflow, *overflow_};
        return Stop::none;
    }

    // A node is pushed again when a cheaper path to it is found; its older entries stay behind.
    bool is_stale(const QueueKey& key, const Node<W>& node) const {
        return node.closed() || options_.priority(node.g(), node.h()) != key.priority;
    }

    Stop expand(NodeId id, Node<W>& node, const State<W>& state) {
        const NodeId upcoming = queue_.peek();
        if (upcoming != no_node) nodes_.prefetch_node(upcoming);
        const Cost g = node.g();
        node.close();
        ++result_.expanded;
        const std::size_t count =
            successors_of<kind>(problem_, state, node.h(), successors_, result_.generated);
        const Stop stop = nodes_.make_room(count, other_bytes(), watch_);
        if (stop != Stop::none) return stop;
        nodes_.prefetch(successors_, count, hashes_);
        for (std::size_t i = 0; i < count; ++i) relax(i, id, g, state);
        note_memory();
        return Stop::none;
    }

    void relax(std::size_t i, NodeId parent, Cost parent_g, const State<W>& parent_state) {
        const std::uint64_t g = std::uint64_t{parent_g} + successors_[i].cost;
        if (g > value_limit) [[unlikely]] {
            if (!overflow_) overflow_ = parent_state;
            return;
        }
        const State<W>& state = successors_[i].state;
        const NodeId known = nodes_.find(state, hashes_[i]);
        if (known == no_node) {
            const Cost h = kind == Estimates::along ? successors_[i].estimate & ~goal_flag
                                                    : problem_.estimate(state);
            if (h != dead) store(state, hashes_[i], parent, static_cast<Cost>(g), h);
        } else if (options_.improve) {
            Node<W>& node = nodes_[known];
            if (g >= node.g()) return;
            if (node.closed()) ++result_.reopened;
            open(known, node, parent, static_cast<Cost>(g));
        }
    }

    void store(const State<W>& state, std::uint64_t hash, NodeId parent, Cost g, Cost h) {
        const NodeId id = nodes_.insert(state, hash);
        Node<W>& node = nodes_[id];
        node.set_h(h);
        open(id, node, parent, g);
    }

    void open(NodeId id, Node<W>& node, NodeId parent, Cost g) {
        node.set_parent(parent);
        node.open_at(g);
        queue_.push({options_.priority(g, node.h()), node.h()}, id);
    }

    // Statistics

    void enter_layer(std::uint64_t priority) {
        if (priority <= layer_ && !result_.rows.empty()) return;
        layer_ = priority;
        result_.lower_bound = options_.lower_bound(priority);
        rows_.enter(priority, result_, watch_.seconds());
    }

    std::uint64_t other_bytes() const {
        return queue_.bytes() + successors_.bytes() + hashes_.size() * sizeof(std::uint64_t);
    }

    void note_memory() {
        result_.peak_bytes =
            std::max<std::uint64_t>(result_.peak_bytes, nodes_.bytes() + other_bytes());
    }

    Progress progress() const {
        return {.expanded = result_.expanded,
                .generated = result_.generated,
                .bytes = result_.peak_bytes,
                .lower_bound = result_.lower_bound};
    }

    P& problem_;
    BestFirstOptions options_;
    Watch& watch_;
    NodeTable<W> nodes_;
    BucketQueue queue_;
    Successors<W> successors_;
    std::vector<std::uint64_t> hashes_;
    std::uint64_t layer_ = 0;
    // From here a path became too dear. Every goal that is found costs less than what lies there.
    std::optional<State<W>> overflow_;
    ResultRows rows_;
    Result<W> result_;
};

template <std::size_t W, Problem<W> P>
Result<W> best_first(P& problem, const State<W>& start, bool estimates_along,
                     const BestFirstOptions& options, Watch& watch) {
    if (estimates_along)
        return BestFirst<W, P, Estimates::along>(problem, options, watch).run(start);
    return BestFirst<W, P, Estimates::none>(problem, options, watch).run(start);
}

}  // namespace deepen
