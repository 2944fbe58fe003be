// The rules of ../chexers_like.py inlined into deepen's own breadth-first search: what the same
// engine does when nothing stands between it and the rules.
//
// Reads the instance as numbers (start, blocks, exits, step table, jump table) and the number of
// rounds as argument; prints states, generated, and the CPU seconds of the fastest round.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "../../cpp/engine/breadth_first.h"

namespace {

using namespace deepen;

class Chexers {
public:
    std::uint64_t read() {
        std::uint64_t start = 0;
        std::cin >> start >> blocks_ >> exits_;
        for (auto* table : {&step_, &jump_})
            for (auto& row : *table)
                for (unsigned& cell : row) std::cin >> cell;
        return start;
    }

    std::size_t expand(const State<1>& state, Successors<1>& out, std::size_t base) {
        const std::uint64_t pieces = state.words[0];  // it may lie in the buffer, which may move
        make_room(out, base);
        Successor<1>* next = out.data() + base;
        const std::uint64_t occupied = pieces | blocks_ | bit(nowhere);
        for (std::uint64_t left = pieces; left != 0; left &= left - 1) {
            const auto cell = static_cast<unsigned>(std::countr_zero(left));
            const std::uint64_t others = pieces ^ bit(cell);
            if (exits_ & bit(cell)) *next++ = {{{others}}, 8 * cell + 6, 1, 0, 0};
            for (unsigned direction = 0; direction < 6; ++direction) {
                unsigned target = step_[cell][direction];
                if (occupied & bit(target)) target = jump_[cell][direction];
                if ((occupied & bit(target)) == 0)
                    *next++ = {{{others | bit(target)}}, 8 * cell + direction, 1, 0, 0};
            }
        }
        return static_cast<std::size_t>(next - (out.data() + base));
    }

    // Nothing is estimated.
    std::size_t expand_along(const State<1>& state, ExpandRequest& request, Successors<1>& out,
                             std::size_t base) {
        request.skipped = request.cut = 0;
        return expand(state, out, base);
    }
    void make_room(Successors<1>& out, std::size_t base) { out.grow_to(base + room); }

    bool is_goal(const State<1>& state) { return state.words[0] == 0; }
    Cost estimate(const State<1>&) { return 0; }

private:
    static constexpr unsigned nowhere = 63;
    static constexpr std::size_t room = 37 * 7;

    static std::uint64_t bit(unsigned i) { return std::uint64_t{1} << i; }

    std::uint64_t blocks_ = 0;
    std::uint64_t exits_ = 0;
    std::array<std::array<unsigned, 6>, 37> step_{};
    std::array<std::array<unsigned, 6>, 37> jump_{};
};

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

int main(int argc, char** argv) {
    Chexers problem;
    const State<1> start{{problem.read()}};
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
    double best = 1e9;
    for (int round = 0; round < rounds; ++round) {
        Watch watch(Limits{}, nullptr, 128);
        const double before = cpu_seconds();
        const Result<1> result = breadth_first(problem, start, {.exhaust = true}, watch);
        best = std::min(best, cpu_seconds() - before);
        if (round + 1 == rounds)
            std::printf("%llu %llu %.9f\n", static_cast<unsigned long long>(result.stored),
                        static_cast<unsigned long long>(result.generated), best);
    }
}
