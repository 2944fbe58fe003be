// Where a thread finds what others send it.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "shared_bound.h"

namespace deepen {

// Messages travel together: a lock and a cache line that changes hands cost more than a message.
template <class Message>
struct Batch {
    std::vector<Message> messages;
    std::uint64_t least = no_priority;  // no message has a smaller priority

    void add(const Message& message, std::uint64_t priority) {
        messages.push_back(message);
        least = std::min(least, priority);
    }
    void clear() {
        messages.clear();
        least = no_priority;
    }
};

template <class Message>
class alignas(64) Mailbox {
public:
    void put(Batch<Message>&& batch, SharedBound::Member& sender) {
        const std::lock_guard lock(mutex_);
        waiting_.store(waiting() + batch.messages.size(), std::memory_order_relaxed);
        sender.has_sent(batch.least);
        batches_.push_back(std::move(batch));
    }

    // Appends all that is here to `batches`.
    void empty_into(std::vector<Batch<Message>>& batches) {
        const std::lock_guard lock(mutex_);
        for (Batch<Message>& batch : batches_) batches.push_back(std::move(batch));
        batches_.clear();
        waiting_.store(0, std::memory_order_relaxed);
    }

    // How many messages wait, or have waited a moment ago.
    std::size_t waiting() const { return waiting_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::size_t> waiting_ = 0;
    std::mutex mutex_;
    std::vector<Batch<Message>> batches_;
};

}  // namespace deepen
