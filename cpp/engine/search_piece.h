// A part of a search tree that one thread searches.
#pragma once

#include <memory>
#include <vector>

#include "problem.h"
#include "state.h"

namespace deepen {

// All below one state, whose path is known.
template <std::size_t W>
struct SearchPiece {
    using Path = std::vector<State<W>>;

    std::shared_ptr<const Path> path;  // from the start to the state before this one
    State<W> state;
    Cost g;
    Cost estimate;  // with goal_flag for a goal
};

}  // namespace deepen
