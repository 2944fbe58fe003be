// Proves what every position of a game is worth by one look at each and at those that its moves
// lead to.
//
// If a position is won in n moves, some move leads to where the mover has won in n - 1, and none
// sooner; if lost in n, all moves lead to where the mover has lost, the last of them in n - 1. By
// induction on n, what is said to be won or lost is so where this holds everywhere. If a position
// is drawn, no move wins and some move keeps the draw: so both can, for ever.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "crew.h"
#include "expansion_block.h"
#include "limits.h"
#include "lookahead.h"
#include "node_index.h"
#include "pay.h"
#include "problem.h"
#include "retrograde.h"
#include "rule_caller.h"
#include "team.h"

namespace deepen {

// `Standings` has the Standing of a position by its number; `Nodes` finds positions.
template <std::size_t W, Problem<W> P, class Nodes, class Standings>
class LocalProof {
public:
    LocalProof(P& problem, const Nodes& nodes, const Standings& standings, Watch& watch,
               std::uint32_t threads)
        : problem_(problem),
          nodes_(nodes),
          standings_(standings),
          watch_(watch),
          blocks_(threads) {}

    // Throws a RuleFailure where it does not hold. `progress(share)` is for those who wait.
    template <class MakeProgress>
    Stop run(MakeProgress&& progress) {
        if (blocks_.size() == 1) {
            for (NodeId first = 0; first < nodes_.size(); first = end_of(first, portion)) {
                const Stop stop = watch_.look_aside([&] { return progress(share(first)); });
                if (stop != Stop::none) return stop;
                look_at(first, end_of(first, portion), blocks_[0], [&] { return ask(); });
                if (watch_.stopped() != Stop::none) return watch_.stopped();
            }
            return Stop::none;
        }
        return run_together(progress);
    }

    std::uint64_t bytes() const {
        std::uint64_t bytes = 0;
        for (const Block& each : blocks_) bytes += each.bytes();
        return bytes;
    }

private:
    using Block = ExpansionBlock<W, true>;
    static constexpr std::size_t portion = 256;
    static constexpr std::size_t between_looks = std::size_t{1} << 16;

    template <class MakeProgress>
    Stop run_together(MakeProgress& progress) {
        Team team(watch_, static_cast<std::uint32_t>(blocks_.size()));
        Crew crew(team, watch_);
        Stop stop = Stop::none;
        crew.work([&] {
            for (NodeId first = 0; first < nodes_.size() && stop == Stop::none;
                 first = end_of(first, between_looks)) {
                stop = watch_.look_aside([&] { return progress(share(first)); });
                if (stop == Stop::none) stop = look_at_all(crew, first);
            }
        });
        return stop;
    }

    Stop look_at_all(Crew& crew, NodeId first) {
        const NodeId last = end_of(first, between_looks);
        crew.each((last - first + portion - 1) / portion, [&](std::size_t i, std::uint32_t number) {
            const auto begin = static_cast<NodeId>(first + i * portion);
            look_at(begin, end_of(begin, portion), blocks_[number], [&] {
                if (number == 0) watch_.may_go_on();
                return crew.stopped(number);
            });
        });
        return crew.stopped(0);
    }

    NodeId end_of(NodeId first, std::size_t length) const {
        return static_cast<NodeId>(std::min(first + length, nodes_.size()));
    }
    double share(NodeId done) const {
        return static_cast<double>(done) / static_cast<double>(nodes_.size());
    }

    Stop ask() {
        watch_.may_go_on();
        return watch_.stopped();
    }

    template <class MayStop>
    void look_at(NodeId first, NodeId last, Block& block, MayStop&& stop) {
        for (; first < last; first = block.last()) {
            block.expand(problem_, nodes_, first, last, [&](NodeId id) {
                return id % watch_.stride() == 0 ? stop() : Stop::none;
            });
            if (block.failure() != nullptr) std::rethrow_exception(block.failure());
            find(block);
            for (NodeId id = first; id < block.last(); ++id)
                if (!holds(block, id))
                    throw RuleFailure<W>{RuleFault::wrong_way_back, nodes_[id].state()};
            if (block.stop() != Stop::none) return;
        }
    }

    void find(Block& block) const {
        with_lookahead(
            nodes_, 0, block.size(), [&](std::size_t i) { return block[i].hash; },
            [&](std::size_t i) {
                Candidate<W>& each = block[i];
                if (each.id == no_node) each.id = nodes_.find(each.state, each.hash);
                if (each.id != no_node) standings_.prefetch(each.id);
            });
    }

    bool holds(const Block& block, NodeId id) const {
        const std::size_t end = block.begin_of(id + 1);
        const std::uint32_t standing = standings_[id];
        std::uint32_t soonest = Standing::farthest;
        std::uint32_t latest = 0;
        bool wins = false;
        bool draws = false;
        for (std::size_t i = block.begin_of(id); i < end; ++i) {
            if (block[i].id == no_node) return false;  // the rules have changed their mind
            const std::uint32_t child = standings_[block[i].id];
            const bool is_decided = Standing::is_decided(child);
            draws = draws || !is_decided;
            if (!is_decided) continue;
            const std::uint32_t distance = Standing::distance(child);
            if (pay_of(block.cost(i)).again == Standing::is_won(child)) {
                wins = true;
                soonest = std::min(soonest, distance);
            } else {
                latest = std::max(latest, distance);
            }
        }
        if (block.begin_of(id) == end) return !Standing::is_open(standing);
        if (wins) return standing == Standing::won(soonest + 1);
        if (draws) return !Standing::is_decided(standing);
        return standing == Standing::lost(latest + 1);
    }

    P& problem_;
    const Nodes& nodes_;
    const Standings& standings_;
    Watch& watch_;
    std::vector<Block> blocks_;  // of each thread
};

}  // namespace deepen
