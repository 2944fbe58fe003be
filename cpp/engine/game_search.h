// What all searches of games share: how much they have looked at, whether they must stop, and what
// a position is worth to the player who moved there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "game.h"
#include "limits.h"

namespace deepen {

// Longer lines are not looked at: a bound on the stack, far beyond what can be solved.
inline constexpr std::uint32_t most_plies = 1000;

// A bound on a value or, inside the window, the value itself. `proven` and `depth` as in
// TableEntry.
struct Outcome {
    Value value;
    bool proven;
    std::uint32_t depth;
};

template <std::size_t W>
class GameSearch {
public:
    // Told to people who wait.
    void report(std::uint32_t depth) { depth_ = depth; }

    // Stops after so many positions more, which are not counted, until told otherwise.
    void limit_effort(std::uint64_t more) {
        effort_limit_ = nodes_ + more;
        effort_from_ = nodes_;
        uncounted_ = true;
    }
    void lift_effort_limit() {
        const std::uint64_t used = nodes_ - effort_from_;
        extra_ += used;
        uncounted_ = false;
        if (pause_at_ != no_limit) pause_at_ += used;
        effort_limit_ = pause_at_;
        if (stopped_ == Stop::effort) stopped_ = Stop::none;
    }

    // Lets the search go on, and pause after so many positions more.
    void pause_after(std::uint64_t more) {
        effort_limit_ = pause_at_ = more < no_limit - nodes_ ? nodes_ + more : no_limit;
        if (stopped_ == Stop::effort) stopped_ = Stop::none;
    }
    bool paused() const { return stopped_ == Stop::effort; }

    bool stopped() const { return stopped_ != Stop::none; }
    Stop reason() const { return stopped_; }
    std::uint64_t nodes() const { return nodes_; }
    // Whether it is under no limit of its own; and without what was looked at under one.
    bool counts() const { return !uncounted_; }
    std::uint64_t counted() const { return (uncounted_ ? effort_from_ : nodes_) - extra_; }

protected:
    void stop(Stop reason) {
        if (reason != Stop::none) stopped_ = reason;
        if (nodes_ >= effort_limit_ && !stopped()) stopped_ = Stop::effort;
    }

    // Ends a part of the search; the position that it is called back to goes on.
    void follow_recall() { stop(Stop::recalled); }
    bool end_recall() {
        if (stopped_ != Stop::recalled) return false;
        stopped_ = Stop::none;
        return true;
    }

    Progress progress(std::size_t bytes) const {
        return {.expanded = counted(), .bytes = bytes, .lower_bound = depth_};
    }

    // The outcome of the position after a move, as one of the move to its mover.
    Outcome of_move(Outcome found, const Move<W>& move) const {
        const bool again = (move.flags & again_flag) != 0;
        found.value = move.reward + (again ? found.value : -found.value);
        found.value = std::clamp<Value>(found.value, move.lower_bound, move.upper_bound);
        ++found.depth;
        if (found.value <= -game_limit || found.value >= game_limit) [[unlikely]]
            if (!stopped()) throw RuleFailure<W>{RuleFault::value_overflow, move.state};
        return found;
    }

    std::uint64_t nodes_ = 0;

private:
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    Stop stopped_ = Stop::none;
    std::uint64_t effort_limit_ = no_limit;
    std::uint64_t effort_from_ = 0;
    std::uint64_t extra_ = 0;
    std::uint64_t pause_at_ = no_limit;
    bool uncounted_ = false;
    std::uint32_t depth_ = 0;
};

}  // namespace deepen
