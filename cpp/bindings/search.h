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
#include "../engine/result.h"
#include "rules.h"

namespace deepen::bindings {

// Set from any thread; a running search ends within its next look at the clock.
class Cancel {
public:
    void set() { requested_.store(true, std::memory_order_relaxed); }
    bool is_set() const { return requested_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> requested_{false};
};

// What a caller allows a search.
struct Allowance {
    Limits limits;
    std::optional<nb::callable> on_progress;
    Cancel* cancel = nullptr;
};

// A Result without its width.
struct Found {
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
    nb::list costs{};
    nb::list states{};
    nb::bytes expanded_states{nullptr, 0};  // all words, one state after the other
};

template <std::size_t W>
Found found_from(Result<W>&& result) {
    Found found{.status = result.status,
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
        found.costs.append(step.cost);
        found.states.append(to_python(step.state));
    }
    const auto& kept = result.expanded_states;
    if (!kept.empty())
        found.expanded_states =
            nb::bytes(reinterpret_cast<const char*>(kept.data()), kept.size() * sizeof(State<W>));
    return found;
}

// Listens for a running search: cancellation, Ctrl-C and the caller's own callback.
class Ear {
public:
    Ear(const Allowance& allowance, const Rules& rules) : allowance_(allowance), rules_(rules) {}

    bool operator()(const Progress& progress);
    // Rethrows what a callback or a signal handler raised.
    void rethrow();

private:
    const Allowance& allowance_;
    const Rules& rules_;
    double next_report_ = 0.1;
    std::exception_ptr raised_;
};

// How often a search looks at the clock, in expansions.
inline constexpr std::uint32_t compiled_stride = 128;
inline constexpr std::uint32_t interpreted_stride = 1;

template <std::size_t W>
State<W> state_from(const std::vector<std::uint64_t>& words) {
    State<W> state;
    std::copy(words.begin(), words.end(), state.words.begin());
    return state;
}

// Runs `search(problem, start, watch)` for states of the rules' width, without Python's lock.
template <std::size_t W, class Search>
Found run_at_width(Rules& rules, const std::vector<std::uint64_t>& words,
                   const Allowance& allowance, Search&& search) {
    RuleProblem<W> problem(rules.table);
    Ear ear(allowance, rules);
    std::optional<Result<W>> result;
    try {
        const nb::gil_scoped_release unlocked;
        Watch watch(allowance.limits, std::ref(ear),
                    rules.interpreted ? interpreted_stride : compiled_stride);
        result = search(problem, state_from<W>(words), watch);
    } catch (const RuleFailure<W>& failure) {
        rules.rethrow();
        throw RuleFailureError(static_cast<int>(failure.fault), to_python(failure.state));
    }
    ear.rethrow();
    return found_from(std::move(*result));
}

template <class Search>
Found run(Rules& rules, const std::vector<std::uint64_t>& start, const Allowance& allowance,
          Search&& search) {
    if (start.size() != rules.width)
        throw std::invalid_argument("the start state has another number of words than the rules");
    switch (rules.width) {
        case 1: return run_at_width<1>(rules, start, allowance, search);
        case 2: return run_at_width<2>(rules, start, allowance, search);
        case 3: return run_at_width<3>(rules, start, allowance, search);
        case 4: return run_at_width<4>(rules, start, allowance, search);
        case 6: return run_at_width<6>(rules, start, allowance, search);
        case 8: return run_at_width<8>(rules, start, allowance, search);
        default: throw std::invalid_argument("states have 1, 2, 3, 4, 6 or 8 words in the engine");
    }
}

void bind_search(nb::module_& module);
void bind_best_first(nb::module_& module);
void bind_breadth_first(nb::module_& module);
void bind_depth_first(nb::module_& module);
void bind_idastar(nb::module_& module);

}  // namespace deepen::bindings
