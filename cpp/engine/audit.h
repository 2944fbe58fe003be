// A heuristic on trial: every state that can be reached, its true distance by a backward pass, and
// what the heuristic says of it.
//
// If a limit ends the enumeration, the distances are those inside the part that was seen. They can
// only be too large, so what is found wrong there is wrong. To judge what was seen may take half as
// much time more than is allowed, or a second; if that ends the backward pass, the same holds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "enumeration.h"
#include "limits.h"
#include "long_loop.h"
#include "memory.h"
#include "node_table.h"
#include "problem.h"
#include "result.h"

namespace deepen {

// A state of which the heuristic says more than is true.
template <std::size_t W>
struct Overestimate {
    State<W> state;
    Cost estimate;
    Cost distance;
};

// An action along which the heuristic falls by more than the action costs.
template <std::size_t W>
struct SteepEdge {
    State<W> from;
    State<W> to;
    Cost cost;
    Cost estimate_from;
    Cost estimate_to;
};

template <std::size_t W>
struct AuditResult {
    Status status = Status::solved;  // or the limit that ended it
    std::uint64_t states = 0;
    std::uint64_t expanded = 0;
    std::uint64_t edges = 0;
    std::uint64_t goals = 0;
    // (estimate, distance) -> how many states.
    std::map<std::pair<Cost, Cost>, std::uint64_t> joint;
    std::uint64_t steep_edges = 0;
    std::optional<Overestimate<W>> nearest;  // the wrong state nearest to a goal
    std::optional<Overestimate<W>> worst;
    std::optional<SteepEdge<W>> steepest;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
};

// Counts pairs of numbers that are small nearly always.
class Tally {
public:
    void add(Cost a, Cost b) {
        if (a < side && b < side)
            ++small_[a * side + b];
        else
            ++others_[{a, b}];
    }

    std::map<std::pair<Cost, Cost>, std::uint64_t> counts() const {
        auto counts = others_;
        for (Cost i = 0; i < side * side; ++i)
            if (small_[i] != 0) counts[{i / side, i % side}] = small_[i];
        return counts;
    }

private:
    static constexpr Cost side = 256;
    std::vector<std::uint64_t> small_ = std::vector<std::uint64_t>(side * side);
    std::map<std::pair<Cost, Cost>, std::uint64_t> others_;
};

template <std::size_t W, Problem<W> P>
class Audit {
public:
    Audit(P& problem, Watch& watch, const Sharing& sharing = {})
        : problem_(problem), watch_(watch), enumeration_(problem, *this, watch, sharing) {}

    AuditResult<W> run(const std::vector<State<W>>& starts) {
        Stop stop = enumerate(starts);
        estimates_.resize(nodes().size());
        result_.states = nodes().size();
        result_.expanded = first_edge_.size() - 1;
        result_.edges = targets_.size();
        result_.goals = goals_.size();
        result_.peak_bytes = enumeration_.peak_bytes();
        if (stop != Stop::cancelled) {
            const Stop late = judge();
            if (stop == Stop::none || late == Stop::cancelled) stop = late;
        }
        if (stop != Stop::none) result_.status = status_of(stop);
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

    // What the enumeration asks. Nodes arrive in any order and on any thread; goals are marked, and
    // listed when the edges that lead to them are, which is in order.
    static constexpr bool keeps_edges = true;
    static constexpr bool keeps_parents = true;
    bool arrive(NodeId id, const State<W>& state) {
        estimates_[id] = problem_.estimate(state);
        if (problem_.is_goal(state)) estimates_[id] |= goal_flag;
        return false;
    }
    void make_room(std::size_t size) { estimates_.resize(size); }

    template <class Block>
    void took(const Block& block, NodeId first, NodeId last) {
        for (NodeId id = first; id < last; ++id) {
            for (std::size_t i = block.begin_of(id); i < block.begin_of(id + 1); ++i)
                add_edge(id, block[i].id, block.cost(i));
            first_edge_.push_back(static_cast<Edge>(targets_.size()));
        }
    }
    void finish_layer() {}
    std::uint64_t lower_bound() const { return 0; }

    std::uint64_t bytes() const {
        return targets_.capacity() * sizeof(NodeId) + costs_.capacity() * sizeof(Cost) +
               first_edge_.capacity() * sizeof(Edge) + goals_.capacity() * sizeof(NodeId) +
               estimates_.capacity() * sizeof(Cost) +
               suspects_.capacity() * sizeof(suspects_.front());
    }
    // The edges will be kept twice, forwards and backwards. More than can be numbered fit nowhere.
    std::uint64_t bytes_after(std::size_t candidates) const {
        if (targets_.size() + candidates > most_edges) return no_room_at_all;
        return 2 * (bytes() + candidates * sizeof(NodeId)) + nodes().size() * bytes_a_node;
    }

private:
    using Edge = std::uint32_t;

    const Arrivals<W>& nodes() const { return enumeration_.nodes(); }

    // Forwards: nodes arrive in the order in which they are expanded, so the edges of one follow
    // those of the one before.
    Stop enumerate(const std::vector<State<W>>& starts) {
        for (const State<W>& start : starts) {
            const Stop stop = enumeration_.add(start);
            if (stop != Stop::none) return stop;
        }
        while (listed_ < nodes().size()) list(listed_);
        return enumeration_.run();
    }

    void add_edge(NodeId source, NodeId target, Cost cost) {
        if (target == listed_) list(target);
        if (estimates_[source] > std::uint64_t{estimate(target)} + cost)
            suspects_.emplace_back(source, static_cast<Edge>(targets_.size()));
        targets_.push_back(target);
        note_cost(cost);
    }

    // The first edge that leads to a node, if it is no start.
    void list(NodeId id) {
        ++listed_;
        if ((estimates_[id] & goal_flag) != 0) goals_.push_back(id);
        estimates_[id] &= ~goal_flag;
    }
    Cost estimate(NodeId id) const { return estimates_[id] & ~goal_flag; }

    // Costs are kept from the first one that is not 1: most puzzles have none.
    void note_cost(Cost cost) {
        if (costs_.empty() && cost == 1) return;
        if (costs_.empty()) costs_.assign(targets_.size() - 1, 1);
        costs_.push_back(cost);
    }
    Cost cost_of(std::size_t edge) const { return costs_.empty() ? 1 : costs_[edge]; }

    // What ended it, if anything did. After Ctrl-C nothing is told of what was compared.
    Stop judge() {
        Afterwards in_time(watch_, std::max(1.0, watch_.time_limit() / 2));
        Afterwards listening(watch_);
        const bool measured = measure_distances(in_time);
        if (watch_.stopped() != Stop::cancelled && check_states(listening) &&
            check_edges(listening))
            return measured ? Stop::none : Stop::time;
        result_.joint.clear();
        result_.nearest.reset();
        result_.worst.reset();
        result_.steepest.reset();
        result_.steep_edges = 0;
        return Stop::cancelled;
    }

    // Backwards: the edges sorted by where they lead, then the distances from all goals at once. A
    // state from which there is no way has the distance that a heuristic would call it by: dead.
    bool measure_distances(Afterwards& watch) {
        distances_.assign(nodes().size(), dead);
        for (const NodeId goal : goals_) distances_[goal] = 0;
        std::vector<Edge> first_in(nodes().size() + 1, 0);
        Block<NodeId> sources(targets_.size());
        Block<Cost> costs(costs_.size());
        const auto count = [&](std::size_t edge) { ++first_in[targets_[edge]]; };
        const auto add_up = [&](std::size_t i) { first_in[i + 1] += first_in[i]; };
        const auto turn_round = [&](std::size_t source) {
            for (Edge edge = first_edge_[source]; edge < first_edge_[source + 1]; ++edge) {
                const Edge place = --first_in[targets_[edge]];
                sources[place] = static_cast<NodeId>(source);
                if (costs.size() > 0) costs[place] = costs_[edge];
            }
        };
        if (!LongLoop(targets_.size()).run(watch, count) ||
            !LongLoop(nodes().size()).run(watch, add_up) ||
            !LongLoop(first_edge_.size() - 1).run(watch, turn_round))
            return false;
        result_.peak_bytes += first_in.size() * sizeof(Edge) + sources.bytes() + costs.bytes() +
                              distances_.size() * sizeof(Cost);
        return costs.size() == 0 ? spread_by_steps(first_in, sources, watch)
                                 : spread_by_cost(first_in, sources, costs, watch);
    }

    // After so many steps it is time for a look.
    static bool is_due(std::size_t steps) { return steps % LongLoop::piece == 0; }

    bool spread_by_steps(const std::vector<Edge>& first_in, const Block<NodeId>& sources,
                         Afterwards& watch) {
        std::vector<NodeId> queue(goals_);
        for (std::size_t i = 0; i < queue.size(); ++i) {
            if (is_due(i + 1) && !watch.may_go_on()) return false;
            const NodeId id = queue[i];
            const Cost distance = distances_[id] + 1;
            for (Edge edge = first_in[id]; edge < first_in[id + 1]; ++edge) {
                const NodeId source = sources[edge];
                if (distances_[source] != dead) continue;
                distances_[source] = distance;
                queue.push_back(source);
            }
        }
        return true;
    }

    bool spread_by_cost(const std::vector<Edge>& first_in, const Block<NodeId>& sources,
                        const Block<Cost>& costs, Afterwards& watch) {
        using Item = std::pair<std::uint64_t, NodeId>;
        std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
        for (const NodeId goal : goals_) queue.emplace(0, goal);
        for (std::size_t steps = 1; !queue.empty(); ++steps) {
            if (is_due(steps) && !watch.may_go_on()) return false;
            const auto [distance, id] = queue.top();
            queue.pop();
            if (distance > distances_[id]) continue;
            for (Edge edge = first_in[id]; edge < first_in[id + 1]; ++edge) {
                const std::uint64_t longer = distance + costs[edge];
                if (longer >= distances_[sources[edge]]) continue;
                distances_[sources[edge]] = static_cast<Cost>(longer);
                queue.emplace(longer, sources[edge]);
            }
        }
        return true;
    }

    bool check_states(Afterwards& watch) {
        Tally tally;
        const auto check = [&](std::size_t id) {
            tally.add(estimates_[id], distances_[id]);
            if (estimates_[id] <= distances_[id]) return;
            const Overestimate<W> found{nodes()[id].state(), estimates_[id], distances_[id]};
            const auto excess = [](const auto& one) { return one.estimate - one.distance; };
            if (!result_.nearest || found.distance < result_.nearest->distance)
                result_.nearest = found;
            if (!result_.worst || excess(found) > excess(*result_.worst)) result_.worst = found;
        };
        const bool is_done = LongLoop(nodes().size()).run(watch, check);
        result_.joint = tally.counts();
        return is_done;
    }

    // An edge out of a state from which there is no way cannot mislead, so it is not judged.
    bool check_edges(Afterwards& watch) {
        std::uint64_t steepest = 0;
        return LongLoop(suspects_.size()).run(watch, [&](std::size_t i) {
            const auto [from, edge] = suspects_[i];
            if (distances_[from] == dead) return;
            ++result_.steep_edges;
            const NodeId to = targets_[edge];
            const std::uint64_t fall =
                estimates_[from] - std::uint64_t{estimates_[to]} - cost_of(edge);
            if (fall <= steepest) return;
            steepest = fall;
            result_.steepest = {nodes()[from].state(), nodes()[to].state(), cost_of(edge),
                                estimates_[from], estimates_[to]};
        });
    }

    // Of the backward pass.
    static constexpr std::uint64_t bytes_a_node = sizeof(Edge) + sizeof(Cost) + sizeof(NodeId);
    static constexpr std::size_t most_edges = std::numeric_limits<Edge>::max();
    static constexpr auto no_room_at_all = std::numeric_limits<std::uint64_t>::max() / 2;

    P& problem_;
    Watch& watch_;
    Enumeration<W, P, Audit> enumeration_;
    NodeId listed_ = 0;  // so many nodes are known to be goals or not
    std::vector<Edge> first_edge_{0};
    std::vector<NodeId> targets_;
    std::vector<Cost> costs_;
    std::vector<NodeId> goals_;
    std::vector<Cost> estimates_;
    std::vector<Cost> distances_;
    std::vector<std::pair<NodeId, Edge>> suspects_;  // estimates that fall too fast
    AuditResult<W> result_;
};

}  // namespace deepen
