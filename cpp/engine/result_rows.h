// The rows of a result while its search goes on from stage to stage.
#pragma once

#include "result.h"

namespace deepen {

class ResultRows {
public:
    // What is counted from here on belongs to a stage with this bound.
    template <std::size_t W>
    void enter(std::uint64_t bound, Result<W>& result, double seconds) {
        finish(result, seconds);
        if (result.rows.size() == most) return;  // the last row takes all the rest
        result.rows.push_back({.bound = bound});
        start_ = {.expanded = result.expanded, .generated = result.generated};
    }

    template <std::size_t W>
    void finish(Result<W>& result, double seconds) const {
        if (result.rows.empty()) return;
        Row& row = result.rows.back();
        row.expanded = result.expanded - start_.expanded;
        row.generated = result.generated - start_.generated;
        row.seconds = seconds;
    }

    static constexpr std::size_t most = 10000;

private:
    Row start_;  // the counts when the last row began
};

}  // namespace deepen
