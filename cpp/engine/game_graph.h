// Every position that a game can reach, and every move between them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "build_log.h"
#include "crew.h"
#include "edge.h"
#include "enumeration.h"
#include "limits.h"
#include "memory.h"
#include "move_lists.h"
#include "pay.h"

namespace deepen {

// What a game pays is kept in one of two ways. Where it is won, drawn or lost, a move pays only if
// it ends the game, and then what the end is worth to whoever would move there: so the end knows.
// Where points are counted, every move knows its reward.
enum class Payment { at_ends, by_moves };

// All moves, or, at_ends, only how many different ones each position has.
enum class Keeping { moves, counts };

template <std::size_t W, Problem<W> P>
class GameGraph {
public:
    GameGraph(P& problem, Payment payment, Keeping keeping, Watch& watch, const Sharing& sharing)
        : payment_(payment),
          keeps_moves_(keeping == Keeping::moves),
          alone_(sharing.threads == 1),
          watch_(watch),
          moves_(pool_, sharing.threads),
          rewards_(pool_),
          enumeration_(problem, *this, watch, sharing) {
        assert(keeps_moves_ || payment == Payment::at_ends);
        enumeration_.save_memory();
    }

    // `worth_of_start`: if the game is over there, what it is worth.
    Stop enumerate(const State<W>& start, int worth_of_start) {
        Stop stop = enumeration_.add(start);
        if (stop != Stop::none) return stop;
        if (payment_ == Payment::at_ends && worth_of_start != 0) degrees_[0] = code(worth_of_start);
        stop = enumeration_.run();
        // What is asked for is a guess, and may be passed by the last moves.
        if (stop == Stop::none && moves_.size() > most_edges) stop = Stop::memory;
        if (stop != Stop::none || log_ == nullptr || sizes() == saved_) return stop;
        save();  // values come only after all positions
        return watch_.stopped();
    }

    // Positions in the order in which they were met; by_moves, also the moves of each after those
    // of the one before.
    const auto& nodes() const { return enumeration_.nodes(); }
    std::size_t size() const { return nodes().size(); }
    State<W> state(NodeId id) const { return nodes()[id].state(); }
    std::uint32_t degree(NodeId id) const { return end(id) == 0 ? degrees_[id] : 0; }
    MoveLists& moves() { return moves_; }
    std::uint64_t moves_seen() const {
        return keeps_moves_ ? moves_.size() : enumeration_.generated();
    }
    // Where the moves have their memory from.
    ChunkPool& pool() { return pool_; }
    const EdgeList& edges() const { return moves_.in_order(); }
    // Of a position without moves, at_ends: what it is worth to whoever would move.
    int end(NodeId id) const { return degrees_[id] == won ? 1 : degrees_[id] == lost ? -1 : 0; }
    // by_moves.
    std::int32_t reward(std::size_t edge) const { return rewards_[edge]; }

    std::uint64_t expanded() const { return enumeration_.expanded(); }
    std::uint64_t peak_bytes() const { return enumeration_.peak_bytes(); }

    // When all positions are known, none is looked up any more.
    void forget_index() { enumeration_.forget_index(); }
    // The last positions are not asked for any more.
    void release_to(std::size_t size) { enumeration_.release_to(size); }
    // Nobody asks any more who has won in the last positions, and how many moves they have.
    void forget_moves_to(std::size_t size) { degrees_.release_to(std::min(size, degrees_.size())); }

    // From now on a search that is killed may go on from the log; first takes from it what there
    // is.
    Stop keep_log(BuildLog& log) {
        log_ = &log;
        const double begun = watch_.seconds();
        log.ask([this, begun] {
            watch_.forget_since(begun);
            return watch_.may_go_on();
        });
        std::uint64_t end = log.place();
        for (; log.next() == BuildLog::Kind::positions; end = log.place()) {
            const Stop stop = read(begun);
            if (stop != Stop::none) return stop;
        }
        log.go_to(end);
        watch_.forget_since(begun);
        saved_ = sizes();
        log.note_time(watch_.seconds());
        return watch_.stopped();
    }

    // What the enumeration asks.
    static constexpr bool keeps_edges = true;
    static constexpr bool keeps_parents = false;
    bool arrive(NodeId, const State<W>&) { return false; }
    bool any_order() const { return payment_ == Payment::at_ends; }
    void make_room(std::size_t size) { degrees_.grow_to(size); }
    template <class Block>
    void took(const Block& block, NodeId first, NodeId last) {
        took(0, block, first, last);
    }
    template <class Block>
    void took(std::uint32_t thread, const Block& block, NodeId first, NodeId last) {
        if (!keeps_moves_) return count(block, first, last);
        MoveLists::List& list = moves_.lists()[thread];
        const std::size_t begin = list.edges.size();
        for (NodeId id = first; id < last; ++id) {
            const std::size_t end = block.begin_of(id + 1);
            for (std::size_t i = block.begin_of(id); i < end; ++i)
                add_edge(list.edges, block[i].id, pay_of(block.cost(i)));
            set_degree(id, end - block.begin_of(id));
        }
        MoveLists::end_run(list, first, last, begin);
    }
    void renumber(NodeId size, const std::vector<std::pair<NodeId, NodeId>>& map, Crew& crew) {
        for (const auto& [from, to] : map) degrees_[to] = std::exchange(degrees_[from], 0);
        moves_.renumber(size, map, crew);
    }
    void finish_layer() {}
    void rest() {
        if (log_ != nullptr && log_->is_due(watch_.seconds())) save();
    }
    std::uint64_t lower_bound() const { return 0; }

    std::uint64_t bytes() const { return pool_.bytes() + moves_.bytes() + degrees_.bytes(); }
    std::uint64_t bytes_after(std::size_t candidates) const {
        if (nodes().size() + candidates >= Edge::most_nodes) return no_room_at_all;
        if (moves_.size() + candidates > most_edges) return no_room_at_all;
        return bytes() + candidates * sizeof(Edge);
    }

private:
    static constexpr std::size_t most_edges = std::numeric_limits<std::uint32_t>::max();
    static constexpr auto no_room_at_all = std::numeric_limits<std::uint64_t>::max() / 2;

    void add_edge(EdgeList& edges, NodeId target, const Pay& pay) {
        edges.push_back({target, pay.again});
        if (payment_ == Payment::by_moves)
            rewards_.push_back(static_cast<std::int32_t>(pay.reward));
        else
            note_end(target, pay);
    }

    // In the place of a number of moves, of which an end has none.
    static constexpr std::uint16_t won = 0xffff;
    static constexpr std::uint16_t lost = 0xfffe;
    static std::uint16_t code(std::int64_t worth) { return worth > 0 ? won : lost; }

    void note_end(NodeId target, const Pay& pay) {
        if (pay.reward != 0) note(target, code(pay.again ? pay.reward : -pay.reward));
    }
    void set_degree(NodeId id, std::size_t moves) {
        if (moves >= lost) throw RuleFailure<W>{RuleFault::too_many, state(id)};
        if (moves > 0) note(id, static_cast<std::uint16_t>(moves));
    }
    // Other threads may note the same, and nothing else: an end whose canonical form goes on is
    // none.
    void note(NodeId id, std::uint16_t noted) {
        std::uint16_t& place = degrees_[id];
        const std::uint16_t before =
            alone_ ? std::exchange(place, noted)
                   : std::atomic_ref(place).exchange(noted, std::memory_order_relaxed);
        if (before != 0 && before != noted) [[unlikely]]
            throw RuleFailure<W>{RuleFault::asymmetric, state(id)};
    }

    // How many different moves these nodes have, and which of them end the game.
    template <class Block>
    void count(const Block& block, NodeId first, NodeId last) {
        std::vector<Edge> moves;
        for (NodeId id = first; id < last; ++id) {
            moves.clear();
            for (std::size_t i = block.begin_of(id); i < block.begin_of(id + 1); ++i) {
                const Pay pay = pay_of(block.cost(i));
                moves.emplace_back(block[i].id, pay.again);
                note_end(block[i].id, pay);
            }
            Edge* const begin = moves.data();
            set_degree(id, static_cast<std::size_t>(distinct(begin, begin + moves.size()) - begin));
        }
    }

    // How much there is of everything.
    struct Sizes {
        std::uint64_t nodes = 0;
        std::uint64_t expanded = 0;
        std::uint64_t edges = 0;
        bool operator==(const Sizes&) const = default;
    };
    Sizes sizes() const { return {nodes().size(), enumeration_.expanded(), moves_seen()}; }

    // All that is new since the last time.
    void save() {
        const Sizes now = sizes();
        log_->begin(BuildLog::Kind::positions);
        log_->write(now);
        for (std::uint64_t id = saved_.nodes; id < now.nodes && goes_on(id); ++id)
            log_->write(state(static_cast<NodeId>(id)));
        for (std::uint64_t id = saved_.expanded; id < now.nodes && goes_on(id); ++id)
            log_->write(degrees_[id]);
        const auto write = [&](const auto* from, std::size_t count) {
            if (watch_.may_go_on()) log_->write(from, count * sizeof *from);
        };
        moves_.new_runs([&](MoveLists::List& list, const MoveLists::Run& run) {
            list.edges.each_part(run.begin, run.end, write);
        });
        if (payment_ == Payment::by_moves) rewards_.each_part(saved_.edges, now.edges, write);
        if (watch_.stopped() != Stop::none) return;
        log_->end();
        log_->note_time(watch_.seconds());
        saved_ = now;
    }

    static constexpr std::uint64_t between_looks = std::uint64_t{1} << 16;
    bool goes_on(std::uint64_t step) { return step % between_looks != 0 || watch_.may_go_on(); }

    // `begun`: when the reading of the log did.
    Stop read(double begun) {
        const Sizes before = sizes();
        const auto now = log_->template read<Sizes>();
        for (std::uint64_t id = before.nodes; id < now.nodes; ++id) {
            Stop stop = enumeration_.add(log_->template read<State<W>>());
            if (stop == Stop::none && id % between_looks == 0) stop = look(begun, before.expanded);
            if (stop != Stop::none) return stop;
        }
        make_room(now.nodes);
        Stop stop = Stop::none;
        for (std::uint64_t id = before.expanded; id < now.nodes && stop == Stop::none; ++id) {
            degrees_[id] = log_->template read<std::uint16_t>();
            if (id % between_looks == 0) stop = look(begun, before.expanded);
        }
        const auto take = [&](auto* to, std::size_t count) {
            if (stop == Stop::none) stop = look(begun, before.expanded);
            if (stop == Stop::none) log_->read(to, count * sizeof *to);
        };
        if (keeps_moves_) {
            MoveLists::List& list = moves_.lists().front();
            list.edges.grow_to(now.edges);
            list.edges.each_part(before.edges, now.edges, take);
            MoveLists::end_run(list, static_cast<NodeId>(before.expanded),
                               static_cast<NodeId>(now.expanded), before.edges);
            list.ordered = list.runs.size();
        }
        if (payment_ == Payment::by_moves) {
            rewards_.grow_to(now.edges);
            rewards_.each_part(before.edges, now.edges, take);
        }
        enumeration_.restore_progress(static_cast<NodeId>(now.expanded), now.edges);
        return stop == Stop::none ? look(begun, now.expanded) : stop;
    }
    Stop look(double begun, std::uint64_t expanded) {
        watch_.forget_since(begun);
        return watch_.look_aside([&] { return Progress{.expanded = expanded}; });
    }

    Payment payment_;
    bool keeps_moves_;
    bool alone_;  // only one thread finds positions
    Watch& watch_;
    BuildLog* log_ = nullptr;
    Sizes saved_;
    ChunkPool pool_;
    MoveLists moves_;
    ChunkedList<std::int32_t> rewards_;
    Segmented<std::uint16_t, 1024> degrees_;  // or what an end is worth
    Enumeration<W, P, GameGraph> enumeration_;
};

}  // namespace deepen
