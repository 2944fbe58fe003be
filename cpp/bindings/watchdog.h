// Looks after a search whose rules run in the interpreter: a rule that is still busy when the
// search had to stop gets an exception, as Ctrl-C would give it one.
#pragma once

#include <nanobind/nanobind.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "rules.h"

namespace deepen::bindings {

struct SearchLimits;

class Watchdog {
public:
    // Begins to watch. Make and destroy it without Python's lock.
    Watchdog(Rules& rules, const SearchLimits& limits);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

private:
    void watch();
    bool must_stop() const;
    void abort_rule();
    void absorb();

    Rules& rules_;
    const SearchLimits& limits_;
    const Rules::Clock::time_point started_ = Rules::Clock::now();
    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::jthread thread_;
};

}  // namespace deepen::bindings
