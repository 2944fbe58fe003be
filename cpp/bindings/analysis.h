// What an analysis found, as Python sees it.
#pragma once

#include <nanobind/stl/vector.h>

#include "../engine/analysis.h"
#include "search.h"

namespace deepen::bindings {

// A MoveReport without its width.
struct RawMove {
    std::uint32_t action = 0;
    Value reward = 0;
    bool again = false;
    nb::tuple state{};
    Bounds at_depth{};
    Bounds proven{};
};

// An Analysis without its width.
struct RawAnalysis {
    Status status{};
    std::uint32_t depth = 0;
    Bounds value{};
    Bounds proven{};
    std::vector<RawMove> moves;
    std::vector<RawMove> line;
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    std::vector<DepthRow> rows;
};

template <std::size_t W>
RawMove raw_move(const Move<W>& move, const Bounds& at_depth, const Bounds& proven) {
    return {.action = move.action,
            .reward = move.reward,
            .again = (move.flags & again_flag) != 0,
            .state = to_python(move.state),
            .at_depth = at_depth,
            .proven = proven};
}

template <std::size_t W>
RawAnalysis raw_analysis(Analysis<W>&& result) {
    RawAnalysis found{.status = result.status,
                      .depth = result.depth,
                      .value = result.value,
                      .proven = result.proven,
                      .moves = {},
                      .line = {},
                      .nodes = result.nodes,
                      .table_hits = result.table_hits,
                      .peak_bytes = result.peak_bytes,
                      .seconds = result.seconds,
                      .rows = std::move(result.rows)};
    for (const MoveReport<W>& each : result.moves)
        found.moves.push_back(raw_move(each.move, each.at_depth, each.proven));
    for (const Move<W>& move : result.line) found.line.push_back(raw_move(move, {}, {}));
    return found;
}

}  // namespace deepen::bindings
