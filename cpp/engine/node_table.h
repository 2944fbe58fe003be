// Every state that a search has met, once: the nodes in order of arrival, and an index to find
// them by state. A node takes 8 bytes a word and 12 more; the index 5 to 12 bytes a node.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "limits.h"
#include "memory.h"
#include "node_index.h"
#include "problem.h"
#include "state.h"

namespace deepen {

template <std::size_t W>
class Node : public PackedState<W> {
public:
    NodeId parent() const { return parent_; }
    void set_parent(NodeId parent) { parent_ = parent; }

    // The cost of the best path found so far (depth-first: the depth).
    Cost g() const { return g_ & value_limit; }
    bool closed() const { return g_ > value_limit; }
    void open_at(Cost g) {
        assert(g <= value_limit);
        g_ = g;
    }
    void close() { g_ |= ~value_limit; }

    Cost h() const { return h_; }
    void set_h(Cost h) { h_ = h; }

private:
    NodeId parent_;
    Cost g_;  // and, in the free bit, whether it is closed
    Cost h_;
};
static_assert(sizeof(Node<1>) == 8 + 12);

// `Record` is a PackedState and what a search keeps beside it.
template <std::size_t W, class Record = Node<W>>
class NodeTable {
public:
    Record& operator[](NodeId id) {
        assert(id < size());
        return nodes_[id];
    }
    const Record& operator[](NodeId id) const {
        assert(id < size());
        return nodes_[id];
    }
    std::size_t size() const { return nodes_.size(); }
    std::size_t bytes() const { return nodes_.bytes() + index_.bytes(); }

    // The index grows by a third, not to twice its size, from now on: it is made anew more often,
    // and is fuller.
    void save_memory() { saves_memory_ = true; }

    // Makes room for `count` more nodes; `others` is what the search holds besides this table. Says
    // what stands against it, if anything: the memory, or, in the long moment in which a large
    // index is made anew, any other limit. After the latter the table is of no more use. `Limiter`
    // is the Watch of a search, or a thread's share of it.
    template <class Limiter>
    Stop make_room(std::size_t count, std::uint64_t others, Limiter& watch) {
        return make_room(count, others, watch, [&] { return link_all(watch); });
    }
    // The same for those who fill the new index by themselves, with `relink`.
    template <class Limiter, class Relink>
    Stop make_room(std::size_t count, std::uint64_t others, Limiter& watch, Relink&& relink) {
        const std::size_t wanted = size() + count;
        if (wanted >= no_node || !watch.fits(others + bytes() + count * sizeof(Record)))
            return Stop::memory;
        return wanted <= room_ ? Stop::none : grow(wanted, others, watch, relink);
    }

    // The caller has made room before, if only for the first node.
    NodeId find(const State<W>& state, std::uint64_t hash) const {
        assert(hash == hash_of(state));
        return index_.find(hash, [&](NodeId id) { return nodes_[id].holds(state); });
    }

    // The caller has made room and knows that `state` is new.
    NodeId insert(const State<W>& state, std::uint64_t hash) {
        assert(size() < room_ && find(state, hash) == no_node);
        const auto id = static_cast<NodeId>(nodes_.grow());
        nodes_[id].set_state(state);
        index_.add(hash, id);
        return id;
    }

    // Both in one: a new node has the number that size() was. The caller has made room.
    NodeId find_or_insert(const State<W>& state, std::uint64_t hash) {
        assert(size() < room_ && hash == hash_of(state));
        const auto next = static_cast<NodeId>(size());
        const NodeId id =
            index_.find_or_add(hash, next, [&](NodeId each) { return nodes_[each].holds(state); });
        if (id == next) nodes_[nodes_.grow()].set_state(state);
        return id;
    }

    // For those who only go through the nodes from now on.
    void forget_index() {
        index_.clear();
        room_ = 0;
    }

    std::size_t room() const { return room_; }

    // For several threads that fill the index by themselves: so many nodes more, zeroed, or fewer
    // again.
    NodeIndex& index() { return index_; }
    template <class Threads>
    void extend(std::size_t count, Threads& threads) {
        nodes_.grow_by(count, threads);
    }
    void shrink_to(std::size_t size) { nodes_.shrink_to(size); }
    // For those who take nodes out from the last on, when the index is forgotten.
    void release_to(std::size_t size) { nodes_.release_to(size); }

    // Links these nodes, as one of several threads that fill a new index.
    void link_shared(NodeId first, NodeId last) {
        link(first, last, [&](std::uint64_t hash, NodeId id) { index_.add_shared(hash, id); });
    }

    // The states from the first node to this one, by the parents.
    std::vector<State<W>> path_to(NodeId last) const {
        std::vector<State<W>> path;
        for (NodeId id = last; id != no_node; id = nodes_[id].parent())
            path.push_back(nodes_[id].state());
        std::reverse(path.begin(), path.end());
        return path;
    }

    // The states of all closed nodes, in order of arrival.
    std::vector<State<W>> closed_states() const {
        std::vector<State<W>> states;
        for (std::size_t id = 0; id < nodes_.size(); ++id)
            if (nodes_[id].closed()) states.push_back(nodes_[id].state());
        return states;
    }

    // Memory is slow and expansions come with many children: hash them all and ask for their
    // buckets first, then for the nodes that may match; only then is it worth comparing.
    void prefetch(const Successors<W>& successors, std::size_t count,
                  std::vector<std::uint64_t>& hashes) const {
        if (hashes.size() < count) hashes.resize(2 * count);
        for (std::size_t i = 0; i < count; ++i) {
            hashes[i] = hash_of(successors[i].state);
            index_.prefetch(hashes[i]);
        }
        if (!is_far()) return;
        for (std::size_t i = 0; i < count; ++i) prefetch_match(hashes[i]);
    }
    // Whether nodes come from memory that is worth asking for ahead.
    bool is_far() const { return nodes_.bytes() >= in_caches; }
    void prefetch_match(std::uint64_t hash) const {
        const NodeId match = index_.first_match(hash);
        if (match != no_node) prefetch_node(match);
    }
    void prefetch_bucket(std::uint64_t hash) const { index_.prefetch(hash); }
    void prefetch_node(NodeId id) const { prefetch_line(&nodes_[id]); }

private:
    static constexpr std::size_t first_buckets = 64;
    static constexpr std::size_t in_near_cache = std::size_t{1} << 19;
    static constexpr std::size_t in_caches = std::size_t{1} << 24;

    // Doubles the index, or, close to the limit, makes it as large as the memory left for nodes
    // and index together allows. The old index is gone before the new one is made: it is rebuilt
    // from the nodes, so both never exist at once.
    template <class Limiter, class Relink>
    Stop grow(std::size_t wanted, std::uint64_t others, Limiter& watch, Relink& relink) {
        const std::size_t more = saves_memory_ ? index_.buckets() / 3 : index_.buckets();
        std::size_t buckets = std::max(first_buckets, index_.buckets() + more);
        while (NodeIndex::room_in(buckets) < wanted) buckets *= 2;
        if (!watch.fits(others + nodes_.bytes() + NodeIndex::bytes_in(buckets))) {
            const std::uint64_t used = others + bytes();
            const std::uint64_t spare = watch.memory_limit() - std::min(watch.memory_limit(), used);
            const std::uint64_t bytes_a_node =
                sizeof(Record) + sizeof(NodeId) + NodeIndex::bytes_a_node;
            const std::uint64_t reachable = size() + spare / bytes_a_node;
            if (reachable < wanted + wanted / 64) return Stop::memory;
            buckets = NodeIndex::buckets_for(static_cast<std::size_t>(reachable));
        }
        index_.clear();
        index_ = NodeIndex(buckets);
        room_ = index_.room();
        return relink();
    }

    template <class Limiter>
    Stop link_all(Limiter& watch) {
        constexpr std::size_t between_looks = std::size_t{1} << 16;
        for (std::size_t first = 0; first < size(); first += between_looks) {
            if (first > 0 && !watch.may_go_on()) return watch.stopped();
            const std::size_t last = std::min(first + between_looks, size());
            link(static_cast<NodeId>(first), static_cast<NodeId>(last),
                 [&](std::uint64_t hash, NodeId id) { index_.add(hash, id); });
        }
        return Stop::none;
    }

    // Prefetches a little ahead, where nearly every bucket is a cache miss.
    template <class Add>
    void link(NodeId first, NodeId last, Add&& add) {
        if (index_.bytes() < in_near_cache) {
            for (NodeId id = first; id < last; ++id) add(hash_of(nodes_[id].state()), id);
            return;
        }
        constexpr NodeId ahead = 16;
        std::array<std::uint64_t, ahead> hashes;
        const auto ask = [&](NodeId id) {
            hashes[id % ahead] = hash_of(nodes_[id].state());
            index_.prefetch(hashes[id % ahead]);
        };
        for (NodeId id = first; id < last && id - first < ahead; ++id) ask(id);
        for (NodeId id = first; id < last; ++id) {
            add(hashes[id % ahead], id);
            if (last - id > ahead) ask(id + ahead);
        }
    }

    Segmented<Record, 1024> nodes_;
    NodeIndex index_;
    std::size_t room_ = 0;
    bool saves_memory_ = false;
};

}  // namespace deepen
