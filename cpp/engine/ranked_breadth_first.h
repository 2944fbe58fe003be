// Breadth-first search of a whole space whose states have numbers: an array with a place for each
// number is the table and the queue in one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "depth_table.h"
#include "limits.h"
#include "problem.h"
#include "result.h"
#include "team.h"

namespace deepen {

// Layer by layer, all threads on parts of one layer. A large layer is found by looking through the
// array, a small one is a list, so that a space with many layers is not looked through for each.
// No state is taken for a goal. The rows hold the size of each layer, as with `exhaust` in
// breadth_first.h; counts do not depend on the number of threads. That no two states have the same
// number is promised; now and then one is tried, for where much is wrong.
template <std::size_t W, RankedProblem<W> P, DepthTable Depths>
class RankedBreadthFirst {
public:
    RankedBreadthFirst(const P& problem, std::uint64_t ranks, std::uint32_t threads, Watch& watch)
        : problem_(problem), ranks_(ranks), watch_(watch), team_(watch, threads) {}

    Result<W> run(const State<W>& start) {
        result_.generated = 1;
        Stop stop = search(start);
        if (!finish(stop)) stop = Stop::cancelled;
        if (stop != Stop::none) result_.status = status_of(stop);
        result_.expanded = team_.expanded();
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

    Depths& depths() { return depths_; }

private:
    // What one thread finds of the next layer.
    struct Share {
        std::uint64_t arrived = 0;
        std::uint64_t generated = 0;
        std::vector<std::uint64_t> list;
    };

    Stop search(const State<W>& start) {
        if (!watch_.fits(bytes())) return Stop::memory;
        depths_ = Depths(ranks_);
        const std::uint64_t first = number_of(problem_, start);
        depths_.arrive(first, 0);
        layer_ = {first};
        layer_size_ = result_.stored = 1;
        for (depth_ = 0; layer_size_ > 0; ++depth_) {
            result_.lower_bound = depth_ + 1;
            result_.peak_bytes = bytes();
            if (!watch_.fits(bytes())) return Stop::memory;
            if (!depths_.make_room_for(depth_ + 1, team_)) return team_.stopped();
            const Stop stop = expand_layer();
            if (stop != Stop::none) return stop;
        }
        return Stop::none;
    }

    // What is found so far is kept after a limit, too, and after Ctrl-C.
    bool finish(Stop stop) {
        if (stop == Stop::cancelled) return depths_.finish(Unwatched{});
        return depths_.finish(Afterwards(watch_));
    }

    Stop expand_layer() {
        next_part_ = 0;
        std::vector<Share> shares(team_.threads());
        const bool alone = layer_size_ < worth_sharing;
        const Stop stop = team_.work(
            [&](Team::Worker& worker) { Expansion(*this, worker, shares[worker.number()]).run(); },
            alone ? 1 : team_.threads());
        const std::uint64_t size = layer_size_;
        const std::uint64_t generated = result_.generated;
        layer_size_ = 0;
        for (const Share& share : shares) {
            layer_size_ += share.arrived;
            result_.generated += share.generated;
        }
        result_.stored += layer_size_;
        if (stop != Stop::none) return stop;
        result_.rows.push_back({.bound = depth_,
                                .expanded = size,
                                .generated = result_.generated - generated,
                                .seconds = watch_.seconds()});
        list_next_layer(shares);
        return Stop::none;
    }

    void list_next_layer(const std::vector<Share>& shares) {
        layer_.clear();
        if (layer_size_ > longest_list()) return;
        for (const Share& share : shares)
            layer_.insert(layer_.end(), share.list.begin(), share.list.end());
    }
    bool is_listed() const { return !layer_.empty(); }

    // Of one thread in one layer: takes parts of it, as long as there are any.
    class Expansion {
    public:
        Expansion(RankedBreadthFirst& search, Team::Worker& worker, Share& share)
            : search_(search), worker_(worker), share_(share), problem_(search.problem_) {}

        void run() {
            const std::uint64_t end = search_.is_listed() ? search_.layer_.size() : search_.ranks_;
            const std::uint64_t part = search_.is_listed() ? list_part : scan_part;
            for (;;) {
                const std::uint64_t first =
                    search_.next_part_.fetch_add(part, std::memory_order_relaxed);
                if (first >= end || !run_part(first, std::min(end, first + part))) break;
            }
            while (waiting_ > 0) settle_one();
        }

    private:
        static constexpr std::uint64_t list_part = 256;
        static constexpr std::uint64_t scan_part = std::uint64_t{1} << 14;
        static_assert(scan_part % Depths::grain == 0);
        // Numbers whose place in the array is on its way to the cache.
        static constexpr std::size_t ahead = 64;
        static constexpr std::uint32_t between_tries = 63;  // numbers

        bool run_part(std::uint64_t first, std::uint64_t last) {
            const auto visit = [this](std::uint64_t number) { return expand(number); };
            if (!search_.is_listed())
                return search_.depths_.each_of_layer(first, last, search_.depth_, visit);
            for (std::uint64_t i = first; i < last; ++i)
                if (!close_and_expand(search_.layer_[i])) return false;
            return true;
        }

        bool close_and_expand(std::uint64_t number) {
            search_.depths_.close(number);
            return expand(number);
        }

        bool expand(std::uint64_t number) {
            if (worker_.before_expansion([this] { return search_.progress(); }) != Stop::none)
                return false;
            const State<W> state = problem_.unrank(static_cast<std::int64_t>(number));
            const std::size_t count = problem_.expand(state, successors_, 0);
            share_.generated += count;
            for (std::size_t i = 0; i < count; ++i) {
                const std::uint64_t child = search_.number_of(problem_, successors_[i].state);
                if (untried_-- == 0) try_number(child, successors_[i].state);
                search_.depths_.prefetch(child);
                if (waiting_ == ahead) settle_one();
                ring_[(oldest_ + waiting_++) % ahead] = child;
            }
            return true;
        }

        void try_number(std::uint64_t number, const State<W>& state) {
            untried_ = between_tries;
            if (problem_.unrank(static_cast<std::int64_t>(number)) != state)
                throw RuleFailure<W>{RuleFault::wrong_number, state};
        }

        void settle_one() {
            const std::uint64_t number = ring_[oldest_];
            oldest_ = (oldest_ + 1) % ahead;
            --waiting_;
            if (!search_.depths_.arrive(number, search_.depth_ + 1)) return;
            ++share_.arrived;
            if (share_.arrived <= search_.longest_list()) share_.list.push_back(number);
        }

        RankedBreadthFirst& search_;
        Team::Worker& worker_;
        Share& share_;
        P problem_;  // a copy: threads share nothing but the table
        Successors<W> successors_;
        std::array<std::uint64_t, ahead> ring_{};
        std::size_t oldest_ = 0;
        std::size_t waiting_ = 0;
        std::uint32_t untried_ = 0;
    };

    std::uint64_t number_of(P& problem, const State<W>& state) const {
        const std::int64_t number = problem.rank(state);
        if (number < 0 || static_cast<std::uint64_t>(number) >= ranks_) [[unlikely]]
            throw RuleFailure<W>{RuleFault::bad_value, state};
        return static_cast<std::uint64_t>(number);
    }

    // Lists take a thirty-second part of a byte a state for each thread and the layer itself.
    std::uint64_t longest_list() const { return std::max<std::uint64_t>(ranks_ / 256, 4096); }
    std::uint64_t bytes() const {
        return Depths::bytes_for(ranks_, depth_ + 1) +
               longest_list() * sizeof(std::uint64_t) * (team_.threads() + 1);
    }

    Progress progress() const {
        return {.expanded = team_.expanded(),
                .generated = result_.generated,
                .bytes = result_.peak_bytes,
                .lower_bound = result_.lower_bound};
    }

    // Below this a layer is done before other threads would have begun.
    static constexpr std::uint64_t worth_sharing = 4096;

    P problem_;
    std::uint64_t ranks_;
    Watch& watch_;
    Team team_;
    Depths depths_{0};
    std::uint32_t depth_ = 0;
    std::vector<std::uint64_t> layer_;  // its numbers, where it is small enough; else empty
    std::uint64_t layer_size_ = 0;
    std::atomic<std::uint64_t> next_part_{0};
    Result<W> result_;
};

}  // namespace deepen
