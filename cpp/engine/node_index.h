// Finds nodes by hash: buckets of one cache line each, 5 to 12 bytes a node. Which node is the one
// that is sought, the caller knows.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "memory.h"
#include "state.h"

namespace deepen {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xffffffff;

class NodeIndex {
    // Tags tell apart what hashed here without touching the nodes.
    struct alignas(64) Bucket {
        static constexpr unsigned slots = 12;
        std::array<std::uint8_t, slots> tags;
        std::uint32_t count;
        std::array<NodeId, slots> ids;

        NodeId* add(std::uint8_t tag, NodeId id) {
            tags[count] = tag;
            ids[count] = id;
            return &ids[count++];
        }

        // False if there is no room.
        bool add_shared(std::uint8_t tag, NodeId id) {
            const std::atomic_ref<std::uint32_t> shared_count(count);
            std::uint32_t slot = shared_count.load(std::memory_order_relaxed);
            do {
                if (slot == slots) return false;
            } while (
                !shared_count.compare_exchange_weak(slot, slot + 1, std::memory_order_relaxed));
            tags[slot] = tag;
            ids[slot] = id;
            return true;
        }

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
    static constexpr std::size_t fill_percent = 85;

public:
    // What the index takes for a node when it is as full as may be.
    static constexpr std::size_t bytes_a_node =
        100 * sizeof(Bucket) / (Bucket::slots * fill_percent) + 1;

    NodeIndex() = default;
    explicit NodeIndex(std::size_t buckets) : buckets_(buckets) {}

    std::size_t buckets() const { return buckets_.size(); }
    std::size_t bytes() const { return buckets_.bytes(); }
    static constexpr std::size_t bytes_in(std::size_t buckets) { return buckets * sizeof(Bucket); }
    // How many nodes so many buckets take, and how many buckets so many nodes need.
    static constexpr std::size_t room_in(std::size_t buckets) {
        return buckets * Bucket::slots * fill_percent / 100;
    }
    static constexpr std::size_t buckets_for(std::size_t nodes) {
        return nodes * 100 / (Bucket::slots * fill_percent) + 1;
    }
    std::size_t room() const { return room_in(buckets()); }
    void clear() { buckets_.clear(); }
    void touch(std::size_t first, std::size_t last) { buckets_.touch(first, last); }

    // The node with this hash of which `is(id)` holds, or no_node.
    template <class Is>
    NodeId find(std::uint64_t hash, Is&& is) const {
        assert(buckets() > 0);
        for (std::size_t b = home(hash);; b = next(b)) {
            const Bucket& bucket = buckets_[b];
            for (unsigned matches = bucket.matches(tag_of(hash)); matches != 0;
                 matches &= matches - 1) {
                const NodeId id = bucket.ids[static_cast<std::size_t>(std::countr_zero(matches))];
                if (is(id)) return id;
            }
            if (bucket.count < Bucket::slots) return no_node;
        }
    }

    // The place of the node with this hash of which `is(id)` holds; where there is none, a new one
    // that holds `id`.
    template <class Is>
    NodeId& find_or_add(std::uint64_t hash, NodeId id, Is&& is) {
        NodeId* place = find_or_add(home(hash), buckets(), hash, id, is);
        while (place == nullptr) place = find_or_add(0, buckets(), hash, id, is);
        return *place;
    }

    // The caller knows that it is new.
    void add(std::uint64_t hash, NodeId id) {
        std::size_t b = home(hash);
        while (buckets_[b].count == Bucket::slots) b = next(b);
        buckets_[b].add(tag_of(hash), id);
    }

    // The same, while other threads add, and nobody looks.
    void add_shared(std::uint64_t hash, NodeId id) {
        for (std::size_t b = home(hash);; b = next(b))
            if (buckets_[b].add_shared(tag_of(hash), id)) return;
    }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[home(hash)]); }
    // The first node that may be the one, or no_node. What was prefetched is at hand by now.
    NodeId first_match(std::uint64_t hash) const {
        const Bucket& bucket = buckets_[home(hash)];
        const unsigned matches = bucket.matches(tag_of(hash));
        return matches == 0 ? no_node
                            : bucket.ids[static_cast<std::size_t>(std::countr_zero(matches))];
    }

    // A part of the buckets that one thread has for itself: hashes belong to one of `count` shards.
    class Shards {
    public:
        Shards(const NodeIndex& index, std::uint32_t count)
            : count_(count),
              buckets_(index.buckets()),
              factor_((std::uint64_t{count} << shift) / buckets_) {
            assert(buckets_ >= count);
        }
        std::uint32_t count() const { return count_; }
        std::uint32_t shard_of(std::uint64_t hash) const {
            return static_cast<std::uint32_t>(scale(hash, buckets_) * factor_ >> shift);
        }
        // The bucket behind the last one of a shard.
        std::size_t end_of(std::uint32_t shard) const {
            const std::uint64_t end = (std::uint64_t{shard} + 1) << shift;
            return std::min<std::size_t>((end + factor_ - 1) / factor_, buckets_);
        }

    private:
        static constexpr unsigned shift = 40;
        std::uint32_t count_;
        std::size_t buckets_;
        std::uint64_t factor_;
    };

    // As find_or_add, but null where the search leaves the shard, which ends at this bucket. What
    // is equal leaves it too, from then on, for a full bucket stays full.
    template <class Is>
    NodeId* find_or_add_before(std::size_t end, std::uint64_t hash, NodeId id, Is&& is) {
        return find_or_add(home(hash), end, hash, id, is);
    }

private:
    static std::uint8_t tag_of(std::uint64_t hash) { return static_cast<std::uint8_t>(hash); }
    std::size_t home(std::uint64_t hash) const { return scale(hash, buckets_.size()); }
    std::size_t next(std::size_t b) const { return b + 1 == buckets_.size() ? 0 : b + 1; }

    // From bucket b on, before `end`; null if all of them are full and none holds it.
    template <class Is>
    NodeId* find_or_add(std::size_t b, std::size_t end, std::uint64_t hash, NodeId id, Is& is) {
        for (; b < end; ++b) {
            Bucket& bucket = buckets_[b];
            for (unsigned matches = bucket.matches(tag_of(hash)); matches != 0;
                 matches &= matches - 1) {
                NodeId& match = bucket.ids[static_cast<std::size_t>(std::countr_zero(matches))];
                if (is(match)) return &match;
            }
            if (bucket.count < Bucket::slots) return bucket.add(tag_of(hash), id);
        }
        return nullptr;
    }

    Block<Bucket> buckets_;
};

}  // namespace deepen
