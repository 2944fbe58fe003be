// Where several searches of one position are at the moment, so that they share the work rather than
// do it twice.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace deepen {

// Of each search, the positions near the root on the way to the one that it looks at. All is told
// without locks and may be old when it is read: nothing but the order of trial may depend on it.
class SearchPaths {
public:
    static constexpr std::uint32_t plies = 32;

    explicit SearchPaths(std::uint32_t searches) : paths_(searches) {}

    // While it lives, a search is in a position, so many plies from the root.
    class Visit {
    public:
        Visit(SearchPaths& paths, std::uint32_t search, std::uint32_t ply, std::uint64_t hash)
            : paths_(paths), search_(search), ply_(ply), hash_(hash) {
            place(ply).store(hash, std::memory_order_relaxed);
            if (called_to() >= ply) answer_recall();  // an old one
        }
        ~Visit() { place(ply_).store(0, std::memory_order_relaxed); }
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;

        // Whether another search is in a position one ply from here.
        bool is_busy(std::uint64_t child) const {
            bool found = false;
            paths_.each_in(child, ply_ + 1, search_, [&](Path&) { found = true; });
            return found;
        }

        // The position is settled: whoever else is there need not go on.
        void call_others_back() const {
            paths_.each_in(hash_, ply_, search_, [this](Path& path) { path.call_back(ply_); });
        }
        // Whether this search is called back to a position on the way to here. The call may have
        // come late: it counts while the search is in some position there, which will answer it.
        bool is_called_back() const {
            const std::uint32_t ply = called_to();
            return ply < ply_ && place(ply).load(std::memory_order_relaxed) != 0;
        }
        void answer_recall() {
            if (called_to() != nowhere) recall().store(nowhere, std::memory_order_relaxed);
        }

    private:
        std::atomic<std::uint64_t>& place(std::uint32_t ply) const {
            return paths_.paths_[search_].hashes[ply];
        }
        std::uint32_t called_to() const { return recall().load(std::memory_order_relaxed); }
        std::atomic<std::uint32_t>& recall() const { return paths_.paths_[search_].recall; }

        SearchPaths& paths_;
        std::uint32_t search_;
        std::uint32_t ply_;
        std::uint64_t hash_;
    };

private:
    static constexpr std::uint32_t nowhere = plies;

    struct alignas(64) Path {
        std::array<std::atomic<std::uint64_t>, plies + 1> hashes{};
        std::atomic<std::uint32_t> recall{nowhere};

        void call_back(std::uint32_t ply) {
            std::uint32_t now = recall.load(std::memory_order_relaxed);
            while (ply < now &&
                   !recall.compare_exchange_weak(now, ply, std::memory_order_relaxed)) {
            }
        }
    };

    template <class Task>
    void each_in(std::uint64_t hash, std::uint32_t ply, std::uint32_t but, Task&& task) {
        for (std::uint32_t i = 0; i < paths_.size(); ++i)
            if (i != but && paths_[i].hashes[ply].load(std::memory_order_relaxed) == hash)
                task(paths_[i]);
    }

    std::vector<Path> paths_;
};

}  // namespace deepen
