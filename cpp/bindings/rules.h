// Rules as the engine sees them: function pointers, whether they lead into compiled code or into
// the interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <exception>
#include <utility>

#include "../engine/game.h"
#include "../engine/problem.h"

namespace deepen::bindings {

namespace nb = nanobind;

// Raised out of a search that ended in a RuleFailure.
struct RuleFailureError : std::exception {
    RuleFailureError(int fault, nb::object state) : fault(fault), state(std::move(state)) {}
    const char* what() const noexcept override { return "a rule failed"; }
    int fault;
    nb::object state;
};

class Rules {
public:
    Rules(std::size_t width, bool interpreted) : width(width), interpreted(interpreted) {}
    virtual ~Rules() = default;

    // Rethrows what the interpreter raised inside a rule, if it was that which ended the search.
    virtual void rethrow() {}
    // Whether Ctrl-C came while a rule was running in the interpreter.
    virtual bool interrupted() const { return false; }

    std::size_t width;
    bool interpreted;
};

class PuzzleRules : public Rules {
public:
    using Rules::Rules;
    RuleTable table;
};

class GameRules : public Rules {
public:
    using Rules::Rules;
    GameTable table;
};

template <class Function>
Function function_at(std::uintptr_t address) {
    return reinterpret_cast<Function>(address);
}

// Calls rules in the interpreter. No exception may cross the engine: keep it, report failure, raise
// it when the search is over. Ctrl-C is none of the rule's: rules are pure, so ask again, and let
// the search end in order.
class Guard {
public:
    template <class Call>
    int operator()(Call&& call) {
        const nb::gil_scoped_acquire lock;
        for (;;) {
            try {
                call();
                return 0;
            } catch (nb::python_error& error) {
                if (error.matches(PyExc_KeyboardInterrupt) && !interrupted_) {
                    interrupted_ = true;
                    continue;
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

private:
    std::exception_ptr raised_;
    bool interrupted_ = false;
};

// A state in the engine as a tuple of Python integers, and back.
nb::object words_at(const void* state, std::size_t width);
void store_words(nb::handle words, void* place);

void bind_rules(nb::module_& module);
void bind_game_rules(nb::module_& module);

template <std::size_t W>
nb::tuple to_python(const State<W>& state) {
    nb::tuple words = nb::steal<nb::tuple>(PyTuple_New(W));
    for (std::size_t i = 0; i < W; ++i)
        PyTuple_SET_ITEM(words.ptr(), static_cast<Py_ssize_t>(i),
                         nb::int_(state.words[i]).release().ptr());
    return words;
}

}  // namespace deepen::bindings
