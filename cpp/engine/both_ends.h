// What searches from both ends share: the two sides, and what is made of them at the end.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "node_table.h"
#include "result.h"

namespace deepen {

enum Direction : std::size_t { forwards, backwards };

inline Direction other_than(Direction direction) {
    return direction == forwards ? backwards : forwards;
}

// One node of each side, both of the same state.
using Meeting = std::array<NodeId, 2>;

// From the start to the meeting, and on to a goal.
template <std::size_t W, class Side>
std::vector<State<W>> joined_path(const std::array<Side, 2>& sides, const Meeting& meeting) {
    std::vector<State<W>> path = sides[forwards].nodes.path_to(meeting[forwards]);
    std::vector<State<W>> rest = sides[backwards].nodes.path_to(meeting[backwards]);
    std::reverse(rest.begin(), rest.end());
    path.insert(path.end(), rest.begin() + 1, rest.end());
    return path;
}

template <std::size_t W, class Side>
void add_stored(const std::array<Side, 2>& sides, bool keep_expanded, Result<W>& result) {
    for (const Side& side : sides) {
        result.stored += side.nodes.size();
        if (!keep_expanded) continue;
        const std::vector<State<W>> closed = side.nodes.closed_states();
        result.expanded_states.insert(result.expanded_states.end(), closed.begin(), closed.end());
    }
}

}  // namespace deepen
