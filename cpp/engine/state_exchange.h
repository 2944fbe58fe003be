// What the threads of a hash-distributed search share: who owns which state, the mailboxes, the
// best goal so far, the proven bound and the limits.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "best_first.h"
#include "mailbox.h"
#include "memory_share.h"
#include "shared_bound.h"
#include "team.h"

namespace deepen {

// A state that is told to its owner, and how it was reached.
template <std::size_t W>
struct SentState {
    State<W> state;
    std::uint64_t hash;
    NodeId parent;  // as Owners number it
    Cost g;
    Cost h;  // where estimates come along
};

// Which thread owns a state, and one number for each node of all of them.
class Owners {
public:
    explicit Owners(std::uint32_t threads) : threads_(threads) {}

    // By bits that a NodeTable uses neither for its buckets nor for its tags.
    std::uint32_t of_hash(std::uint64_t hash) const {
        return static_cast<std::uint32_t>(((hash >> 8 & 0xffffff) * threads_) >> 24);
    }
    NodeId number(std::uint32_t owner, NodeId local) const { return local * threads_ + owner; }
    std::uint32_t of_number(NodeId number) const { return number % threads_; }
    NodeId local(NodeId number) const { return number / threads_; }
    std::size_t most_nodes() const { return no_node / threads_; }

private:
    std::uint32_t threads_;
};

// The cheapest goal that any thread has found.
class Incumbent {
public:
    std::uint64_t priority() const { return priority_.load(std::memory_order_relaxed); }
    NodeId node() const { return node_; }  // when all threads have ended

    void offer(std::uint64_t priority, NodeId node) {
        const std::lock_guard lock(mutex_);
        if (priority >= this->priority()) return;
        priority_.store(priority, std::memory_order_relaxed);
        node_ = node;
    }

private:
    std::mutex mutex_;
    std::atomic<std::uint64_t> priority_ = no_priority;
    NodeId node_ = no_node;
};

// What the threads of a search share.
template <std::size_t W>
struct Exchange {
    Exchange(const BestFirstOptions& how, Watch& watch)
        : options(how),
          team(watch, how.threads),
          owners(how.threads),
          bound(how.threads),
          memory(watch.memory_limit()),
          mailboxes(std::make_unique<Mailbox<SentState<W>>[]>(how.threads)) {
        team.be_patient();
    }

    const BestFirstOptions options;
    Team team;
    const Owners owners;
    SharedBound bound;
    MemoryPool memory;
    std::unique_ptr<Mailbox<SentState<W>>[]> mailboxes;
    alignas(64) Incumbent incumbent;
    alignas(64) std::atomic<std::uint64_t> generated = 0;
};

}  // namespace deepen
