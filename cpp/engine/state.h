// A packed state: W unsigned 64-bit words, compared and hashed as a whole. What the words mean is
// known to the rules alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace deepen {

template <std::size_t W>
struct State {
    std::array<std::uint64_t, W> words;

    // Written out: the default compares arrays by a call to memcmp, which costs more than the rest
    // of a search step.
    bool operator==(const State& other) const {
        std::uint64_t difference = 0;
        for (std::size_t i = 0; i < W; ++i) difference |= words[i] ^ other.words[i];
        return difference == 0;
    }
};

// A state in 32-bit pieces, to be kept beside numbers of 32 bits: with a 64-bit member the records
// of a table would be padded to a multiple of 8 bytes.
template <std::size_t W>
class PackedState {
public:
    State<W> state() const {
        State<W> state;
        std::memcpy(&state, pieces_.data(), sizeof state);
        return state;
    }
    void set_state(const State<W>& state) { std::memcpy(pieces_.data(), &state, sizeof state); }
    bool holds(const State<W>& other) const { return state() == other; }

private:
    std::array<std::uint32_t, 2 * W> pieces_;
};

// Multiply, fold, and start the next word from the result: every input bit reaches the high bits
// (which choose the bucket) and the low ones (which become the tag).
template <std::size_t W>
inline std::uint64_t hash_of(const State<W>& state) {
    std::uint64_t hash = 0x9e3779b97f4a7c15U;
    for (const std::uint64_t word : state.words) {
        const auto product = static_cast<unsigned __int128>(hash ^ word) * 0xd6e8feb86659fd93U;
        hash = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    return hash * 0x9fb21c651e98df25U;
}

// Maps a hash to 0 <= index < size by its high bits; size need not be a power of two, so a table
// can fill exactly the memory that it is allowed.
inline std::size_t scale(std::uint64_t hash, std::size_t size) {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(hash) * size) >> 64);
}

}  // namespace deepen
