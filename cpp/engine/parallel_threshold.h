// One threshold of IDA* by several threads. Each searches a piece of the tree as one thread would,
// and leaves parts of it to others; so each state is expanded as often as by one thread, and counts
// are the same. Pieces are kept in the order of one thread, and the first is taken first.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "limits.h"
#include "piece_list.h"
#include "problem.h"
#include "result.h"
#include "shared_refutation_table.h"
#include "team.h"
#include "threshold_search.h"

namespace deepen {

// What is found is what one thread would meet first: a goal, or rules that fail. Once a piece has
// met one, those behind it are needless, and those before it are searched to their end. So the
// counts of the last threshold, where a goal is, depend on timing; with a table those of all do.
template <std::size_t W, Problem<W> P, bool plain>
class ParallelThreshold {
public:
    static constexpr std::uint64_t none = no_budget;

    ParallelThreshold(const P& problem, const IdaStarOptions& options, std::uint64_t table_bytes,
                      Watch& watch)
        : options_(options),
          watch_(watch),
          team_(watch, options.threads, options.share_every),
          table_(table_bytes) {
        for (std::uint32_t i = 0; i < team_.threads(); ++i)
            threads_.push_back(std::make_unique<Thread>(*this, problem));
    }

    void begin(std::uint64_t threshold) {
        threshold_ = threshold;
        for (auto& thread : threads_) thread->search().begin(threshold);
    }

    Stop search(const State<W>& start, Cost h) {
        const Row before{.expanded = expanded(), .generated = generated()};
        const auto no_path = std::make_shared<typename SearchPiece<W>::Path>();
        pieces_.start_with({no_path, start, 0, h});
        const Stop stop = search_pieces();
        last_ = {.expanded = expanded() - before.expanded,
                 .generated = generated() - before.generated};
        fits();  // notes how much it was
        table_.settle(team_);
        return conclude(stop);
    }

    const std::vector<State<W>>& found() const { return found_; }
    std::uint64_t next_threshold() const {
        std::uint64_t least = none;
        for (const auto& each : threads_) least = std::min(least, each->search().next_threshold());
        return least;
    }
    std::uint64_t expanded() const {
        std::uint64_t sum = 0;
        for (const auto& each : threads_) sum += each->search().expanded();
        return sum;
    }
    std::uint64_t generated() const {
        std::uint64_t sum = 0;
        for (const auto& each : threads_) sum += each->search().generated();
        return sum;
    }
    std::uint64_t peak_bytes() const { return peak_bytes_; }

private:
    using Place = typename PieceList<W>::Place;
    static constexpr std::size_t enough = 256;  // pieces for each thread

    class Thread;

    // The table as one of the threads sees it.
    class SharedTable {
    public:
        explicit SharedTable(SharedRefutationTable<W>& table) : table_(table) {}
        std::size_t bytes() const { return 0; }  // not a thread's own
        void prefetch(std::uint64_t hash) const { table_.prefetch(hash); }
        bool is_refuted(const State<W>& state, std::uint64_t hash, std::uint64_t budget) const {
            return table_.is_refuted(state, hash, budget);
        }
        void record(const State<W>& state, std::uint64_t hash, std::uint64_t budget,
                    Thread& thread) {
            table_.record(state, hash, budget, thread);
        }

    private:
        SharedRefutationTable<W>& table_;
    };

    // One thread's search; the search asks it as it would ask a Watch. It has cache lines and a
    // copy of the problem for itself.
    class alignas(64) Thread {
    public:
        Thread(ParallelThreshold& all, const P& shared)
            : all_(all),
              problem_(shared),
              search_(problem_, all.options_, SharedTable(all.table_), *this) {}

        Stop search_piece(Team::Worker& worker, Place place) {
            worker_ = &worker;
            place_ = place;
            portions_ = pause_ = 0;
            std::vector<SearchPiece<W>> given;
            const bool splits = place->path->size() < all_.split_depth_;
            const Stop stop = search_.search(*place, splits, collector(given));
            if (!given.empty()) all_.pieces_.add_behind(place, given);
            return stop;
        }

        template <class MakeProgress>
        Stop before_expansion(std::uint64_t, MakeProgress&& progress) {
            return worker_->before_expansion(
                [this] { return all_.progress(); },
                [&] {
                    generated_.store(progress().generated - 1, std::memory_order_relaxed);
                    if (all_.is_shared_) look_at_others();
                    return place_->is_needed.load(std::memory_order_relaxed);
                });
        }
        bool fits(std::uint64_t bytes) {
            bytes_.store(bytes, std::memory_order_relaxed);
            return all_.fits();
        }

        bool may_go_on() { return worker_->may_go_on(); }

        std::uint64_t generated() const { return generated_.load(std::memory_order_relaxed); }
        std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

        auto& search() { return search_; }

    private:
        // Called once a portion.
        void look_at_others() {
            ++portions_;
            const bool is_due = portions_ >= all_.options_.share_every / all_.portion();
            if (all_.wants_pieces(is_due) && portions_ >= pause_) share();
        }

        void share() {
            std::vector<SearchPiece<W>> given;
            const std::size_t written = search_.give_away(collector(given));
            if (!given.empty()) all_.pieces_.add_behind(place_, given);
            // To write down a path is to stay a small part of the work.
            pause_ = written / all_.portion();
            portions_ = 0;
        }

        static auto collector(std::vector<SearchPiece<W>>& given) {
            return [&given](SearchPiece<W>&& piece) { given.push_back(std::move(piece)); };
        }

        ParallelThreshold& all_;
        P problem_;
        ThresholdSearch<W, P, plain, SharedTable, Thread> search_;
        Team::Worker* worker_ = nullptr;
        Place place_;
        std::uint64_t portions_ = 0;  // since it shared, or took its piece
        std::uint64_t pause_ = 0;     // portions before it may share again
        std::atomic<std::uint64_t> generated_ = 0;
        std::atomic<std::uint64_t> bytes_ = 0;
    };

    Stop search_pieces() {
        is_shared_ = last_.expanded >= options_.share_every;
        split_depth_ = is_shared_ ? depth_of_pieces() : 0;
        if (is_shared_) return team_.work([this](Team::Worker& worker) { work(worker); });
        Team::Worker worker(team_, 0);
        work(worker);
        return team_.stopped();
    }

    // Down to here the tree is split at every state, so that threads that take the first pieces are
    // near each other: what is far behind is needless where a goal is found. As deep as there are
    // enough states, judging by the threshold before.
    std::size_t depth_of_pieces() const {
        const double pieces = 1.0 + static_cast<double>(last_.expanded) / options_.share_every;
        const double branching =
            static_cast<double>(last_.generated) / static_cast<double>(last_.expanded + 1);
        return 1 + static_cast<std::size_t>(std::log(pieces) / std::log(std::max(branching, 1.5)));
    }

    // Expansions between two looks.
    std::uint64_t portion() const { return team_.portion(); }
    bool wants_pieces(bool is_due) const {
        return pieces_.is_wanted() || (is_due && pieces_.untaken() < enough * team_.threads());
    }

    void work(Team::Worker& worker) {
        Thread& thread = *threads_[worker.number()];
        for (Place place; pieces_.take(place, [&worker] { return worker.may_wait(); });)
            if (!search_piece(thread, worker, place)) return;
        // Others may be in rules that do not return, for pieces that nobody needs any more.
        if (pieces_.is_waste()) team_.stop(Stop::effort);
    }

    // False if the team has to stop.
    bool search_piece(Thread& thread, Team::Worker& worker, Place place) {
        try {
            const Stop stop = thread.search_piece(worker, place);
            if (stop == Stop::memory) team_.stop(stop);
            if (stop != Stop::none && place->is_needed) return false;
            finish(place, thread.search().found(), nullptr);
        } catch (const RuleFailure<W>& failure) {
            if (failure.fault == RuleFault::unfinished && place->is_needed) throw;
            finish(place, {}, std::current_exception());
        }
        return true;
    }

    void finish(Place place, const std::vector<State<W>>& path, std::exception_ptr failure) {
        pieces_.remove(place, !path.empty() || failure != nullptr, [&] {
            found_ = path;
            failure_ = std::move(failure);
        });
    }

    // A goal that was found before the search had to stop is one, even if not all before it is
    // searched.
    Stop conclude(Stop stop) {
        if (stop == Stop::effort) stop = Stop::none;
        if (failure_ != nullptr && stop == Stop::none) std::rethrow_exception(failure_);
        return found_.empty() ? stop : Stop::none;
    }

    bool fits() {
        std::uint64_t bytes = table_.bytes() + pieces_.bytes();
        for (const auto& each : threads_) bytes += each->bytes();
        std::uint64_t peak = peak_bytes_;
        while (bytes > peak && !peak_bytes_.compare_exchange_weak(peak, bytes)) continue;
        return watch_.fits(bytes);
    }

    Progress progress() const {
        std::uint64_t generated = 1;
        for (const auto& each : threads_) generated += each->generated();
        return {.expanded = team_.expanded(),
                .generated = generated,
                .bytes = peak_bytes_,
                .lower_bound = threshold_};
    }

    IdaStarOptions options_;
    Watch& watch_;
    Team team_;
    SharedRefutationTable<W> table_;
    std::vector<std::unique_ptr<Thread>> threads_;
    std::uint64_t threshold_ = 0;
    Row last_;                // the threshold before
    bool is_shared_ = false;  // whether all threads work on this one
    std::size_t split_depth_ = 0;
    PieceList<W> pieces_;
    std::atomic<std::uint64_t> peak_bytes_ = 0;
    // What the first piece has met that met anything.
    std::vector<State<W>> found_;
    std::exception_ptr failure_;
};

}  // namespace deepen
