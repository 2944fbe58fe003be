// Several searches of one position at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis.h"
#include "deep_stack.h"
#include "negamax.h"

namespace deepen {

// A search with its table and its helpers. Helpers search the same position; all that they share is
// the table and, near the root, who is where (ABDADA: a move that another search looks at is put
// off). So they can be stopped at any moment and started again, as is done when the table has to
// grow, or when the search pauses.
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
          control_(watch, options.threads),
          table_(options.techniques.table ? table_bytes : 0),
          search_(std::make_unique<Search>(game, table_, options.techniques, &watch, control_, 0)),
          root_(*search_, start, options) {
        if (options.threads > 1)
            search_->call([this] { look_after_helpers(); }, options.alone, often);
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
    static constexpr std::uint32_t least_shared_plies = 12;
    // Of the positions of a search, one in so many to so many times the number of searches is
    // shared out. More would cost too much talk, since each looks where all the others are; a few
    // times more or fewer make little difference.
    static constexpr std::uint64_t most_shared = 16;
    static constexpr std::uint64_t least_shared = 48;

    void help(std::uint32_t number) {
        const RuleGuard guard([this] { return !control_.stopped(); });
        std::unique_ptr<Search> search;
        try {
            search = std::make_unique<Search>(game_, table_, options_.techniques, nullptr, control_,
                                              number);
            RootSearch<W, Search>(*search, start_, options_).help();
        } catch (...) {  // the main search will meet it too, or does not need it
        }
        if (search != nullptr) control_.leave(search->nodes());
    }

    void start_helpers() {
        control_.start();
        start_threads(helpers_, [this](std::uint32_t i) { help(i); });
    }
    void stop_helpers() {
        control_.stop();
        helpers_.clear();
    }
    void look_after_helpers() {
        if (helpers_.empty()) table_.share();  // nobody else reads it yet
        if (table_.is_crowded()) {
            stop_helpers();
            table_.grow([this](auto&& move) { on_all_threads(move); });
        }
        if (helpers_.empty()) start_helpers();
        adjust_shared_plies();
    }

    template <class Task>
    void on_all_threads(Task&& task) {
        std::vector<DeepThread> others;
        start_threads(others, [&task](std::uint32_t) { task(nullptr); });
        task(&watch_);
    }

    // Calls task(1), task(2) and so on, each on a thread of its own, as far as threads can be had:
    // none waits for another.
    template <class Task>
    void start_threads(std::vector<DeepThread>& threads, const Task& task) {
        try {
            for (std::uint32_t number = 1; number < options_.threads; ++number)
                threads.emplace_back([task, number] { task(number); });
        } catch (const NoThread&) {
        }
    }

    // The further from the root work is shared out, the less is done twice.
    void adjust_shared_plies() {
        const std::uint64_t all = search_->nodes() - nodes_before_;
        const std::uint64_t shared = (search_->shared_out() - shared_before_) * options_.threads;
        std::uint32_t plies = std::max(control_.shared_plies(), least_shared_plies);
        if (shared * most_shared > all)
            plies = std::max(plies - 1, least_shared_plies);
        else if (shared * least_shared < all)
            plies = std::min(plies + 1, SearchPaths::plies);
        control_.set_shared_plies(plies);
        nodes_before_ = search_->nodes();
        shared_before_ = search_->shared_out();
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
    std::uint64_t nodes_before_ = 0;  // when the shared plies were adjusted
    std::uint64_t shared_before_ = 0;
};

}  // namespace deepen
