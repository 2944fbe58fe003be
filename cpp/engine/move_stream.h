// Moves on their way from where they start to where they lead, in little more than four bytes each.
#pragma once

#include <cstdint>

#include "chunked_list.h"
#include "edge.h"
#include "node_index.h"

namespace deepen {

// All lead into one part of the positions, and most start a little after the one before. So a word
// has the place in the part, how far ahead the start is, and whether the mover goes on; where the
// start is elsewhere, it is the next word.
class MoveStream {
public:
    // The place of a position in its part has so many bits.
    MoveStream(ChunkPool& pool, unsigned place_bits) : words_(pool), place_bits_(place_bits) {}

    void put(NodeId source, NodeId place, bool again) {
        const NodeId ahead = source - source_;
        const bool is_near = ahead < elsewhere();
        words_.push_back((is_near ? ahead : elsewhere()) << place_bits_ | place |
                         (again ? again_bit : 0));
        if (!is_near) words_.push_back(source);
        source_ = source;
        ++size_;
    }

    std::size_t size() const { return size_; }

    // Calls take(place, edge) for each move in order, where the edge is from its target to its
    // start; `last_time`: they are not read again.
    template <bool last_time, class Take>
    void each(Take&& take) {
        ChunkedList<std::uint32_t>::Reader<last_time> words(words_);
        NodeId source = 0;
        for (std::size_t left = size_; left > 0; --left) {
            const std::uint32_t word = words.take();
            const NodeId ahead = (word & ~again_bit) >> place_bits_;
            source = ahead == elsewhere() ? words.take() : source + ahead;
            take(word & ((1U << place_bits_) - 1), Edge(source, (word & again_bit) != 0));
        }
    }

private:
    static constexpr std::uint32_t again_bit = std::uint32_t{1} << 31;

    std::uint32_t elsewhere() const { return ~again_bit >> place_bits_; }

    ChunkedList<std::uint32_t> words_;
    unsigned place_bits_;
    std::size_t size_ = 0;
    NodeId source_ = 0;  // of the last
};

}  // namespace deepen
