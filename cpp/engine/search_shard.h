// One thread of a hash-distributed search: the states that it owns, and what it does with them.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "layer_counts.h"
#include "state_exchange.h"

namespace deepen {

template <std::size_t W, Problem<W> P, Estimates kind>
class alignas(64) SearchShard {
public:
    SearchShard(const P& problem, Exchange<W>& exchange, const Watch& watch, std::uint32_t number)
        : problem_(problem),
          exchange_(exchange),
          options_(exchange.options),
          watch_(watch),
          number_(number),
          batch_size_(batch_size(exchange.team.threads())),
          most_waiting_(most_waiting(exchange)),
          least_ahead_(16 * exchange.team.threads()),
          outgoing_(exchange.team.threads()),
          member_(exchange.bound),
          memory_(exchange.memory, exchange.team, number) {}

    Stop add_start(const State<W>& start, Cost h) {
        result_.generated = 1;
        own().add({start, hash_of(start), no_node, 0, h}, 0);
        return take(own());
    }

    // Until nothing is left anywhere that could lead to a cheaper goal, or it has to stop.
    Stop work(Team::Worker& worker) {
        for (;;) {
            Stop stop = exchange_.team.stopped();
            if (stop != Stop::none) return stop;
            if (member_.is_due())
                stop = report();
            else if (mailbox().waiting() > 0)
                stop = take_mail();
            if (stop != Stop::none) return stop;
            if (may_expand())
                stop = step(worker);
            else if (!own().messages.empty())
                stop = take(own());
            else if (is_finished())
                return Stop::none;
            else
                stop = rest(worker);
            if (stop != Stop::none) return stop;
        }
    }

    // When all threads have ended: the least priority of what is left here and on its way here.
    std::uint64_t least_left() {
        mailbox().empty_into(incoming_);
        std::uint64_t least = std::min(in_hand_, least_queued());
        for (const auto* batches : {&incoming_, &outgoing_})
            for (const Batch<SentState<W>>& batch : *batches) least = std::min(least, batch.least);
        return least;
    }

    const NodeTable<W>& nodes() const { return nodes_; }
    const std::optional<State<W>>& overflow() const { return overflow_; }

    void add_to(Result<W>& all, LayerCounts& layers) {
        layers_.finish(result_, watch_.seconds());
        layers.add(layers_);
        all.expanded += result_.expanded;
        all.generated += result_.generated;
        all.reopened += result_.reopened;
        all.stored += nodes_.size();
        all.peak_bytes += nodes_.bytes() + other_bytes();
        if (!options_.keep_expanded) return;
        const std::vector<State<W>> closed = nodes_.closed_states();
        all.expanded_states.insert(all.expanded_states.end(), closed.begin(), closed.end());
    }

private:
    // Expansion

    bool may_expand() {
        const std::uint64_t least = least_queued();
        return least < exchange_.incumbent.priority() && is_near(least) && !is_jammed();
    }

    // What lies above the proven bound one thread would expand later, or perhaps never: a thread
    // may do some of it rather than wait for the others, in the end a small part of its work.
    bool is_near(std::uint64_t priority) {
        const std::uint64_t proven = exchange_.bound.proven();
        if (priority <= proven) return true;
        if (bound_seen_ != proven) {
            bound_seen_ = proven;
            ahead_ = 0;
        }
        if (since_report() >= least_ahead_ / 2) exchange_.bound.begin_round();
        if (ahead_ > least_ahead_ + std::min(result_.expanded, 4 * queued_) / share_ahead)
            return false;
        ++ahead_;
        return true;
    }

    std::uint64_t least_queued() {
        QueueKey key;
        NodeId node = no_node;
        return queue_.front(key, node) ? key.priority : no_priority;
    }

    Stop step(Team::Worker& worker) {
        idle_turns_ = 0;
        QueueKey key;
        NodeId id = no_node;
        queue_.pop(key, id);
        --queued_;
        Node<W>& node = nodes_[id];
        if (node.closed() || options_.priority(node.g(), node.h()) != key.priority)
            return Stop::none;  // an entry from before a cheaper path was found
        const State<W> state = node.state();
        if (problem_.is_goal(state)) {
            exchange_.incumbent.offer(options_.priority(node.g(), 0), global(id));
            return Stop::none;
        }
        count_for(std::max(key.priority, exchange_.bound.proven()));
        in_hand_ = key.priority;
        Stop stop = worker.before_expansion([&] { return progress(); });
        if (stop == Stop::none) stop = expand(id, node, state);
        if (stop == Stop::none) in_hand_ = no_priority;
        return stop;
    }

    Stop expand(NodeId id, Node<W>& node, const State<W>& state) {
        const NodeId upcoming = queue_.peek();
        if (upcoming != no_node) nodes_.prefetch_node(upcoming);
        const Cost g = node.g();
        node.close();
        ++result_.expanded;
        const std::size_t count =
            successors_of<kind>(problem_, state, node.h(), successors_, result_.generated);
        for (std::size_t i = 0; i < count; ++i) send(successors_[i], global(id), g, state);
        if (since_report() >= between_rounds) exchange_.bound.begin_round();
        return own().messages.size() < own_batch_size ? Stop::none : take(own());
    }

    // Sending

    void send(const Successor<W>& successor, NodeId parent, Cost parent_g,
              const State<W>& parent_state) {
        const std::uint64_t g = std::uint64_t{parent_g} + successor.cost;
        if (g > value_limit) [[unlikely]] {
            if (!overflow_) overflow_ = parent_state;
            return;
        }
        Cost h = 0;
        // Of a successor without its estimate, what is known is that it lies behind its parent.
        std::uint64_t priority = in_hand_;
        if constexpr (kind == Estimates::along) {
            h = successor.estimate & ~goal_flag;
            if (h == dead) return;
            priority = options_.priority(static_cast<Cost>(g), h);
            if (priority >= exchange_.incumbent.priority()) return;
        }
        const std::uint64_t hash = hash_of(successor.state);
        const std::uint32_t owner = exchange_.owners.of_hash(hash);
        outgoing_[owner].add({successor.state, hash, parent, static_cast<Cost>(g), h}, priority);
        if (owner != number_ && outgoing_[owner].messages.size() >= batch_size_) post(owner);
    }

    void post(std::uint32_t owner) {
        Mailbox<SentState<W>>& receiver = exchange_.mailboxes[owner];
        receiver.put(std::move(outgoing_[owner]), member_);
        outgoing_[owner] = spare_batch();
        if (receiver.waiting() > most_waiting_) jam_ = &receiver;
    }

    void post_all() {
        for (std::uint32_t owner = 0; owner < outgoing_.size(); ++owner)
            if (owner != number_ && !outgoing_[owner].messages.empty()) post(owner);
    }

    // A thread that does not keep up with what it is sent would be sent all memory.
    bool is_jammed() {
        if (jam_ != nullptr && jam_->waiting() <= most_waiting_ / 2) jam_ = nullptr;
        return jam_ != nullptr;
    }

    Batch<SentState<W>> spare_batch() {
        if (spares_.empty()) {
            spares_.emplace_back();
            spares_.back().messages.reserve(batch_size_);
        }
        Batch<SentState<W>> batch = std::move(spares_.back());
        spares_.pop_back();
        return batch;
    }

    // Receiving

    Stop take_mail() {
        mailbox().empty_into(incoming_);
        while (!incoming_.empty()) {
            const Stop stop = take(incoming_.back());
            if (stop != Stop::none) return stop;
            if (spares_.size() < 2 * outgoing_.size())
                spares_.push_back(std::move(incoming_.back()));
            incoming_.pop_back();
        }
        return Stop::none;
    }

    // All at once, since memory is slow: ask for the buckets, then for the nodes, then compare.
    Stop take(Batch<SentState<W>>& batch) {
        const Stop stop = make_room(batch.messages.size());
        if (stop != Stop::none) return stop;
        for (const SentState<W>& each : batch.messages) nodes_.prefetch_bucket(each.hash);
        for (const SentState<W>& each : batch.messages) nodes_.prefetch_match(each.hash);
        for (const SentState<W>& each : batch.messages) relax(each);
        batch.clear();
        return Stop::none;
    }

    void relax(const SentState<W>& arrival) {
        const NodeId known = nodes_.find(arrival.state, arrival.hash);
        if (known == no_node) {
            const Cost h = kind == Estimates::along ? arrival.h : problem_.estimate(arrival.state);
            if (h != dead) store(arrival, h);
            return;
        }
        Node<W>& node = nodes_[known];
        if (arrival.g >= node.g()) return;
        if (node.closed()) ++result_.reopened;
        open(known, node, arrival);
    }

    void store(const SentState<W>& arrival, Cost h) {
        const NodeId id = nodes_.insert(arrival.state, arrival.hash);
        Node<W>& node = nodes_[id];
        node.set_h(h);
        open(id, node, arrival);
    }

    void open(NodeId id, Node<W>& node, const SentState<W>& arrival) {
        node.set_parent(arrival.parent);
        node.open_at(arrival.g);
        queue_.push({options_.priority(arrival.g, node.h()), node.h()}, id);
        ++queued_;
    }

    Stop make_room(std::size_t count) {
        if (nodes_.size() + count > exchange_.owners.most_nodes()) return Stop::memory;
        return nodes_.make_room(count, other_bytes(), memory_);
    }

    // Waiting and the end

    Stop report() {
        post_all();
        Stop stop = take(own());
        if (stop == Stop::none) stop = take_mail();
        if (stop == Stop::none) {
            member_.report(least_queued());
            exchange_.generated.fetch_add(result_.generated - reported_.generated,
                                          std::memory_order_relaxed);
            reported_ = {.expanded = result_.expanded, .generated = result_.generated};
        }
        return stop;
    }

    std::uint64_t since_report() const { return result_.expanded - reported_.expanded; }

    bool is_finished() const { return exchange_.bound.proven() >= exchange_.incumbent.priority(); }

    Stop rest(Team::Worker& worker) {
        post_all();
        exchange_.bound.begin_round();
        if (++idle_turns_ < turns_awake)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        worker.may_wait([&] { return progress(); });
        return exchange_.team.stopped();
    }

    // Statistics

    void count_for(std::uint64_t layer) {
        if (!layers_.is_in(layer)) layers_.enter(layer, result_, watch_.seconds());
    }

    std::uint64_t other_bytes() const {
        const std::size_t batches = outgoing_.size() + spares_.size() + incoming_.size();
        const std::size_t messages =
            batches * batch_size_ + own().messages.capacity() + mailbox().waiting();
        return queue_.bytes() + successors_.bytes() + messages * sizeof(SentState<W>);
    }

    Progress progress() const {
        return {.expanded = exchange_.team.expanded(),
                .generated = exchange_.generated.load(std::memory_order_relaxed),
                .bytes = exchange_.memory.claimed(),
                .lower_bound = options_.lower_bound(
                    std::min(exchange_.bound.proven(), exchange_.incumbent.priority()))};
    }

    Mailbox<SentState<W>>& mailbox() const { return exchange_.mailboxes[number_]; }
    Batch<SentState<W>>& own() { return outgoing_[number_]; }
    const Batch<SentState<W>>& own() const { return outgoing_[number_]; }
    NodeId global(NodeId id) const { return exchange_.owners.number(number_, id); }

    // Enough for memory to work on many at a time.
    static constexpr std::size_t own_batch_size = 16;
    // Small enough that nobody waits long for what it should do next.
    static std::size_t batch_size(std::size_t threads) {
        return std::clamp<std::size_t>(128 / threads, 16, 64);
    }
    // All mailboxes together hold no more than a small part of the memory.
    static std::size_t most_waiting(const Exchange<W>& exchange) {
        const std::uint64_t share = exchange.memory.limit() / 64 / exchange.team.threads();
        return std::clamp<std::uint64_t>(share / sizeof(SentState<W>), 64, 1 << 14);
    }

    static constexpr std::uint64_t between_rounds = 1024;
    static constexpr int turns_awake = 200;
    static constexpr std::uint64_t share_ahead = 64;

    P problem_;
    Exchange<W>& exchange_;
    const BestFirstOptions options_;
    const Watch& watch_;
    const std::uint32_t number_;
    const std::size_t batch_size_;
    const std::size_t most_waiting_;
    const std::uint64_t least_ahead_;  // a round costs each thread a message to every other
    NodeTable<W> nodes_;
    BucketQueue queue_;
    std::uint64_t queued_ = 0;
    Successors<W> successors_;
    std::vector<Batch<SentState<W>>> outgoing_;  // by owner
    std::vector<Batch<SentState<W>>> incoming_;
    std::vector<Batch<SentState<W>>> spares_;
    SharedBound::Member member_;
    MemoryShare memory_;
    const Mailbox<SentState<W>>* jam_ = nullptr;
    int idle_turns_ = 0;
    std::uint64_t bound_seen_ = 0;
    std::uint64_t ahead_ = 0;              // expansions above the bound that was seen
    std::uint64_t in_hand_ = no_priority;  // of the state being expanded
    Row reported_;                         // the counts at the last report
    std::optional<State<W>> overflow_;
    LayerCounts layers_;
    Result<W> result_;
};

}  // namespace deepen
