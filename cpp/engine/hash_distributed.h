// Best-first search on several threads: hash-distributed A* (Kishimoto, Fukunaga and Botea 2009).
//
// A hash gives every state to one thread, which alone stores, opens and expands it; successors are
// sent to their owners. A goal that is found is the best so far; the search ends when all that is
// left, queued or on its way, has no smaller priority.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search_shard.h"

namespace deepen {

// The result's lower_bound is that of BestFirst. Where the estimate is admissible a solution is
// optimal, and with a larger weight of the estimate no further from it than that weight. Counts
// depend on who came first.
template <std::size_t W, Problem<W> P, Estimates kind>
class HashDistributed {
public:
    HashDistributed(P& problem, const BestFirstOptions& options, Watch& watch)
        : problem_(problem), options_(options), watch_(watch), exchange_(options, watch) {
        for (std::uint32_t number = 0; number < options.threads; ++number)
            shards_.push_back(std::make_unique<Part>(problem, exchange_, watch, number));
    }

    Result<W> run(const State<W>& start) {
        Result<W> result;
        result.initial_estimate = problem_.estimate(start);
        if (result.initial_estimate == dead) {
            result.generated = 1;
        } else {
            const Stop stop = search(start, static_cast<Cost>(result.initial_estimate));
            conclude(stop, result);
        }
        result.seconds = watch_.seconds();
        return result;
    }

private:
    using Part = SearchShard<W, P, kind>;

    Stop search(const State<W>& start, Cost h) {
        Part& first = *shards_[exchange_.owners.of_hash(hash_of(start))];
        const Stop stop = first.add_start(start, h);
        if (stop != Stop::none) return stop;
        return exchange_.team.work([this](Team::Worker& worker) {
            const Stop stopped = shards_[worker.number()]->work(worker);
            if (stopped != Stop::none) exchange_.team.stop(stopped);
        });
    }

    void conclude(Stop stop, Result<W>& result) {
        std::uint64_t bound = no_priority;
        for (const auto& shard : shards_) bound = std::min(bound, shard->least_left());
        bound = std::max(bound, exchange_.bound.proven());
        const std::uint64_t best = exchange_.incumbent.priority();
        const std::uint64_t least = std::min(bound, best);
        if (least != no_priority) result.lower_bound = options_.lower_bound(least);
        LayerCounts layers;
        for (const auto& shard : shards_) shard->add_to(result, layers);
        result.rows = layers.rows();
        if (best != no_priority && bound >= best)
            replay(problem_, path_to(exchange_.incumbent.node()), result);
        else if (bound != no_priority)
            result.status = status_of(stop);
        else
            check_overflow();
    }

    // No goal can be reached, or only by a path too dear to be counted.
    void check_overflow() const {
        for (const auto& shard : shards_)
            if (shard->overflow())
                throw RuleFailure<W>{RuleFault::cost_overflow, *shard->overflow()};
    }

    // The parents may have changed since the goal was found, but only to cheaper ones.
    std::vector<State<W>> path_to(NodeId last) const {
        std::vector<State<W>> path;
        const Owners& owners = exchange_.owners;
        for (NodeId number = last; number != no_node;) {
            const auto& node = shards_[owners.of_number(number)]->nodes()[owners.local(number)];
            path.push_back(node.state());
            number = node.parent();
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

    P& problem_;
    const BestFirstOptions options_;
    Watch& watch_;
    Exchange<W> exchange_;
    std::vector<std::unique_ptr<Part>> shards_;
};

template <std::size_t W, Problem<W> P>
Result<W> hash_distributed(P& problem, const State<W>& start, bool estimates_along,
                           const BestFirstOptions& options, Watch& watch) {
    if (estimates_along)
        return HashDistributed<W, P, Estimates::along>(problem, options, watch).run(start);
    return HashDistributed<W, P, Estimates::none>(problem, options, watch).run(start);
}

}  // namespace deepen
