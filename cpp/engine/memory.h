// Zeroed memory that a search can count: fixed blocks, and arrays that grow without moving.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace deepen {

// Asks for memory some time before it is used. GCC takes a function that does only this for one
// without effect, and leaves out its calls; an empty statement that it may not judge keeps them.
inline void prefetch_line(const void* address) {
    __builtin_prefetch(address);
    asm volatile("");
}

// A fixed array of trivial T, all bytes zero. Large ones come straight from the system: untouched
// pages cost nothing, and huge pages make random access cheaper.
template <class T>
class Block {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Block() = default;
    explicit Block(std::size_t size) : size_(size) {
        if (size_ > 0) data_ = static_cast<T*>(mapped() ? map() : allocate());
    }
    Block(Block&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Block& operator=(Block&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~Block() { release(); }

    T& operator[](std::size_t i) {
        assert(i < size_);
        return data_[i];
    }
    const T& operator[](std::size_t i) const {
        assert(i < size_);
        return data_[i];
    }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(T); }

    void clear() {
        release();
        data_ = nullptr;
        size_ = 0;
    }

    // Forgets all elements from this index on, and gives their memory back.
    void shrink_to(std::size_t size) {
        assert(size <= size_);
        if (mapped() && size * sizeof(T) >= mapped_from) {
            unmap_from(size * sizeof(T));
            size_ = size;
        } else {
            Block smaller(size);
            if (size > 0) std::memcpy(smaller.data_, data_, size * sizeof(T));
            *this = std::move(smaller);
        }
    }

    // Has the system bring the memory of these elements, all new: it does at the first write.
    // Threads that write to a new page at the same time would each have one cleared.
    void touch(std::size_t first, std::size_t last) {
        constexpr std::size_t step = std::max<std::size_t>(1, small_page / sizeof(T));
        for (std::size_t i = first; i < last; i += step) {
            *reinterpret_cast<volatile char*>(data_ + i) = 0;
        }
    }

private:
    static constexpr std::size_t small_page = 4096;
    static constexpr std::size_t alignment = 64;
    static constexpr std::size_t mapped_from = std::size_t{1} << 21;

#if defined(__linux__)
    bool mapped() const { return bytes() >= mapped_from; }

    void* map() const {
        void* pages = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        madvise(pages, bytes(), MADV_HUGEPAGE);
        return pages;
    }

    void unmap() { munmap(data_, bytes()); }
    // The pages behind so many bytes.
    void unmap_from(std::size_t kept) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t first = (kept + page - 1) / page * page;
        if (first < bytes()) munmap(reinterpret_cast<char*>(data_) + first, bytes() - first);
    }
#else
    bool mapped() const { return false; }
    void* map() const { return nullptr; }
    void unmap() {}
    void unmap_from(std::size_t) {}
#endif

    void* allocate() const {
        void* memory = ::operator new(bytes(), std::align_val_t{alignment});
        std::memset(memory, 0, bytes());
        return memory;
    }

    void release() {
        if (data_ == nullptr) return;
        if (mapped())
            unmap();
        else
            ::operator delete(data_, std::align_val_t{alignment});
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
};

// A growing array of trivial T without the division that std::vector's size costs: T may have any
// size, and searches ask at every step.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { std::free(data_); }

    T* data() { return data_; }
    T& operator[](std::size_t i) {
        assert(i < capacity_);
        return data_[i];
    }
    const T& operator[](std::size_t i) const {
        assert(i < capacity_);
        return data_[i];
    }
    std::size_t capacity() const { return capacity_; }
    std::size_t bytes() const { return capacity_ * sizeof(T); }

    // Makes room for at least so many, and some more: twice as many while that is little, later a
    // thirty-second part, so that a memory limit is met closely. The system moves large arrays
    // without copying them. Keeps what is there; what is new is not initialised.
    void grow_to(std::size_t wanted) {
        if (wanted > capacity_) reserve(wanted + (wanted < 256 ? wanted : wanted / 32));
    }

private:
    void reserve(std::size_t capacity) {
        void* moved = std::realloc(data_, capacity * sizeof(T));
        if (moved == nullptr) throw std::bad_alloc();
        data_ = static_cast<T*>(moved);
        capacity_ = capacity;
    }

    T* data_ = nullptr;
    std::size_t capacity_ = 0;
};

// An array that grows by segments, each twice as long as the one before: nothing is ever copied,
// so the peak is what is stored. Memory counts when it is first used, as the system counts it.
template <class T, std::size_t first_segment>
class Segmented {
    static_assert(std::has_single_bit(first_segment));

public:
    T& operator[](std::size_t i) { return *at(i); }
    const T& operator[](std::size_t i) const { return *at(i); }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(T); }

    // Returns the index of a new, zeroed element.
    std::size_t grow() {
        if (size_ == end_) add_segment();
        return size_++;
    }
    // The same for so many at once, to be written by several threads. These have brought the memory
    // before, `threads` (a Crew, or Alone), a large page each and some ahead.
    template <class Threads>
    void grow_by(std::size_t count, Threads& threads) {
        const std::size_t ahead =
            std::min<std::size_t>(threads.threads() * large_page, bytes() / 16) / sizeof(T);
        touched_ = std::max(touched_, size_);
        grow_to(size_ + count);
        while (touched_ < size_) {
            const std::size_t segment = segment_of(touched_);
            Block<T>& block = segments_[segment];
            const std::size_t base = first_of(segment);
            const std::size_t first = touched_ - base;
            const std::size_t last = std::min(size_ + ahead - base, block.size());
            const std::size_t page = first * sizeof(T) / large_page;
            threads.each(last * sizeof(T) / large_page - page + 1,
                         [&](std::size_t i, std::uint32_t) {
                             block.touch(std::max(first, first_on(page + i)),
                                         std::min(last, first_on(page + i + 1)));
                         });
            touched_ = base + last;
        }
    }
    // The same without bringing any.
    void grow_to(std::size_t size) {
        while (end_ < size) add_segment();
        size_ = std::max(size_, size);
    }
    // Forgets all elements from this index on.
    void shrink_to(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }
    // The same, and gives the memory of segments back in which none is left.
    void release_to(std::size_t size) {
        for (std::size_t i = segment_of(end_); i-- > 0 && first_of(i) >= size;) {
            segments_[i].clear();
            end_ = first_of(i);
        }
        touched_ = std::min(touched_, size);
        shrink_to(size);
    }

private:
    static constexpr std::size_t shift = std::countr_zero(first_segment);
    static constexpr std::size_t large_page = std::size_t{1} << 21;

    // The first element that begins on this page of a segment.
    static std::size_t first_on(std::size_t page) {
        return (page * large_page + sizeof(T) - 1) / sizeof(T);
    }

    // The index of the first element of a segment.
    static std::size_t first_of(std::size_t segment) {
        return (first_segment << segment) - first_segment;
    }

    static std::size_t segment_of(std::size_t i) {
        return std::bit_width(i + first_segment) - 1 - shift;
    }

    // Elements are asked for at every step, so where segments begin is kept less what would have to
    // be taken off the index.
    T* at(std::size_t i) const {
        const std::size_t segment = segment_of(i);
        assert(i - first_of(segment) < segments_[segment].size());
        return reinterpret_cast<T*>(origins_[segment] + (i + first_segment) * sizeof(T));
    }

    void add_segment() {
        const std::size_t segment = segment_of(end_);
        const std::size_t size = first_segment << segment;
        segments_[segment] = Block<T>(size);
        origins_[segment] =
            reinterpret_cast<std::uintptr_t>(&segments_[segment][0]) - size * sizeof(T);
        end_ += size;
    }

    std::array<Block<T>, 40> segments_;
    std::array<std::uintptr_t, 40> origins_{};
    std::size_t size_ = 0;
    std::size_t end_ = 0;      // of all segments
    std::size_t touched_ = 0;  // memory up to here was brought for several threads
};

}  // namespace deepen
