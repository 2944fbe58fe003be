// Puts the positions of a table in order, by several threads.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "limits.h"
#include "memory.h"
#include "node_index.h"
#include "state.h"
#include "table_outcomes.h"

namespace deepen {

// First into buckets, by the leading bits in which first words differ; then each bucket, small
// enough for a cache, by whichever thread is free.
template <std::size_t W>
class TableSort {
public:
    // Takes the positions below `size`; `threads`: a Crew, or Alone. Returns what they are worth.
    template <class Threads, class StateOf, class WorthOf>
    std::vector<TableOutcome> take(std::size_t size, StateOf&& state_of, WorthOf&& worth_of,
                                   Threads& threads) {
        std::vector<Share> shares(threads.threads());
        for (std::size_t i = 0; i < shares.size(); ++i) {
            shares[i].first = static_cast<NodeId>(size * i / shares.size());
            shares[i].last = static_cast<NodeId>(size * (i + 1) / shares.size());
        }
        threads.all([&](std::uint32_t number) { shares[number].survey(state_of, worth_of); });
        std::vector<TableOutcome> outcomes = gather(shares);
        threads.all([&](std::uint32_t number) { count(shares[number], state_of); });
        make_room(shares);
        threads.all([&](std::uint32_t number) { deal_out(shares[number], state_of, worth_of); });
        return outcomes;
    }

    // Writes their words and the codes of their outcomes, in order.
    template <class Threads>
    Stop write(Block<std::uint64_t>& words, Block<std::uint32_t>& codes, Threads& threads,
               Watch& watch) {
        words = Block<std::uint64_t>(records_.size() * W);
        codes = Block<std::uint32_t>(records_.size());
        threads.each(buckets, [&](std::size_t bucket, std::uint32_t number) {
            if (number == 0) watch.may_go_on();
            if (threads.stopped(number) != Stop::none) return;
            sort(bucket);
            for (std::size_t i = bucket == 0 ? 0 : ends_[bucket - 1]; i < ends_[bucket]; ++i) {
                for (std::size_t word = 0; word < W; ++word)
                    words[i * W + word] = records_[i].state.words[word];
                codes[i] = records_[i].code;
            }
        });
        if (watch.stopped() != Stop::none) {
            words.clear();
            codes.clear();
        }
        return watch.stopped();
    }

private:
    static constexpr unsigned bits = 11;
    static constexpr std::size_t buckets = std::size_t{1} << bits;

    struct Record {
        State<W> state;
        std::uint32_t code;
    };

    // The positions that one thread takes.
    struct alignas(128) Share {
        NodeId first = 0;
        NodeId last = 0;
        std::uint64_t all = ~std::uint64_t{0};  // bits that are set in every first word
        std::uint64_t any = 0;                  // and in some
        OutcomeCounts outcomes;
        std::array<std::size_t, buckets> places{};  // how many, then where the next one goes

        template <class StateOf, class WorthOf>
        void survey(StateOf& state_of, WorthOf& worth_of) {
            for (NodeId id = first; id < last; ++id) {
                const std::uint64_t word = state_of(id).words[0];
                all &= word;
                any |= word;
                outcomes.add(worth_of(id));
            }
        }
    };

    std::vector<TableOutcome> gather(const std::vector<Share>& shares) {
        std::uint64_t all = ~std::uint64_t{0};
        std::uint64_t any = 0;
        for (const Share& each : shares) {
            all &= each.all;
            any |= each.any;
            outcomes_.add(each.outcomes);
        }
        const auto width = static_cast<unsigned>(std::bit_width(any & ~all));
        shift_ = std::max(width, bits) - bits;
        return outcomes_.sort();
    }

    std::size_t bucket_of(const State<W>& state) const {
        return (state.words[0] >> shift_) & (buckets - 1);
    }

    template <class StateOf>
    void count(Share& share, StateOf& state_of) {
        for (NodeId id = share.first; id < share.last; ++id)
            ++share.places[bucket_of(state_of(id))];
    }

    void make_room(std::vector<Share>& shares) {
        std::size_t next = 0;
        for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
            for (Share& each : shares) next += std::exchange(each.places[bucket], next);
            ends_[bucket] = next;
        }
        records_ = Block<Record>(next);
    }

    template <class StateOf, class WorthOf>
    void deal_out(Share& share, StateOf& state_of, WorthOf& worth_of) {
        for (NodeId id = share.first; id < share.last; ++id) {
            const State<W> state = state_of(id);
            records_[share.places[bucket_of(state)]++] = {state, outcomes_.code(worth_of(id))};
        }
    }

    void sort(std::size_t bucket) {
        if (records_.size() == 0) return;
        Record* const all = &records_[0];
        std::sort(all + (bucket == 0 ? 0 : ends_[bucket - 1]), all + ends_[bucket],
                  [](const Record& a, const Record& b) { return a.state.words < b.state.words; });
    }

    OutcomeCounts outcomes_;
    unsigned shift_ = 0;
    std::array<std::size_t, buckets> ends_{};
    Block<Record> records_;
};

}  // namespace deepen
