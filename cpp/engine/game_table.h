// A table of a whole game: every position that can be reached, sorted, with what it is worth to the
// player to move and in how many moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "component_values.h"
#include "game_graph.h"
#include "limits.h"
#include "memory.h"
#include "result.h"
#include "retrograde.h"
#include "reverse_edges.h"

namespace deepen {

// One of the values that positions have, and how many have it.
struct TableOutcome {
    TimedValue worth;
    std::uint64_t positions = 0;
};

// Counts outcomes, and numbers them.
class OutcomeCounts {
public:
    // Counts one; returns its number in the order of meeting.
    std::uint32_t add(const TimedValue& worth) {
        const auto [found, is_new] =
            numbers_.try_emplace(key(worth), static_cast<std::uint32_t>(outcomes_.size()));
        if (is_new) outcomes_.push_back({worth, 0});
        ++outcomes_[found->second].positions;
        return found->second;
    }

    // The worst for the mover first; returns where each has gone.
    std::vector<std::uint32_t> sort() {
        std::vector<std::uint32_t> order(outcomes_.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return outcomes_[b].worth.is_better_than(outcomes_[a].worth);
        });
        std::vector<std::uint32_t> places(order.size());
        std::vector<TableOutcome> sorted;
        for (const std::uint32_t each : order) {
            places[each] = static_cast<std::uint32_t>(sorted.size());
            sorted.push_back(outcomes_[each]);
        }
        outcomes_ = std::move(sorted);
        return places;
    }
    std::vector<TableOutcome> take() { return std::move(outcomes_); }

private:
    static std::uint64_t key(const TimedValue& worth) {
        return static_cast<std::uint64_t>(worth.value) << 32 | worth.distance;
    }

    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
    std::vector<TableOutcome> outcomes_;
};

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
    Tabulation(P& problem, Payment payment, Watch& watch, std::uint32_t threads)
        : payment_(payment), watch_(watch), threads_(threads) {
        graph_ = std::make_unique<Graph>(problem, payment, watch, Sharing{.threads = threads});
    }

    // Keeps what is found in a log, and goes on from what is there.
    void keep_log(BuildLog& log) { log_ = &log; }

    // `worth_of_start`: if the game is over there, what it is worth.
    GameTable<W> run(const State<W>& start, int worth_of_start) {
        Stop stop = log_ == nullptr ? Stop::none : graph_->keep_log(*log_);
        if (stop == Stop::none) stop = graph_->enumerate(start, worth_of_start);
        table_.positions = graph_->size();
        table_.moves = graph_->edges().size();
        table_.peak_bytes = graph_->peak_bytes();
        if (stop == Stop::none) stop = payment_ == Payment::at_ends ? decide() : evaluate();
        if (stop != Stop::none)
            table_.status = status_of(stop);
        else if (table_.paying_cycle.empty())
            sort();
        table_.seconds = watch_.seconds();
        return std::move(table_);
    }

private:
    using Graph = GameGraph<W, P>;
    struct Record {
        State<W> state;
        std::uint32_t outcome;
    };

    // Won, drawn or lost.
    Stop decide() {
        graph_->forget_index();
        ReverseEdges moves;
        Stop stop = moves.build(std::move(graph_->edges()), graph_->degrees(),
                                [&](double share) { return look(moves, share); });
        if (stop != Stop::none) return stop;
        Retrograde retrograde(moves, watch_, threads_);
        retrograde.begin(
            graph_->size(), [&](NodeId id) { return graph_->degrees()[id]; },
            [&](NodeId id) { return graph_->end(id); });
        graph_->forget_moves();
        if (log_ != nullptr) retrograde.keep_log(*log_, graph_->next_in_log());
        stop = retrograde.run();
        note_bytes(moves.bytes() + retrograde.peak_bytes());
        moves = {};
        if (stop == Stop::none) list([&](NodeId id) { return worth(retrograde[id]); });
        return stop;
    }

    static TimedValue worth(std::uint32_t standing) {
        if (!Standing::is_decided(standing)) return {};
        return {Standing::is_won(standing) ? 1 : -1, Standing::distance(standing)};
    }

    Stop look(const ReverseEdges& moves, double share) {
        note_bytes(moves.bytes());
        return watch_.look_aside([&] {
            return Progress{.expanded = table_.positions,
                            .generated = table_.moves,
                            .bytes = table_.peak_bytes,
                            .share = share / 2};
        });
    }

    // Points are counted.
    Stop evaluate() {
        graph_->forget_index();
        ComponentValues<Graph> values(*graph_, watch_);
        const Stop stop = values.run();
        note_bytes(values.bytes());
        for (const NodeId id : values.paying_cycle())
            table_.paying_cycle.push_back(graph_->state(id));
        if (stop == Stop::none && table_.paying_cycle.empty())
            list([&](NodeId id) { return values[id]; });
        return stop;
    }

    // All positions, each with the number that its outcome has in the order of meeting.
    template <class Worth>
    void list(Worth&& worth_of) {
        records_.reserve(graph_->size());
        for (NodeId id = 0; id < graph_->size(); ++id)
            records_.push_back({graph_->state(id), outcomes_.add(worth_of(id))});
    }

    void sort() {
        graph_.reset();
        std::sort(records_.begin(), records_.end(),
                  [](const Record& a, const Record& b) { return a.state.words < b.state.words; });
        const std::vector<std::uint32_t> codes = outcomes_.sort();
        table_.outcomes = outcomes_.take();
        table_.states = Block<std::uint64_t>(records_.size() * W);
        table_.codes = Block<std::uint32_t>(records_.size());
        for (std::size_t i = 0; i < records_.size(); ++i) {
            for (std::size_t word = 0; word < W; ++word)
                table_.states[i * W + word] = records_[i].state.words[word];
            table_.codes[i] = codes[records_[i].outcome];
        }
    }

    void note_bytes(std::uint64_t more) {
        table_.peak_bytes =
            std::max(table_.peak_bytes, graph_->nodes().bytes() + graph_->bytes() + more);
    }

    Payment payment_;
    Watch& watch_;
    std::uint32_t threads_;
    BuildLog* log_ = nullptr;
    std::unique_ptr<Graph> graph_;
    std::vector<Record> records_;
    OutcomeCounts outcomes_;
    GameTable<W> table_;
};

}  // namespace deepen
