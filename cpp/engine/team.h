// Several threads that work on one search, under one set of limits.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "deep_stack.h"
#include "limits.h"
#include "rule_guard.h"

namespace deepen {

// Each thread runs the same task on a part of the work. The first is the caller's own: it alone
// looks at the clock, listens, and hears Ctrl-C, also while it waits for the others.
class Team {
public:
    // Threads look up after each portion of expansions, which is no larger than `most`.
    Team(Watch& watch, std::uint32_t threads, std::uint64_t most = no_limit)
        : watch_(watch),
          threads_(std::max<std::uint32_t>(threads, 1)),
          size_of_portion_(std::min(watch.stride(), most)) {}
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    std::uint32_t threads() const { return threads_; }
    std::uint64_t portion() const { return size_of_portion_; }

    // A thread for which no expansion is left waits until all that others were allowed are used or
    // given back: then none is left over when the node limit ends the work. Whoever waits for
    // others has to ask may_wait.
    void be_patient() { patient_ = true; }

    // Has to stop: all threads hear of it before their next portion of expansions.
    void stop(Stop reason) {
        Stop none = Stop::none;
        stop_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
    }
    Stop stopped() const { return stop_.load(std::memory_order_relaxed); }
    // What all threads have been allowed to expand so far, over all calls of `work`.
    std::uint64_t expanded() const { return claimed_.load(std::memory_order_relaxed); }

    // For long work between two expansions of the first thread: looks at the clock now.
    bool may_go_on() {
        if (!watch_.may_go_on()) stop(watch_.stopped());
        return stopped() == Stop::none;
    }

    // One of the threads, as its task sees it. Lives on that thread alone.
    class Worker {
    public:
        Worker(Team& team, std::uint32_t number) : team_(team), number_(number) {}
        ~Worker() { settle(); }
        Worker(const Worker&) = delete;
        Worker& operator=(const Worker&) = delete;

        std::uint32_t number() const { return number_; }

        // Asked before each expansion. `progress` is called only by the first, when someone looks.
        template <class MakeProgress>
        Stop before_expansion(MakeProgress&& progress) {
            return before_expansion(progress, [] { return true; });
        }

        // The same for a part of the work that may become needless: `is_needed` is asked now and
        // then, and Stop::effort says that it was not. Nobody else is stopped.
        template <class MakeProgress, class IsNeeded>
        Stop before_expansion(MakeProgress&& progress, IsNeeded&& is_needed) {
            if (portion_ > 0) [[likely]] {
                --portion_;
                return Stop::none;
            }
            return next_portion(progress, is_needed);
        }

        // For long work between two expansions.
        bool may_go_on() {
            return number_ == 0 ? team_.may_go_on() : team_.stopped() == Stop::none;
        }

        // Asked again and again by one that waits for others: whether there is any point in it.
        bool may_wait() {
            settle();
            return may_go_on();
        }
        // The same, and lets those hear of it who listen.
        template <class MakeProgress>
        bool may_wait(MakeProgress&& progress) {
            settle();
            if (number_ == 0) team_.look(progress);
            return team_.stopped() == Stop::none;
        }

    private:
        template <class MakeProgress, class IsNeeded>
        [[gnu::noinline]] Stop next_portion(MakeProgress& progress, IsNeeded& is_needed) {
            settle();
            if (number_ == 0) team_.look(progress);
            if (team_.stopped() != Stop::none) return team_.stopped();
            if (!is_needed()) return Stop::effort;
            portion_ = allowed_ = team_.claim();
            while (portion_ == 0 && team_.may_get_more() && may_wait(progress)) {
                std::this_thread::yield();
                portion_ = allowed_ = team_.claim();
            }
            if (portion_ == 0)
                team_.stop(Stop::nodes);
            else
                --portion_;
            return team_.stopped();
        }

        void settle() {
            if (allowed_ > 0) team_.settle(allowed_ - portion_, portion_);
            portion_ = allowed_ = 0;
        }

        Team& team_;
        std::uint32_t number_;
        std::uint64_t allowed_ = 0;  // the last claim,
        std::uint64_t portion_ = 0;  // and what is left of it
    };

    // Runs task(worker) on every thread and returns when all have come to their end; says what
    // stopped them, if anything did. If a task throws, the others are stopped, and what the first
    // of them by number has thrown is thrown here. `most`: where there is not enough to do for all.
    template <class Task>
    Stop work(Task&& task, std::uint32_t most = std::numeric_limits<std::uint32_t>::max()) {
        const std::uint32_t threads = std::min(threads_, most);
        std::vector<std::exception_ptr> raised(threads);
        running_ = threads - 1;
        {
            Gate gate;
            const auto take_part = [&](std::uint32_t number) {
                const RuleGuard guard([this] { return stopped() == Stop::none; });
                attempt(task, number, raised[number]);
                leave();
            };
            std::vector<DeepThread> others;
            start(others, threads - 1, gate, take_part);
            {
                const RuleGuard guard([this] { return may_go_on(); });
                attempt(task, 0, raised[0]);
            }
            wait_for_others();
        }
        for (const std::exception_ptr& each : raised)
            if (each != nullptr) std::rethrow_exception(each);
        return stopped();
    }

private:
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    // Where threads wait until it is known whether all of them can be had.
    class Gate {
    public:
        void open(bool to_work) {
            state_.store(to_work ? State::to_work : State::home);
            state_.notify_all();
        }
        bool leads_to_work() const {
            state_.wait(State::closed, std::memory_order_acquire);
            return state_.load(std::memory_order_relaxed) == State::to_work;
        }

    private:
        enum class State { closed, to_work, home };
        std::atomic<State> state_{State::closed};
    };

    // Calls task(number) on so many new threads, or, if one of them cannot be had, on none: those
    // that work together would wait for it.
    template <class Task>
    static void start(std::vector<DeepThread>& others, std::uint32_t count, Gate& gate,
                      const Task& task) {
        try {
            for (std::uint32_t number = 1; number <= count; ++number)
                others.emplace_back([&task, &gate, number] {
                    if (gate.leads_to_work()) task(number);
                });
        } catch (...) {
            gate.open(false);
            throw;
        }
        gate.open(true);
    }

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
        std::uint64_t claimed = claimed_.load(std::memory_order_relaxed);
        std::uint64_t portion;
        do portion = std::min(size_of_portion_, watch_.node_limit() - claimed);
        while (
            !claimed_.compare_exchange_weak(claimed, claimed + portion, std::memory_order_relaxed));
        return portion;
    }
    void settle(std::uint64_t used, std::uint64_t unused) {
        used_.fetch_add(used, std::memory_order_relaxed);
        claimed_.fetch_sub(unused, std::memory_order_relaxed);
    }
    bool may_get_more() const {
        return patient_ && used_.load(std::memory_order_relaxed) < watch_.node_limit();
    }

    template <class MakeProgress>
    void look(MakeProgress& progress) {
        // Those that are given out and not used are no reason for the patient to stop.
        const std::uint64_t used = used_.load(std::memory_order_relaxed);
        const Stop seen = watch_.look_now(patient_ ? used : expanded(), progress);
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
            may_go_on();
            lock.lock();
        }
    }

    Watch& watch_;
    std::uint32_t threads_;
    std::uint64_t size_of_portion_;
    bool patient_ = false;
    std::atomic<Stop> stop_{Stop::none};
    // Written often, unlike what is above, which threads read all the time.
    alignas(64) std::atomic<std::uint64_t> claimed_{0};
    std::atomic<std::uint64_t> used_{0};
    std::mutex mutex_;
    std::condition_variable others_left_;
    std::uint32_t running_ = 0;
};

}  // namespace deepen
