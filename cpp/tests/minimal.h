// A puzzle and a game that have what the concepts name and nothing else. Whatever a search calls
// beyond that does not compile here.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "../engine/game.h"
#include "../engine/problem.h"

namespace deepen::tests {

// Lamps in a row: a switch toggles a lamp and its neighbours, and all lamps are to be out. An
// estimate that is admissible and consistent: a switch puts out three lamps at most.
class Lamps {
public:
    explicit Lamps(unsigned lamps) : lamps_(lamps) {}

    std::size_t expand(const State<1>& state, Successors<1>& out, std::size_t base) {
        const State<1> from = state;  // it may lie in the buffer, which may move
        out.grow_to(base + lamps_);
        for (unsigned i = 0; i < lamps_; ++i) out[base + i] = {toggled(from, i), i, 1, 0, 0};
        return lamps_;
    }

    std::size_t expand_along(const State<1>& state, ExpandRequest& request, Successors<1>& out,
                             std::size_t base) {
        const State<1> previous = *static_cast<const State<1>*>(request.previous);
        const std::size_t all = expand(state, out, base);
        request.skipped = request.cut = 0;
        request.excess = no_budget;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < all; ++i) {
            Successor<1> each = out[base + i];
            each.estimate = estimate(each.state);
            const std::int64_t total = std::int64_t{each.cost} + each.estimate;
            if (each.state == previous) {
                ++request.skipped;
            } else if (total > request.budget) {
                ++request.cut;
                request.excess = std::min(request.excess, total);
            } else {
                if (is_goal(each.state)) each.estimate |= goal_flag;
                out[base + kept++] = each;
            }
        }
        return kept;
    }

    void make_room(Successors<1>& out, std::size_t base) { out.grow_to(base + lamps_); }

    bool is_goal(const State<1>& state) { return state.words[0] == 0; }
    Cost estimate(const State<1>& state) {
        return static_cast<Cost>(std::popcount(state.words[0]) + 2) / 3;
    }

private:
    State<1> toggled(const State<1>& state, unsigned i) const {
        const std::uint64_t all = (std::uint64_t{1} << lamps_) - 1;
        return {{state.words[0] ^ (((std::uint64_t{7} << i) >> 1) & all)}};
    }

    unsigned lamps_;
};

// States that lead anywhere, at random: actions that cost nothing, loops, dead ends, goals out of
// reach. The estimate knows the distance of half of the states and nothing of the others:
// admissible and not at all consistent.
class Jungle {
public:
    Jungle(std::uint32_t seed, std::uint64_t states) : edges_(states), distance_(states, dead) {
        std::minstd_rand random(seed);
        for (std::vector<Successor<1>>& edges : edges_)
            for (std::uint32_t i = random() % 4; i > 0; --i)
                edges.push_back({{{random() % states}}, i, static_cast<Cost>(random() % 6), 0, 0});
        for (int goals = 0; goals < 2; ++goals) distance_[random() % states] = 0;
        for (std::uint64_t turns = 0; turns < states; ++turns)
            for (std::uint64_t from = 0; from < states; ++from)
                for (const Successor<1>& edge : edges_[from])
                    if (distance_[edge.state.words[0]] != dead)
                        distance_[from] =
                            std::min(distance_[from], edge.cost + distance_[edge.state.words[0]]);
    }

    Cost distance(const State<1>& state) const { return distance_[state.words[0]]; }

    std::size_t expand(const State<1>& state, Successors<1>& out, std::size_t base) {
        const std::vector<Successor<1>>& edges = edges_[state.words[0]];
        out.grow_to(base + edges.size());
        std::copy(edges.begin(), edges.end(), out.data() + base);
        return edges.size();
    }
    std::size_t expand_along(const State<1>& state, ExpandRequest& request, Successors<1>& out,
                             std::size_t base) {
        const std::size_t count = expand(state, out, base);
        request.skipped = request.cut = 0;
        for (std::size_t i = 0; i < count; ++i) {
            Successor<1>& each = out[base + i];
            each.estimate = estimate(each.state) | (is_goal(each.state) ? goal_flag : 0);
        }
        return count;
    }
    void make_room(Successors<1>& out, std::size_t base) { out.grow_to(base + 4); }
    // Of two goals one may stand before the other, at no cost: a state of distance 0 is as good.
    bool is_goal(const State<1>& state) { return distance(state) == 0; }
    Cost estimate(const State<1>& state) { return state.words[0] % 2 == 0 ? distance(state) : 0; }

private:
    std::vector<std::vector<Successor<1>>> edges_;
    std::vector<Cost> distance_;
};

// The same with a way back, a switch being its own, and with numbers for states.
class NumberedLamps : public Lamps {
public:
    using Lamps::Lamps;
    std::size_t predecessors(const State<1>& state, Successors<1>& out, std::size_t base) {
        return expand(state, out, base);
    }
    std::int64_t rank(const State<1>& state) { return static_cast<std::int64_t>(state.words[0]); }
    State<1> unrank(std::int64_t number) { return {{static_cast<std::uint64_t>(number)}}; }
};

// Pins in a row, each worth some points: a player knocks down one or two neighbours and gets their
// points. One that knocks down the first pin moves again.
class Pins {
public:
    std::size_t moves(const State<1>& state, Moves<1>& out, std::size_t base) {
        const std::uint64_t pins = state.words[0];
        out.grow_to(base + 128);
        std::size_t count = 0;
        for (unsigned i = 0; pins >> i != 0; ++i)
            for (const std::uint64_t taken : {std::uint64_t{1} << i, std::uint64_t{3} << i})
                if ((pins & taken) == taken) {
                    const std::uint32_t again = (taken & 1) != 0 ? again_flag : 0;
                    out[base + count] = {{{pins & ~taken}},
                                         2 * i + std::popcount(taken) - 1,
                                         points(taken),
                                         -limit,
                                         limit,
                                         points(taken),
                                         again};
                    ++count;
                }
        return count;
    }

    Value evaluate(const State<1>& state) { return points(state.words[0]) / 4; }
    State<1> canonical(const State<1>& state) { return state; }
    Bounds bounds(const State<1>& state) {
        const Value all = points(state.words[0]);
        return {-all, all};
    }

private:
    static constexpr auto limit = static_cast<std::int32_t>(game_limit);

    static std::int32_t points(std::uint64_t pins) {
        std::int32_t sum = 0;
        for (; pins != 0; pins &= pins - 1) sum += 1 + std::countr_zero(pins) * 7 % 5;
        return sum;
    }
};

static_assert(Problem<Lamps, 1>);
static_assert(Problem<Jungle, 1>);
static_assert(TwoWayProblem<NumberedLamps, 1>);
static_assert(RankedProblem<NumberedLamps, 1>);
static_assert(TwoPlayerGame<Pins, 1>);

}  // namespace deepen::tests
