// Who wins from where, and in how many moves, of a game that is won, drawn or lost: from the ends
// backwards, one distance after the other.
//
// A position from which some move leads to where the mover has won is won, one move later than the
// nearest of them. A position all of whose moves lead to where the mover has lost is lost, one move
// later than the farthest: so each counts the moves that are still open. What nobody decides is
// drawn: there both can go on for ever.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "build_log.h"
#include "crew.h"
#include "edge.h"
#include "limits.h"
#include "memory.h"
#include "node_index.h"
#include "team.h"

namespace deepen {

// What is known of a position: how many moves are still open, and, once it is decided, the outcome.
class Standing {
public:
    static constexpr std::uint32_t farthest = 32'000;

    static std::uint32_t undecided(std::uint32_t moves) { return moves; }
    static bool is_decided(std::uint32_t bits) { return bits >> shift != 0; }
    // Whether there are moves that may still decide it: what is over has none.
    static bool is_open(std::uint32_t bits) { return bits - 1 < (1U << shift) - 1; }
    static bool is_won(std::uint32_t bits) { return ((bits >> shift) & 1) == 0; }
    static std::uint32_t distance(std::uint32_t bits) { return ((bits >> shift) - 1) / 2; }

    static std::uint32_t lost(std::uint32_t distance) { return (2 * distance + 1) << shift; }
    static std::uint32_t won(std::uint32_t distance) { return (2 * distance + 2) << shift; }

private:
    static constexpr unsigned shift = 16;
};

// A win that takes more moves than a standing has room for.
class TooFar : public std::runtime_error {
public:
    explicit TooFar(std::uint32_t most) : runtime_error(std::to_string(most)) {}
};

// `WaysBack` says which moves lead to a position: see ways_back.h.
template <class WaysBack>
class Retrograde {
public:
    Retrograde(WaysBack& ways_back, Watch& watch, std::uint32_t threads)
        : ways_back_(ways_back), watch_(watch), threads_(threads) {}

    // For those who wait: how many moves there are, and which part of what is to be done this is.
    void tell(std::uint64_t moves, double part) {
        moves_ = moves;
        part_ = part;
    }

    // Each position is set once, in any order and by any thread.
    void begin(std::size_t size) { standings_ = Block<std::uint32_t>(size); }
    // So many moves lead on from a position; where none does, `end` is what it is worth.
    void set(NodeId id, std::uint32_t degree, int end) {
        standings_[id] = degree > 0 || end == 0 ? Standing::undecided(degree)
                         : end > 0              ? Standing::won(0)
                                                : Standing::lost(0);
    }

    // As the graph of the game does. Each record has all that is known, so there are two places for
    // it, of which the older is written over.
    Stop keep_log(BuildLog& log) {
        log_ = &log;
        const double begun = watch_.seconds();
        log.ask([this, begun] {
            watch_.forget_since(begun);
            return watch_.may_go_on();
        });
        for (std::size_t i = 0; i < places_.size(); ++i) {
            places_[i] = log.place() + i * BuildLog::bytes_of(sizeof(Known) + standings_.bytes());
        }
        for (std::size_t i = 0; i < places_.size(); ++i) {
            log.go_to(places_[i]);
            if (log.next() == BuildLog::Kind::values) read(i, begun);
        }
        log.keep_what_follows();  // the newer may lie behind the older
        watch_.forget_since(begun);
        log.note_time(watch_.seconds());
        return watch_.stopped();
    }

    Stop run() {
        gather();
        Stop stop = Stop::none;
        if (threads_ == 1) {
            stop = spread([&] { step(frontier_, next_); });
        } else {
            Team team(watch_, threads_);
            Crew crew(team, watch_);
            found_.resize(threads_);
            crew.work([&] { stop = spread([&] { step(crew); }); });
        }
        if (stop == Stop::effort) throw TooFar(Standing::farthest);
        return stop;
    }

    std::uint32_t operator[](NodeId id) const { return standings_[id]; }
    void prefetch(NodeId id) const { prefetch_line(&standings_[id]); }
    std::size_t size() const { return standings_.size(); }
    static std::uint64_t bytes_for(std::size_t size) { return size * sizeof(std::uint32_t); }
    std::uint64_t bytes() const {
        std::size_t listed = frontier_.capacity() + next_.capacity();
        for (const Found& each : found_) listed += each.nodes.capacity();
        return standings_.bytes() + listed * sizeof(NodeId);
    }
    // With the ways back.
    std::uint64_t peak_bytes() const { return peak_bytes_; }

private:
    using Nodes = std::vector<NodeId>;
    // By one of the threads.
    struct alignas(128) Found {
        Nodes nodes;
    };
    static constexpr std::size_t portion = 256;

    template <class Step>
    Stop spread(Step&& take_step) {
        for (; !frontier_.empty() && distance_ < Standing::farthest; ++distance_) {
            if (log_ != nullptr && log_->is_due(watch_.seconds())) save();
            const Stop stop = watch_.look_aside([&] { return progress(); });
            if (stop != Stop::none) return stop;
            next_.clear();
            take_step();
            // What is cut short is as good as not begun: it must not come into the log.
            if (stop_ != Stop::none) return stop_;
            if (watch_.stopped() != Stop::none) return watch_.stopped();
            decided_ += frontier_.size();
            peak_bytes_ = std::max(peak_bytes_, bytes() + ways_back_.bytes());
            std::swap(frontier_, next_);
        }
        return frontier_.empty() ? Stop::none : Stop::effort;
    }

    void step(const Nodes& from, Nodes& to) {
        for (std::size_t i = 0; i < from.size(); i += portion) {
            if (i > 0) stop_ = watch_.look_aside([&] { return progress(); });
            if (stop_ != Stop::none) return;
            take<false>(std::span(from).subspan(i, std::min(portion, from.size() - i)), 0, to);
        }
    }

    void step(Crew& crew) {
        // Few are sooner done than others are woken.
        if (frontier_.size() <= portion) return step(frontier_, next_);
        crew.each((frontier_.size() + portion - 1) / portion, [&](std::size_t i,
                                                                  std::uint32_t number) {
            if (number == 0) watch_.may_go_on();
            if (crew.stopped(number) != Stop::none) return;
            const std::size_t first = i * portion;
            const std::size_t count = std::min(portion, frontier_.size() - first);
            take<true>(std::span(frontier_).subspan(first, count), number, found_[number].nodes);
        });
        for (Found& each : found_) {
            next_.insert(next_.end(), each.nodes.begin(), each.nodes.end());
            each.nodes.clear();
        }
    }

    template <bool shared>
    void take(std::span<const NodeId> from, std::uint32_t thread, Nodes& to) {
        ways_back_.each(
            from, thread, [&](NodeId id) { prefetch_line(&standings_[id]); },
            [&](std::size_t i, const Edge& move) {
                const bool is_won = Standing::is_won(standings_[from[i]]);
                if (decide<shared>(move.node(), move.again() == is_won)) to.push_back(move.node());
            });
    }

    // A move that wins, or one that loses: whether the position is decided by it.
    template <bool shared>
    bool decide(NodeId id, bool wins) {
        const std::uint32_t won = Standing::won(distance_ + 1);
        const std::uint32_t lost = Standing::lost(distance_ + 1);
        std::uint32_t& place = standings_[id];
        if constexpr (!shared) {
            if (!Standing::is_open(place)) return false;
            place = wins ? won : place == 1 ? lost : place - 1;
            return Standing::is_decided(place);
        } else {
            std::atomic_ref<std::uint32_t> standing(place);
            std::uint32_t seen = standing.load(std::memory_order_relaxed);
            for (;;) {
                if (!Standing::is_open(seen)) return false;
                const std::uint32_t now = wins ? won : seen == 1 ? lost : seen - 1;
                if (standing.compare_exchange_weak(seen, now, std::memory_order_relaxed))
                    return Standing::is_decided(now);
            }
        }
    }

    Progress progress() const {
        const auto size = static_cast<double>(std::max<std::size_t>(standings_.size(), 1));
        return {.expanded = standings_.size(),
                .generated = moves_,
                .bytes = bytes() + ways_back_.bytes(),
                .share = part_ * static_cast<double>(decided_) / size};
    }

    // In the log, before the standings.
    struct Known {
        std::uint64_t distance;
        std::uint64_t decided;
    };

    void save() {
        log_->go_to(places_[next_place_]);
        log_->begin(BuildLog::Kind::values);
        log_->write(Known{distance_, decided_});
        each_part([&](std::size_t first, std::size_t bytes) {
            if (watch_.may_go_on()) log_->write(&standings_[first], bytes);
        });
        if (watch_.stopped() != Stop::none) return;
        log_->end();
        log_->note_time(watch_.seconds());
        next_place_ = 1 - next_place_;
    }

    // What is in one of the places, if it is more than what was in the other. `begun`: when that
    // did.
    void read(std::size_t place, double begun) {
        const auto known = log_->read<Known>();
        if (decided_ > 0 && known.distance < distance_) return;
        distance_ = static_cast<std::uint32_t>(known.distance);
        decided_ = known.decided;
        next_place_ = 1 - place;
        each_part([&](std::size_t first, std::size_t bytes) {
            watch_.forget_since(begun);
            if (watch_.may_go_on()) log_->read(&standings_[first], bytes);
        });
    }

    // take(first, bytes) for some standings after the other.
    template <class Take>
    void each_part(Take&& take) {
        constexpr std::size_t part = std::size_t{1} << 18;
        for (std::size_t first = 0; first < standings_.size(); first += part)
            take(first, std::min(part, standings_.size() - first) * sizeof(std::uint32_t));
    }

    // What was decided last.
    void gather() {
        constexpr std::size_t between_looks = std::size_t{1} << 16;
        for (std::size_t id = 0; id < standings_.size(); ++id) {
            if (id % between_looks == 0 && !watch_.may_go_on()) return;
            if (Standing::is_decided(standings_[id]) &&
                Standing::distance(standings_[id]) == distance_)
                frontier_.push_back(static_cast<NodeId>(id));
        }
    }

    WaysBack& ways_back_;
    Watch& watch_;
    std::uint32_t threads_;
    BuildLog* log_ = nullptr;
    std::array<std::uint64_t, 2> places_{};  // in the log
    std::size_t next_place_ = 0;
    Block<std::uint32_t> standings_;
    Nodes frontier_;
    Nodes next_;
    std::vector<Found> found_;
    Stop stop_ = Stop::none;  // why a step was cut short
    std::uint32_t distance_ = 0;
    std::uint64_t decided_ = 0;
    std::uint64_t moves_ = 0;
    double part_ = 1;
    std::uint64_t peak_bytes_ = 0;
};

}  // namespace deepen
