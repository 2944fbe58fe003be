// What a long search has found so far, in a file: one that was killed goes on from there.
//
// A log is a sequence of records, each with its kind, its length and a checksum, that are written
// to the end once and never changed. What a kill has cut short is not valid, and goes with all that
// lies behind it when the next is written.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "checksum.h"

namespace deepen {

class BuildLog {
public:
    // `key` says what is being built: what a log of another one has is forgotten. Between two
    // records so many seconds should pass: as much is lost when the search is killed. Of values,
    // each of which has all that is known, also ten times what the last one took, unless `every` is
    // 0: no more than a tenth of the time goes into them.
    BuildLog(const std::string& path, const std::string& key, double every)
        : file_(opened(path)), every_(every), pause_(every) {
        std::setvbuf(file_.get(), nullptr, _IOFBF, buffer_size);
        if (read_key() == key) return;
        place_ = 0;
        begin(Kind::key);
        write(key.data(), key.size());
        end();
    }

    // Whether it is time for a record; `now` is when, in seconds since the search began.
    bool is_due(double now) const { return now - last_ >= pause_; }
    void note_time(double now) { last_ = now; }

    // A positive number each.
    enum class Kind : std::uint64_t { none, key, positions, values };

    // Asked now and then while a record is looked at: if it says no, no valid one follows.
    void ask(std::function<bool()> may_go_on) { may_go_on_ = std::move(may_go_on); }

    // From now on records come in places of their own, and nothing behind one goes when it is
    // written.
    void keep_what_follows() { at_end_ = true; }

    // Where the next record begins.
    std::uint64_t place() const { return place_; }
    void go_to(std::uint64_t place) { place_ = place; }
    // What a record with so many bytes in it takes.
    static std::uint64_t bytes_of(std::uint64_t bytes) { return sizeof(Header) + bytes; }

    // Goes to the next record, which is read in parts from its beginning on; none: no valid record
    // follows, and the next that is written comes here.
    Kind next() {
        seek(place_);
        Header header{};
        if (!get(&header, sizeof header) || !is_valid(header)) return Kind::none;
        place_ += sizeof header + header.bytes;
        seek(place_ - header.bytes);
        return static_cast<Kind>(header.kind);
    }
    void read(void* to, std::size_t bytes) {
        if (bytes == 0) return;
        if (!get(to, bytes)) throw std::system_error(EIO, std::generic_category());
    }
    template <class T>
    T read() {
        T value;
        read(&value, sizeof value);
        return value;
    }

    // One whose end() is not called is none, and the next comes in its place.
    void begin(Kind kind) {
        begun_ = Clock::now();
        seek(place_);
        if (!std::exchange(at_end_, true)) truncate();
        header_ = {static_cast<std::uint64_t>(kind), 0, 0};
        sum_ = sum_of(header_.kind);
        put(&empty_, sizeof empty_);
    }
    void write(const void* from, std::size_t bytes) {
        if (bytes == 0) return;
        sum_.add(from, bytes);
        header_.bytes += bytes;
        put(from, bytes);
    }
    template <class T>
    void write(const T& value) {
        write(&value, sizeof value);
    }
    // Only now it is a record.
    void end() {
        flush();
        seek(place_);
        header_.sum = sum_.value();
        put(&header_, sizeof header_);
        flush();
        place_ += sizeof header_ + header_.bytes;
        if (every_ == 0) return;
        const std::chrono::duration<double> took = Clock::now() - begun_;
        pause_ = header_.kind == static_cast<std::uint64_t>(Kind::values)
                     ? std::max(every_, 10 * took.count())
                     : every_;
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Header {
        std::uint64_t kind;
        std::uint64_t bytes;
        std::uint64_t sum;
    };
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, Close>;
    static constexpr std::size_t buffer_size = 1 << 20;

    static File opened(const std::string& path) {
        File file(std::fopen(path.c_str(), "r+b"));
        if (file == nullptr) file.reset(std::fopen(path.c_str(), "w+b"));
        if (file == nullptr) throw std::system_error(errno, std::generic_category(), path);
        return file;
    }

    std::string read_key() {
        if (next() != Kind::key) return {};
        std::string key(place_ - sizeof(Header), '\0');
        read(key.data(), key.size());
        return key;
    }

    // Reads the whole record once.
    bool is_valid(const Header& header) {
        if (header.kind == 0) return false;
        std::vector<char> part(buffer_size);
        Checksum sum = sum_of(header.kind);
        for (std::uint64_t left = header.bytes; left > 0;) {
            const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(left, part.size()));
            if (!get(part.data(), bytes) || (may_go_on_ && !may_go_on_())) return false;
            sum.add(part.data(), bytes);
            left -= bytes;
        }
        return sum.value() == header.sum;
    }

    // Before anything of the record follows: one of another kind has another sum.
    static Checksum sum_of(std::uint64_t kind) {
        Checksum sum;
        sum.add(&kind, sizeof kind);
        return sum;
    }

    void seek(std::uint64_t place) {
        if (fseeko(file_.get(), static_cast<off_t>(place), SEEK_SET) != 0) fail();
    }
    // What was left there is of another log, or was cut short: no record of this one follows it.
    void truncate() {
        flush();
        if (ftruncate(fileno(file_.get()), static_cast<off_t>(place_)) != 0) fail();
    }
    bool get(void* to, std::size_t bytes) { return std::fread(to, 1, bytes, file_.get()) == bytes; }
    void put(const void* from, std::size_t bytes) {
        if (std::fwrite(from, 1, bytes, file_.get()) != bytes) fail();
    }
    void flush() {
        if (std::fflush(file_.get()) != 0) fail();
    }
    [[noreturn]] static void fail() { throw std::system_error(errno, std::generic_category()); }

    File file_;
    std::function<bool()> may_go_on_;
    double every_;
    double pause_;
    double last_ = 0;
    Clock::time_point begun_;
    std::uint64_t place_ = 0;  // behind the last valid record
    bool at_end_ = false;      // whether nothing lies behind that
    Header header_{};
    Checksum sum_;  // of the record that is being written
    static constexpr Header empty_{};
};

}  // namespace deepen
