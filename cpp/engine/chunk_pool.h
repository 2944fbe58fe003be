// Memory in chunks of one size: what a list has given back, the next one takes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <vector>

#include "memory.h"

namespace deepen {

// Chunks are cut from slabs that the system may give huge pages for. Nothing goes back to it before
// all does: to have a page cleared costs more than most of what is done with it here.
class ChunkPool {
public:
    static constexpr std::size_t chunk_bytes = std::size_t{1} << 14;

    void* take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return cut();
        void* chunk = free_.back();
        free_.pop_back();
        return chunk;
    }
    void give(void* chunk) noexcept {
        const std::lock_guard lock(mutex_);
        try {
            free_.push_back(chunk);
        } catch (const std::bad_alloc&) {  // then nobody has it before all goes back
        }
    }

    // To the system; nothing is lent.
    void release() {
        const std::lock_guard lock(mutex_);
        slabs_.clear();
        free_.clear();
        cut_ = size_ = 0;
        used_ = 0;
    }

    // What was ever taken, since then.
    std::uint64_t bytes() const {
        const std::lock_guard lock(mutex_);
        return used_;
    }

private:
    static constexpr std::size_t first_slab = 16 * chunk_bytes;
    static constexpr std::size_t largest_slab = std::size_t{1} << 22;

    void* cut() {
        if (cut_ == size_) {
            const std::size_t size =
                slabs_.empty() ? first_slab : std::min(2 * slabs_.back().size(), largest_slab);
            slabs_.emplace_back(size);
            cut_ = 0;
            size_ = size;
        }
        void* chunk = &slabs_.back()[cut_];
        cut_ += chunk_bytes;
        used_ += chunk_bytes;
        return chunk;
    }

    mutable std::mutex mutex_;
    std::vector<Block<std::byte>> slabs_;
    std::size_t cut_ = 0;   // of the last slab
    std::size_t size_ = 0;  // of the last slab
    std::vector<void*> free_;
    std::uint64_t used_ = 0;
};

}  // namespace deepen
