// A long list of 32-bit numbers in chunks: it grows without moving, and its chunks go back to where
// they are from as it is read for the last time.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "chunk_pool.h"
#include "memory.h"

namespace deepen {

template <class T>
class ChunkedList {
    static_assert(sizeof(T) == 4);

public:
    explicit ChunkedList(ChunkPool& pool) : pool_(&pool) {}
    ChunkedList(ChunkedList&& other) noexcept
        : pool_(other.pool_),
          chunks_(std::exchange(other.chunks_, {})),
          next_(std::exchange(other.next_, nullptr)),
          end_(std::exchange(other.end_, nullptr)) {}
    ChunkedList& operator=(ChunkedList&&) = delete;
    ~ChunkedList() { clear(); }

    T& operator[](std::size_t i) {
        assert(i < size());
        return chunks_[i >> shift][i & mask];
    }
    const T& operator[](std::size_t i) const {
        assert(i < size());
        return chunks_[i >> shift][i & mask];
    }
    void prefetch(std::size_t i) const {
        if (i < size()) prefetch_line(&chunks_[i >> shift][i & mask]);
    }
    std::size_t size() const {
        return (chunks_.size() << shift) - static_cast<std::size_t>(end_ - next_);
    }

    void push_back(T value) {
        if (next_ == end_) add_chunk();
        *next_++ = value;
    }
    // What is new is not initialised.
    void grow_to(std::size_t size) {
        assert(size >= this->size());
        while (chunks_.size() << shift < size) add_chunk();
        next_ = end_ - ((chunks_.size() << shift) - size);
    }
    // An empty list: so long, but only with `supply` is there memory for all.
    void plan(std::size_t size) {
        assert(chunks_.empty());
        if (size > 0) chunks_.resize((size - 1) >> shift);
        grow_to(size);
    }
    // For the elements from `first` on.
    void supply(std::size_t first, std::size_t last) {
        for (std::size_t i = first >> shift; i << shift < last; ++i)
            if (chunks_[i] == nullptr) chunks_[i] = static_cast<T*>(pool_->take());
    }
    void clear() {
        for (T* chunk : chunks_)
            if (chunk != nullptr) pool_->give(chunk);
        chunks_.clear();
        next_ = end_ = nullptr;
    }

    // Calls take(pointer, count) for the parts from `first` on, in order.
    template <class Take>
    void each_part(std::size_t first, std::size_t last, Take&& take) {
        while (first < last) {
            const std::size_t end = std::min(last, ((first >> shift) + 1) << shift);
            take(&(*this)[first], end - first);
            first = end;
        }
    }

    // Reads the elements one by one, from the first on; `last_time`: chunks go back when they are
    // read.
    template <bool last_time>
    class Reader {
    public:
        explicit Reader(ChunkedList& list) : list_(list) {}
        Reader(const Reader&) = delete;
        Reader& operator=(const Reader&) = delete;
        ~Reader() {
            if (last_time) list_.clear();
        }
        T take() {
            if (at_ == end_) hop();
            return *at_++;
        }

    private:
        void hop() {
            if (last_time && chunk_ > 0)
                list_.pool_->give(std::exchange(list_.chunks_[chunk_ - 1], nullptr));
            at_ = list_.chunks_[chunk_++];
            end_ = at_ + (mask + 1);
        }

        ChunkedList& list_;
        std::size_t chunk_ = 0;
        T* at_ = nullptr;
        T* end_ = nullptr;
    };

private:
    static constexpr unsigned shift = 12;
    static constexpr std::size_t mask = (std::size_t{1} << shift) - 1;
    static_assert((mask + 1) * sizeof(T) == ChunkPool::chunk_bytes);

    void add_chunk() {
        chunks_.push_back(static_cast<T*>(pool_->take()));
        next_ = chunks_.back();
        end_ = next_ + (mask + 1);
    }

    ChunkPool* pool_;
    std::vector<T*> chunks_;
    T* next_ = nullptr;  // where the next element comes, in the last chunk
    T* end_ = nullptr;
};

}  // namespace deepen
