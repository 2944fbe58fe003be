// Rules as the engine sees them: function pointers, whether they lead into compiled code or into
// the interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <exception>

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
    RuleTable table;
};

void bind_rules(nb::module_& module);

template <std::size_t W>
nb::object to_python(const State<W>& state) {
    nb::object words = nb::steal(PyTuple_New(W));
    for (std::size_t i = 0; i < W; ++i)
        PyTuple_SET_ITEM(words.ptr(), static_cast<Py_ssize_t>(i),
                         nb::int_(state.words[i]).release().ptr());
    return words;
}

}  // namespace deepen::bindings
