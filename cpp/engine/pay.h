// What a move of a game says besides where it leads, carried as the cost of a successor: so whole
// games are enumerated as puzzles are.
#pragma once

#include <cstdint>

#include "game.h"
#include "problem.h"

namespace deepen {

struct Pay {
    Value reward;
    bool again;

    // What the move is worth to its mover, given what its child is worth to whoever moves there.
    Value worth(Value child) const { return reward + (again ? child : -child); }
};

inline constexpr Cost pay_code(const Pay& pay) {
    return static_cast<Cost>(pay.reward + game_limit) << 1 | (pay.again ? 1 : 0);
}
inline constexpr Pay pay_of(Cost code) {
    return {static_cast<Value>(code >> 1) - game_limit, (code & 1) != 0};
}

}  // namespace deepen
