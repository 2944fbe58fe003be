// What every search returns.
#pragma once

#include <cstdint>
#include <vector>

#include "limits.h"
#include "problem.h"
#include "state.h"

namespace deepen {

enum class Status {
    solved,
    unsolvable,
    time_limit,
    memory_limit,
    node_limit,
    depth_limit,
    interrupted
};

inline Status status_of(Stop stop) {
    switch (stop) {
        case Stop::time: return Status::time_limit;
        case Stop::memory: return Status::memory_limit;
        case Stop::nodes: return Status::node_limit;
        default: return Status::interrupted;
    }
}

// One stage of a search: an f-layer of A*, a threshold of IDA*, a depth of breadth-first.
struct Row {
    std::uint64_t bound = 0;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    double seconds = 0;
};

// One step of a path: the action taken and the state that it leads to.
template <std::size_t W>
struct Step {
    std::uint32_t action = 0;
    Cost cost = 0;
    State<W> state;
};

template <std::size_t W>
struct Result {
    Status status = Status::unsolvable;
    std::uint64_t cost = 0;      // of `steps`, where status is solved
    std::vector<Step<W>> steps;  // from the start to a goal
    // Where the estimates never exceed the true distance, no solution costs less than this.
    std::uint64_t lower_bound = 0;
    std::uint64_t initial_estimate = 0;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;  // the start counts as one
    std::uint64_t reopened = 0;
    std::uint64_t stored = 0;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    std::vector<Row> rows;
    std::vector<State<W>> expanded_states;  // in order of arrival, where a caller wants them
};

}  // namespace deepen
