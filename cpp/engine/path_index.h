// Where on the path a position is, if it is there: a hash table of places on a stack.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace deepen {

class PathIndex {
public:
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const {
        return heads_.capacity() * sizeof(std::uint32_t) + entries_.capacity() * sizeof(Entry);
    }

    void push(std::uint64_t hash) {
        if (entries_.size() >= heads_.size()) rehash(2 * heads_.size());
        link({hash, nowhere});
    }
    void pop() {
        heads_[slot(entries_.back().hash)] = entries_.back().next;
        entries_.pop_back();
    }
    void clear() {
        while (!entries_.empty()) pop();
    }

    // The place with this hash of which `is_it(place)` is true.
    template <class IsIt>
    std::uint32_t find(std::uint64_t hash, IsIt&& is_it) const {
        std::uint32_t place = heads_[slot(hash)];
        while (place != nowhere && !(entries_[place].hash == hash && is_it(place)))
            place = entries_[place].next;
        return place;
    }

private:
    struct Entry {
        std::uint64_t hash;
        std::uint32_t next;  // the place of the one before it in the same chain
    };

    std::size_t slot(std::uint64_t hash) const { return hash & (heads_.size() - 1); }

    void link(Entry entry) {
        std::uint32_t& head = heads_[slot(entry.hash)];
        entry.next = head;
        head = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back(entry);
    }
    void rehash(std::size_t size) {
        std::vector<Entry> old;
        old.swap(entries_);
        heads_.assign(size, nowhere);
        for (const Entry& entry : old) link(entry);
    }

    std::vector<std::uint32_t> heads_ = std::vector<std::uint32_t>(256, nowhere);
    std::vector<Entry> entries_;
};

}  // namespace deepen
