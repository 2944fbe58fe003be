// Tells whether what was written is what is read, in whichever pieces either came.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace deepen {

// Eight bytes at a time: byte by byte, it would take longer than the disk.
class Checksum {
public:
    void add(const void* from, std::size_t bytes) {
        const auto* next = static_cast<const unsigned char*>(from);
        if (begun_ > 0) {
            const std::size_t taken = std::min(bytes, sizeof word_ - begun_);
            std::memcpy(reinterpret_cast<unsigned char*>(&word_) + begun_, next, taken);
            begun_ += taken;
            if (begun_ < sizeof word_) return;
            mix(word_);
            word_ = begun_ = 0;
            next += taken;
            bytes -= taken;
        }
        for (; bytes >= sizeof word_; bytes -= sizeof word_, next += sizeof word_) {
            std::uint64_t word;
            std::memcpy(&word, next, sizeof word);
            mix(word);
        }
        std::memcpy(&word_, next, begun_ = bytes);
    }

    std::uint64_t value() const {
        Checksum whole = *this;
        whole.mix(word_ ^ begun_ << 56);
        return whole.sum_;
    }

private:
    // A change of one word changes the sum: each step can be undone.
    void mix(std::uint64_t word) { sum_ = std::rotl((sum_ ^ word) * 0x9e3779b97f4a7c15U, 29) + 1; }

    std::uint64_t sum_ = 0;
    std::uint64_t word_ = 0;  // of which so many bytes have come
    std::size_t begun_ = 0;
};

}  // namespace deepen
