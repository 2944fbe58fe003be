// Time, memory, nodes and cancellation, asked in one place.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace deepen {

// `effort`: a search's own bound on something that is not worth more.
enum class Stop { none, time, memory, nodes, cancelled, effort };

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t expansions = std::numeric_limits<std::uint64_t>::max();
};

// A snapshot for people who wait.
struct Progress {
    double seconds = 0;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lower_bound = 0;
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
        limits_.bytes -= limits_.bytes / 32;  // a search notices growth a little late
    }

    // Asked before each expansion. `progress` is called only when someone looks.
    template <class MakeProgress>
    Stop before_expansion(std::uint64_t expanded, MakeProgress&& progress) {
        if (countdown_-- > 0) [[likely]]
            return Stop::none;
        if (stopped_ != Stop::none) return stopped_;
        if (expanded >= limits_.expansions) return Stop::nodes;
        // The node limit is exact, so the next look comes no later than it.
        countdown_ = std::min<std::uint64_t>(stride_, limits_.expansions - expanded) - 1;
        return look(progress, true);
    }

    // For long work between two expansions: looks at the clock now. What it sees is told again by
    // stopped(), and before the next expansion.
    bool may_go_on() {
        if (stopped_ == Stop::none) stopped_ = look([] { return Progress{}; }, false);
        if (stopped_ != Stop::none) countdown_ = 0;
        return stopped_ == Stop::none;
    }
    Stop stopped() const { return stopped_; }

    bool fits(std::uint64_t bytes) const { return bytes <= limits_.bytes; }
    std::uint64_t byte_limit() const { return limits_.bytes; }

    double seconds() const {
        return std::chrono::duration<double>(Clock::now() - started_).count();
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr double listen_every = 0.05;

    template <class MakeProgress>
    Stop look(MakeProgress&& make_progress, bool reports) {
        const double now = seconds();
        if (now >= limits_.seconds) return Stop::time;
        if (now >= next_listen_) {
            next_listen_ = now + listen_every;
            Progress progress = make_progress();
            progress.seconds = now;
            progress.reports = reports;
            if (listener_ && !listener_(progress)) return Stop::cancelled;
        }
        return Stop::none;
    }

    Limits limits_;
    Listener listener_;
    std::uint64_t stride_;
    std::uint64_t countdown_ = 0;
    Stop stopped_ = Stop::none;
    double next_listen_ = listen_every;
    Clock::time_point started_ = Clock::now();
};

}  // namespace deepen
