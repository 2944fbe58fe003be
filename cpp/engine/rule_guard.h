// What compiled rules ask while they run: whether the search goes on. So a rule that never returns
// ends when the search has to.
#pragma once

#include <time.h>

#include <chrono>
#include <functional>
#include <utility>

namespace deepen {

// Stands on the stack of a search while it runs on this thread. Searches may be nested: one that is
// started by the listener of another hides it.
class RuleGuard {
public:
    // A rule that has worked so long after the search had to stop will not end by itself. Its own
    // time counts: on a busy machine a quick rule may have to wait for its turn.
    static constexpr auto grace_period = std::chrono::milliseconds(60);

    // What a thread has worked, by its clock.
    static std::chrono::nanoseconds worked(clockid_t clock) {
        timespec time{};
        clock_gettime(clock, &time);
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    }

    explicit RuleGuard(std::function<bool()> may_go_on)
        : may_go_on_(std::move(may_go_on)), outer_(current) {
        current = this;
    }
    ~RuleGuard() { current = outer_; }
    RuleGuard(const RuleGuard&) = delete;
    RuleGuard& operator=(const RuleGuard&) = delete;

    // Whether the rule that runs on this thread may go on; asked every few hundred turns of a loop.
    static bool rule_may_go_on() { return current == nullptr || current->ask(); }
    // Carries the guard of one thread over to another that goes on with its search.
    class Carried {
    public:
        explicit Carried(RuleGuard* guard) : outer_(std::exchange(current, guard)) {}
        ~Carried() { current = outer_; }
        Carried(const Carried&) = delete;
        Carried& operator=(const Carried&) = delete;

    private:
        RuleGuard* outer_;
    };
    static RuleGuard* of_this_thread() { return current; }
    // Whether a rule on this thread was told to stop.
    static bool aborted() { return current != nullptr && current->aborted_; }

private:
    bool ask() {
        if (countdown_-- > 0) return !aborted_;
        countdown_ = 8;
        if (aborted_ || may_go_on_()) return !aborted_;
        const std::chrono::nanoseconds now = worked(CLOCK_THREAD_CPUTIME_ID);
        if (!waiting_) {
            waiting_ = true;
            since_ = now;
        }
        aborted_ = now - since_ > grace_period;
        return !aborted_;
    }

    std::function<bool()> may_go_on_;
    RuleGuard* outer_;
    int countdown_ = 0;
    bool waiting_ = false;
    bool aborted_ = false;
    std::chrono::nanoseconds since_{};

    inline static thread_local RuleGuard* current = nullptr;
};

}  // namespace deepen
