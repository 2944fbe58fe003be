// Can positions of a game repeat? A quick probe, and a search for a short cycle.
//
// Both see positions as themselves: where nothing repeats `canonical` promises the same value and
// not the same moves, so a cycle of canonical positions need not be one of the game.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <vector>

#include "game.h"
#include "limits.h"
#include "node_table.h"
#include "result.h"
#include "strong_components.h"

namespace deepen {

template <std::size_t W>
struct Cycle {
    Status status = Status::solved;  // or the limit that ended it
    std::vector<State<W>> states;    // each leads to the next, the last to the first; or none
    bool complete = false;           // whether no position that can be reached was left out
    std::uint64_t positions = 0;     // that were asked for their moves
};

// Depth first: a move to a position on the way to here closes a cycle. Most of the positions go
// into one deep look. In a large game that runs on and on into new ones, so the rest goes into a
// shallow look, which sees all ways to and fro near a few positions.
template <std::size_t W, TwoPlayerGame<W> G>
class CycleProbe {
public:
    CycleProbe(G game, Watch& watch) : game_(game), watch_(watch) {}

    Cycle<W> run(const State<W>& start, std::uint64_t most) {
        look(start, most - most / 4, std::numeric_limits<std::size_t>::max());
        if (result_.states.empty() && !result_.complete && result_.status == Status::solved)
            look(start, most, shallow);
        return std::move(result_);
    }

private:
    static constexpr std::size_t shallow = 8;  // moves; most cycles of real games have four

    // A position that was seen, and where on the path it lies.
    class Seen : public PackedState<W> {
    public:
        std::uint32_t place = 0;  // counted from 1; 0 once it is left
    };

    // A position on the path, and its moves in moves_.
    struct Frame {
        NodeId id;
        std::size_t next;
        std::size_t end;
    };

    // Until so many positions were asked for their moves, both looks counted.
    void look(const State<W>& start, std::uint64_t most, std::size_t deepest) {
        seen_ = {};
        path_.clear();
        bool whole = true;
        bool going = enter(start, hash_of(start), most);
        while (going && !path_.empty()) {
            Frame& last = path_.back();
            if (last.next == last.end) {
                seen_[last.id].place = 0;
                path_.pop_back();
                continue;
            }
            const State<W> child = moves_[last.next++].state;
            const std::uint64_t hash = hash_of(child);
            if (seen_.find(child, hash) != no_node) continue;
            if (path_.size() < deepest)
                going = enter(child, hash, most);
            else
                whole = false;
        }
        result_.complete = going && whole;
    }

    // Whether to go on: not if there is no room, or a move from here closes a cycle.
    bool enter(const State<W>& state, std::uint64_t hash, std::uint64_t most) {
        if (result_.positions >= most || !may_go_on()) return false;
        ++result_.positions;
        const NodeId id = seen_.insert(state, hash);
        const std::size_t first = path_.empty() ? 0 : path_.back().end;
        const std::size_t end = first + game_.moves(state, moves_, first);
        path_.push_back({id, first, end});
        seen_[id].place = static_cast<std::uint32_t>(path_.size());
        for (std::size_t i = first; i < end; ++i)
            if (closes(moves_[i].state)) return false;
        return true;
    }

    bool closes(const State<W>& child) {
        const NodeId id = seen_.find(child, hash_of(child));
        if (id == no_node || seen_[id].place == 0) return false;
        for (std::size_t i = seen_[id].place - 1; i < path_.size(); ++i)
            result_.states.push_back(seen_[path_[i].id].state());
        return true;
    }

    bool may_go_on() {
        Stop stop = watch_.before_expansion(result_.positions, [&] {
            return Progress{.expanded = result_.positions, .bytes = seen_.bytes()};
        });
        if (stop == Stop::none)
            stop = seen_.make_room(1, moves_.bytes() + path_.capacity() * sizeof(Frame), watch_);
        if (stop != Stop::none) result_.status = status_of(stop);
        return stop == Stop::none;
    }

    G game_;
    Watch& watch_;
    NodeTable<W, Seen> seen_;
    Moves<W> moves_;
    std::vector<Frame> path_;
    Cycle<W> result_;
};

// The first positions in order of arrival with all moves between them, and of the cycles among
// those a shortest one; a short one, where to look everywhere would take too long.
template <std::size_t W, TwoPlayerGame<W> G>
class ShortestCycle {
public:
    ShortestCycle(G game, Watch& watch) : game_(game), watch_(watch) {}

    Cycle<W> run(const State<W>& start, std::uint64_t most) {
        const Stop stop = enumerate(start, most);
        if (stop != Stop::none) result_.status = status_of(stop);
        result_.complete = stop == Stop::none && left_out_ == 0;
        for (const NodeId id : shortest_cycle(graph_)) result_.states.push_back(nodes_[id].state());
        return std::move(result_);
    }

private:
    Stop enumerate(const State<W>& start, std::uint64_t most) {
        Stop stop = nodes_.make_room(1, 0, watch_);
        if (stop == Stop::none) nodes_.insert(start, hash_of(start));
        for (NodeId id = 0; stop == Stop::none && id < nodes_.size(); ++id) {
            stop = watch_.before_expansion(result_.positions, [&] {
                return Progress{.expanded = result_.positions, .bytes = bytes()};
            });
            if (stop == Stop::none) stop = expand(id, most);
        }
        return stop;
    }

    Stop expand(NodeId id, std::uint64_t most) {
        const State<W> state = nodes_[id].state();
        const std::size_t count = game_.moves(state, moves_, 0);
        ++result_.positions;
        const Stop stop = nodes_.make_room(count, bytes() - nodes_.bytes(), watch_);
        if (stop != Stop::none) return stop;
        for (std::size_t i = 0; i < count; ++i) {
            const State<W> child = moves_[i].state;
            const std::uint64_t hash = hash_of(child);
            const NodeId to = nodes_.size() < most ? nodes_.find_or_insert(child, hash)
                                                   : nodes_.find(child, hash);
            if (to != no_node)
                graph_.add(to);
            else
                ++left_out_;
        }
        graph_.end_node();
        return Stop::none;
    }

    std::uint64_t bytes() const { return nodes_.bytes() + moves_.bytes() + graph_.bytes(); }

    G game_;
    Watch& watch_;
    NodeTable<W, PackedState<W>> nodes_;
    Moves<W> moves_;
    NodeGraph graph_;
    std::uint64_t left_out_ = 0;  // moves to where there was no room
    Cycle<W> result_;
};

}  // namespace deepen
