// The optional rules of a puzzle on trial: whether each keeps what it promises, at every state that
// can be reached.
//
// States come in layers, so the state that is remembered for a broken promise is a nearest one.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "limits.h"
#include "node_table.h"
#include "problem.h"
#include "result.h"

namespace deepen {

enum class Promise : std::uint8_t { canonical, predecessors, reversible, goals, rank };
inline constexpr std::size_t promise_count = 5;

// Which promises are made; the functions of those are not null.
struct Promises {
    bool canonical = false;
    bool predecessors = false;
    bool reversible = false;
    bool goals = false;
    bool rank = false;
    std::int64_t ranks = 0;
};

template <std::size_t W>
struct BrokenPromise {
    std::uint64_t states = 0;  // at so many
    State<W> first{};          // if at any
};

template <std::size_t W>
struct PromiseResult {
    Status status = Status::solved;  // or the limit that ended it
    std::uint64_t states = 0;
    std::uint64_t expanded = 0;
    std::uint64_t edges = 0;
    std::array<BrokenPromise<W>, promise_count> broken;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
};

template <std::size_t W>
class PromiseTrial {
public:
    // `goals`: those that the rules list, where they promise to list all.
    PromiseTrial(const PuzzleFunctions& rules, const Promises& promises,
                 std::vector<State<W>> goals, Watch& watch)
        : on_board_(without_symmetry(rules)),
          images_(rules),
          promises_(promises),
          watch_(watch),
          goals_(std::move(goals)) {
        for (State<W>& goal : goals_) goal = images_.canonical(goal);
        std::sort(goals_.begin(), goals_.end(), is_less);
    }

    PromiseResult<W> run(const State<W>& start) {
        Stop stop = nodes_.make_room(1, 0, watch_);
        if (stop == Stop::none) {
            nodes_.insert(start, hash_of(start));
            stop = search();
        }
        if (stop != Stop::none) result_.status = status_of(stop);
        result_.states = nodes_.size();
        result_.seconds = watch_.seconds();
        return std::move(result_);
    }

private:
    using Edge = std::pair<State<W>, Cost>;

    static PuzzleFunctions without_symmetry(PuzzleFunctions rules) {
        rules.canonical = nullptr;
        return rules;
    }

    static bool is_less(const State<W>& a, const State<W>& b) { return a.words < b.words; }

    Stop search() {
        for (NodeId id = 0; id < nodes_.size(); ++id) {
            Stop stop = watch_.before_expansion(result_.expanded, [&] { return progress(); });
            if (stop != Stop::none) return stop;
            ++result_.expanded;
            const State<W> state = nodes_[id].state();
            const std::size_t count = on_board_.expand(state, successors_, 0);
            result_.edges += count;
            stop = nodes_.make_room(count, other_bytes(), watch_);
            if (stop != Stop::none) return stop;
            nodes_.prefetch(successors_, count, hashes_);
            for (std::size_t i = 0; i < count; ++i)
                if (nodes_.find(successors_[i].state, hashes_[i]) == no_node)
                    nodes_.insert(successors_[i].state, hashes_[i]);
            result_.peak_bytes = nodes_.bytes() + other_bytes();
            look_at(state, count);
        }
        return Stop::none;
    }

    // The successors of the state are in successors_.
    void look_at(const State<W>& state, std::size_t count) {
        if (promises_.canonical) note(Promise::canonical, state, is_symmetric(state, count));
        if (promises_.predecessors) note(Promise::predecessors, state, leads_back(state, count));
        if (promises_.reversible) note(Promise::reversible, state, is_undone(state, count));
        if (promises_.goals) note(Promise::goals, state, !images_.is_goal(state) || lists(state));
        if (promises_.rank) note(Promise::rank, state, has_number(state));
    }

    void note(Promise promise, const State<W>& state, bool kept) {
        if (kept) return;
        BrokenPromise<W>& broken = result_.broken[static_cast<std::size_t>(promise)];
        if (broken.states++ == 0) broken.first = state;
    }

    // The canonical form is its own, and goes on as the state does, up to symmetry.
    bool is_symmetric(const State<W>& state, std::size_t count) {
        const State<W> image = images_.canonical(state);
        if (image == state) return true;
        if (images_.canonical(image) != image) return false;
        if (images_.is_goal(image) != images_.is_goal(state)) return false;
        const std::size_t others = on_board_.expand(image, others_, 0);
        return images_in(successors_, count) == images_in(others_, others);
    }

    std::vector<Edge> images_in(const Successors<W>& found, std::size_t count) {
        std::vector<Edge> edges;
        for (std::size_t i = 0; i < count; ++i)
            edges.emplace_back(images_.canonical(found[i].state), found[i].cost);
        std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
            return std::pair(a.first.words, a.second) < std::pair(b.first.words, b.second);
        });
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        return edges;
    }

    // Every action from here is listed where it leads to, and what is listed here does lead here.
    bool leads_back(const State<W>& state, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t others = on_board_.predecessors(successors_[i].state, others_, 0);
            if (!has_action(others, successors_[i].action, state, successors_[i].cost))
                return false;
        }
        const std::size_t before = on_board_.predecessors(state, before_, 0);
        for (std::size_t i = 0; i < before; ++i) {
            const std::size_t others = on_board_.expand(before_[i].state, others_, 0);
            if (!has_action(others, before_[i].action, state, before_[i].cost)) return false;
        }
        return true;
    }

    bool is_undone(const State<W>& state, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t others = on_board_.expand(successors_[i].state, others_, 0);
            if (!has_way(others, state, successors_[i].cost)) return false;
        }
        return true;
    }

    bool has_action(std::size_t count, std::uint32_t action, const State<W>& state, Cost cost) {
        for (std::size_t i = 0; i < count; ++i)
            if (others_[i].action == action && others_[i].cost == cost && others_[i].state == state)
                return true;
        return false;
    }

    bool has_way(std::size_t count, const State<W>& state, Cost cost) {
        for (std::size_t i = 0; i < count; ++i)
            if (others_[i].cost == cost && others_[i].state == state) return true;
        return false;
    }

    bool lists(const State<W>& state) {
        return std::binary_search(goals_.begin(), goals_.end(), images_.canonical(state), is_less);
    }

    bool has_number(const State<W>& state) {
        const std::int64_t number = images_.rank(state);
        return 0 <= number && number < promises_.ranks && images_.unrank(number) == state;
    }

    std::uint64_t other_bytes() const {
        return successors_.bytes() + others_.bytes() + before_.bytes() +
               goals_.capacity() * sizeof(State<W>) + hashes_.capacity() * sizeof(std::uint64_t);
    }

    Progress progress() const {
        return {
            .expanded = result_.expanded, .generated = result_.edges, .bytes = result_.peak_bytes};
    }

    RuleProblem<W> on_board_;  // sees every state as itself
    RuleProblem<W> images_;
    Promises promises_;
    Watch& watch_;
    std::vector<State<W>> goals_;
    NodeTable<W> nodes_;
    Successors<W> successors_;
    Successors<W> others_;
    Successors<W> before_;
    std::vector<std::uint64_t> hashes_;
    PromiseResult<W> result_;
};

}  // namespace deepen
