#include "watchdog.h"

#include "search.h"

namespace deepen::bindings {

Watchdog::Watchdog(Rules& rules, const Allowance& allowance)
    : rules_(rules), allowance_(allowance), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
    {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
    }
    over_.notify_one();
    thread_.join();
    if (rules_.sent_away() && !rules_.has_left()) absorb();
}

// The rule returned before the exception reached it: any step of the interpreter meets it now.
void Watchdog::absorb() {
    const nb::gil_scoped_acquire python;
    const nb::dict names;
    const nb::object nothing =
        nb::steal(PyRun_String("None", Py_eval_input, names.ptr(), names.ptr()));
    PyErr_Clear();
}

void Watchdog::watch() {
    using namespace std::chrono_literals;
    constexpr auto longest = 1s;                   // for a rule that does not even work, but sleeps
    std::optional<Rules::Clock::time_point> seen;  // the call that was busy when it had to stop,
    Rules::Clock::time_point since;                // since when that is known,
    std::chrono::nanoseconds before{};             // and what its thread had worked then
    std::unique_lock lock(mutex_);
    while (!over_.wait_for(lock, 20ms, [this] { return is_over_; })) {
        const auto busy = rules_.busy_since();
        if (!busy || !must_stop()) continue;
        const auto now = Rules::Clock::now();
        const auto worked = RuleGuard::worked(rules_.busy_clock());
        if (seen != busy) {
            seen = busy;
            since = now;
            before = worked;
        } else if (worked - before > RuleGuard::patience || now - since > longest) {
            send_away();
        }
    }
}

bool Watchdog::must_stop() const {
    const std::chrono::duration<double> passed = Rules::Clock::now() - started_;
    const bool cancelled = allowance_.cancel != nullptr && allowance_.cancel->is_set();
    return passed.count() >= allowance_.limits.seconds || cancelled || rules_.interrupted();
}

void Watchdog::send_away() {
    const nb::gil_scoped_acquire python;
    rules_.send_away();
    PyThreadState_SetAsyncExc(rules_.busy_thread(), unfinished_rule);
}

}  // namespace deepen::bindings
