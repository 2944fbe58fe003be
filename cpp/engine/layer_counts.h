// What several threads have expanded in each f-layer, as rows of a result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include "result_rows.h"

namespace deepen {

// Threads are not all in one layer, so each counts by layers and goes back to one where it has to.
class LayerCounts {
public:
    bool is_in(std::uint64_t layer) const { return row_ != nullptr && layer_ == layer; }
    // From here on counts for this layer; if there are too many, for the one below it.
    template <std::size_t W>
    void enter(std::uint64_t layer, const Result<W>& so_far, double seconds) {
        finish(so_far, seconds);
        layer_ = layer;
        row_ = &row_of(layer);
    }

    template <std::size_t W>
    void finish(const Result<W>& so_far, double seconds) {
        if (row_ != nullptr) {
            row_->expanded += so_far.expanded - counted_.expanded;
            row_->generated += so_far.generated - counted_.generated;
            row_->seconds = seconds;
        }
        counted_ = {.expanded = so_far.expanded, .generated = so_far.generated};
    }

    void add(const LayerCounts& other) {
        for (const auto& [layer, row] : other.rows_) {
            Row& sum = row_of(layer);
            sum.expanded += row.expanded;
            sum.generated += row.generated;
            sum.seconds = std::max(sum.seconds, row.seconds);
        }
    }

    std::vector<Row> rows() const {
        std::vector<Row> rows;
        for (const auto& [layer, row] : rows_) rows.push_back(row);
        return rows;
    }

private:
    Row& row_of(std::uint64_t layer) {
        if (rows_.size() < ResultRows::most)
            return rows_.try_emplace(layer, Row{.bound = layer}).first->second;
        const auto above = rows_.upper_bound(layer);
        return above == rows_.begin() ? above->second : std::prev(above)->second;
    }

    std::map<std::uint64_t, Row> rows_;
    std::uint64_t layer_ = 0;
    Row* row_ = nullptr;
    Row counted_;
};

}  // namespace deepen
