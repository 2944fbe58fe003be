// A lock of one byte, for the few instructions that a bucket of a table needs.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace deepen {

class SpinLock {
public:
    explicit SpinLock(std::uint8_t& flag) : flag_(flag) {
        for (int turns = 0; flag_.exchange(1, std::memory_order_acquire) != 0; ++turns)
            if (turns % patience == patience - 1) std::this_thread::yield();
    }
    ~SpinLock() { flag_.store(0, std::memory_order_release); }
    SpinLock(const SpinLock&) = delete;
    SpinLock& operator=(const SpinLock&) = delete;

private:
    static constexpr int patience = 256;  // then its holder is not running, and wants the core

    std::atomic_ref<std::uint8_t> flag_;
};

}  // namespace deepen
