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
#include <functional>
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
    // `others`: the bytes that are held besides while it runs.
    ComponentValues(const Graph& graph, Watch& watch, std::uint64_t others)
        : graph_(graph), watch_(watch), others_(others) {}

    Stop run() {
        const std::size_t size = graph_.size();
        if (!has_room(size * (sizeof(TimedValue) + 3 * sizeof(std::uint32_t)))) return stop_;
        first_edge_.assign(size + 1, 0);
        values_.resize(size);
        places_.resize(size);
        Tarjan tarjan(
            size, [&](NodeId id) { return graph_.degree(id); },
            [&](NodeId id, std::uint32_t i) { return graph_.edges()[first_edge_[id] + i].node(); });
        held_ = [&] { return others_ + bytes() + tarjan.bytes(); };
        for (std::size_t i = 0; i < size && goes_on(); ++i)
            first_edge_[i + 1] = first_edge_[i] + graph_.degree(static_cast<NodeId>(i));
        if (stop_ == Stop::none)
            tarjan.run([&](std::span<const NodeId> members) { return settle(members); },
                       [&] { return goes_on(); });
        held_ = {};
        return stop_;
    }

    const TimedValue& operator[](NodeId id) const { return values_[id]; }
    // A cycle that pays, if there is any: then nothing is worth a number.
    const std::vector<NodeId>& paying_cycle() const { return paying_; }
    std::uint64_t bytes() const {
        return values_.capacity() * sizeof(TimedValue) + members_.capacity() * sizeof(Member) +
               (first_edge_.capacity() + places_.capacity() + moves_back_.capacity()) *
                   sizeof(std::uint32_t) +
               events_.capacity() * sizeof(Event);
    }

private:
    // False: there is a cycle that pays, or it has to stop.
    bool settle(std::span<const NodeId> members) {
        settled_ += members.size();
        if (members.size() > 1 || has_loop(members[0])) return settle_together(members);
        values_[members[0]] = best_of_all(members[0]);
        return true;
    }

    // Asked at every step; looks now and then. False: it has to stop.
    bool goes_on() {
        if (--countdown_ > 0) [[likely]]
            return true;
        countdown_ = between_looks;
        if (has_room(0)) stop_ = watch_.look_aside([&] { return progress(); });
        return stop_ == Stop::none;
    }
    bool has_room(std::uint64_t more) {
        if (!watch_.fits((held_ ? held_() : others_) + more)) stop_ = Stop::memory;
        return stop_ == Stop::none;
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
        if (value <= -game_limit || value >= game_limit) [[unlikely]]
            throw RuleFailure{RuleFault::value_overflow, graph_.state(graph_.edges()[edge].node())};
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
        std::uint32_t back = 0;           // in moves_back_, where those to here begin
        bool is_settled = false;
    };
    struct Event {
        Value amount;
        std::uint32_t distance;
        std::uint32_t member : 31;
        std::uint32_t wins : 1;
        bool operator<(const Event& other) const {
            return std::tuple(amount, other.distance) < std::tuple(other.amount, distance);
        }
    };

    bool settle_together(std::span<const NodeId> ids) {
        if (!make_room_in(members_, ids.size())) return false;
        for (const NodeId id : ids) {
            places_[id] = static_cast<std::uint32_t>(members_.size());
            members_.emplace_back(id);
        }
        events_.clear();
        if (!look_at_moves() || !turn_moves_round()) return false;
        while (!events_.empty()) {
            if (!goes_on()) return false;
            std::pop_heap(events_.begin(), events_.end());
            const Event event = events_.back();
            events_.pop_back();
            if (!members_[event.member].is_settled) settle(event);
        }
        for (std::uint32_t i = 0; i < count(); ++i)
            if (!members_[i].is_settled) values_[members_[i].id] = {};
        return true;
    }

    // Room for so many, and nothing in it.
    template <class T>
    bool make_room_in(std::vector<T>& list, std::size_t size) {
        list.clear();
        if (list.capacity() >= size) return true;
        std::vector<T>().swap(list);
        if (!has_room(size * sizeof(T))) return false;
        list.reserve(size);
        return true;
    }

    std::uint32_t count() const { return static_cast<std::uint32_t>(members_.size()); }

    bool is_member(NodeId id) const {
        return places_[id] < count() && members_[places_[id]].id == id;
    }

    // Notes what leads out of the component, and counts what stays inside.
    bool look_at_moves() {
        for (std::uint32_t i = 0; i < count(); ++i) {
            if (!goes_on()) return false;
            const NodeId id = members_[i].id;
            for (std::uint32_t edge = first_edge_[id]; edge < first_edge_[id + 1]; ++edge) {
                const NodeId child = graph_.edges()[edge].node();
                if (!is_member(child)) {
                    note(i, worth(edge, values_[child]));
                } else if (graph_.reward(edge) != 0) {
                    find_cycle(id, child);
                    return false;
                } else {
                    ++members_[i].open;
                    ++members_[places_[child]].back;
                }
            }
        }
        return true;
    }

    // Of each member, the moves to it: from where, and whether the mover goes on.
    bool turn_moves_round() {
        std::uint32_t end = 0;
        for (Member& each : members_) each.back = end += each.back;
        if (!make_room_in(moves_back_, end)) return false;
        moves_back_.resize(end);
        for (std::uint32_t i = 0; i < count(); ++i) {
            if (!goes_on()) return false;
            const NodeId id = members_[i].id;
            for (std::uint32_t edge = first_edge_[id]; edge < first_edge_[id + 1]; ++edge) {
                const Edge move = graph_.edges()[edge];
                if (is_member(move.node()))
                    moves_back_[--members_[places_[move.node()]].back] =
                        i << 1 | (move.again() ? 1U : 0U);
            }
        }
        return true;
    }
    std::uint32_t end_of_moves_back(std::uint32_t i) const {
        return i + 1 < count() ? members_[i + 1].back
                               : static_cast<std::uint32_t>(moves_back_.size());
    }

    // A move is settled. One that is no better than another changes nothing.
    void note(std::uint32_t i, const TimedValue& found) {
        if (!found.is_better_than(members_[i].best)) return;
        members_[i].best = found;
        if (found.value > 0) await({found.value, found.distance, i, true});
    }
    void await(const Event& event) {
        events_.push_back(event);
        std::push_heap(events_.begin(), events_.end());
    }

    void settle(const Event& event) {
        Member& member = members_[event.member];
        member.is_settled = true;
        const Value value = event.wins ? event.amount : -event.amount;
        values_[member.id] = {value, event.distance};
        const std::uint32_t end = end_of_moves_back(event.member);
        for (std::uint32_t k = member.back; k < end; ++k) {
            const std::uint32_t i = moves_back_[k] >> 1;
            if (members_[i].is_settled) continue;
            const bool again = (moves_back_[k] & 1) != 0;
            note(i, {again ? value : -value, event.distance + 1});
            const TimedValue& best = members_[i].best;
            if (--members_[i].open == 0 && best.value < 0)
                await({-best.value, best.distance, i, false});
        }
    }

    // The way from the child of a move back to where it starts, inside the component.
    void find_cycle(NodeId from, NodeId child) {
        std::vector<NodeId> parents(members_.size(), no_node);
        std::vector<NodeId> queue{child};
        parents[places_[child]] = child;
        for (std::size_t i = 0; i < queue.size() && parents[places_[from]] == no_node; ++i) {
            if (!goes_on()) return;
            for (std::uint32_t edge = first_edge_[queue[i]]; edge < first_edge_[queue[i] + 1];
                 ++edge) {
                const NodeId next = graph_.edges()[edge].node();
                if (!is_member(next) || parents[places_[next]] != no_node) continue;
                parents[places_[next]] = queue[i];
                queue.push_back(next);
            }
        }
        for (NodeId id = from; id != child; id = parents[places_[id]]) paying_.push_back(id);
        paying_.push_back(child);
        std::reverse(paying_.begin(), paying_.end());
        std::rotate(paying_.begin(), paying_.end() - 1, paying_.end());
    }

    Progress progress() const {
        return {.expanded = graph_.size(),
                .generated = graph_.edges().size(),
                .bytes = held_(),
                .share = static_cast<double>(settled_) / static_cast<double>(graph_.size())};
    }

    static constexpr std::uint32_t between_looks = 1 << 16;

    const Graph& graph_;
    Watch& watch_;
    std::uint64_t others_;
    std::function<std::uint64_t()> held_;  // while it runs
    Stop stop_ = Stop::none;
    std::vector<std::uint32_t> first_edge_;
    std::vector<TimedValue> values_;
    std::vector<std::uint32_t> places_;  // among the members, of those of the last component
    std::vector<Member> members_;
    std::vector<std::uint32_t> moves_back_;  // inside it: from which member, and whether again
    std::vector<Event> events_;              // a heap, the largest amount first
    std::vector<NodeId> paying_;
    std::uint32_t countdown_ = between_looks;
    std::uint64_t settled_ = 0;
};

}  // namespace deepen
