// Searches of games go a thousand calls deep. Threads of other people may have little stack left
// for that; ours are made with enough.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "rule_guard.h"

namespace deepen {

// Twice what a thousand calls of the widest search take, and as much again for rules.
inline constexpr std::size_t deep_stack = std::size_t{2} << 20;
// What a rule that calls itself must find: for its next call, and all that it asks of the engine.
inline constexpr std::size_t stack_of_a_rule = std::size_t{48} << 10;

// The system has no more threads for this process, or no memory for their stacks.
class NoThread : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A thread with a deep stack, joined at its end.
class DeepThread {
public:
    explicit DeepThread(std::function<void()> task)
        : task_(std::make_unique<std::function<void()>>(std::move(task))) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, 4 * deep_stack);
        const int error = pthread_create(&thread_, &attributes, &run, task_.get());
        pthread_attr_destroy(&attributes);
        if (error != 0) throw NoThread(std::generic_category().message(error));
    }
    DeepThread(DeepThread&& other) noexcept
        : task_(std::move(other.task_)), thread_(other.thread_) {}
    DeepThread& operator=(DeepThread&&) = delete;
    ~DeepThread() {
        if (task_ != nullptr) pthread_join(thread_, nullptr);
    }

private:
    static void* run(void* task) {
        (*static_cast<std::function<void()>*>(task))();
        return nullptr;
    }

    std::unique_ptr<std::function<void()>> task_;
    pthread_t thread_{};
};

// Where the stack of this thread ends; 0 if nobody knows. Asking is slow in the main thread.
inline std::uintptr_t end_of_stack() {
#if defined(__linux__)
    thread_local const std::uintptr_t end = [] {
        pthread_attr_t attributes;
        void* address = nullptr;
        std::size_t size = 0;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return std::uintptr_t{0};
        pthread_attr_getstack(&attributes, &address, &size);
        pthread_attr_destroy(&attributes);
        return reinterpret_cast<std::uintptr_t>(address);
    }();
    return end;
#else
    return 0;
#endif
}

inline bool has_stack(std::size_t bytes) {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return end_of_stack() == 0 || here - end_of_stack() >= bytes;
}

// Calls `search` here, or where the stack is too small in a thread that has enough of it.
template <class Search>
auto on_deep_stack(Search&& search) -> decltype(search()) {
    if (has_stack(deep_stack)) return search();
    std::optional<decltype(search())> result;
    std::exception_ptr raised;
    {
        const DeepThread thread([&, guard = RuleGuard::of_this_thread()] {
            const RuleGuard::Carried carried(guard);
            try {
                result = search();
            } catch (...) {
                raised = std::current_exception();
            }
        });
    }
    if (raised != nullptr) std::rethrow_exception(raised);
    return std::move(*result);
}

}  // namespace deepen
