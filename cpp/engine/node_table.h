// Every state that a search has met, once: the nodes in order of arrival, and an index to find
// them by state. A node takes 8 bytes a word and 12 more; the index 5 to 12 bytes a node.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "limits.h"
#include "memory.h"
#include "problem.h"
#include "state.h"

namespace deepen {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xffffffff;

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

template <std::size_t W>
class NodeTable {
public:
    Node<W>& operator[](NodeId id) {
        assert(id < size());
        return nodes_[id];
    }
    const Node<W>& operator[](NodeId id) const {
        assert(id < size());
        return nodes_[id];
    }
    std::size_t size() const { return nodes_.size(); }
    std::size_t bytes() const { return nodes_.bytes() + buckets_.bytes(); }

    // Makes room for `count` more nodes; `others` is what the search holds besides this table. Says
    // what stands against it, if anything: the memory, or, in the long moment in which a large
    // index is made anew, any other limit. After that the table is of no more use. `Limiter` is the
    // Watch of a search, or a thread's share of it.
    template <class Limiter>
    Stop make_room(std::size_t count, std::uint64_t others, Limiter& watch) {
        const std::size_t wanted = size() + count;
        if (wanted >= no_node || !watch.fits(others + bytes() + count * sizeof(Node<W>)))
            return Stop::memory;
        return wanted <= room_ ? Stop::none : grow(wanted, others, watch);
    }

    // The caller has made room before, if only for the first node.
    NodeId find(const State<W>& state, std::uint64_t hash) const {
        assert(buckets_.size() > 0 && hash == hash_of(state));
        for (std::size_t b = scale(hash, buckets_.size());; b = next(b)) {
            const Bucket& bucket = buckets_[b];
            for (unsigned matches = bucket.matches(tag_of(hash)); matches != 0;
                 matches &= matches - 1) {
                const NodeId id = bucket.ids[static_cast<std::size_t>(std::countr_zero(matches))];
                if (nodes_[id].holds(state)) return id;
            }
            if (bucket.count < Bucket::slots) return no_node;
        }
    }

    // The caller has made room and knows that `state` is new.
    NodeId insert(const State<W>& state, std::uint64_t hash) {
        assert(size() < room_ && find(state, hash) == no_node);
        const auto id = static_cast<NodeId>(nodes_.grow());
        nodes_[id].set_state(state);
        link(id, hash);
        return id;
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
            prefetch_bucket(hashes[i]);
        }
        for (std::size_t i = 0; i < count; ++i) prefetch_match(hashes[i]);
    }
    void prefetch_node(NodeId id) const { __builtin_prefetch(&nodes_[id]); }
    void prefetch_bucket(std::uint64_t hash) const {
        __builtin_prefetch(&buckets_[scale(hash, buckets_.size())]);
    }
    void prefetch_match(std::uint64_t hash) const {
        const Bucket& bucket = buckets_[scale(hash, buckets_.size())];
        const unsigned matches = bucket.matches(tag_of(hash));
        if (matches != 0)
            prefetch_node(bucket.ids[static_cast<std::size_t>(std::countr_zero(matches))]);
    }

private:
    // One cache line: tags tell apart what hashed here without touching the nodes.
    struct alignas(64) Bucket {
        static constexpr unsigned slots = 12;
        std::array<std::uint8_t, slots> tags;
        std::uint32_t count;
        std::array<NodeId, slots> ids;

        // Bit i: slot i is taken and its tag equals `tag`.
        unsigned matches(std::uint8_t tag) const {
            const unsigned taken = (1U << count) - 1;
#if defined(__SSE2__)
            const __m128i line = _mm_load_si128(reinterpret_cast<const __m128i*>(this));
            const __m128i equal = _mm_cmpeq_epi8(line, _mm_set1_epi8(static_cast<char>(tag)));
            return static_cast<unsigned>(_mm_movemask_epi8(equal)) & taken;
#else
            unsigned equal = 0;
            for (unsigned i = 0; i < slots; ++i) equal |= unsigned{tags[i] == tag} << i;
            return equal & taken;
#endif
        }
    };

    static constexpr std::size_t first_buckets = 64;
    static constexpr std::size_t fill_percent = 85;
    static constexpr std::size_t bytes_a_link =
        100 * sizeof(Bucket) / (Bucket::slots * fill_percent) + 1;

    static std::uint8_t tag_of(std::uint64_t hash) { return static_cast<std::uint8_t>(hash); }
    std::size_t next(std::size_t b) const { return b + 1 == buckets_.size() ? 0 : b + 1; }
    static std::size_t room_in(std::size_t buckets) {
        return buckets * Bucket::slots * fill_percent / 100;
    }

    // Doubles the index, or, close to the limit, makes it as large as the memory left for nodes
    // and index together allows. The old index is gone before the new one is made: it is rebuilt
    // from the nodes, so both never exist at once.
    template <class Limiter>
    Stop grow(std::size_t wanted, std::uint64_t others, Limiter& watch) {
        std::size_t buckets = std::max(first_buckets, 2 * buckets_.size());
        while (room_in(buckets) < wanted) buckets *= 2;
        if (!watch.fits(others + nodes_.bytes() + buckets * sizeof(Bucket))) {
            const std::uint64_t used = others + bytes();
            const std::uint64_t spare = watch.memory_limit() - std::min(watch.memory_limit(), used);
            const std::uint64_t bytes_a_node = sizeof(Node<W>) + sizeof(NodeId) + bytes_a_link;
            const std::uint64_t reachable = size() + spare / bytes_a_node;
            if (reachable < wanted + wanted / 64) return Stop::memory;
            buckets =
                static_cast<std::size_t>(reachable) * 100 / (Bucket::slots * fill_percent) + 1;
        }
        buckets_.clear();
        buckets_ = Block<Bucket>(buckets);
        room_ = room_in(buckets);
        return link_all(watch);
    }

    // Prefetches a little ahead: nearly every bucket is a cache miss.
    template <class Limiter>
    Stop link_all(Limiter& watch) {
        constexpr std::size_t ahead = 16;
        constexpr std::size_t between_looks = std::size_t{1} << 16;
        std::array<std::uint64_t, ahead> hashes{};
        const std::size_t count = nodes_.size();
        for (std::size_t id = 0; id < count + ahead; ++id) {
            std::uint64_t& hash = hashes[id % ahead];
            if (id >= ahead) link(static_cast<NodeId>(id - ahead), hash);
            if (id >= count) continue;
            if (id % between_looks == between_looks - 1 && !watch.may_go_on())
                return watch.stopped();
            hash = hash_of(nodes_[id].state());
            prefetch_bucket(hash);
        }
        return Stop::none;
    }

    void link(NodeId id, std::uint64_t hash) {
        std::size_t b = scale(hash, buckets_.size());
        while (buckets_[b].count == Bucket::slots) b = next(b);
        Bucket& bucket = buckets_[b];
        bucket.tags[bucket.count] = tag_of(hash);
        bucket.ids[bucket.count] = id;
        ++bucket.count;
    }

    Segmented<Node<W>, 1024> nodes_;
    Block<Bucket> buckets_;
    std::size_t room_ = 0;
};

}  // namespace deepen
