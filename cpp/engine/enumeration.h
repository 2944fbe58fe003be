// Every state that can be reached, once, in the order of a queue: what breadth-first search, the
// exploring of whole spaces and the audit of heuristics share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>

#include "concurrent_chunk.h"
#include "crew.h"
#include "expansion_block.h"
#include "limits.h"
#include "problem.h"
#include "shared_chunk.h"
#include "team.h"

namespace deepen {

// How many threads search; where fewer nodes wait than `from`, one does, since it is done before
// the others have heard.
struct Sharing {
    std::uint32_t threads = 1;
    NodeId from = 4096;
};

// How many expansions make a chunk: more and more, as long as they do not take long.
class Pace {
public:
    Pace(NodeId first, NodeId most) : length_(first), most_(most) {}
    NodeId length() const { return length_; }
    void adapt(double seconds) {
        if (seconds > 2 * soon)
            length_ = std::max<NodeId>(length_ / 2, 1);
        else if (seconds < soon)
            length_ = std::min(2 * length_, most_);
    }

private:
    static constexpr double soon = 0.05;
    NodeId length_;
    NodeId most_;
};

// Nodes arrive in the order in which they are expanded, so the table is its own queue. It is taken
// in chunks of one layer: first the nodes of a chunk are expanded, then all that they lead to is
// looked up, so that there is always something to do while memory answers. Several threads share
// large chunks; what comes out is the same to the node, unless the visitor takes any order.
//
// A Visitor hears of what happens:
//   keeps_edges                whether it asks for took
//   keeps_parents              whether nodes know from where they were reached first
//   arrive(id, state)          of every new node, on any thread; true ends the search there
//   make_room(size)            before nodes below `size` arrive
//   took(block, first, last)   these nodes of a block were expanded; its candidates have their ids
//   finish_layer()             all nodes of the next depth were expanded
//   any_order()                if it has that: nodes of a layer may come in any order; then took is
//                              called on all threads, with the number of the thread
//   rest()                     if it has that: all that was expanded was taken
//   lower_bound()              for those who wait
//   bytes(), bytes_after(candidates)   what it holds, and what it will need besides the table
template <std::size_t W, Problem<W> P, class Visitor>
class Enumeration {
public:
    using Nodes = Arrivals<W, Visitor::keeps_parents>;

    Enumeration(P& problem, Visitor& visitor, Watch& watch, const Sharing& sharing)
        : problem_(problem),
          visitor_(visitor),
          watch_(watch),
          sharing_(sharing),
          pace_(1, watch.stride() == 1 ? 1 : most_alone) {}

    const Nodes& nodes() const { return nodes_; }
    void save_memory() { nodes_.save_memory(); }
    // When it is over, and nobody looks for a state any more.
    void forget_index() { nodes_.forget_index(); }
    void release_to(std::size_t size) { nodes_.release_to(size); }
    std::uint64_t expanded() const { return next_; }
    std::uint64_t generated() const { return generated_; }
    std::uint64_t peak_bytes() const { return peak_bytes_; }
    // Where the visitor ended it, or no_node.
    NodeId ended_at() const { return ended_at_; }

    // A state to start from, unless it is known.
    Stop add(const State<W>& start) {
        const Stop stop = make_room(1);
        if (stop != Stop::none) return stop;
        const auto id = static_cast<NodeId>(nodes_.size());
        if (nodes_.find_or_insert(start, hash_of(start)) != id) return Stop::none;
        nodes_[id].set_parent(no_node);
        visitor_.make_room(nodes_.size());
        if (visitor_.arrive(id, start)) ended_at_ = id;
        note_bytes();
        return Stop::none;
    }

    // When all are added that a search before has met: it has expanded the first of them.
    void restore_progress(NodeId expanded, std::uint64_t generated) {
        next_ = expanded;
        layer_end_ = static_cast<NodeId>(nodes_.size());
        generated_ = generated;
    }

    // Until all are expanded, the visitor ends it, or a limit does.
    Stop run() {
        while (ended_at_ == no_node && next_ < nodes_.size()) {
            if constexpr (requires { visitor_.rest(); }) visitor_.rest();
            if (next_ == layer_end_) enter_layer();
            const std::uint64_t left =
                std::min<std::uint64_t>(layer_end_ - next_, watch_.node_limit() - next_);
            const bool is_large = sharing_.threads > 1 && left >= sharing_.from;
            if (is_large && shared_ == nullptr && concurrent_ == nullptr) return run_together();
            Stop stop = was_shared_ ? look() : Stop::none;
            if (stop == Stop::none) stop = is_large ? take_together() : take();
            if (stop != Stop::none) return stop;
        }
        if (ended_at_ == no_node) visitor_.finish_layer();
        return Stop::none;
    }

private:
    using Chunk = SharedChunk<W, P, Visitor>;
    using Concurrent = ConcurrentChunk<W, P, Visitor>;
    using Expansions = ExpansionBlock<W, Visitor::keeps_edges>;

    static constexpr bool has_order = !requires(Visitor visitor) { visitor.any_order(); };
    static constexpr NodeId most_alone = 512;
    static constexpr NodeId worth_timing = 64;
    static constexpr NodeId first_together = 4096;
    static constexpr NodeId most_together = NodeId{1} << 20;

    // From here to the end, so threads are made once.
    Stop run_together() {
        Team team(watch_, sharing_.threads);
        Crew crew(team, watch_);
        std::optional<Chunk> shared;
        std::optional<Concurrent> concurrent;
        if (may_come_in_any_order())
            concurrent_ = &concurrent.emplace(problem_, nodes_, visitor_, watch_, crew);
        else
            shared_ = &shared.emplace(problem_, nodes_, visitor_, watch_, crew);
        Stop stop = Stop::none;
        crew.work([&] { stop = run(); });
        shared_ = nullptr;
        concurrent_ = nullptr;
        return stop;
    }

    bool may_come_in_any_order() {
        if constexpr (has_order)
            return false;
        else
            return visitor_.any_order();
    }

    // The next chunk, by all threads.
    Stop take_together() {
        if constexpr (!has_order)
            if (concurrent_ != nullptr) return take(*concurrent_);
        return take(*shared_);
    }

    Stop take(Concurrent& concurrent) {
        const double begun = watch_.seconds();
        const std::uint64_t length = std::min<std::uint64_t>(
            {shared_pace_.length(), layer_end_ - next_, watch_.node_limit() - next_});
        const Stop stop =
            concurrent.take(next_, static_cast<NodeId>(next_ + length),
                            generated_ / (next_ + 1) + 1, [&] { return progress(next_); });
        if (stop == Stop::memory && concurrent.is_untouched()) return take();
        generated_ += concurrent.generated();
        if (stop == Stop::none) next_ += static_cast<NodeId>(length);
        note_bytes();
        shared_pace_.adapt(watch_.seconds() - begun);
        was_shared_ = true;
        return stop;
    }

    void enter_layer() {
        if (next_ > 0) visitor_.finish_layer();
        layer_end_ = static_cast<NodeId>(nodes_.size());
    }

    // The watch counts single expansions, and was not told of those of a shared chunk.
    Stop look() {
        was_shared_ = false;
        return watch_.look_now(next_, [&] { return progress(next_); });
    }

    // The next chunk, by this thread alone.
    Stop take() {
        const NodeId length = std::min(pace_.length(), layer_end_ - next_);
        const double begun = length < worth_timing ? 0 : watch_.seconds();
        block_.expand(problem_, nodes_, next_, next_ + length, [&](NodeId id) {
            return watch_.before_expansion(id, [&] { return progress(id); });
        });
        const Stop stop = finish(block_, settle(block_));
        note_bytes();
        pace_.adapt(length < worth_timing ? 0 : watch_.seconds() - begun);
        return stop;
    }

    Stop take(Chunk& shared) {
        const double begun = watch_.seconds();
        const std::uint64_t length = std::min<std::uint64_t>(
            {shared_pace_.length(), layer_end_ - next_, watch_.node_limit() - next_});
        Stop stop = shared.take(next_, static_cast<NodeId>(next_ + length),
                                generated_ / (next_ + 1) + 1, [&] { return progress(next_); });
        if (stop == Stop::memory && shared.size() == 0) return take();
        if (stop == Stop::none)
            stop = finish(shared);
        else if (stop == Stop::memory)
            stop = finish_alone(shared);
        note_bytes();
        shared_pace_.adapt(watch_.seconds() - begun);
        was_shared_ = true;
        return stop;
    }

    Stop finish(Chunk& shared) {
        for (std::size_t i = 0; i < shared.size(); ++i) {
            const Stop stop = finish(shared[i].expansion, shared[i].settled);
            if (stop != Stop::none) nodes_.shrink_to(shared[i].first_new);
            if (ended_at_ != no_node) nodes_.shrink_to(ended_at_ + 1);
            if (stop != Stop::none || ended_at_ != no_node) return stop;
        }
        return Stop::none;
    }

    // There is no room for all candidates, but many of them may be known.
    Stop finish_alone(Chunk& shared) {
        Stop stop = Stop::none;
        for (std::size_t i = 0; i < shared.size() && stop == Stop::none && ended_at_ == no_node;
             ++i)
            stop = finish(shared[i].expansion, settle(shared[i].expansion));
        return stop;
    }

    // Counts what was taken of a block, and says what ended it.
    Stop finish(const Expansions& block, const Settled& settled) {
        if (settled.failure != nullptr) std::rethrow_exception(settled.failure);
        generated_ += block.generated_before(settled.last);
        if constexpr (Visitor::keeps_edges) visitor_.took(block, block.first(), settled.last);
        next_ = settled.last;
        ended_at_ = settled.ended_at;
        if (ended_at_ != no_node || settled.stop != Stop::none) return settled.stop;
        if (block.failure() != nullptr) std::rethrow_exception(block.failure());
        return block.stop();
    }

    // Takes the candidates of a block in order; close to the memory limit node by node.
    Settled settle(Expansions& block) {
        const Stop stop = make_room(block.size());
        if (stop == Stop::none) return settle(block, block.first(), block.last());
        Settled settled{.last = block.first(), .stop = stop, .failure = nullptr};
        if (stop != Stop::memory) return settled;
        for (NodeId id = block.first(); id < block.last(); ++id) {
            settled.stop = make_room(block.begin_of(id + 1) - block.begin_of(id));
            if (settled.stop != Stop::none) return settled;
            settled = settle(block, id, id + 1);
            if (settled.stop != Stop::none || settled.ended_at != no_node) return settled;
        }
        return settled;
    }

    Settled settle(Expansions& block, NodeId first, NodeId last) {
        constexpr std::uint64_t in_cache = std::uint64_t{1} << 19;
        return nodes_.bytes() < in_cache ? settle<false>(block, first, last)
                                         : settle<true>(block, first, last);
    }
    // Memory is asked for buckets far ahead, and near ahead for the nodes that may match; what is
    // in a cache need not be asked for.
    template <bool ahead>
    Settled settle(Expansions& block, NodeId first, NodeId last) {
        const bool asks_for_nodes = ahead && nodes_.is_far();
        constexpr std::size_t near = 8;
        constexpr std::size_t far = 24;
        const std::size_t begin = block.begin_of(first);
        const std::size_t end = block.begin_of(last);
        NewNodes latest;
        visitor_.make_room(nodes_.size() + end - begin);
        for (std::size_t i = begin; ahead && i < std::min(begin + far, end); ++i)
            nodes_.prefetch_bucket(block[i].hash);
        for (std::size_t i = begin; asks_for_nodes && i < std::min(begin + near, end); ++i)
            nodes_.prefetch_match(block[i].hash);
        for (std::size_t i = begin; i < end; ++i) {
            if (ahead && i + far < end) nodes_.prefetch_bucket(block[i + far].hash);
            if (asks_for_nodes && i + near < end) nodes_.prefetch_match(block[i + near].hash);
            Candidate<W>& candidate = block[i];
            if (candidate.id != no_node) continue;
            const auto next = static_cast<NodeId>(nodes_.size());
            candidate.id = nodes_.find_or_insert(candidate.state, candidate.hash);
            if (candidate.id != next) continue;
            nodes_[next].set_parent(candidate.parent);
            latest.note(next, candidate.parent);
            if (watch_.stopped() != Stop::none) return stopped_at(latest);
            if (visitor_.arrive(next, candidate.state))
                return {.last = candidate.parent + 1, .ended_at = next, .failure = nullptr};
        }
        return {.last = last, .failure = nullptr};
    }

    // Where the new nodes begin to which the latest parent leads.
    struct NewNodes {
        NodeId parent = no_node;
        NodeId first = 0;
        void note(NodeId id, NodeId from) {
            if (from != parent) first = id;
            parent = from;
        }
    };

    // A rule has heard that it is time to stop: the node that leads here, and so to nodes just
    // before, is as good as not expanded.
    Settled stopped_at(const NewNodes& latest) {
        nodes_.shrink_to(latest.first);
        return {.last = latest.parent, .stop = watch_.stopped(), .failure = nullptr};
    }

    std::uint64_t own_bytes() const {
        return block_.bytes() + (shared_ == nullptr ? 0 : shared_->bytes()) +
               (concurrent_ == nullptr ? 0 : concurrent_->bytes());
    }
    void note_bytes() {
        peak_bytes_ = std::max(peak_bytes_, nodes_.bytes() + visitor_.bytes() + own_bytes());
    }
    Stop make_room(std::size_t candidates) {
        return nodes_.make_room(candidates, own_bytes() + visitor_.bytes_after(candidates), watch_);
    }

    Progress progress(NodeId expanded) const {
        return {.expanded = expanded,
                .generated = generated_,
                .bytes = peak_bytes_,
                .lower_bound = visitor_.lower_bound()};
    }

    P& problem_;
    Visitor& visitor_;
    Watch& watch_;
    Sharing sharing_;
    Nodes nodes_;
    Expansions block_;
    Pace pace_;
    Pace shared_pace_{first_together, most_together};
    Chunk* shared_ = nullptr;  // while there are several threads, one of the two
    Concurrent* concurrent_ = nullptr;
    NodeId next_ = 0;  // the first that is not expanded
    NodeId layer_end_ = 0;
    bool was_shared_ = false;  // the last chunk
    NodeId ended_at_ = no_node;
    std::uint64_t generated_ = 0;
    std::uint64_t peak_bytes_ = 0;
};

}  // namespace deepen
