// The pieces of a search tree that several threads search, in the order of one thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

#include "search_piece.h"

namespace deepen {

template <std::size_t W>
class PieceList {
public:
    struct Piece : SearchPiece<W> {
        bool is_taken = false;
        std::atomic<bool> is_needed = true;

        explicit Piece(SearchPiece<W> piece) : SearchPiece<W>(std::move(piece)) {}
        std::size_t bytes() const { return sizeof(Piece) + this->path->size() * sizeof(State<W>); }
    };
    using Place = typename std::list<Piece>::iterator;

    // Whether threads wait for pieces, and how many pieces wait for threads.
    bool is_wanted() const { return waiting_.load(std::memory_order_relaxed) > 0; }
    std::size_t untaken() const { return untaken_.load(std::memory_order_relaxed); }
    std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

    void start_with(SearchPiece<W> piece) {
        pieces_.clear();
        untaken_ = bytes_ = 0;
        add(pieces_.end(), std::move(piece));
    }

    // Pieces that lie between this one, as far as it is still searched, and the next.
    void add_behind(Place place, std::vector<SearchPiece<W>>& pieces) {
        const std::lock_guard lock(mutex_);
        if (!place->is_needed) return;
        const Place next = std::next(place);
        for (SearchPiece<W>& piece : pieces) add(next, std::move(piece));
        changed_.notify_all();
    }

    // The first one that nobody has; waits for it while others may still give parts of theirs away
    // and `may_wait` says so, which is asked often. False: there will be none.
    template <class MayWait>
    bool take(Place& place, MayWait&& may_wait) {
        std::unique_lock lock(mutex_);
        if (untaken_ == 0) wait(lock, may_wait);
        if (untaken_ == 0) return false;
        place = std::ranges::find(pieces_, false, &Piece::is_taken);
        place->is_taken = true;
        --untaken_;
        return true;
    }

    // It is searched. If it has met what ends the search, all behind it is needless, and `note` is
    // called, unless one before it has met something already.
    template <class Note>
    void remove(Place place, bool ends, Note&& note) {
        const std::lock_guard lock(mutex_);
        if (ends && place->is_needed) {
            cancel_from(std::next(place));
            note();
        }
        bytes_ -= place->bytes();
        pieces_.erase(place);
        if (!has_needed()) changed_.notify_all();
    }

    // Whether threads are still busy with pieces that are needless, and with no others.
    bool is_waste() {
        const std::lock_guard lock(mutex_);
        return !pieces_.empty() && !has_needed();
    }

private:
    template <class MayWait>
    void wait(std::unique_lock<std::mutex>& lock, MayWait& may_wait) {
        ++waiting_;
        while (untaken_ == 0 && has_needed()) {
            changed_.wait_for(lock, std::chrono::milliseconds(5));
            lock.unlock();
            const bool goes_on = may_wait();
            lock.lock();
            if (!goes_on) break;
        }
        --waiting_;
    }

    void add(Place before, SearchPiece<W> piece) {
        bytes_ += pieces_.emplace(before, std::move(piece))->bytes();
        ++untaken_;
    }

    void cancel_from(Place place) {
        while (place != pieces_.end()) {
            place->is_needed = false;
            if (place->is_taken) {
                ++place;
            } else {
                --untaken_;
                bytes_ -= place->bytes();
                place = pieces_.erase(place);
            }
        }
    }

    // Those that are not lie behind.
    bool has_needed() const { return !pieces_.empty() && pieces_.front().is_needed; }

    std::list<Piece> pieces_;  // those that are not searched to their end
    std::atomic<std::size_t> untaken_ = 0;
    std::atomic<std::uint32_t> waiting_ = 0;
    std::atomic<std::uint64_t> bytes_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace deepen
