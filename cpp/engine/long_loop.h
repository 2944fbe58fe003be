// A loop so long that somebody may want to end it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace deepen {

// Asked in place of a watch by those that leave it to another thread, or that go on in any case.
struct Unwatched {
    static bool may_go_on() { return true; }
};

// In pieces: before each but the first the watch is asked whether the search may go on. Several
// threads may run one loop. Each takes the next piece, and when one of them may not go on, all end.
class LongLoop {
public:
    // With steps that wait for memory, some milliseconds.
    static constexpr std::size_t piece = std::size_t{1} << 13;

    explicit LongLoop(std::size_t size) : size_(size) {}

    // Calls step(i) for what no other thread has taken. False if it may not go on to the end.
    template <class Limiter, class Step>
    bool run(Limiter&& watch, Step&& step) {
        for (;;) {
            const std::size_t first = next_.fetch_add(piece, std::memory_order_relaxed);
            if (first >= size_) return true;
            if (first > 0 && !watch.may_go_on()) {
                next_.store(size_, std::memory_order_relaxed);
                return false;
            }
            const std::size_t last = std::min(first + piece, size_);
            for (std::size_t i = first; i < last; ++i) step(i);
        }
    }

private:
    std::size_t size_;
    std::atomic<std::size_t> next_{0};
};

}  // namespace deepen
