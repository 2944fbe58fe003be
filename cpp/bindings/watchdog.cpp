#include "watchdog.h"

#include <system_error>

#include "../engine/deep_stack.h"
#include "search.h"

namespace deepen::bindings {

Watchdog::Watchdog(Rules& rules, const SearchLimits& limits) try
    : rules_(rules), limits_(limits), thread_([this] { watch(); }) {
} catch (const std::system_error& error) {
    throw NoThread(error.code().message());
}

Watchdog::~Watchdog() {
    {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
    }
    over_.notify_one();
    thread_.join();
    if (rules_.aborted() && !rules_.has_unwound()) absorb();
}

// The rule returned before the exception reached it: any step of the interpreter meets it now.
void Watchdog::absorb() {
    const nb::gil_scoped_acquire python;
    const nb::dict names;
    const nb::object step = nb::steal(Py_CompileString("None", "<deepen>", Py_eval_input));
    const nb::object nothing = nb::steal(PyEval_EvalCode(step.ptr(), names.ptr(), names.ptr()));
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
        } else if (worked - before > RuleGuard::grace_period || now - since > longest) {
            abort_rule();
        }
    }
}

bool Watchdog::must_stop() const {
    const std::chrono::duration<double> passed = Rules::Clock::now() - started_;
    const bool cancelled = limits_.cancel != nullptr && limits_.cancel->is_set();
    return passed.count() >= limits_.time_limit || cancelled || rules_.interrupted();
}

void Watchdog::abort_rule() {
    const nb::gil_scoped_acquire python;
    rules_.abort_rule();
    PyThreadState_SetAsyncExc(rules_.busy_thread(), unfinished_rule);
}

}  // namespace deepen::bindings
