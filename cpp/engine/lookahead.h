// Looking up many states at once, so that there is always something to do while memory answers.
#pragma once

#include <algorithm>
#include <cstddef>

namespace deepen {

// Calls look_up(i) for each i from `begin` to `end`, when the bucket of hash(i) and the node that
// may match are on their way.
template <class Nodes, class Hash, class LookUp>
void with_lookahead(const Nodes& nodes, std::size_t begin, std::size_t end, Hash&& hash,
                    LookUp&& look_up) {
    constexpr std::size_t near = 8;
    constexpr std::size_t far = 24;
    for (std::size_t i = begin; i < std::min(begin + far, end); ++i) nodes.prefetch_bucket(hash(i));
    for (std::size_t i = begin; i < std::min(begin + near, end); ++i) nodes.prefetch_match(hash(i));
    for (std::size_t i = begin; i < end; ++i) {
        if (i + far < end) nodes.prefetch_bucket(hash(i + far));
        if (i + near < end) nodes.prefetch_match(hash(i + near));
        look_up(i);
    }
}

}  // namespace deepen
