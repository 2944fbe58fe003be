// Puts the positions of a table in order, by several threads.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "limits.h"
#include "memory.h"
#include "node_index.h"
#include "state.h"

namespace deepen {

// All in the memory that they lie in, 8 bytes a word of a position and 4 more: first into buckets,
// by the leading bits in which first words differ; then each bucket, small enough for a cache, by
// whichever thread is free. Taken apart, the words stay where they are and close ranks.
template <std::size_t W>
class TableSort {
public:
    static constexpr std::size_t bytes_each() { return sizeof(State<W>) + sizeof(std::uint32_t); }

    // For so many positions, each of which is set once, in any order and by any thread.
    void begin(std::size_t size) {
        size_ = size;
        words_ = Block<std::uint64_t>((size * sizeof(Record) + 7) / 8);
    }
    void set(NodeId place, const State<W>& state, std::uint32_t code) {
        records()[place].set_state(state);
        records()[place].code = code;
    }

    // Writes the words of all and the codes of their outcomes, in order. `threads`: a Crew, or
    // Alone.
    template <class Threads>
    Stop write(Block<std::uint64_t>& words, Block<std::uint32_t>& codes, Threads& threads,
               Watch& watch) {
        const auto goes_on = [&](std::uint32_t number) {
            if (number == 0) watch.may_go_on();
            return threads.stopped(number) == Stop::none;
        };
        survey(threads, goes_on);
        if (goes_on(0)) deal_out(threads, goes_on);
        threads.each(buckets, [&](std::size_t bucket, std::uint32_t number) {
            if (goes_on(number)) sort(bucket);
        });
        if (goes_on(0)) take_apart(words, codes, watch);
        return watch.stopped();
    }

private:
    static constexpr std::size_t part = std::size_t{1} << 14;  // positions that are one task
    static constexpr unsigned bits = 11;
    static constexpr std::size_t buckets = std::size_t{1} << bits;

    struct Record : PackedState<W> {
        std::uint32_t code;
    };
    static_assert(sizeof(Record) == bytes_each());

    // Some of the positions, as one thread sees them.
    struct alignas(128) Share {
        std::uint64_t all = ~std::uint64_t{0};  // bits that are set in every first word
        std::uint64_t any = 0;                  // and in some
        std::array<std::size_t, buckets> counts{};
    };

    Record* records() { return size_ == 0 ? nullptr : reinterpret_cast<Record*>(&words_[0]); }

    // How many go into each bucket.
    template <class Threads, class GoesOn>
    void survey(Threads& threads, GoesOn& goes_on) {
        std::vector<Share> shares(threads.threads());
        const auto each_record = [&](auto&& visit) {
            threads.each((size_ + part - 1) / part, [&](std::size_t i, std::uint32_t number) {
                if (!goes_on(number)) return;
                for (std::size_t k = i * part; k < std::min((i + 1) * part, size_); ++k)
                    visit(shares[number], records()[k]);
            });
        };
        each_record([](Share& share, const Record& record) {
            const std::uint64_t word = record.state().words[0];
            share.all &= word;
            share.any |= word;
        });
        for (std::size_t i = 1; i < shares.size(); ++i) {
            shares[0].all &= shares[i].all;
            shares[0].any |= shares[i].any;
        }
        const std::uint64_t differing = shares[0].any & ~shares[0].all;
        shift_ = std::max(static_cast<unsigned>(std::bit_width(differing)), bits) - bits;
        each_record([&](Share& share, const Record& record) { ++share.counts[bucket_of(record)]; });
        std::size_t next = 0;
        for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
            for (const Share& each : shares) next += each.counts[bucket];
            ends_[bucket] = next;
        }
    }

    std::size_t begin_of(std::size_t bucket) const { return bucket == 0 ? 0 : ends_[bucket - 1]; }
    std::size_t bucket_of(const Record& record) const {
        return (record.state().words[0] >> shift_) & (buckets - 1);
    }

    using Places = std::vector<std::pair<std::size_t, std::size_t>>;  // in each bucket

    // Each thread has a stripe of every bucket, and nearly all find a place there; then the others.
    template <class Threads, class GoesOn>
    void deal_out(Threads& threads, GoesOn& goes_on) {
        const std::size_t stripes = threads.threads();
        const auto place = [&](std::size_t bucket, std::size_t stripe) {
            const std::size_t first = begin_of(bucket);
            return first + (ends_[bucket] - first) * stripe / stripes;
        };
        std::vector<Places> left(stripes);
        threads.all([&](std::uint32_t number) {
            for (std::size_t bucket = 0; bucket < buckets; ++bucket)
                left[number].emplace_back(place(bucket, number), place(bucket, number + 1));
            deal_out(left[number], [&] { return goes_on(number); });
        });
        if (!goes_on(0)) return;
        std::vector<Record> others;
        const auto each_place_left = [&](auto&& take) {
            for (std::size_t bucket = 0; bucket < buckets; ++bucket)
                for (std::size_t i = 0; i < stripes; ++i)
                    for (std::size_t k = left[i][bucket].first; k < place(bucket, i + 1); ++k)
                        take(records()[k]);
        };
        each_place_left([&](const Record& record) { others.push_back(record); });
        std::sort(others.begin(), others.end(),
                  [&](const Record& a, const Record& b) { return bucket_of(a) < bucket_of(b); });
        auto next = others.begin();
        each_place_left([&](Record& record) { record = *next++; });
    }

    // Each goes to the next free place of its bucket, and the one that was there goes on. What
    // finds none stays behind those that did.
    template <class GoesOn>
    void deal_out(Places& free, GoesOn&& goes_on) {
        for (std::size_t bucket = 0; bucket < buckets && goes_on(); ++bucket) {
            auto& [next, end] = free[bucket];
            while (next < end) {
                Record& here = records()[next];
                const std::size_t home = bucket_of(here);
                if (home == bucket)
                    ++next;
                else if (free[home].first < free[home].second)
                    std::swap(here, records()[free[home].first++]);
                else
                    std::swap(here, records()[--end]);
            }
        }
    }

    void sort(std::size_t bucket) {
        if (size_ == 0) return;
        std::sort(
            records() + begin_of(bucket), records() + ends_[bucket],
            [](const Record& a, const Record& b) { return a.state().words < b.state().words; });
    }

    void take_apart(Block<std::uint64_t>& words, Block<std::uint32_t>& codes, Watch& watch) {
        codes = Block<std::uint32_t>(size_);
        for (std::size_t i = 0; i < size_; ++i) {
            if (i % part == 0 && !watch.may_go_on()) return;
            const Record record = records()[i];
            const State<W> state = record.state();
            codes[i] = record.code;
            std::memcpy(&words_[i * W], &state, sizeof state);
        }
        words_.shrink_to(size_ * W);
        words = std::move(words_);
    }

    std::size_t size_ = 0;
    unsigned shift_ = 0;
    std::array<std::size_t, buckets> ends_{};
    Block<std::uint64_t> words_;  // records, until they are taken apart
};

}  // namespace deepen
