// One memory limit for several threads, each with tables of its own.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "limits.h"
#include "team.h"

namespace deepen {

class MemoryPool {
public:
    explicit MemoryPool(std::uint64_t limit) : limit_(limit) {}

    std::uint64_t limit() const { return limit_; }
    std::uint64_t claimed() const { return claimed_.load(std::memory_order_relaxed); }
    std::uint64_t left() const { return limit_ - std::min(limit_, claimed()); }
    bool claim(std::uint64_t bytes) {
        const std::uint64_t before = claimed_.fetch_add(bytes, std::memory_order_relaxed);
        const bool fits = before <= limit_ && bytes <= limit_ - before;
        if (!fits) claimed_.fetch_sub(bytes, std::memory_order_relaxed);
        return fits;
    }

private:
    const std::uint64_t limit_;
    std::atomic<std::uint64_t> claimed_ = 0;
};

// What a table asks, as of a Watch, answered for one thread of a team: what fits is claimed, so
// that no two threads are promised the same memory.
class MemoryShare {
public:
    MemoryShare(MemoryPool& pool, Team& team, std::uint32_t number)
        : pool_(pool), team_(team), number_(number) {}

    bool fits(std::uint64_t bytes) {
        return bytes <= claimed_ || claim_up_to(bytes / step * step + step) || claim_up_to(bytes);
    }
    // What this thread can reach if the others take as much of what is left.
    std::uint64_t memory_limit() const { return claimed_ + pool_.left() / team_.threads(); }

    bool may_go_on() { return number_ == 0 ? team_.may_go_on() : stopped() == Stop::none; }
    Stop stopped() const { return team_.stopped(); }

private:
    static constexpr std::uint64_t step = std::uint64_t{64} << 10;

    bool claim_up_to(std::uint64_t bytes) {
        if (!pool_.claim(bytes - claimed_)) return false;
        claimed_ = bytes;
        return true;
    }

    MemoryPool& pool_;
    Team& team_;
    std::uint32_t number_;
    std::uint64_t claimed_ = 0;
};

}  // namespace deepen
