// Finds nodes by hash: buckets of one cache line each, 5 to 12 bytes a node. Which node is the one
// that is sought, the caller knows.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "index_bucket.h"
#include "memory.h"
#include "state.h"

namespace deepen {

class NodeIndex {
    using Bucket = IndexBucket;
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
        for (std::size_t b = home(hash);; b = next(b)) {
            Bucket& bucket = buckets_[b];
            for (unsigned matches = bucket.matches(tag_of(hash)); matches != 0;
                 matches &= matches - 1) {
                NodeId& match = bucket.ids[static_cast<std::size_t>(std::countr_zero(matches))];
                if (is(match)) return match;
            }
            if (bucket.count < Bucket::slots) return *bucket.add(tag_of(hash), id);
        }
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

    // Several threads at once: the place of what has this hash and of which `is(id)` holds, and the
    // number there; or, with no_node, a new place for the number that `make()` gives. If
    // `overtakes(number)`, the one that `make()` gives takes the place of one that was there, too.
    // What is there to stay is found without a lock.
    template <class Is, class Overtakes, class Make>
    IndexPlace claim(std::uint64_t hash, Is&& is, Overtakes&& overtakes, Make&& make) {
        for (std::size_t b = home(hash);; b = next(b)) {
            ConcurrentBucket bucket(buckets_[b]);
            unsigned seen = 0;
            IndexPlace found = bucket.look(tag_of(hash), seen, is);
            const bool is_there = found.slot != nullptr;
            if (is_there && !overtakes(found.id)) return found;
            if (!is_there && seen == Bucket::slots) continue;
            found = bucket.claim(tag_of(hash), is_there ? 0 : seen, is, overtakes, make);
            if (found.slot != nullptr) return found;
        }
    }
    // A node gets another number.
    void renumber(std::uint64_t hash, NodeId from, NodeId to) {
        for (std::size_t b = home(hash);; b = next(b)) {
            Bucket& bucket = buckets_[b];
            for (unsigned i = 0; i < bucket.count; ++i)
                if (bucket.ids[i] == from) {
                    bucket.ids[i] = to;
                    return;
                }
            assert(bucket.count == Bucket::slots);
        }
    }

    void prefetch(std::uint64_t hash) const { prefetch_line(&buckets_[home(hash)]); }
    // The first node that may be the one, or no_node. What was prefetched is at hand by now.
    NodeId first_match(std::uint64_t hash) const {
        const Bucket& bucket = buckets_[home(hash)];
        const unsigned matches = bucket.matches(tag_of(hash));
        return matches == 0 ? no_node
                            : bucket.ids[static_cast<std::size_t>(std::countr_zero(matches))];
    }
    // The same while others add.
    NodeId first_match_concurrent(std::uint64_t hash) {
        unsigned seen = 0;
        const auto any = [](NodeId) { return true; };
        return ConcurrentBucket(buckets_[home(hash)]).look(tag_of(hash), seen, any).id;
    }

private:
    static std::uint8_t tag_of(std::uint64_t hash) { return static_cast<std::uint8_t>(hash); }
    std::size_t home(std::uint64_t hash) const { return scale(hash, buckets_.size()); }
    std::size_t next(std::size_t b) const { return b + 1 == buckets_.size() ? 0 : b + 1; }

    Block<Bucket> buckets_;
};

}  // namespace deepen
