// The values that the positions of a table have: few, however many positions there are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "component_values.h"

namespace deepen {

// One of the values, and how many positions have it.
struct TableOutcome {
    TimedValue worth;
    std::uint64_t positions = 0;
};

// Counts outcomes, and then numbers them. Several threads read it, so nothing that one of them
// writes may lie beside it.
class alignas(128) OutcomeCounts {
public:
    void add(const TimedValue& worth, std::uint64_t positions = 1) {
        TableOutcome& outcome = counts_[key(worth)];
        outcome.worth = worth;
        outcome.positions += positions;
    }
    void add(const OutcomeCounts& others) {
        for (const auto& [key, each] : others.counts_) add(each.worth, each.positions);
    }

    // The worst for the mover first. From now on each has a code, its place there.
    std::vector<TableOutcome> sort() {
        std::vector<TableOutcome> sorted;
        for (const auto& [key, each] : counts_) sorted.push_back(each);
        std::sort(sorted.begin(), sorted.end(), [](const TableOutcome& a, const TableOutcome& b) {
            return b.worth.is_better_than(a.worth);
        });
        for (std::size_t i = 0; i < sorted.size(); ++i)
            codes_[key(sorted[i].worth)] = static_cast<std::uint32_t>(i);
        return sorted;
    }
    std::uint32_t code(const TimedValue& worth) const { return codes_.find(key(worth))->second; }

private:
    static std::uint64_t key(const TimedValue& worth) {
        return static_cast<std::uint64_t>(worth.value) << 32 | worth.distance;
    }

    std::unordered_map<std::uint64_t, TableOutcome> counts_;
    std::unordered_map<std::uint64_t, std::uint32_t> codes_;
};

}  // namespace deepen
