// Strongly connected components of a graph of numbered nodes, by Tarjan's algorithm.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "node_index.h"

namespace deepen {

// Without recursion. `degree(id)` is how many edges a node has, and `target(id, i)` where one
// leads. Components are told to `found(members)` in such an order that edges out of one lead to
// those before it; false ends the search. So does false from `enters()`, which is asked for every
// node.
template <class Degree, class Target>
class Tarjan {
public:
    Tarjan(std::size_t nodes, Degree degree, Target target)
        : degree_(degree), target_(target), numbers_(nodes, unseen) {}

    template <class Found, class Enters>
    bool run(Found&& found, Enters&& enters) {
        for (NodeId root = 0; root < numbers_.size(); ++root)
            if (numbers_[root] == unseen && !search(root, found, enters)) return false;
        return true;
    }

    std::uint64_t bytes() const {
        return (numbers_.capacity() + open_.capacity()) * sizeof(NodeId) +
               path_.capacity() * sizeof(Visit);
    }

private:
    static constexpr NodeId unseen = 0;
    static constexpr NodeId done = no_node;

    struct Visit {
        NodeId id;
        NodeId lowest;       // the least number that can be reached from here and leads here
        std::uint32_t next;  // edge to follow
    };

    template <class Found, class Enters>
    bool search(NodeId root, Found& found, Enters& enters) {
        enter(root);
        while (!path_.empty()) {
            Visit& last = path_.back();
            if (last.next == degree_(last.id)) {
                if (!leave(found)) return false;
                continue;
            }
            const NodeId to = target_(last.id, last.next++);
            if (numbers_[to] == unseen) {
                if (!enters()) return false;
                enter(to);
            } else if (numbers_[to] != done) {
                last.lowest = std::min(last.lowest, numbers_[to]);
            }
        }
        return true;
    }

    void enter(NodeId id) {
        numbers_[id] = ++count_;
        open_.push_back(id);
        path_.push_back({id, count_, 0});
    }

    template <class Found>
    bool leave(Found& found) {
        const Visit visit = path_.back();
        path_.pop_back();
        if (!path_.empty()) path_.back().lowest = std::min(path_.back().lowest, visit.lowest);
        if (visit.lowest != numbers_[visit.id]) return true;
        std::size_t first = open_.size();
        do numbers_[open_[--first]] = done;
        while (open_[first] != visit.id);
        const bool goes_on = found(std::span<const NodeId>(open_).subspan(first));
        open_.resize(first);
        return goes_on;
    }

    Degree degree_;
    Target target_;
    std::vector<NodeId> numbers_;  // in the order of the visit, from 1
    std::vector<NodeId> open_;     // entered, and in no component yet
    std::vector<Visit> path_;
    NodeId count_ = unseen;
};

}  // namespace deepen
