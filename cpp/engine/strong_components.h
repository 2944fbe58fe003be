// A graph of numbered nodes: its strongly connected components, and a short cycle in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "node_index.h"
#include "tarjan.h"

namespace deepen {

// Nodes and the edges of each, one node after the other. The last nodes may have none yet.
class NodeGraph {
public:
    void add(NodeId to) {
        targets_.push_back(to);
        nodes_ = std::max<std::size_t>(nodes_, std::size_t{to} + 1);
    }
    void end_node() {
        ends_.push_back(targets_.size());
        nodes_ = std::max(nodes_, ends_.size());
    }

    std::size_t nodes() const { return nodes_; }
    std::span<const NodeId> from(NodeId id) const {
        if (id >= ends_.size()) return {};
        const std::size_t first = id == 0 ? 0 : ends_[id - 1];
        return {targets_.data() + first, ends_[id] - first};
    }
    std::size_t bytes() const {
        return targets_.capacity() * sizeof(NodeId) + ends_.capacity() * sizeof(std::size_t);
    }

private:
    std::vector<NodeId> targets_;
    std::vector<std::size_t> ends_;
    std::size_t nodes_ = 0;
};

class StrongComponents {
public:
    explicit StrongComponents(const NodeGraph& graph) : component_(graph.nodes(), no_node) {
        Tarjan tarjan(
            graph.nodes(), [&](NodeId id) { return graph.from(id).size(); },
            [&](NodeId id, std::uint32_t i) { return graph.from(id)[i]; });
        const auto number = [&](std::span<const NodeId> members) {
            for (const NodeId id : members) component_[id] = members.front();
            return true;
        };
        tarjan.run(number, [] { return true; });
    }

    // The same number for nodes that lead to each other.
    NodeId of(NodeId id) const { return component_[id]; }

private:
    std::vector<NodeId> component_;
};

// Breadth first inside the components, from one node after the other: the first way back to where
// it began is a shortest cycle through there. Nodes that it began with before are left out.
class ShortestCycleSearch {
public:
    ShortestCycleSearch(const NodeGraph& graph, std::uint64_t most_steps)
        : graph_(graph),
          components_(graph),
          steps_left_(most_steps),
          reached_from_(graph.nodes(), no_node),
          parent_(graph.nodes(), no_node) {}

    std::vector<NodeId> run() {
        for (NodeId id = 0; id < graph_.nodes() && steps_left_ > 0; ++id) search_from(id);
        return std::move(best_);
    }

private:
    void search_from(NodeId source) {
        layer_.assign(1, source);
        reached_from_[source] = source;
        for (std::size_t length = 1; !layer_.empty() && is_short(length); ++length) {
            next_layer_.clear();
            for (const NodeId id : layer_)
                if (reach_from(id, source)) {
                    note_cycle(source, id);
                    return;
                }
            layer_.swap(next_layer_);
        }
    }

    bool is_short(std::size_t length) const { return best_.empty() || length < best_.size(); }

    // Whether an edge leads back to the source.
    bool reach_from(NodeId id, NodeId source) {
        for (const NodeId to : graph_.from(id)) {
            if (to == source) return true;
            if (steps_left_ == 0) return false;
            --steps_left_;
            if (to < source || reached_from_[to] == source) continue;
            if (components_.of(to) != components_.of(source)) continue;
            reached_from_[to] = source;
            parent_[to] = id;
            next_layer_.push_back(to);
        }
        return false;
    }

    void note_cycle(NodeId source, NodeId last) {
        best_.clear();
        for (NodeId id = last; id != source; id = parent_[id]) best_.push_back(id);
        best_.push_back(source);
        std::reverse(best_.begin(), best_.end());
    }

    const NodeGraph& graph_;
    StrongComponents components_;
    std::uint64_t steps_left_;
    std::vector<NodeId> reached_from_;  // by the search that began there
    std::vector<NodeId> parent_;
    std::vector<NodeId> layer_;
    std::vector<NodeId> next_layer_;
    std::vector<NodeId> best_;
};

// Some tenths of a second at most.
inline constexpr std::uint64_t most_cycle_steps = 50'000'000;

inline std::vector<NodeId> shortest_cycle(const NodeGraph& graph,
                                          std::uint64_t most_steps = most_cycle_steps) {
    return ShortestCycleSearch(graph, most_steps).run();
}

}  // namespace deepen
