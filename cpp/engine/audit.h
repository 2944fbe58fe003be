// A heuristic on trial: every state that can be reached, its true distance by a backward pass, and
// what the heuristic says of it.
//
// If a limit ends the enumeration, the distances are those inside the part that was seen. They can
// only be too large, so what is found wrong there is wrong.
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
        const Stop stop = enumerate(starts);
        if (stop != Stop::none) result_.status = status_of(stop);
        estimates_.resize(nodes().size());
        result_.states = nodes().size();
        result_.expanded = first_edge_.size() - 1;
        result_.edges = targets_.size();
        result_.goals = goals_.size();
        result_.peak_bytes = enumeration_.peak_bytes();
        if (stop != Stop::cancelled) {
            measure_distances();
            check_states();
            check_edges();
        }
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

    // Backwards: the edges sorted by where they lead, then the distances from all goals at once. A
    // state from which there is no way has the distance that a heuristic would call it by: dead.
    void measure_distances() {
        distances_.assign(nodes().size(), dead);
        std::vector<Edge> first_in(nodes().size() + 1, 0);
        for (const NodeId target : targets_) ++first_in[target];
        for (std::size_t i = 1; i < first_in.size(); ++i) first_in[i] += first_in[i - 1];
        std::vector<NodeId> sources(targets_.size());
        std::vector<Cost> costs(costs_.size());
        for (NodeId source = 0; source + 1 < first_edge_.size(); ++source)
            for (Edge edge = first_edge_[source]; edge < first_edge_[source + 1]; ++edge) {
                const Edge place = --first_in[targets_[edge]];
                sources[place] = source;
                if (!costs.empty()) costs[place] = costs_[edge];
            }
        result_.peak_bytes += first_in.size() * sizeof(Edge) + sources.size() * sizeof(NodeId) +
                              costs.size() * sizeof(Cost) + distances_.size() * sizeof(Cost);
        if (costs.empty())
            spread_by_steps(first_in, sources);
        else
            spread_by_cost(first_in, sources, costs);
    }

    void spread_by_steps(const std::vector<Edge>& first_in, const std::vector<NodeId>& sources) {
        std::vector<NodeId> queue(goals_);
        for (const NodeId goal : goals_) distances_[goal] = 0;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const NodeId id = queue[i];
            const Cost distance = distances_[id] + 1;
            for (Edge edge = first_in[id]; edge < first_in[id + 1]; ++edge) {
                const NodeId source = sources[edge];
                if (distances_[source] != dead) continue;
                distances_[source] = distance;
                queue.push_back(source);
            }
        }
    }

    void spread_by_cost(const std::vector<Edge>& first_in, const std::vector<NodeId>& sources,
                        const std::vector<Cost>& costs) {
        using Item = std::pair<std::uint64_t, NodeId>;
        std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
        for (const NodeId goal : goals_) {
            distances_[goal] = 0;
            queue.emplace(0, goal);
        }
        while (!queue.empty()) {
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
    }

    void check_states() {
        Tally tally;
        for (NodeId id = 0; id < nodes().size(); ++id) {
            tally.add(estimates_[id], distances_[id]);
            if (estimates_[id] <= distances_[id]) continue;
            const Overestimate<W> found{nodes()[id].state(), estimates_[id], distances_[id]};
            const auto excess = [](const auto& one) { return one.estimate - one.distance; };
            if (!result_.nearest || found.distance < result_.nearest->distance)
                result_.nearest = found;
            if (!result_.worst || excess(found) > excess(*result_.worst)) result_.worst = found;
        }
        result_.joint = tally.counts();
    }

    // An edge out of a state from which there is no way cannot mislead, so it is not judged.
    void check_edges() {
        std::uint64_t steepest = 0;
        for (const auto& [from, edge] : suspects_) {
            if (distances_[from] == dead) continue;
            ++result_.steep_edges;
            const NodeId to = targets_[edge];
            const std::uint64_t fall =
                estimates_[from] - std::uint64_t{estimates_[to]} - cost_of(edge);
            if (fall <= steepest) continue;
            steepest = fall;
            result_.steepest = {nodes()[from].state(), nodes()[to].state(), cost_of(edge),
                                estimates_[from], estimates_[to]};
        }
    }

    // Of the backward pass.
    static constexpr std::uint64_t bytes_a_node = sizeof(Edge) + sizeof(Cost) + sizeof(NodeId);
    static constexpr std::size_t most_edges = std::numeric_limits<Edge>::max();
    static constexpr auto no_room_at_all = std::numeric_limits<std::uint64_t>::max() / 2;

    P& problem_;
    Watch& watch_;
    std::uint32_t threads_;
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
