// The open list of a best-first search: nodes by (priority, estimate), the last pushed first among
// equals. Keys are few (costs are small integers), so nodes lie in one stack a key and only the
// keys are kept in a heap.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "memory.h"
#include "node_table.h"

namespace deepen {

struct QueueKey {
    std::uint64_t priority = 0;
    Cost estimate = 0;

    bool operator==(const QueueKey&) const = default;
    bool operator<(const QueueKey& other) const {
        return priority != other.priority ? priority < other.priority : estimate < other.estimate;
    }
};

struct QueueKeyHash {
    std::size_t operator()(const QueueKey& key) const {
        const std::uint64_t mixed = (key.priority * 0x9e3779b97f4a7c15U) ^ key.estimate;
        return static_cast<std::size_t>((mixed * 0xd6e8feb86659fd93U) >> 32);
    }
};

class BucketQueue {
public:
    void push(const QueueKey& key, NodeId node) {
        Stack& stack = stacks_[stack_of(key)];
        if (stack.top == page_size) add_page(stack);
        pages_[stack.page].nodes[stack.top++] = node;
        if (!stack.queued) enqueue(stack);
    }

    // Takes the node with the smallest key; false if there is none.
    bool pop(QueueKey& key, NodeId& node) {
        Stack* stack = first();
        if (stack == nullptr) return false;
        key = stack->key;
        node = take(*stack);
        return true;
    }

    // Tells which it would take.
    bool front(QueueKey& key, NodeId& node) {
        const Stack* stack = first();
        if (stack == nullptr) return false;
        key = stack->key;
        node = pages_[stack->page].nodes[stack->top - 1];
        return true;
    }

    // The node that the next pop will take if nothing smaller is pushed: worth a prefetch.
    NodeId peek() const {
        if (heap_.empty()) return no_node;
        const Stack& stack = stacks_[heap_.front().stack];
        assert(stack.queued);
        return stack.top > 0 && stack.page != no_page ? pages_[stack.page].nodes[stack.top - 1]
                                                      : no_node;
    }

    std::size_t bytes() const {
        return pages_.bytes() + stacks_.capacity() * sizeof(Stack) +
               heap_.capacity() * sizeof(HeapEntry) + stack_ids_.size() * map_entry_bytes;
    }

private:
    static constexpr std::uint32_t no_page = 0xffffffff;
    static constexpr std::uint32_t page_size = 62;
    static constexpr std::size_t map_entry_bytes = 56;

    struct Page {
        std::uint32_t below;
        std::uint32_t unused;
        std::array<NodeId, page_size> nodes;
    };
    // Its nodes lie in linked pages; `top` counts those in the uppermost one.
    struct Stack {
        QueueKey key;
        std::uint32_t page = no_page;
        std::uint32_t top = page_size;
        bool queued = false;
    };
    struct HeapEntry {
        QueueKey key;
        std::uint32_t stack;
    };
    struct Remembered {
        QueueKey key;
        std::uint32_t stack = no_page;
    };

    // In small steps: with many keys this is most of the memory, and a limit is to be met closely.
    template <class T>
    static void make_room(std::vector<T>& items) {
        if (items.size() == items.capacity()) items.reserve(items.size() + items.size() / 32 + 16);
    }

    static bool later(const HeapEntry& a, const HeapEntry& b) { return b.key < a.key; }
    static bool is_empty(const Stack& stack) { return stack.page == no_page; }

    // Neighbouring expansions use the same few keys: remember where their stacks are.
    std::uint32_t stack_of(const QueueKey& key) {
        Remembered& slot = remembered_[QueueKeyHash{}(key) % remembered_.size()];
        if (slot.stack == no_page || !(slot.key == key)) slot = {key, find_or_add_stack(key)};
        return slot.stack;
    }

    std::uint32_t find_or_add_stack(const QueueKey& key) {
        if (idle_ > stacks_.size() / 2 + 4096) drop_idle_stacks();
        const auto [place, added] =
            stack_ids_.try_emplace(key, static_cast<std::uint32_t>(stacks_.size()));
        if (added) {
            make_room(stacks_);
            stacks_.push_back(Stack{.key = key});
            ++idle_;
        }
        return place->second;
    }

    // With costs of many sizes a key is seldom used twice; without this its stack would stay.
    void drop_idle_stacks() {
        std::vector<Stack> kept;
        for (const Stack& stack : stacks_)
            if (stack.queued) kept.push_back(stack);
        stacks_ = std::move(kept);
        stack_ids_.clear();
        remembered_.fill({});
        heap_.clear();
        for (std::uint32_t id = 0; id < stacks_.size(); ++id) {
            stack_ids_.emplace(stacks_[id].key, id);
            heap_.push_back({stacks_[id].key, id});
        }
        std::make_heap(heap_.begin(), heap_.end(), later);
        idle_ = 0;
    }

    // The stack with the smallest key that is not empty.
    Stack* first() {
        while (!heap_.empty()) {
            Stack& stack = stacks_[heap_.front().stack];
            if (!is_empty(stack)) {
                assert(stack.queued && !(stack.key < heap_.front().key));
                return &stack;
            }
            std::pop_heap(heap_.begin(), heap_.end(), later);
            heap_.pop_back();
            stack.queued = false;
            ++idle_;
        }
        return nullptr;
    }

    void enqueue(Stack& stack) {
        assert(!stack.queued && idle_ > 0);
        stack.queued = true;
        --idle_;
        make_room(heap_);
        heap_.push_back({stack.key, static_cast<std::uint32_t>(&stack - stacks_.data())});
        std::push_heap(heap_.begin(), heap_.end(), later);
    }

    void add_page(Stack& stack) {
        std::uint32_t page = free_page_;
        if (page != no_page)
            free_page_ = pages_[page].below;
        else
            page = static_cast<std::uint32_t>(pages_.grow());
        pages_[page].below = stack.page;
        stack.page = page;
        stack.top = 0;
    }

    NodeId take(Stack& stack) {
        assert(!is_empty(stack) && 0 < stack.top && stack.top <= page_size);
        const NodeId node = pages_[stack.page].nodes[--stack.top];
        if (stack.top == 0) {
            const std::uint32_t below = pages_[stack.page].below;
            pages_[stack.page].below = free_page_;
            free_page_ = stack.page;
            stack.page = below;
            stack.top = page_size;
        }
        return node;
    }

    std::vector<Stack> stacks_;
    std::vector<HeapEntry> heap_;
    std::unordered_map<QueueKey, std::uint32_t, QueueKeyHash> stack_ids_;
    std::array<Remembered, 256> remembered_{};
    Segmented<Page, 16> pages_;
    std::uint32_t free_page_ = no_page;
    std::size_t idle_ = 0;  // stacks that are not in the heap
};

}  // namespace deepen
