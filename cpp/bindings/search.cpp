#include "search.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "../engine/deep_stack.h"
#include "../engine/replay.h"

namespace deepen::bindings {

bool ProgressListener::operator()(const Progress& progress) {
    if (limits_.cancel != nullptr && limits_.cancel->is_set()) return false;
    if (rules_.interrupted()) return false;
    const nb::gil_scoped_acquire lock;
    try {
        // Runs signal handlers, so that Ctrl-C gets through; does nothing outside the main thread.
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (limits_.on_progress && progress.reports && progress.seconds >= next_report_) {
            next_report_ = progress.seconds + 0.1;
            (*limits_.on_progress)(progress);
        }
        return true;
    } catch (nb::python_error& error) {
        interrupted_ = error.matches(PyExc_KeyboardInterrupt);
        raised_ = std::current_exception();
        return false;
    } catch (...) {
        raised_ = std::current_exception();
        return false;
    }
}

void ProgressListener::rethrow() {
    if (!raised_) return;
    const std::exception_ptr raised = std::exchange(raised_, nullptr);
    try {
        std::rethrow_exception(raised);
    } catch (nb::python_error& error) {
        // Ctrl-C is a status of the result, not an accident: the caller decides what to raise.
        if (!error.matches(PyExc_KeyboardInterrupt)) throw;
    }
}

namespace {

void bind_errors(nb::module_& module) {
    nb::exception<ReplayMismatch>(module, "ReplayMismatch", PyExc_AssertionError);
    nb::exception<NoThread>(module, "NoThread", PyExc_RuntimeError);
    nb::object failure =
        nb::steal(PyErr_NewException("deepen._core.RuleFailure", PyExc_Exception, nullptr));
    module.attr("RuleFailure") = failure;
    unfinished_rule =
        PyErr_NewException("deepen._core.UnfinishedRule", PyExc_BaseException, nullptr);
    module.attr("UnfinishedRule") = nb::handle(unfinished_rule);
    nb::register_exception_translator(
        [](const std::exception_ptr& raised, void* type) {
            try {
                std::rethrow_exception(raised);
            } catch (const RuleFailureError& error) {
                const nb::object arguments =
                    nb::make_tuple(error.fault, error.state, error.interrupted);
                PyErr_SetObject(static_cast<PyObject*>(type), arguments.ptr());
            }
        },
        failure.ptr());
}

void bind_results(nb::module_& module) {
    nb::enum_<Status>(module, "Status")
        .value("solved", Status::solved)
        .value("unsolvable", Status::unsolvable)
        .value("time_limit", Status::time_limit)
        .value("memory_limit", Status::memory_limit)
        .value("node_limit", Status::node_limit)
        .value("depth_limit", Status::depth_limit)
        .value("interrupted", Status::interrupted);
    nb::class_<Row>(module, "Row", "One f-layer, threshold or depth of a search.")
        .def_ro("bound", &Row::bound)
        .def_ro("expanded", &Row::expanded)
        .def_ro("generated", &Row::generated)
        .def_ro("seconds", &Row::seconds);
    nb::class_<Progress>(module, "Progress", "Where a running search is.")
        .def_ro("seconds", &Progress::seconds)
        .def_ro("expanded", &Progress::expanded)
        .def_ro("generated", &Progress::generated)
        .def_ro("bytes", &Progress::bytes)
        .def_ro("lower_bound", &Progress::lower_bound)
        .def_ro("share", &Progress::share);
    nb::class_<RawResult>(module, "RawResult", "The raw result of a search.")
        .def_ro("status", &RawResult::status)
        .def_ro("cost", &RawResult::cost)
        .def_ro("lower_bound", &RawResult::lower_bound)
        .def_ro("initial_estimate", &RawResult::initial_estimate)
        .def_ro("expanded", &RawResult::expanded)
        .def_ro("generated", &RawResult::generated)
        .def_ro("reopened", &RawResult::reopened)
        .def_ro("stored", &RawResult::stored)
        .def_ro("peak_bytes", &RawResult::peak_bytes)
        .def_ro("seconds", &RawResult::seconds)
        .def_ro("rows", &RawResult::rows)
        .def_ro("actions", &RawResult::actions)
        .def_ro("states", &RawResult::states)
        .def_ro("expanded_states", &RawResult::expanded_states);
}

SearchLimits* make_limits(std::optional<double> time_limit,
                          std::optional<std::uint64_t> memory_limit,
                          std::optional<std::uint64_t> node_limit,
                          std::optional<nb::callable> on_progress, Cancel* cancel) {
    const Limits unlimited;
    return new SearchLimits{{.time_limit = time_limit.value_or(unlimited.time_limit),
                             .memory_limit = memory_limit.value_or(unlimited.memory_limit),
                             .node_limit = node_limit.value_or(unlimited.node_limit)},
                            std::move(on_progress),
                            cancel};
}

}  // namespace

void bind_search(nb::module_& module) {
    bind_errors(module);
    bind_results(module);
    nb::class_<Cancel>(module, "Cancel", "Ends searches from another thread.")
        .def(nb::init<>())
        .def("set", &Cancel::set)
        .def("is_set", &Cancel::is_set);
    nb::class_<SearchLimits>(module, "SearchLimits",
                             "The limits of a search and who listens to it.")
        .def(nb::new_(&make_limits), nb::arg("time_limit").none(), nb::arg("memory_limit").none(),
             nb::arg("node_limit").none(), nb::arg("on_progress").none(), nb::arg("cancel").none(),
             nb::keep_alive<1, 6>());
}

}  // namespace deepen::bindings
