// A table of a whole game: every position that can be reached, sorted, with what it is worth to the
// player to move and in how many moves.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "component_values.h"
#include "crew.h"
#include "game_graph.h"
#include "limits.h"
#include "local_proof.h"
#include "memory.h"
#include "result.h"
#include "retrograde.h"
#include "reverse_edges.h"
#include "table_outcomes.h"
#include "table_sort.h"
#include "ways_back.h"

namespace deepen {

template <std::size_t W>
struct GameTable {
    Status status = Status::solved;  // or the limit that ended it
    std::uint64_t positions = 0;     // that were met
    std::uint64_t moves = 0;
    std::vector<TableOutcome> outcomes;  // the worst for the mover first
    Block<std::uint64_t> states;         // the words of all, in order
    Block<std::uint32_t> codes;          // for each its place among the outcomes
    std::vector<State<W>> paying_cycle;  // if there is one, there is no table
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
};

template <std::size_t W, Problem<W> P>
class Tabulation {
public:
    // A problem that can be asked for the way back needs counts of moves only. That takes less
    // memory and more time, for what the rules say of it is proven in the end.
    Tabulation(P& problem, Payment payment, Keeping keeping, Watch& watch, std::uint32_t threads)
        : problem_(problem),
          payment_(payment),
          keeping_(keeping),
          watch_(watch),
          threads_(threads) {
        graph_ =
            std::make_unique<Graph>(problem, payment, keeping, watch, Sharing{.threads = threads});
    }

    // Keeps what is found in a log, and goes on from what is there.
    void keep_log(BuildLog& log) { log_ = &log; }

    // `worth_of_start`: if the game is over there, what it is worth.
    GameTable<W> run(const State<W>& start, int worth_of_start) {
        Stop stop = log_ == nullptr ? Stop::none : graph_->keep_log(*log_);
        if (stop == Stop::none) stop = graph_->enumerate(start, worth_of_start);
        table_.positions = graph_->size();
        table_.moves = graph_->moves_seen();
        table_.peak_bytes = graph_->peak_bytes();
        if (stop == Stop::none) stop = payment_ == Payment::at_ends ? decide() : evaluate();
        if (stop == Stop::none && table_.paying_cycle.empty()) stop = write();
        if (stop == Stop::none) stop = watch_.stopped();
        if (stop != Stop::none) {
            table_.status = status_of(stop);
            table_.outcomes.clear();
            table_.states.clear();
            table_.codes.clear();
        }
        table_.seconds = watch_.seconds();
        return std::move(table_);
    }

private:
    using Graph = GameGraph<W, P>;
    static constexpr std::size_t part = std::size_t{1} << 14;  // positions that are one task

    // Won, drawn or lost.
    Stop decide() {
        if (keeping_ == Keeping::counts) return decide_by_rules();
        graph_->forget_index();
        ReverseEdges moves(graph_->pool());
        const Stop stop = turn_round(moves);
        if (stop != Stop::none) return stop;
        KeptWaysBack ways_back(moves);
        Retrograde retrograde(ways_back, watch_, threads_);
        retrograde.tell(table_.moves, 1);
        return decide(retrograde, [&] {
            moves.clear();
            return Stop::none;
        });
    }

    Stop decide_by_rules() {
        if constexpr (TwoWayProblem<P, W>) {
            AskedWaysBack<W, P, Nodes> ways_back(problem_, graph_->nodes(), threads_);
            Retrograde retrograde(ways_back, watch_, threads_);
            retrograde.tell(table_.moves, 0.5);
            return decide(retrograde, [&] { return prove(retrograde); });
        } else {
            assert(false);
            return Stop::effort;
        }
    }

    // `finish`: when values are known, and only listed from then on.
    template <class Values, class Finish>
    Stop decide(Values& values, Finish&& finish) {
        const std::size_t size = graph_->size();
        if (!watch_.fits(graph_->nodes().bytes() + Values::bytes_for(size))) return Stop::memory;
        values.begin(size);
        Stop stop = Stop::none;
        together([&](auto& threads) {
            stop = from_the_last(
                threads, [&](NodeId id) { values.set(id, graph_->degree(id), graph_->end(id)); },
                [&](std::size_t left) {
                    note_bytes(Values::bytes_for(size - left));
                    graph_->forget_moves_to(left);
                });
        });
        if (stop == Stop::none && log_ != nullptr) stop = values.keep_log(*log_);
        if (stop == Stop::none) stop = values.run();
        note_bytes(values.peak_bytes());
        if (stop == Stop::none) stop = finish();
        if (stop != Stop::none) return stop;
        return list([&](NodeId id) { return worth(values[id]); }, values.bytes());
    }

    // What the rules said of the way back may have been wrong.
    template <class Values>
    Stop prove(Values& values) {
        LocalProof<W, P, Nodes, Values> proof(problem_, graph_->nodes(), values, watch_, threads_);
        const Stop stop = proof.run([&](double share) { return progress((1 + share) / 2); });
        note_bytes(values.bytes() + proof.bytes());
        return stop;
    }

    Stop turn_round(ReverseEdges& moves) {
        Stop stop = Stop::none;
        together([&](auto& threads) {
            stop = moves.build(
                graph_->moves(), graph_->size(), [&](NodeId id) { return graph_->degree(id); },
                threads, watch_, [&](double share) { return look(moves, share); });
        });
        return stop;
    }

    // Calls task(threads), a Crew or Alone.
    template <class Task>
    void together(Task&& task) {
        if (threads_ == 1) {
            Alone alone(watch_);
            return task(alone);
        }
        Team team(watch_, threads_);
        Crew crew(team, watch_);
        crew.work([&] { task(crew); });
    }

    static TimedValue worth(std::uint32_t standing) {
        if (!Standing::is_decided(standing)) return {};
        return {Standing::is_won(standing) ? 1 : -1, Standing::distance(standing)};
    }

    Stop look(const ReverseEdges& moves, double share) {
        note_bytes(moves.own_bytes());
        return watch_.look_aside([&] { return progress(share / 2); });
    }

    Progress progress(double share) const {
        return {.expanded = table_.positions,
                .generated = table_.moves,
                .bytes = table_.peak_bytes,
                .share = share};
    }

    // Points are counted.
    Stop evaluate() {
        graph_->forget_index();
        ComponentValues<Graph> values(*graph_, watch_, graph_->nodes().bytes() + graph_->bytes());
        const Stop stop = values.run();
        note_bytes(values.bytes());
        for (const NodeId id : values.paying_cycle())
            table_.paying_cycle.push_back(graph_->state(id));
        if (stop != Stop::none || !table_.paying_cycle.empty()) return stop;
        return list([&](NodeId id) { return values[id]; }, values.bytes());
    }

    // All positions, with the codes of their outcomes. They leave the graph, the last first, since
    // their memory is needed; `others` has what is held besides.
    template <class WorthOf>
    Stop list(WorthOf&& worth_of, std::uint64_t others) {
        const std::size_t size = graph_->size();
        graph_->forget_index();
        sort_.begin(size);
        Stop stop = Stop::none;
        together([&](auto& threads) {
            const OutcomeCounts outcomes = counted(worth_of, threads);
            if (stop = watch_.stopped(); stop != Stop::none) return;
            stop = from_the_last(
                threads,
                [&](NodeId id) { sort_.set(id, graph_->state(id), outcomes.code(worth_of(id))); },
                [&](std::size_t left) {
                    note_bytes(others + (size - left) * TableSort<W>::bytes_each());
                    graph_->release_to(left);
                });
        });
        return stop;
    }

    template <class WorthOf, class Threads>
    OutcomeCounts counted(WorthOf& worth_of, Threads& threads) {
        const std::size_t size = graph_->size();
        std::vector<OutcomeCounts> counts(threads.threads());
        threads.each((size + part - 1) / part, [&](std::size_t i, std::uint32_t number) {
            if (number == 0) watch_.may_go_on();
            if (threads.stopped(number) != Stop::none) return;
            for (std::size_t id = i * part; id < std::min((i + 1) * part, size); ++id)
                counts[number].add(worth_of(static_cast<NodeId>(id)));
        });
        for (std::size_t i = 1; i < counts.size(); ++i) counts[0].add(counts[i]);
        table_.outcomes = counts[0].sort();
        return std::move(counts[0]);
    }

    // Calls visit(id) for every position, on all threads, and now and then leave(size) when those
    // from there on were visited.
    template <class Threads, class Visit, class Leave>
    Stop from_the_last(Threads& threads, Visit&& visit, Leave&& leave) {
        const std::size_t portion = std::clamp(graph_->size() / 8, 4 * part, 64 * part);
        for (std::size_t end = graph_->size(); end > 0;) {
            const std::size_t begin = (end - 1) / portion * portion;
            threads.each((end - begin + part - 1) / part, [&](std::size_t i, std::uint32_t) {
                const std::size_t first = begin + i * part;
                for (std::size_t id = first; id < std::min(first + part, end); ++id)
                    visit(static_cast<NodeId>(id));
            });
            leave(begin);
            end = begin;
            if (!watch_.may_go_on()) break;
        }
        return watch_.stopped();
    }

    Stop write() {
        graph_.reset();
        Stop stop = Stop::none;
        together([&](auto& threads) {
            stop = sort_.write(table_.states, table_.codes, threads, watch_);
        });
        return stop;
    }

    void note_bytes(std::uint64_t more) {
        table_.peak_bytes =
            std::max(table_.peak_bytes, graph_->nodes().bytes() + graph_->bytes() + more);
    }

    using Nodes = std::remove_cvref_t<decltype(std::declval<Graph&>().nodes())>;

    P& problem_;
    Payment payment_;
    Keeping keeping_;
    Watch& watch_;
    std::uint32_t threads_;
    BuildLog* log_ = nullptr;
    std::unique_ptr<Graph> graph_;
    TableSort<W> sort_;
    GameTable<W> table_;
};

}  // namespace deepen
