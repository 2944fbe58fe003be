// Time, memory, nodes and cancellation, asked in one place.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace deepen {

// `effort`: a search's own bound on something that is not worth more. `recalled`: what one of
// several searches is at does not matter any more; only that part of it ends.
enum class Stop { none, time, memory, nodes, cancelled, effort, recalled };

struct Limits {
    double time_limit = std::numeric_limits<double>::infinity();             // in seconds
    std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max();  // in bytes
    std::uint64_t node_limit = std::numeric_limits<std::uint64_t>::max();
};

// A snapshot for people who wait.
struct Progress {
    double seconds = 0;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lower_bound = 0;
    double share = 0;     // of what is to be done, where that is known
    bool reports = true;  // false: only to ask whether to go on
};

// Called a few times a second from inside the search; false ends it.
using Listener = std::function<bool(const Progress&)>;

class Watch {
public:
    // `stride`: expansions between two looks at the clock. Compiled rules take nanoseconds, rules
    // in the interpreter take long enough to look every time.
    Watch(const Limits& limits, Listener listener, std::uint32_t stride)
        : limits_(limits), listener_(std::move(listener)), stride_(stride) {
        limits_.memory_limit -= limits_.memory_limit / 32;  // a search notices growth a little late
    }

    // Asked before each expansion. `progress` is called only when someone looks.
    template <class MakeProgress>
    Stop before_expansion(std::uint64_t expanded, MakeProgress&& progress) {
        if (countdown_-- > 0) [[likely]]
            return Stop::none;
        if (stopped_ != Stop::none) {
            countdown_ = 0;
            return stopped_;
        }
        here_.store(expanded, std::memory_order_relaxed);
        expanded = all_expanded();
        if (expanded >= limits_.node_limit) return Stop::nodes;
        // The node limit is exact, so the next look comes no later than it.
        countdown_ = std::min<std::uint64_t>(stride_, limits_.node_limit - expanded) - 1;
        return look(progress, true);
    }

    // The same, but looks now.
    template <class MakeProgress>
    Stop look_now(std::uint64_t expanded, MakeProgress&& progress) {
        countdown_ = 0;
        return before_expansion(expanded, progress);
    }
    std::uint64_t node_limit() const { return limits_.node_limit; }
    bool limits_nodes() const { return limits_.node_limit != Limits{}.node_limit; }

    // For long work that expands nothing: looks now, and lets people know how far it is.
    template <class MakeProgress>
    Stop look_aside(MakeProgress&& progress) {
        return stopped_ == Stop::none ? look(progress, true) : stopped_;
    }

    // Several searches may share one set of limits: those in other threads count what they expand,
    // in steps, and are told false when there is no more; one that waits leaves its number here.
    bool count_elsewhere(std::uint64_t expanded) {
        elsewhere_.fetch_add(expanded, std::memory_order_relaxed);
        return all_expanded() < limits_.node_limit;
    }
    std::uint64_t elsewhere() const { return elsewhere_.load(std::memory_order_relaxed); }
    std::uint64_t waiting() const { return waiting_.load(std::memory_order_relaxed); }
    void set_waiting(std::uint64_t expanded) {
        waiting_.store(expanded, std::memory_order_relaxed);
        here_.store(0, std::memory_order_relaxed);
    }

    // How much of what is allowed is gone, from 0 to 1.
    double spent() const {
        const auto expanded = static_cast<double>(all_expanded());
        return std::max(seconds() / limits_.time_limit,
                        expanded / static_cast<double>(limits_.node_limit));
    }
    // When so much is gone, a look tells the search to pause, with Stop::effort.
    void pause_at(double spent) { pause_at_ = spent; }
    std::uint64_t stride() const { return stride_; }

    // For long work between two expansions: looks at the clock now. What it sees is told again by
    // stopped(), and before the next expansion.
    bool may_go_on() {
        if (stopped_ == Stop::none) {
            const Stop seen = look([] { return Progress{}; }, false);
            if (seen != Stop::effort) stopped_ = seen;  // a pause is no end
        }
        if (stopped_ != Stop::none) countdown_ = 0;
        return stopped_ == Stop::none;
    }
    Stop stopped() const { return stopped_; }
    // For what is made of what was found, also after a limit: only who listens ends it, or a time
    // of so many seconds more than is allowed.
    bool may_conclude(double more) {
        const double now = seconds();
        if (now >= limits_.time_limit + more) return false;
        if (is_heard(now, [] { return Progress{}; }, false)) return true;
        stopped_ = Stop::cancelled;
        return false;
    }

    double time_limit() const { return limits_.time_limit; }
    bool fits(std::uint64_t bytes) const { return bytes <= limits_.memory_limit; }
    std::uint64_t memory_limit() const { return limits_.memory_limit; }

    // What was found before, and is only read again, counts for nothing: a search that goes on
    // under a limit of time would else come no further than the one before.
    void forget_since(double then) {
        const double gone = seconds() - then;
        started_ +=
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(gone));
        next_listen_ -= gone;  // who waits does so all the same
    }

    double seconds() const {
        return std::chrono::duration<double>(Clock::now() - started_).count();
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr double listen_every = 0.05;
    static constexpr double never = std::numeric_limits<double>::infinity();

    std::uint64_t all_expanded() const {
        return here_.load(std::memory_order_relaxed) + waiting_.load(std::memory_order_relaxed) +
               elsewhere_.load(std::memory_order_relaxed);
    }

    template <class MakeProgress>
    Stop look(MakeProgress&& make_progress, bool reports) {
        const double now = seconds();
        if (now >= limits_.time_limit) return Stop::time;
        if (!is_heard(now, make_progress, reports)) return Stop::cancelled;
        // Last: who may go on all the same has listened.
        return pause_at_ < never && spent() >= pause_at_ ? Stop::effort : Stop::none;
    }

    // False where who listens ends the search.
    template <class MakeProgress>
    bool is_heard(double now, MakeProgress&& make_progress, bool reports) {
        if (now < next_listen_) return true;
        next_listen_ = now + listen_every;
        Progress progress = make_progress();
        progress.seconds = now;
        progress.expanded += all_expanded() - here_.load(std::memory_order_relaxed);
        progress.reports = reports;
        return !listener_ || listener_(progress);
    }

    Limits limits_;
    Listener listener_;
    std::uint64_t stride_;
    std::uint64_t countdown_ = 0;
    Stop stopped_ = Stop::none;
    double pause_at_ = never;
    std::atomic<std::uint64_t> here_ = 0;
    std::atomic<std::uint64_t> waiting_ = 0;
    // Written by other threads: not in a cache line that this one needs at every step.
    alignas(64) std::atomic<std::uint64_t> elsewhere_ = 0;
    double next_listen_ = listen_every;
    Clock::time_point started_ = Clock::now();
};

// A watch as those see it who make something of what was found; see may_conclude.
class Afterwards {
public:
    explicit Afterwards(Watch& watch, double more = std::numeric_limits<double>::infinity())
        : watch_(watch), more_(more) {}
    bool may_go_on() { return watch_.may_conclude(more_); }

private:
    Watch& watch_;
    double more_;
};

}  // namespace deepen
