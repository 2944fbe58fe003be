// Iterative-deepening A*: depth-first under a threshold on g + h that rises to the least value that
// exceeded it. Needs memory for one path, and a table of refuted states as large as one likes.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "limits.h"
#include "parallel_threshold.h"
#include "problem.h"
#include "refutation_table.h"
#include "replay.h"
#include "result.h"
#include "threshold_search.h"

namespace deepen {

// The path is small beside the table: it gets a tenth of the memory.
inline std::uint64_t refutation_bytes(const IdaStarOptions& options, const Watch& watch) {
    if (!options.table) return 0;
    return std::min(options.table_bytes, watch.memory_limit() - watch.memory_limit() / 10);
}

// One threshold after the other, each by one thread or by several. The result's lower_bound is the
// threshold being searched: all below it is refuted, so with an admissible estimate no solution
// costs less.
template <std::size_t W, Problem<W> P, class Search>
class IdaStar {
public:
    IdaStar(P& problem, Search& search, Watch& watch)
        : problem_(problem), search_(search), watch_(watch) {}

    Result<W> run(const State<W>& start) {
        const Cost h = problem_.estimate(start);
        result_.initial_estimate = h;
        if (problem_.is_goal(start) && h != dead) {
            replay(problem_, {start}, result_);
        } else if (h != dead) {
            const Stop stop = deepen_from(start, h);
            if (stop != Stop::none) result_.status = status_of(stop);
        }
        result_.expanded = search_.expanded();
        result_.generated = 1 + search_.generated();
        result_.peak_bytes = search_.peak_bytes();
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

private:
    Stop deepen_from(const State<W>& start, Cost h) {
        for (std::uint64_t threshold = h; threshold < Search::none;
             threshold = search_.next_threshold()) {
            result_.lower_bound = threshold;
            const std::uint64_t expanded = search_.expanded();
            const std::uint64_t generated = search_.generated();
            search_.begin(threshold);
            const Stop stop = search_.search(start, h);
            result_.rows.push_back({.bound = threshold,
                                    .expanded = search_.expanded() - expanded,
                                    .generated = search_.generated() - generated,
                                    .seconds = watch_.seconds()});
            if (!search_.found().empty()) replay(problem_, search_.found(), result_);
            if (stop != Stop::none || result_.status == Status::solved) return stop;
        }
        return Stop::none;  // nothing exceeded the last threshold: all of the space is refuted
    }

    P& problem_;
    Search& search_;
    Watch& watch_;
    Result<W> result_;
};

template <bool plain, std::size_t W, Problem<W> P>
Result<W> idastar_by(P& problem, const State<W>& start, const IdaStarOptions& options,
                     Watch& watch) {
    const std::uint64_t bytes = refutation_bytes(options, watch);
    if (options.threads > 1) {
        ParallelThreshold<W, P, plain> search(problem, options, bytes, watch);
        return IdaStar<W, P, decltype(search)>(problem, search, watch).run(start);
    }
    using Table = RefutationTable<W>;
    ThresholdSearch<W, P, plain, Table, Watch> search(problem, options, Table(bytes), watch);
    return IdaStar<W, P, decltype(search)>(problem, search, watch).run(start);
}

template <std::size_t W, Problem<W> P>
Result<W> idastar(P& problem, const State<W>& start, const IdaStarOptions& options, Watch& watch) {
    if (!options.table && !options.reorder && options.cycle_check == CycleCheck::parent)
        return idastar_by<true>(problem, start, options, watch);
    return idastar_by<false>(problem, start, options, watch);
}

}  // namespace deepen
