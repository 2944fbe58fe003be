// Several threads that work on one search, under one set of limits.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

#include "deep_stack.h"
#include "limits.h"
#include "rule_guard.h"

namespace deepen {

// Each thread runs the same task on a part of the work. The first is the caller's own: it alone
// looks at the clock, listens, and hears Ctrl-C, also while it waits for the others.
class Team {
public:
    Team(Watch& watch, std::uint32_t threads)
        : watch_(watch), threads_(std::max<std::uint32_t>(threads, 1)) {}
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    std::uint32_t threads() const { return threads_; }

    // Has to stop: all threads hear of it before their next portion of expansions.
    void stop(Stop reason) {
        Stop none = Stop::none;
        stop_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
    }
    Stop stopped() const { return stop_.load(std::memory_order_relaxed); }
    // What all threads have been allowed to expand so far, over all calls of `work`.
    std::uint64_t expanded() const {
        return std::min(claimed_.load(std::memory_order_relaxed), watch_.node_limit());
    }

    // One of the threads, as its task sees it. Lives on that thread alone.
    class Worker {
    public:
        Worker(Team& team, std::uint32_t number) : team_(team), number_(number) {}
        ~Worker() { team_.give_back(portion_); }
        Worker(const Worker&) = delete;
        Worker& operator=(const Worker&) = delete;

        std::uint32_t number() const { return number_; }

        // Asked before each expansion. `progress` is called only by the first, when someone looks.
        template <class MakeProgress>
        Stop before_expansion(MakeProgress&& progress) {
            if (portion_ > 0) [[likely]] {
                --portion_;
                return Stop::none;
            }
            return next_portion(progress);
        }

    private:
        template <class MakeProgress>
        [[gnu::noinline]] Stop next_portion(MakeProgress& progress) {
            if (number_ == 0) team_.look(progress);
            if (team_.stopped() != Stop::none) return team_.stopped();
            portion_ = team_.claim();
            if (portion_ == 0)
                team_.stop(Stop::nodes);
            else
                --portion_;
            return team_.stopped();
        }

        Team& team_;
        std::uint32_t number_;
        std::uint64_t portion_ = 0;
    };

    // Runs task(worker) on every thread and returns when all have come to their end; says what
    // stopped them, if anything did. If a task throws, the others are stopped, and what the first
    // of them by number has thrown is thrown here.
    template <class Task>
    Stop work(Task&& task) {
        std::vector<std::exception_ptr> raised(threads_);
        running_ = threads_ - 1;
        {
            std::vector<DeepThread> others;
            for (std::uint32_t number = 1; number < threads_; ++number)
                others.emplace_back([&, number] {
                    const RuleGuard guard([this] { return stopped() == Stop::none; });
                    attempt(task, number, raised[number]);
                    leave();
                });
            attempt(task, 0, raised[0]);
            wait_for_others();
        }
        for (const std::exception_ptr& each : raised)
            if (each != nullptr) std::rethrow_exception(each);
        return stopped();
    }

private:
    template <class Task>
    void attempt(Task& task, std::uint32_t number, std::exception_ptr& raised) {
        try {
            Worker worker(*this, number);
            task(worker);
        } catch (...) {
            raised = std::current_exception();
            stop(Stop::effort);
        }
    }

    // So many expansions more for one thread; 0 if all are given out.
    std::uint64_t claim() {
        const std::uint64_t first = claimed_.fetch_add(watch_.stride(), std::memory_order_relaxed);
        return first < watch_.node_limit() ? std::min(watch_.stride(), watch_.node_limit() - first)
                                           : 0;
    }
    void give_back(std::uint64_t portion) {
        claimed_.fetch_sub(portion, std::memory_order_relaxed);
    }

    template <class MakeProgress>
    void look(MakeProgress& progress) {
        const Stop seen = watch_.look_now(expanded(), progress);
        if (seen != Stop::none) stop(seen);
    }

    void leave() {
        const std::lock_guard lock(mutex_);
        --running_;
        others_left_.notify_one();
    }
    void wait_for_others() {
        std::unique_lock lock(mutex_);
        while (!others_left_.wait_for(lock, std::chrono::milliseconds(10),
                                      [this] { return running_ == 0; })) {
            lock.unlock();
            if (!watch_.may_go_on()) stop(watch_.stopped());
            lock.lock();
        }
    }

    Watch& watch_;
    std::uint32_t threads_;
    std::atomic<Stop> stop_{Stop::none};
    std::atomic<std::uint64_t> claimed_{0};
    std::mutex mutex_;
    std::condition_variable others_left_;
    std::uint32_t running_ = 0;
};

}  // namespace deepen
