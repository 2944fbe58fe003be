// What IDA* has refuted: from this state, no goal within this budget. Bounded: it grows while it
// pays, up to the memory it is given, and then forgets the cheapest entries first.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "memory.h"
#include "problem.h"
#include "state.h"

namespace deepen {

template <std::size_t W>
class RefutationTable {
public:
    explicit RefutationTable(std::uint64_t byte_limit)
        : byte_limit_(byte_limit), entries_(fitting(first_entries)) {}

    std::size_t bytes() const { return entries_.bytes(); }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&entries_[place(hash)]); }

    bool is_refuted(const State<W>& state, std::uint64_t hash, std::uint64_t budget) const {
        for (std::size_t i = place(hash), end = i + window; i < end; ++i)
            if (entries_[i].stamp() > budget && entries_[i].holds(state)) return true;
        return false;
    }

    void record(const State<W>& state, std::uint64_t hash, std::uint64_t budget) {
        if (evictions_ > entries_.size()) grow();
        put(state, hash, static_cast<std::uint32_t>(budget) + 1);
    }

private:
    // The stamp is the refuted budget plus one; 0 marks a free entry.
    class Entry {
    public:
        std::uint32_t stamp() const { return pieces_[2 * W]; }
        bool holds(const State<W>& other) const { return state() == other; }
        State<W> state() const {
            State<W> state;
            std::memcpy(&state, pieces_.data(), sizeof state);
            return state;
        }
        void set(const State<W>& state, std::uint32_t stamp) {
            std::memcpy(pieces_.data(), &state, sizeof state);
            pieces_[2 * W] = stamp;
        }

    private:
        std::array<std::uint32_t, 2 * W + 1> pieces_;
    };

    static constexpr std::size_t window = 4;
    static constexpr std::size_t first_entries = 2048;

    std::size_t fitting(std::size_t entries) const {
        return std::max<std::size_t>(window,
                                     std::min<std::uint64_t>(entries, byte_limit_ / sizeof(Entry)));
    }

    std::size_t place(std::uint64_t hash) const {
        return scale(hash, entries_.size() - window + 1);
    }

    void put(const State<W>& state, std::uint64_t hash, std::uint32_t stamp) {
        std::size_t worst = place(hash);
        for (std::size_t i = worst, end = i + window; i < end; ++i) {
            if (entries_[i].stamp() != 0 && entries_[i].holds(state)) {
                if (entries_[i].stamp() < stamp) entries_[i].set(state, stamp);
                return;
            }
            if (entries_[i].stamp() < entries_[worst].stamp()) worst = i;
        }
        if (entries_[worst].stamp() != 0) ++evictions_;
        entries_[worst].set(state, stamp);
    }

    void grow() {
        evictions_ = 0;
        const std::size_t size = fitting(2 * entries_.size());
        if (size <= entries_.size()) return;
        Block<Entry> old = std::move(entries_);
        // Both tables at once may be too much; forgetting is sound, so the last growth forgets.
        if (old.bytes() + size * sizeof(Entry) > byte_limit_) old.clear();
        entries_ = Block<Entry>(size);
        for (std::size_t i = 0; i < old.size(); ++i)
            if (old[i].stamp() != 0) {
                const State<W> state = old[i].state();
                put(state, hash_of(state), old[i].stamp());
            }
        evictions_ = 0;
    }

    std::uint64_t byte_limit_;
    Block<Entry> entries_;
    std::size_t evictions_ = 0;
};

}  // namespace deepen
