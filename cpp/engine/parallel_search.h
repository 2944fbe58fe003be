// Several searches of one position at once.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analysis.h"
#include "deep_stack.h"
#include "negamax.h"

namespace deepen {

// A search with its table and its helpers. Lazy SMP: helpers search the same position in another
// order; all that they share is the table. So they can be stopped at any moment and started again,
// as is done when the table has to grow, or when the search pauses.
template <std::size_t W, TwoPlayerGame<W> G>
class ParallelSearch {
    using Search = Negamax<W, G>;

public:
    ParallelSearch(G game, const State<W>& start, const AnalysisOptions& options,
                   std::uint64_t table_bytes, Watch& watch)
        : game_(game),
          start_(start),
          options_(options),
          watch_(watch),
          control_(watch),
          table_(options.techniques.table ? table_bytes : 0),
          search_(std::make_unique<Search>(game, table_, options.techniques, &watch, control_, 0)),
          root_(*search_, start, options, 0) {
        if (options.threads > 1)
            search_->call([this] { look_after_table(); }, options.alone, often);
    }
    ~ParallelSearch() { stop_helpers(); }
    ParallelSearch(const ParallelSearch&) = delete;
    ParallelSearch& operator=(const ParallelSearch&) = delete;

    // Until it is over or has to stop, or for so many positions, or to the end of a depth.
    void go_on(std::uint64_t nodes, std::uint32_t last_depth = most_plies + 1) {
        search_->pause_after(nodes);
        root_.go_on(watch_, last_depth);
        stop_helpers();
    }
    bool is_over() const { return root_.is_over(); }

    Search& search() { return *search_; }
    RootSearch<W, Search>& root() { return root_; }
    TranspositionTable<W>& table() { return table_; }

    // `stop`: what ended it, if anything did.
    Analysis<W> result(Stop stop) { return root_.result(watch_, stop); }

private:
    static constexpr std::uint64_t often = 100'000;  // positions, a twentieth of a second

    void help(std::uint32_t seed) {
        const auto search =
            std::make_unique<Search>(game_, table_, options_.techniques, nullptr, control_, seed);
        const RuleGuard guard([this] { return !control_.stopped(); });
        try {
            RootSearch<W, Search>(*search, start_, options_, seed).help();
        } catch (...) {  // the main search will meet it too, or does not need it
        }
        control_.leave(search->nodes());
    }

    void start_helpers() {
        control_.start();
        for (std::uint32_t i = 1; i < options_.threads; ++i)
            helpers_.emplace_back([this, i] { help(i); });
    }
    void stop_helpers() {
        control_.stop();
        helpers_.clear();
    }
    void look_after_table() {
        if (helpers_.empty()) {
            table_.share();
            start_helpers();
        } else if (table_.is_crowded()) {
            stop_helpers();
            table_.grow([this](auto&& move_part) { on_all_threads(move_part); });
            start_helpers();
        }
    }

    // task(part, parts) for each part.
    template <class Task>
    void on_all_threads(Task&& task) {
        std::vector<DeepThread> others;
        for (std::uint32_t i = 1; i < options_.threads; ++i)
            others.emplace_back([&task, i, this] { task(i, options_.threads); });
        task(std::uint32_t{0}, options_.threads);
    }

    G game_;
    State<W> start_;
    AnalysisOptions options_;
    Watch& watch_;
    HelperControl control_;
    TranspositionTable<W> table_;
    std::unique_ptr<Search> search_;
    RootSearch<W, Search> root_;
    std::vector<DeepThread> helpers_;
};

}  // namespace deepen
