// What every position of a game is worth in which points are counted and positions may repeat, as
// long as no cycle pays any: from the ends backwards, one strongly connected component after the
// other.
//
// Inside a component nothing is paid, so what counts is by which move play leaves it, if it ever
// does; to stay for ever is worth 0. Who can leave with the most does, and so does, a move later,
// whoever can go there: the largest amounts are settled first, and of equal ones the nearest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "game.h"
#include "game_graph.h"
#include "limits.h"
#include "node_index.h"
#include "tarjan.h"

namespace deepen {

// A value and in how many moves it is in hand; 0 where the value is 0.
struct TimedValue {
    Value value = 0;
    std::uint32_t distance = 0;

    // Whether a mover would rather have this: more, and a win soon, a loss late.
    bool is_better_than(const TimedValue& other) const {
        if (value != other.value) return value > other.value;
        return value > 0 ? distance < other.distance : value < 0 && distance > other.distance;
    }
    bool operator==(const TimedValue&) const = default;
};

template <class Graph>
class ComponentValues {
public:
    ComponentValues(const Graph& graph, Watch& watch) : graph_(graph), watch_(watch) {}

    Stop run() {
        first_edge_.assign(graph_.size() + 1, 0);
        for (std::size_t i = 0; i < graph_.size(); ++i)
            first_edge_[i + 1] = first_edge_[i] + graph_.degree(static_cast<NodeId>(i));
        values_.resize(graph_.size());
        places_.resize(graph_.size());
        Tarjan tarjan(
            graph_.size(), [&](NodeId id) { return graph_.degree(id); },
            [&](NodeId id, std::uint32_t i) { return graph_.edges()[first_edge_[id] + i].node(); });
        Stop stop = Stop::none;
        tarjan.run([&](std::span<const NodeId> members) { return settle(members); },
                   [&] { return (stop = look(tarjan.bytes())) == Stop::none; });
        return stop;
    }

    const TimedValue& operator[](NodeId id) const { return values_[id]; }
    // A cycle that pays, if there is any: then nothing is worth a number.
    const std::vector<NodeId>& paying_cycle() const { return paying_; }
    std::uint64_t bytes() const {
        return values_.capacity() * sizeof(TimedValue) +
               (first_edge_.capacity() + places_.capacity()) * sizeof(std::uint32_t);
    }

private:
    // False: there is a cycle that pays.
    bool settle(std::span<const NodeId> members) {
        settled_ += members.size();
        if (members.size() > 1 || has_loop(members[0])) return settle_together(members);
        values_[members[0]] = best_of_all(members[0]);
        return true;
    }

    Stop look(std::uint64_t others) {
        if (--countdown_ > 0) return Stop::none;
        countdown_ = between_looks;
        return watch_.look_aside([&] { return progress(others); });
    }

    bool has_loop(NodeId id) const {
        for (std::uint32_t edge = first_edge_[id]; edge < first_edge_[id + 1]; ++edge)
            if (graph_.edges()[edge].node() == id) return true;
        return false;
    }

    // What a move is worth, given what its child is worth.
    TimedValue worth(std::uint32_t edge, const TimedValue& child) const {
        const Pay pay{graph_.reward(edge), graph_.edges()[edge].again()};
        const Value value = pay.worth(child.value);
        return {value, value == 0 ? 0 : child.distance + 1};
    }

    TimedValue best_of_all(NodeId id) const {
        TimedValue best;
        for (std::uint32_t edge = first_edge_[id]; edge < first_edge_[id + 1]; ++edge) {
            const TimedValue found = worth(edge, values_[graph_.edges()[edge].node()]);
            if (edge == first_edge_[id] || found.is_better_than(best)) best = found;
        }
        return best;
    }

    // A position of the component that is being settled.
    struct Member {
        explicit Member(NodeId id) : id(id) {}

        NodeId id;
        TimedValue best{-game_limit, 0};  // of the moves that are settled
        std::uint32_t open = 0;           // moves
        bool is_settled = false;
        std::vector<std::pair<std::uint32_t, bool>> before;  // moves to here: from where, again
    };
    struct Event {
        Value amount;
        std::uint32_t distance;
        std::uint32_t member;
        bool wins;
        bool operator<(const Event& other) const {
            return std::tuple(amount, other.distance) < std::tuple(other.amount, distance);
        }
    };

    bool settle_together(std::span<const NodeId> ids) {
        members_.clear();
        for (const NodeId id : ids) {
            places_[id] = static_cast<std::uint32_t>(members_.size());
            members_.emplace_back(id);
        }
        for (std::uint32_t i = 0; i < members_.size(); ++i)
            if (!look_at_moves(i)) return false;
        while (!events_.empty()) {
            const Event event = events_.top();
            events_.pop();
            if (!members_[event.member].is_settled) settle(event);
        }
        for (const Member& each : members_)
            if (!each.is_settled) values_[each.id] = {};
        return true;
    }

    bool is_member(NodeId id) const {
        return places_[id] < members_.size() && members_[places_[id]].id == id;
    }

    bool look_at_moves(std::uint32_t i) {
        const NodeId id = members_[i].id;
        for (std::uint32_t edge = first_edge_[id]; edge < first_edge_[id + 1]; ++edge) {
            const Edge move = graph_.edges()[edge];
            if (!is_member(move.node())) {
                note(i, worth(edge, values_[move.node()]));
                continue;
            }
            if (graph_.reward(edge) != 0) {
                find_cycle(id, move.node());
                return false;
            }
            ++members_[i].open;
            members_[places_[move.node()]].before.emplace_back(i, move.again());
        }
        return true;
    }

    // A move is settled.
    void note(std::uint32_t i, const TimedValue& found) {
        if (found.is_better_than(members_[i].best)) members_[i].best = found;
        if (found.value > 0) events_.push({found.value, found.distance, i, true});
    }

    void settle(const Event& event) {
        Member& member = members_[event.member];
        member.is_settled = true;
        const Value value = event.wins ? event.amount : -event.amount;
        values_[member.id] = {value, event.distance};
        for (const auto& [i, again] : member.before) {
            if (members_[i].is_settled) continue;
            note(i, {again ? value : -value, event.distance + 1});
            const TimedValue& best = members_[i].best;
            if (--members_[i].open == 0 && best.value < 0)
                events_.push({-best.value, best.distance, i, false});
        }
    }

    // The way from the child of a move back to where it starts, inside the component.
    void find_cycle(NodeId from, NodeId child) {
        std::vector<NodeId> parents(members_.size(), no_node);
        std::vector<NodeId> queue{child};
        parents[places_[child]] = child;
        for (std::size_t i = 0; i < queue.size() && parents[places_[from]] == no_node; ++i)
            for (std::uint32_t edge = first_edge_[queue[i]]; edge < first_edge_[queue[i] + 1];
                 ++edge) {
                const NodeId next = graph_.edges()[edge].node();
                if (!is_member(next) || parents[places_[next]] != no_node) continue;
                parents[places_[next]] = queue[i];
                queue.push_back(next);
            }
        for (NodeId id = from; id != child; id = parents[places_[id]]) paying_.push_back(id);
        paying_.push_back(child);
        std::reverse(paying_.begin(), paying_.end());
        std::rotate(paying_.begin(), paying_.end() - 1, paying_.end());
    }

    Progress progress(std::uint64_t others) const {
        return {.expanded = graph_.size(),
                .generated = graph_.edges().size(),
                .bytes = bytes() + others,
                .share = static_cast<double>(settled_) / static_cast<double>(graph_.size())};
    }

    static constexpr std::uint32_t between_looks = 1 << 16;

    const Graph& graph_;
    Watch& watch_;
    std::vector<std::uint32_t> first_edge_;
    std::vector<TimedValue> values_;
    std::vector<std::uint32_t> places_;  // among the members, of those of the last component
    std::vector<Member> members_;
    std::priority_queue<Event> events_;
    std::vector<NodeId> paying_;
    std::uint32_t countdown_ = between_looks;
    std::uint64_t settled_ = 0;
};

}  // namespace deepen
