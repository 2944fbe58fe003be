// The numbers of proof-number search: how many positions still have to be settled, at the least, to
// show that a question is answered yes (proof), or no (disproof).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace deepen {

struct ProofNumbers {
    static constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t most = infinite - 1;  // of what is not settled

    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;

    static constexpr ProofNumbers settled(bool yes) {
        return yes ? ProofNumbers{0, infinite} : ProofNumbers{infinite, 0};
    }
    bool is_yes() const { return proof == 0; }
    bool is_no() const { return disproof == 0; }
    bool is_settled() const { return is_yes() || is_no(); }
    // The same as the other player sees it.
    ProofNumbers turned() const { return {disproof, proof}; }
    bool reaches(const ProofNumbers& limits) const {
        return proof >= limits.proof || disproof >= limits.disproof;
    }
};

// A number of what is not settled, however large its parts are.
inline std::uint32_t saturated(std::uint64_t number) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, ProofNumbers::most));
}

// On which positions above it an answer leans, as places on the path: it holds while they are there
// and play that comes back to them is a draw. None: it holds wherever the position is met.
struct Support {
    static constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t highest = nothing;  // the one nearest to the root
    std::uint32_t lowest = 0;         // the one farthest from it

    static Support of(std::uint32_t place) { return {place, place}; }
    bool is_empty() const { return highest == nothing; }
    void add(const Support& other) {
        highest = std::min(highest, other.highest);
        lowest = std::max(lowest, other.lowest);
    }
    // Without the position at this place itself and what lies below it, which play has left.
    Support above(std::uint32_t place) const {
        if (is_empty() || highest >= place) return {};
        return {highest, std::min(lowest, place - 1)};
    }
};

}  // namespace deepen
