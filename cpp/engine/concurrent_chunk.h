// A part of a queue that several threads expand together, and number what is new as it comes: what
// is reached is the same as by one thread, the order is not.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "crew.h"
#include "expansion_block.h"
#include "limits.h"
#include "node_index.h"
#include "problem.h"
#include "relink.h"

namespace deepen {

// Each thread takes some nodes, expands them, and looks up all that they lead to in an index that
// all share. Nobody waits for another but at the end.
template <std::size_t W, Problem<W> P, class Visitor>
class ConcurrentChunk {
public:
    using Nodes = Arrivals<W, Visitor::keeps_parents>;

    ConcurrentChunk(P& problem, Nodes& nodes, Visitor& visitor, Watch& watch, Crew& crew)
        : problem_(problem),
          nodes_(nodes),
          visitor_(visitor),
          watch_(watch),
          crew_(crew),
          blocks_(crew.threads()),
          numbers_(crew.threads()) {}

    std::uint64_t generated() const { return generated_.load(std::memory_order_relaxed); }
    std::uint64_t bytes() const {
        std::uint64_t bytes = 0;
        for (const Block& each : blocks_) bytes += each.bytes();
        return bytes;
    }

    // Whether nothing was expanded by the last take, which then may be tried by other means.
    bool is_untouched() const { return is_untouched_; }

    // Expands the nodes from `first` to `last`, all or, where a limit ends it, nobody knows which.
    template <class MakeProgress>
    Stop take(NodeId first, NodeId last, std::uint64_t branching, MakeProgress&& progress) {
        generated_ = 0;
        is_untouched_ = true;
        failure_ = nullptr;
        share_out(first, last);
        while (is_left()) {
            const Stop stop = make_room((last - first) * branching);
            if (stop != Stop::none) return stop;
            is_untouched_ = false;
            crew_.all([&](std::uint32_t number) { work(number, branching, first, progress); });
            close_ranks();
            if (failure_ != nullptr) std::rethrow_exception(failure_);
            if (crew_.stopped(0) != Stop::none) return crew_.stopped(0);
        }
        return Stop::none;
    }

private:
    using Block = ExpansionBlock<W, Visitor::keeps_edges>;
    struct Range {
        NodeId first;
        NodeId last;
        NodeId size() const { return last - first; }
    };
    struct alignas(64) Numbers {  // of nodes to come
        NodeId next = 0;
        NodeId end = 0;
    };
    // One counter for all would be what they wait for.
    static constexpr NodeId numbers_at_once = 64;
    static constexpr std::size_t candidates_a_block = 1024;

    // For as many new nodes as may come, at least for those of a block of each thread.
    Stop make_room(std::uint64_t expected) {
        const std::size_t least = crew_.threads() * (Block::enough + successor_limit);
        const std::size_t most = std::max(least, nodes_.size() / 8);
        const std::size_t wanted = std::clamp<std::uint64_t>(expected, least, most);
        const std::size_t unused = crew_.threads() * numbers_at_once;
        const Stop stop = nodes_.make_room(wanted + unused, bytes() + visitor_.bytes_after(wanted),
                                           watch_, [&] { return relink(nodes_, crew_, watch_); });
        if (stop != Stop::none) return stop;
        next_ = static_cast<NodeId>(nodes_.size());
        reserved_ = nodes_.size();
        end_ = nodes_.size() + wanted;
        nodes_.extend(wanted + unused, crew_);
        visitor_.make_room(nodes_.size());
        return Stop::none;
    }

    template <class MakeProgress>
    void work(std::uint32_t number, std::uint64_t branching, NodeId expanded,
              MakeProgress& progress) {
        const auto length =
            static_cast<NodeId>(std::max<std::uint64_t>(candidates_a_block / branching, 1));
        for (Range range; (range = some_of(number, length)).first < range.last;) {
            Block& block = blocks_[number];
            block.expand(problem_, nodes_, range.first, range.last, [&](NodeId) {
                return crew_.before_expansion(number, expanded, progress);
            });
            if (block.failure() != nullptr) return fail(block.failure());
            if (block.stop() != Stop::none) return;
            if (!settle(block, number)) return put_back(range);
            if (block.last() < range.last) put_back({block.last(), range.last});
        }
    }

    // Neighbours lead to the same states, so each thread begins with a part of its own: what it
    // looks up is then in its own cache.
    void share_out(NodeId first, NodeId last) {
        const std::uint64_t size = last - first;
        const std::size_t count = crew_.threads();
        left_.clear();
        for (std::size_t i = 0; i < count; ++i)
            left_.push_back({static_cast<NodeId>(first + size * i / count),
                             static_cast<NodeId>(first + size * (i + 1) / count)});
    }
    bool is_left() const {
        return std::any_of(left_.begin(), left_.end(),
                           [](const Range& each) { return each.size() > 0; });
    }

    // Of the thread's own part, or of what is the most of any other's.
    Range some_of(std::uint32_t number, NodeId length) {
        const std::lock_guard lock(mutex_);
        if (crew_.is_stopping()) return {0, 0};
        Range& range = left_[number].size() > 0 ? left_[number] : largest();
        const NodeId count = std::min(length, range.size());
        const Range taken{range.first, range.first + count};
        range.first += count;
        return taken;
    }
    Range& largest() {
        return *std::max_element(left_.begin(), left_.end(), [](const Range& a, const Range& b) {
            return a.size() < b.size();
        });
    }
    void put_back(Range range) {
        const std::lock_guard lock(mutex_);
        left_.push_back(range);
    }
    void fail(const std::exception_ptr& failure) {
        const std::lock_guard lock(mutex_);
        if (failure_ == nullptr) failure_ = failure;
        for (Range& each : left_) each.first = each.last;
    }

    // False: there may be no room for all of them.
    bool settle(Block& block, std::uint32_t number) {
        const std::size_t count = block.size();
        if (reserved_.fetch_add(count, std::memory_order_relaxed) + count > end_) {
            reserved_.fetch_sub(count, std::memory_order_relaxed);
            return false;
        }
        const std::size_t found = look_up(block, numbers_[number]);
        reserved_.fetch_sub(count - found, std::memory_order_relaxed);
        generated_.fetch_add(block.generated_before(block.last()), std::memory_order_relaxed);
        if constexpr (Visitor::keeps_edges)
            visitor_.took(number, block, block.first(), block.last());
        return true;
    }

    // Returns how many are new.
    std::size_t look_up(Block& block, Numbers& numbers) {
        constexpr std::size_t near = 8;
        constexpr std::size_t far = 24;
        const std::size_t end = block.size();
        std::size_t added = 0;
        for (std::size_t i = 0; i < std::min(far, end); ++i) nodes_.prefetch_bucket(block[i].hash);
        for (std::size_t i = 0; i < std::min(near, end); ++i) prefetch_match(block[i].hash);
        for (std::size_t i = 0; i < end; ++i) {
            if (i + far < end) nodes_.prefetch_bucket(block[i + far].hash);
            if (i + near < end) prefetch_match(block[i + near].hash);
            Candidate<W>& candidate = block[i];
            if (candidate.id != no_node) continue;
            const NodeId known =
                nodes_.index()
                    .claim(
                        candidate.hash,
                        [&](NodeId id) { return nodes_[id].holds(candidate.state); },
                        [](NodeId) { return false; },
                        [&] { return candidate.id = add(candidate, numbers); })
                    .id;
            if (known == no_node)
                ++added;
            else
                candidate.id = known;
        }
        return added;
    }

    NodeId add(const Candidate<W>& candidate, Numbers& numbers) {
        if (numbers.next == numbers.end) {
            numbers.next = next_.fetch_add(numbers_at_once, std::memory_order_relaxed);
            numbers.end = numbers.next + numbers_at_once;
        }
        const NodeId id = numbers.next++;
        nodes_[id].set_state(candidate.state);
        nodes_[id].set_parent(candidate.parent);
        return id;
    }

    // Numbers that threads were given and have not used go to the last nodes.
    void close_ranks() {
        std::vector<NodeId> free;
        for (Numbers& each : numbers_) {
            for (NodeId id = each.next; id < each.end; ++id) free.push_back(id);
            each = {};
        }
        std::sort(free.begin(), free.end());
        NodeId last = next_.load(std::memory_order_relaxed);
        const auto size = static_cast<NodeId>(last - free.size());
        renumbered_.clear();
        for (std::size_t i = 0; i < free.size() && free[i] < size; ++i) {
            do --last;
            while (std::binary_search(free.begin(), free.end(), last));
            nodes_[free[i]] = nodes_[last];
            nodes_.index().renumber(hash_of(nodes_[last].state()), last, free[i]);
            renumbered_.emplace_back(last, free[i]);
        }
        nodes_.shrink_to(size);
        if constexpr (Visitor::keeps_edges) visitor_.renumber(size, renumbered_, crew_);
    }

    void prefetch_match(std::uint64_t hash) {
        const NodeId match = nodes_.index().first_match_concurrent(hash);
        if (match != no_node) nodes_.prefetch_node(match);
    }

    P& problem_;
    Nodes& nodes_;
    Visitor& visitor_;
    Watch& watch_;
    Crew& crew_;
    std::vector<Block> blocks_;  // of each thread
    std::vector<Numbers> numbers_;
    std::vector<std::pair<NodeId, NodeId>> renumbered_;  // from, to
    std::mutex mutex_;
    std::vector<Range> left_;
    std::exception_ptr failure_;
    std::size_t end_ = 0;
    bool is_untouched_ = true;
    alignas(64) std::atomic<NodeId> next_{0};
    alignas(64) std::atomic<std::size_t> reserved_{0};
    alignas(64) std::atomic<std::uint64_t> generated_{0};
};

}  // namespace deepen
