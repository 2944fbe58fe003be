// Analyses of a game, and how one under a limit shares out what it is allowed.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "minimax.h"
#include "parallel_search.h"

namespace deepen {

// Two searches take turns: one looks to the end of the game, the other deepens step by step. The
// first proves more with less work, since what its table knows holds at every depth; the second has
// something to tell at any moment. Each has a table of its own, so that neither disturbs the other,
// and each is soon where it was when its turn comes again.
template <std::size_t W, TwoPlayerGame<W> G>
class InterleavedSearch {
    using Runner = ParallelSearch<W, G>;

public:
    InterleavedSearch(G game, const State<W>& start, const AnalysisOptions& options,
                      std::uint64_t bytes, Watch& watch)
        : watch_(watch),
          exact_(game, start, to_the_end(options), bytes / 2, watch),
          deepening_(game, start, options, bytes / 2, watch) {}

    Analysis<W> run() {
        take_turns();
        if (!is_finished(exact_)) deepen();
        return result();
    }

private:
    // Positions of the first turn, in looks at the clock. Then turns double, so that there are few.
    static constexpr std::uint64_t first_turn = 16;
    // The deepening search takes one position for so many of the other.
    static constexpr std::uint64_t part = 12;
    // The share of what is allowed after which the search to the end has to wait; and a larger one,
    // if that search has done so much of its present question that an answer is in sight.
    static constexpr double most_share = 0.3;
    static constexpr double longest_share = 0.5;
    static constexpr double in_sight = 0.5;
    // How far the foretold cost of a depth may exceed what is left, before it is not begun.
    static constexpr double doubt = 2.5;

    static constexpr double never = std::numeric_limits<double>::infinity();
    static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();

    void take_turns() {
        std::uint64_t nodes = first_turn * watch_.stride();
        turn(deepening_, exact_, nodes, never);
        for (double until = most_share; !is_finished(deepening_); nodes *= 2) {
            exact_.root().report_as(deepening_.root().depth());
            turn(exact_, deepening_, nodes, until);
            if (is_finished(exact_)) return;
            // A proven move: no guess is worth more, and what is open is left to this search.
            if (exact_.root().knows_best()) return turn(exact_, deepening_, all, never);
            if (watch_.spent() >= until) {
                if (until > most_share || exact_.search().done() < in_sight) return;
                until = longest_share;
            }
            turn(deepening_, exact_, nodes / part, never);
        }
    }

    // To the last depth that can be finished; what is left then is better spent on the other.
    void deepen() {
        while (!is_finished(deepening_)) {
            if (is_hopeless()) return turn(exact_, deepening_, all, never);
            turn(deepening_, exact_, all, never, deepening_.root().depth());
        }
    }

    bool is_hopeless() {
        const double spent = watch_.spent();
        const auto nodes = exact_.search().nodes() + deepening_.search().nodes();
        const double left = (1 - spent) / spent * static_cast<double>(nodes);
        return deepening_.root().next_cost() > doubt * left;
    }

    static AnalysisOptions to_the_end(AnalysisOptions options) {
        options.first_depth = options.last_depth;
        return options;
    }

    void turn(Runner& runner, Runner& other, std::uint64_t nodes, double until,
              std::uint32_t last_depth = most_plies + 1) {
        watch_.set_waiting(other.search().counted());
        watch_.pause_at(until);
        runner.root().learn(other.root());
        runner.go_on(nodes, last_depth);
    }

    static bool is_finished(Runner& runner) {
        return runner.is_over() || (runner.search().stopped() && !runner.search().paused());
    }

    // The search to the end tells what it has found if it got there; else the other one does.
    Analysis<W> result() {
        const bool at_the_end = exact_.is_over();
        Runner& teller = at_the_end ? exact_ : deepening_;
        Runner& other = at_the_end ? deepening_ : exact_;
        teller.root().learn(other.root());
        Analysis<W> found = teller.result(reason());
        if (at_the_end) prepend_rows(found);
        found.nodes += other.search().counted();
        found.table_hits += other.search().table_hits();
        found.peak_bytes += other.search().bytes();
        return found;
    }

    // What was seen on the way to the end.
    void prepend_rows(Analysis<W>& found) {
        const std::vector<DepthRow>& rows = deepening_.root().rows();
        found.rows.insert(found.rows.begin(), rows.begin(), rows.end());
    }

    // What ended it, if anything did: a pause is no end.
    Stop reason() {
        for (Runner* runner : {&exact_, &deepening_})
            if (runner->search().stopped() && !runner->search().paused())
                return runner->search().reason();
        return Stop::none;
    }

    Watch& watch_;
    Runner exact_;
    Runner deepening_;
};

template <std::size_t W, TwoPlayerGame<W> G>
Analysis<W> analyse(G game, const State<W>& start, const AnalysisOptions& options,
                    std::uint64_t table_bytes, Watch& watch) {
    Analysis<W> found;
    if (options.first_depth < options.last_depth && options.techniques.table) {
        found = InterleavedSearch<W, G>(game, start, options, table_bytes, watch).run();
    } else {
        ParallelSearch<W, G> parallel(game, start, options, table_bytes, watch);
        parallel.go_on(std::numeric_limits<std::uint64_t>::max());
        found = parallel.result(parallel.search().reason());
    }
    found.nodes += watch.elsewhere();
    return found;
}

template <std::size_t W, TwoPlayerGame<W> G>
Analysis<W> analyse_by_minimax(G game, const State<W>& start, const AnalysisOptions& options,
                               Watch& watch) {
    Minimax<W, G> search(game, watch);
    RootSearch<W, Minimax<W, G>> root(search, start, options);
    root.go_on(watch);
    return root.result(watch, search.reason());
}

}  // namespace deepen
