// A new index of nodes, filled by all threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "crew.h"
#include "limits.h"
#include "node_index.h"

namespace deepen {

template <class Nodes>
Stop relink(Nodes& nodes, Crew& crew, Watch& watch) {
    constexpr std::size_t portion = std::size_t{1} << 14;
    NodeIndex& index = nodes.index();
    crew.each(index.buckets() / portion + 1, [&](std::size_t i, std::uint32_t) {
        index.touch(i * portion, std::min((i + 1) * portion, index.buckets()));
    });
    crew.each(nodes.size() / portion + 1, [&](std::size_t i, std::uint32_t number) {
        if (number == 0) watch.may_go_on();
        if (crew.stopped(number) != Stop::none) return;
        const std::size_t last = std::min((i + 1) * portion, nodes.size());
        nodes.link_shared(static_cast<NodeId>(i * portion), static_cast<NodeId>(last));
    });
    return crew.stopped(0);
}

}  // namespace deepen
