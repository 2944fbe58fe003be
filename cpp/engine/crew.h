// The threads of a team in step: one leads and hands out tasks, all take part in each, and the
// leader goes on when all have done theirs.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "limits.h"
#include "team.h"

namespace deepen {

// The first thread of the team leads: `lead()` on it alone calls `all`. The threads are made once,
// so a task may be short: some hundred microseconds are enough.
class Crew {
public:
    Crew(Team& team, Watch& watch) : team_(team), watch_(watch), parts_(team.threads()) {}
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    std::uint32_t threads() const { return team_.threads(); }

    template <class Lead>
    void work(Lead&& lead) {
        team_.work([&](Team::Worker& worker) {
            if (worker.number() > 0) return follow(worker.number());
            const Dismissal at_the_end(*this);
            lead();
        });
    }

    // Calls task(number) on every thread. What a task throws is thrown here, when all are done.
    template <class Task>
    void all(Task&& task) {
        raised_ = nullptr;
        running_.store(team_.threads() - 1, std::memory_order_relaxed);
        begin([&](std::uint32_t number) { attempt(task, number); });
        attempt(task, 0);
        wait_for_others();
        if (raised_ != nullptr) std::rethrow_exception(raised_);
    }

    // Calls task(i, number) for each i below `count`, on whichever thread is free. Neighbours are
    // often about the same memory, so each thread has a part of them before it takes of others.
    template <class Task>
    void each(std::size_t count, Task&& task) {
        const std::size_t threads = parts_.size();
        for (std::size_t i = 0; i < threads; ++i) {
            parts_[i].next.store(count * i / threads, std::memory_order_relaxed);
            parts_[i].end = count * (i + 1) / threads;
        }
        all([&](std::uint32_t number) {
            for (std::size_t k = number; k < number + threads; ++k) {
                Part& part = parts_[k % threads];
                for (std::size_t i;
                     (i = part.next.fetch_add(1, std::memory_order_relaxed)) < part.end;)
                    task(i, number);
            }
        });
    }

    // Whether all have to stop, and why, as thread `number` may know: the leader tells the others
    // what it has heard.
    Stop stopped(std::uint32_t number) {
        if (number == 0 && watch_.stopped() != Stop::none) team_.stop(watch_.stopped());
        return team_.stopped();
    }

    // Whether anybody has told.
    bool is_stopping() const { return team_.stopped() != Stop::none; }

    // Asked before each expansion; the leader looks at the clock now and then. The node limit is
    // far enough from `expanded`, the states expanded before this task.
    template <class MakeProgress>
    Stop before_expansion(std::uint32_t number, std::uint64_t expanded, MakeProgress&& progress) {
        if (number == 0 && countdown_-- == 0) {
            countdown_ = watch_.stride() - 1;
            const Stop seen = watch_.look_now(expanded, progress);
            if (seen != Stop::none) team_.stop(seen);
        }
        return stopped(number);
    }

private:
    // Rounds follow each other closely, and to sleep and wake takes longer than a short one.
    static constexpr int spins = 2000;

    struct alignas(128) Part {
        std::atomic<std::size_t> next{0};
        std::size_t end = 0;
    };
    struct Dismissal {
        explicit Dismissal(Crew& crew) : crew_(crew) {}
        ~Dismissal() { crew_.begin({}); }
        Crew& crew_;
    };

    // An empty task sends the others home.
    void begin(std::function<void(std::uint32_t)> task) {
        task_ = std::move(task);
        round_.fetch_add(1, std::memory_order_release);
        round_.notify_all();
    }

    void follow(std::uint32_t number) {
        for (std::uint32_t seen = 0;; ++seen) {
            for (int i = 0; i < spins && round_.load(std::memory_order_relaxed) == seen; ++i)
                relax();
            round_.wait(seen, std::memory_order_acquire);
            if (!task_) return;
            task_(number);
            if (running_.fetch_sub(1, std::memory_order_acq_rel) > 1) continue;
            const std::lock_guard lock(mutex_);
            others_are_done_.notify_one();
        }
    }

    template <class Task>
    void attempt(Task& task, std::uint32_t number) {
        try {
            task(number);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (raised_ == nullptr) raised_ = std::current_exception();
        }
    }

    // The leader alone hears Ctrl-C, also while it waits.
    void wait_for_others() {
        const auto done = [this] { return running_.load(std::memory_order_acquire) == 0; };
        for (int i = 0; i < spins && !done(); ++i) relax();
        std::unique_lock lock(mutex_);
        while (!others_are_done_.wait_for(lock, std::chrono::milliseconds(10), done)) {
            lock.unlock();
            if (!watch_.may_go_on()) team_.stop(watch_.stopped());
            lock.lock();
        }
    }

    static void relax() {
#if defined(__SSE2__)
        _mm_pause();
#endif
    }

    Team& team_;
    Watch& watch_;
    std::vector<Part> parts_;  // of what is dealt out, one for each thread
    // Written by the leader at every expansion, so nothing that others read lies beside it.
    alignas(128) std::uint64_t countdown_ = 0;
    alignas(128) std::function<void(std::uint32_t)> task_;
    std::atomic<std::uint32_t> round_{0};
    std::atomic<std::uint32_t> running_{0};
    std::exception_ptr raised_;
    std::mutex mutex_;
    std::condition_variable others_are_done_;
};

// One thread that does the work of a crew.
class Alone {
public:
    explicit Alone(Watch& watch) : watch_(watch) {}

    static std::uint32_t threads() { return 1; }
    template <class Task>
    void all(Task&& task) {
        task(0);
    }
    template <class Task>
    void each(std::size_t count, Task&& task) {
        for (std::size_t i = 0; i < count; ++i) task(i, 0);
    }
    Stop stopped(std::uint32_t) const { return watch_.stopped(); }

private:
    Watch& watch_;
};

}  // namespace deepen
