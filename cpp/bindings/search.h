// What every search binding shares: limits and cancellation from Python, the choice of the state's
// width, and the result as a Python object.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <vector>

#include "../engine/limits.h"
#include "../engine/replay.h"
#include "../engine/result.h"
#include "record.h"
#include "rules.h"
#include "watchdog.h"

namespace deepen::bindings {

// Set from any thread; a running search ends within its next look at the clock.
class Cancel {
public:
    void set() { requested_.store(true, std::memory_order_relaxed); }
    bool is_set() const { return requested_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> requested_{false};
};

// What a caller allows a search, and who listens to it.
struct SearchLimits : Limits {
    std::optional<nb::callable> on_progress;
    Cancel* cancel = nullptr;
};

// A Result without its width.
struct RawResult {
    Status status{};
    std::uint64_t cost = 0;
    std::uint64_t lower_bound = 0;
    std::uint64_t initial_estimate = 0;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t reopened = 0;
    std::uint64_t stored = 0;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    std::vector<Row> rows;
    nb::list actions{};
    nb::list states{};
    nb::bytes expanded_states{nullptr, 0};  // all words, one state after the other
};

template <std::size_t W>
RawResult raw_result(Result<W>&& result) {
    RawResult found{.status = result.status,
                    .cost = result.cost,
                    .lower_bound = result.lower_bound,
                    .initial_estimate = result.initial_estimate,
                    .expanded = result.expanded,
                    .generated = result.generated,
                    .reopened = result.reopened,
                    .stored = result.stored,
                    .peak_bytes = result.peak_bytes,
                    .seconds = result.seconds,
                    .rows = std::move(result.rows)};
    for (const Step<W>& step : result.steps) {
        found.actions.append(step.action);
        found.states.append(to_python(step.state));
    }
    const auto& kept = result.expanded_states;
    if (!kept.empty())
        found.expanded_states =
            nb::bytes(reinterpret_cast<const char*>(kept.data()), kept.size() * sizeof(State<W>));
    return found;
}

// Listens for a running search: cancellation, Ctrl-C and the caller's own callback.
class ProgressListener {
public:
    ProgressListener(const SearchLimits& limits, const Rules& rules)
        : limits_(limits), rules_(rules) {}

    bool operator()(const Progress& progress);
    // Rethrows what a callback or a signal handler raised.
    void rethrow();
    // Whether Ctrl-C has come.
    bool interrupted() const { return interrupted_; }

private:
    const SearchLimits& limits_;
    const Rules& rules_;
    double next_report_ = 0.1;
    std::exception_ptr raised_;
    bool interrupted_ = false;
};

// How often a search looks at the clock, in expansions.
inline constexpr std::uint32_t compiled_stride = 128;
inline constexpr std::uint32_t interpreted_stride = 1;

template <std::size_t W>
State<W> state_from(const std::vector<std::uint64_t>& words) {
    State<W> state{};
    std::copy(words.begin(), words.end(), state.words.begin());
    return state;
}

// Calls `search(watch)` without Python's lock; what it returns is optional's value. A failure of
// the rules becomes an exception that Python understands.
template <std::size_t W, class Search>
auto run_unlocked(Rules& rules, const SearchLimits& limits, Search&& search) {
    ProgressListener listener(limits, rules);
    std::optional<decltype(search(std::declval<Watch&>()))> result;
    try {
        const nb::gil_scoped_release unlocked;
        Watch watch(limits, std::ref(listener),
                    rules.interpreted ? interpreted_stride : compiled_stride);
        const RuleGuard guard([&watch] { return watch.may_go_on(); });
        std::optional<Watchdog> watchdog;
        if (rules.interpreted) watchdog.emplace(rules, limits);
        result = search(watch);
    } catch (const RuleFailure<W>& failure) {
        rules.rethrow();
        const RuleFault fault = rules.aborted() ? RuleFault::unfinished : failure.fault;
        throw RuleFailureError(fault, to_python(failure.state),
                               listener.interrupted() || rules.interrupted());
    }
    listener.rethrow();
    return std::move(*result);
}

template <class Run, std::size_t... widths>
auto at_width(std::size_t width, Run& run, std::index_sequence<widths...>) {
    std::optional<decltype(run.template operator()<1>())> found;
    const bool known =
        ((width == widths && (found.emplace(run.template operator()<widths>()), true)) || ...);
    if (!known) throw std::invalid_argument("the engine has no states of so many words");
    return std::move(*found);
}

// Calls `run<W>()` for the width of the rules, which that of the start state must equal.
template <class Run>
auto at_width(const Rules& rules, const std::vector<std::uint64_t>& start, Run&& run) {
    if (start.size() != rules.width)
        throw std::invalid_argument("the start state has another number of words than the rules");
    return at_width(rules.width, run, StateWidths{});
}

// Runs `search(problem, start, watch)` for states of the rules' width.
template <class Search>
RawResult run(PuzzleRules& rules, const std::vector<std::uint64_t>& start,
              const SearchLimits& limits, Search&& search) {
    return at_width(rules, start, [&]<std::size_t W>() {
        RuleProblem<W> problem(rules.functions);
        return raw_result(run_unlocked<W>(rules, limits, [&](Watch& watch) {
            const State<W> first = state_from<W>(start);
            Result<W> result = search(problem, problem.canonical(first), watch);
            if (problem.has_symmetry() && result.status == Status::solved)
                replay_on_board(problem, first, result);
            return result;
        }));
    });
}

void bind_search(nb::module_& module);
void bind_best_first(nb::module_& module);
void bind_hash_distributed(nb::module_& module);
void bind_breadth_first(nb::module_& module);
void bind_depth_first(nb::module_& module);
void bind_bidirectional(nb::module_& module);
void bind_ranked_breadth_first(nb::module_& module);
void bind_ranks(nb::module_& module);
void bind_idastar(nb::module_& module);
void bind_analysis(nb::module_& module);
void bind_cycle(nb::module_& module);
void bind_proof_number(nb::module_& module);
void bind_audit(nb::module_& module);
void bind_promises(nb::module_& module);
void bind_tabulate(nb::module_& module);

}  // namespace deepen::bindings
