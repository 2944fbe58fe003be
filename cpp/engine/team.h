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
// order; all that they share is the table. So they can be sent away at any moment and called again,
// as is done when the table has to grow, or when the search pauses.
template <std::size_t W, TwoPlayerGame<W> G>
class Team {
    using Search = Negamax<W, G>;

public:
    Team(G game, const State<W>& start, const Wishes& wishes, std::uint64_t table_bytes,
         Watch& watch)
        : game_(game),
          start_(start),
          wishes_(wishes),
          watch_(watch),
          crew_(watch),
          table_(wishes.techniques.table ? table_bytes : 0),
          search_(std::make_unique<Search>(game, table_, wishes.techniques, &watch, crew_, 0)),
          analyst_(*search_, start, wishes, 0) {
        if (wishes.threads > 1) search_->call([this] { look_after_table(); }, wishes.alone, often);
    }
    ~Team() { send_away(); }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    // Until it is over or has to stop, or for so many positions, or to the end of a depth.
    void go_on(std::uint64_t positions, std::uint32_t last_depth = most_plies + 1) {
        search_->pause_after(positions);
        analyst_.go_on(watch_, last_depth);
        send_away();
    }
    bool is_over() const { return analyst_.is_over(); }

    Search& search() { return *search_; }
    Analyst<W, Search>& analyst() { return analyst_; }
    TranspositionTable<W>& table() { return table_; }

    // `stop`: what ended it, if anything did.
    Analysis<W> result(Stop stop) { return analyst_.result(watch_, stop); }

private:
    static constexpr std::uint64_t often = 100'000;  // positions, a twentieth of a second

    void help(std::uint32_t seed) {
        const auto search =
            std::make_unique<Search>(game_, table_, wishes_.techniques, nullptr, crew_, seed);
        const RuleGuard guard([this] { return !crew_.stopped(); });
        try {
            Analyst<W, Search>(*search, start_, wishes_, seed).help();
        } catch (...) {  // the main search will meet it too, or does not need it
        }
        crew_.leave(search->positions());
    }

    void call_helpers() {
        crew_.start();
        for (std::uint32_t i = 1; i < wishes_.threads; ++i)
            helpers_.emplace_back([this, i] { help(i); });
    }
    void send_away() {
        crew_.stop();
        helpers_.clear();
    }
    void look_after_table() {
        if (helpers_.empty()) {
            table_.share();
            call_helpers();
        } else if (table_.is_crowded()) {
            send_away();
            table_.grow();
            call_helpers();
        }
    }

    G game_;
    State<W> start_;
    Wishes wishes_;
    Watch& watch_;
    Crew crew_;
    TranspositionTable<W> table_;
    std::unique_ptr<Search> search_;
    Analyst<W, Search> analyst_;
    std::vector<DeepThread> helpers_;
};

}  // namespace deepen
