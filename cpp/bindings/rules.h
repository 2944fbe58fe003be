// Rules as the engine sees them: function pointers, whether they lead into compiled code or into
// the interpreter.
#pragma once

#include <nanobind/nanobind.h>
#include <pthread.h>
#include <time.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <optional>
#include <utility>

#include "../engine/game.h"
#include "../engine/problem.h"

namespace deepen::bindings {

namespace nb = nanobind;

// Raised out of a search that ended in a RuleFailure.
struct RuleFailureError : std::exception {
    RuleFailureError(RuleFault fault, nb::object state, bool interrupted)
        : fault(fault), state(std::move(state)), interrupted(interrupted) {}
    const char* what() const noexcept override { return "a rule failed"; }
    RuleFault fault;
    nb::object state;
    bool interrupted;  // by Ctrl-C, while the rule ran
};

class Rules {
public:
    Rules(std::size_t width, bool interpreted) : width(width), interpreted(interpreted) {}
    virtual ~Rules() = default;

    // Rethrows what the interpreter raised inside a rule, if it was that which ended the search.
    virtual void rethrow() {}
    // Whether Ctrl-C came while a rule was running in the interpreter.
    virtual bool interrupted() const { return false; }

    using Clock = std::chrono::steady_clock;
    // Since when a rule has been running in the interpreter, if one is, and in which thread.
    virtual std::optional<Clock::time_point> busy_since() const { return std::nullopt; }
    virtual unsigned long busy_thread() const { return 0; }
    virtual clockid_t busy_clock() const { return CLOCK_THREAD_CPUTIME_ID; }
    // Notes that the rule that is running was told to leave, since the search has to stop.
    void abort_rule() { aborted_ = true; }
    bool aborted() const { return aborted_; }
    // Whether it has done so.
    virtual bool has_unwound() const { return true; }

    std::size_t width;
    bool interpreted;

private:
    std::atomic<bool> aborted_{false};
};

class PuzzleRules : public Rules {
public:
    using Rules::Rules;
    PuzzleFunctions functions;
};

class GameRules : public Rules {
public:
    using Rules::Rules;
    GameFunctions functions;
};

template <class Function>
Function function_at(std::uintptr_t address) {
    return reinterpret_cast<Function>(address);
}

// Raised in a rule that does not end; set when the module is made.
inline PyObject* unfinished_rule = nullptr;

// Calls rules in the interpreter. No exception may cross the engine: keep it, report failure, raise
// it when the search is over. Ctrl-C is none of the rule's: rules are pure, so ask again, and let
// the search end in order.
class InterpreterGuard {
public:
    template <class Call>
    int operator()(Call&& call) {
        const nb::gil_scoped_acquire lock;
        note_thread();
        const Busy busy(since_);
        for (;;) {
            try {
                call();
                return 0;
            } catch (nb::python_error& error) {
                if (error.matches(PyExc_KeyboardInterrupt) && !interrupted_) {
                    interrupted_ = true;
                    continue;
                }
                if (error.matches(unfinished_rule)) {
                    has_unwound_ = true;
                    return 1;
                }
                raised_ = std::current_exception();
                return 1;
            } catch (...) {
                raised_ = std::current_exception();
                return 1;
            }
        }
    }

    void rethrow() {
        if (!raised_) return;
        const std::exception_ptr raised = std::exchange(raised_, nullptr);
        std::rethrow_exception(raised);
    }
    bool interrupted() const { return interrupted_; }
    bool has_unwound() const { return has_unwound_; }
    std::optional<Rules::Clock::time_point> busy_since() const {
        const Rules::Clock::rep since = since_.load(std::memory_order_relaxed);
        if (since == 0) return std::nullopt;
        return Rules::Clock::time_point(Rules::Clock::duration(since));
    }
    unsigned long busy_thread() const { return thread_.load(std::memory_order_relaxed); }
    clockid_t busy_clock() const { return clock_.load(std::memory_order_relaxed); }

private:
    using Since = std::atomic<Rules::Clock::rep>;

    void note_thread() {
        clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
        pthread_getcpuclockid(pthread_self(), &clock);
        clock_.store(clock, std::memory_order_relaxed);
        thread_.store(PyThread_get_thread_ident(), std::memory_order_relaxed);
    }

    // Says when a rule began, for as long as it runs.
    class Busy {
    public:
        explicit Busy(Since& since) : since_(since) {
            const auto now = Rules::Clock::now().time_since_epoch().count();
            since_.store(now, std::memory_order_relaxed);
        }
        ~Busy() { since_.store(0, std::memory_order_relaxed); }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;

    private:
        Since& since_;
    };

    std::exception_ptr raised_;
    std::atomic<bool> interrupted_{false};
    bool has_unwound_ = false;
    Since since_{0};
    std::atomic<unsigned long> thread_{0};
    std::atomic<clockid_t> clock_{CLOCK_THREAD_CPUTIME_ID};
};

// A state in the engine as a tuple of Python integers, and back.
nb::tuple to_python(const void* state, std::size_t width);
void store_words(nb::handle words, void* place);

template <std::size_t W>
nb::tuple to_python(const State<W>& state) {
    return to_python(&state, W);
}

// Rules that run in the interpreter. The engine hands back `board`, which is this object.
template <class Base>
class InterpretedRules : public Base {
public:
    explicit InterpretedRules(std::size_t width) : Base(width, true) {}

    void rethrow() override { guarded.rethrow(); }
    bool interrupted() const override { return guarded.interrupted(); }
    unsigned long busy_thread() const override { return guarded.busy_thread(); }
    clockid_t busy_clock() const override { return guarded.busy_clock(); }
    bool has_unwound() const override { return guarded.has_unwound(); }
    std::optional<Rules::Clock::time_point> busy_since() const override {
        return guarded.busy_since();
    }

protected:
    nb::tuple words(const void* state) const { return to_python(state, this->width); }

    InterpreterGuard guarded;
};

void bind_abi(nb::module_& module);
void bind_puzzle_rules(nb::module_& module);
void bind_game_rules(nb::module_& module);

}  // namespace deepen::bindings
