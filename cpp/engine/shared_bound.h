// The bound that several threads prove together: the least priority of all that lies in their
// queues or is on its way between them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>

namespace deepen {

// The priority of nothing: all others are smaller.
inline constexpr std::uint64_t no_priority = std::numeric_limits<std::uint64_t>::max();

// It is found in rounds, as parallel simulations find their global virtual time (Fujimoto and
// Hybinette 1997): in a round each thread reports once, when it suits it, the least that it has and
// that it has sent since the round began. What is sent before is in the receiver's mailbox, which
// the receiver empties first. So of every path to a goal some entry is in some report, wherever the
// threads are at that moment. When all is empty the bound is no_priority: that is the end, too.
class SharedBound {
public:
    explicit SharedBound(std::uint32_t threads) : threads_(threads) {}
    SharedBound(const SharedBound&) = delete;
    SharedBound& operator=(const SharedBound&) = delete;

    std::uint64_t proven() const { return proven_.load(std::memory_order_acquire); }

    // Begins a round unless one is on.
    void begin_round() {
        if (missing_.load(std::memory_order_relaxed) != 0) return;
        const std::lock_guard lock(mutex_);
        if (missing_.load(std::memory_order_relaxed) != 0) return;
        missing_.store(threads_, std::memory_order_relaxed);
        least_ = no_priority;
        round_.fetch_add(1, std::memory_order_release);
    }

    // One of the threads. Lives on that thread alone.
    class Member {
    public:
        explicit Member(SharedBound& bound) : bound_(bound) {}

        // Whether a round waits for this thread's report.
        bool is_due() const { return bound_.round_.load(std::memory_order_acquire) != round_; }

        // To be called while the receiver's mailbox is locked: if the receiver has emptied it for a
        // round already, the lock shows that round here.
        void has_sent(std::uint64_t least) {
            if (is_due()) sent_ = std::min(sent_, least);
        }

        // The caller has sent all that it had to send and has emptied its mailbox, under its lock,
        // since it is due; `least` is that of its queue.
        void report(std::uint64_t least) {
            bound_.take_report(std::min(least, sent_));
            sent_ = no_priority;
            ++round_;
        }

    private:
        SharedBound& bound_;
        std::uint32_t round_ = 0;
        std::uint64_t sent_ = no_priority;
    };

private:
    void take_report(std::uint64_t least) {
        const std::lock_guard lock(mutex_);
        least_ = std::min(least_, least);
        const std::uint32_t missing = missing_.load(std::memory_order_relaxed) - 1;
        // With an inconsistent estimate less may follow; what was proven stays so.
        if (missing == 0) proven_.store(std::max(proven(), least_), std::memory_order_release);
        missing_.store(missing, std::memory_order_relaxed);
    }

    const std::uint32_t threads_;
    std::mutex mutex_;
    std::uint64_t least_ = no_priority;
    std::atomic<std::uint32_t> round_ = 0;
    std::atomic<std::uint32_t> missing_ = 0;  // reports of the round that is on
    std::atomic<std::uint64_t> proven_ = 0;
};

}  // namespace deepen
