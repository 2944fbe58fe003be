// A cache line of the index of nodes: a dozen of them, and a tag of each.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <thread>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace deepen {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xffffffff;

// Tags tell apart what hashed here without touching the nodes.
struct alignas(64) IndexBucket {
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
        } while (!shared_count.compare_exchange_weak(slot, slot + 1, std::memory_order_relaxed));
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

// Where in the index something is, and under which number.
struct IndexPlace {
    NodeId* slot = nullptr;
    NodeId id = no_node;
};

// A bucket that several threads read and fill. What is in a slot stays there, at most its number
// changes, and the count says how many there are: so who reads needs no lock, and who writes has
// one in a bit of the count.
class ConcurrentBucket {
public:
    explicit ConcurrentBucket(IndexBucket& bucket)
        : tags_(*reinterpret_cast<std::uint64_t*>(&bucket)),
          rest_(*(reinterpret_cast<std::uint64_t*>(&bucket) + 1)),
          ids_(bucket.ids) {}

    // Looks for what `is` holds of in the slots from `seen` on, and says how far it has.
    template <class Is>
    IndexPlace look(std::uint8_t tag, unsigned& seen, Is& is) {
        return look(tag, rest_.load(std::memory_order_acquire), seen, is);
    }

    // The same with the lock. What `overtakes` holds of gets the number that `make()` gives, and so
    // does a new slot, if there is none yet, and room.
    template <class Is, class Overtakes, class Make>
    IndexPlace claim(std::uint8_t tag, unsigned seen, Is& is, Overtakes& overtakes, Make& make) {
        std::uint64_t rest = lock();
        IndexPlace found = look(tag, rest, seen, is);
        if (found.slot != nullptr) {
            if (overtakes(found.id)) set(*found.slot, make());
        } else if (count(rest) < IndexBucket::slots) {
            found.slot = &ids_[count(rest)];
            set(*found.slot, make());
            rest = with_tag(rest, tag);
        }
        rest_.store(rest, std::memory_order_release);
        return found;
    }

private:
    static constexpr unsigned in_tags = 8;  // the other tags are in `rest`, before the count
    static constexpr std::uint64_t one = std::uint64_t{1} << 32;
    static constexpr std::uint64_t locked = std::uint64_t{1} << 63;
    static_assert(std::endian::native == std::endian::little);
    static_assert(offsetof(IndexBucket, count) == 12);

    static unsigned count(std::uint64_t rest) {
        return static_cast<unsigned>((rest & ~locked) >> 32);
    }
    static void set(NodeId& slot, NodeId id) {
        std::atomic_ref<NodeId>(slot).store(id, std::memory_order_relaxed);
    }

    template <class Is>
    IndexPlace look(std::uint8_t tag, std::uint64_t rest, unsigned& seen, Is& is) {
        const std::uint64_t tags = tags_.load(std::memory_order_relaxed);
        unsigned matches = equal(tags, rest, tag) & ((1U << count(rest)) - 1) & (~0U << seen);
        seen = count(rest);
        for (; matches != 0; matches &= matches - 1) {
            NodeId& slot = ids_[static_cast<std::size_t>(std::countr_zero(matches))];
            const NodeId id = std::atomic_ref<NodeId>(slot).load(std::memory_order_relaxed);
            if (is(id)) return {&slot, id};
        }
        return {};
    }

    static unsigned equal(std::uint64_t tags, std::uint64_t rest, std::uint8_t tag) {
#if defined(__SSE2__)
        const __m128i line =
            _mm_set_epi64x(static_cast<long long>(rest), static_cast<long long>(tags));
        const __m128i same = _mm_cmpeq_epi8(line, _mm_set1_epi8(static_cast<char>(tag)));
        return static_cast<unsigned>(_mm_movemask_epi8(same));
#else
        unsigned found = 0;
        for (unsigned i = 0; i < IndexBucket::slots; ++i) {
            const std::uint64_t word = i < in_tags ? tags : rest;
            found |= unsigned{static_cast<std::uint8_t>(word >> (8 * (i % in_tags))) == tag} << i;
        }
        return found;
#endif
    }

    // What the count was, and the tags beside it.
    std::uint64_t lock() {
        for (;;) {
            std::uint64_t rest = rest_.load(std::memory_order_relaxed) & ~locked;
            if (rest_.compare_exchange_weak(rest, rest | locked, std::memory_order_acquire))
                return rest;
            std::this_thread::yield();
        }
    }

    // One more.
    std::uint64_t with_tag(std::uint64_t rest, std::uint8_t tag) {
        const unsigned place = count(rest);
        const std::uint64_t shifted = std::uint64_t{tag} << (8 * (place % in_tags));
        if (place >= in_tags) return (rest | shifted) + one;
        tags_.store(tags_.load(std::memory_order_relaxed) | shifted, std::memory_order_relaxed);
        return rest + one;
    }

    std::atomic_ref<std::uint64_t> tags_;
    std::atomic_ref<std::uint64_t> rest_;
    std::array<NodeId, IndexBucket::slots>& ids_;
};

}  // namespace deepen
