// Tables of games by several threads, for ThreadSanitizer: random games in which positions repeat,
// each worked out also by the plainest of means.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "../engine/game_table.h"
#include "check.h"

namespace deepen::tests {

namespace {

struct Choice {
    std::uint64_t to;
    Pay pay;
};

// Positions are numbers. Some have no moves, some lead to themselves, some to the same twice, and
// some movers go on. `ended`: what a position without moves is worth, where that is how it pays.
class LoopingGame {
public:
    LoopingGame(std::uint32_t seed, std::uint32_t positions)
        : moves_(positions), ended_(positions) {
        std::mt19937 random(seed);
        const std::uint32_t most = 1 + random() % 4;
        const bool goes_on = random() % 2 == 0;
        for (std::uint32_t from = 0; from < positions; ++from) {
            ended_[from] = static_cast<int>(random() % 3) - 1;
            const std::uint32_t count = random() % 5 == 0 ? 0 : random() % (most + 1);
            for (std::uint32_t i = 0; i < count; ++i)
                add(from, random() % positions, random, goes_on);
            if (from > 0 && random() % 4 != 0) {
                const std::uint32_t before = random() % from;
                if (!moves_[before].empty()) add(before, from, random, goes_on);
            }
        }
        for (auto& choices : moves_)
            for (Choice& each : choices)
                if (moves_[each.to].empty()) pay(each);
        turn_round(random);
    }

    std::size_t expand(const State<1>& state, Successors<1>& out, std::size_t base) {
        const auto& choices = moves_[state.words[0]];
        out.grow_to(base + choices.size());
        for (std::uint32_t i = 0; i < choices.size(); ++i)
            out[base + i] = {{{choices[i].to}}, i, pay_code(choices[i].pay), 0, 0};
        return choices.size();
    }
    std::size_t expand_along(const State<1>& state, ExpandRequest&, Successors<1>& out,
                             std::size_t base) {
        return expand(state, out, base);
    }
    std::size_t predecessors(const State<1>& state, Successors<1>& out, std::size_t base) {
        const auto& ways = ways_back_[state.words[0]];
        out.grow_to(base + ways.size());
        for (std::uint32_t i = 0; i < ways.size(); ++i)
            out[base + i] = {{{ways[i].to}}, i, pay_code(ways[i].pay), 0, 0};
        return ways.size();
    }
    void make_room(Successors<1>&, std::size_t) {}
    bool is_goal(const State<1>&) { return false; }
    Cost estimate(const State<1>&) { return 0; }

    const std::vector<Choice>& moves(std::uint64_t from) const { return moves_[from]; }
    int ended(std::uint64_t at) const { return moves_[at].empty() ? ended_[at] : 0; }
    std::size_t size() const { return moves_.size(); }

    // From now on the way back is wrong here and there: some are left out, some are made up.
    void spoil(std::mt19937& random) {
        for (auto& ways : ways_back_) {
            if (random() % 4 == 0) ways.push_back({random() % size(), {0, false}});
            if (random() % 4 == 0 && !ways.empty()) ways.erase(ways.begin());
        }
    }

private:
    // Told in any order, some twice; some of what is over, and some of what is nowhere.
    void turn_round(std::mt19937& random) {
        ways_back_.resize(size());
        for (std::uint32_t from = 0; from < size(); ++from)
            for (const Choice& each : moves_[from])
                for (std::uint32_t i = random() % 4 == 0 ? 2 : 1; i > 0; --i)
                    ways_back_[each.to].push_back({from, {0, each.pay.again}});
        for (auto& ways : ways_back_) {
            const std::uint64_t other = random() % (2 * size());
            if (other >= size() || moves_[other].empty()) ways.push_back({other, {0, false}});
            std::shuffle(ways.begin(), ways.end(), random);
        }
    }
    void add(std::uint32_t from, std::uint64_t to, std::mt19937& random, bool goes_on) {
        moves_[from].push_back({to, {0, goes_on && random() % 3 == 0}});
    }
    void pay(Choice& choice) const {
        const int ended = ended_[choice.to];
        choice.pay.reward = choice.pay.again ? ended : -ended;
    }

    std::vector<std::vector<Choice>> moves_;
    std::vector<std::vector<Choice>> ways_back_;  // with where they come from
    std::vector<int> ended_;
};
static_assert(TwoWayProblem<LoopingGame, 1>);

// How tables are made; of games for points only by keeping moves.
struct Way {
    Payment payment;
    Keeping keeping = Keeping::moves;
};
constexpr std::array ways{Way{Payment::at_ends}, Way{Payment::at_ends, Keeping::counts},
                          Way{Payment::by_moves}};

// What is decided within so many moves, for more and more moves, until nothing changes.
std::vector<TimedValue> by_turns(const LoopingGame& game) {
    std::vector<TimedValue> known(game.size());
    for (std::size_t i = 0; i < game.size(); ++i) known[i].value = game.ended(i);
    bool changes = true;
    for (std::uint32_t distance = 1; changes; ++distance) {
        const std::vector<TimedValue> before = known;
        changes = false;
        for (std::size_t i = 0; i < game.size(); ++i) {
            if (before[i].value != 0 || game.moves(i).empty()) continue;
            bool wins = false;
            bool loses = true;
            for (const Choice& each : game.moves(i)) {
                const Value child = before[each.to].value;
                const Value worth = each.pay.again ? child : -child;
                wins = wins || worth > 0;
                loses = loses && worth < 0;
            }
            if (wins || loses) known[i] = {wins ? 1 : -1, distance};
            changes = changes || wins || loses;
        }
    }
    return known;
}

GameTable<1> tabulated(LoopingGame& game, Way way, std::uint32_t threads) {
    Watch watch({}, nullptr, 128);
    const int worth = way.payment == Payment::at_ends ? game.ended(0) : 0;
    return Tabulation<1, LoopingGame>(game, way.payment, way.keeping, watch, threads)
        .run({{0}}, worth);
}

// The same by a build that is stopped over and over, and goes on from its log.
GameTable<1> tabulated_in_pieces(LoopingGame& game, Way way, std::uint32_t threads) {
    const std::string name = "deepen-tables-" + std::to_string(getpid()) + ".part";
    const std::string path = std::filesystem::temp_directory_path() / name;
    std::filesystem::remove(path);
    const int worth = way.payment == Payment::at_ends ? game.ended(0) : 0;
    for (std::uint64_t most = 1;; most = 2 * most + 100) {
        Watch watch({.node_limit = most}, nullptr, 128);
        Tabulation<1, LoopingGame> tabulation(game, way.payment, way.keeping, watch, threads);
        BuildLog log(path, "a game", 0);
        tabulation.keep_log(log);
        GameTable<1> table = tabulation.run({{0}}, worth);
        if (table.status == Status::node_limit || most < 1'000'000) continue;  // then once more
        std::filesystem::remove(path);
        return table;
    }
}

// Two places take turns: a build that dies while it writes the older keeps the newer behind it.
void die_in_the_older_place() {
    const std::string name = "deepen-places-" + std::to_string(getpid()) + ".part";
    const std::string path = std::filesystem::temp_directory_path() / name;
    std::filesystem::remove(path);
    const auto open = [&] { return BuildLog(path, "a game", 0); };
    std::array<std::uint64_t, 2> places{};
    const auto holds = [&](BuildLog&& log, std::uint64_t place) {
        log.go_to(place);
        return log.next() == BuildLog::Kind::values ? log.read<std::uint64_t>() : 0;
    };
    {
        BuildLog log = open();
        for (std::uint64_t number = 1; number <= 2; ++number) {
            places[number - 1] = log.place();
            log.begin(BuildLog::Kind::values);
            log.write(number);
            log.end();
        }
    }
    {
        BuildLog log = open();
        log.keep_what_follows();
        log.go_to(places[0]);
        log.begin(BuildLog::Kind::values);
        log.write(std::uint64_t{3});
    }
    CHECK(holds(open(), places[0]) == 0);
    CHECK(holds(open(), places[1]) == 2);
    std::filesystem::remove(path);
}

bool are_equal(const GameTable<1>& a, const GameTable<1>& b) {
    bool equal = a.positions == b.positions && a.moves == b.moves;
    for (std::size_t i = 0; equal && i < a.positions; ++i)
        equal = a.states[i] == b.states[i] && a.codes[i] == b.codes[i];
    return equal;
}

void compare(LoopingGame& game, Way way, std::uint32_t threads) {
    const GameTable<1> table = tabulated(game, way, threads);
    const std::vector<TimedValue> known = by_turns(game);
    CHECK(table.status == Status::solved);
    std::uint64_t counted = 0;
    for (const TableOutcome& each : table.outcomes) counted += each.positions;
    CHECK(counted == table.positions);
    for (std::size_t i = 0; i < table.positions; ++i) {
        const std::uint64_t at = table.states[i];
        CHECK(i == 0 || table.states[i - 1] < at);
        TimedValue wanted = known[at];
        // Where moves pay, there is nothing left to win at the end.
        if (way.payment == Payment::by_moves && game.moves(at).empty()) wanted = {};
        CHECK(table.outcomes[table.codes[i]].worth == wanted);
    }
}

// A wrong way back gives no table, or the right one.
void compare_spoilt(std::uint32_t seed, std::uint32_t threads, int& refused) {
    LoopingGame game(seed, 1 + seed % 40);
    const GameTable<1> right = tabulated(game, ways[0], 1);
    std::mt19937 random(seed);
    game.spoil(random);
    try {
        CHECK(are_equal(tabulated(game, ways[1], threads), right));
    } catch (const RuleFailure<1>& failure) {
        CHECK(failure.fault == RuleFault::wrong_way_back);
        ++refused;
    }
}

// However the bytes are cut, the sum is one; of other bytes, it is another.
void sum_in_pieces(std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<unsigned char> bytes(1 + random() % 100);
    for (auto& each : bytes) each = static_cast<unsigned char>(random());
    const auto sum = [&] {
        Checksum made;
        for (std::size_t i = 0, count; i < bytes.size(); i += count) {
            count = std::min<std::size_t>(1 + random() % 20, bytes.size() - i);
            made.add(&bytes[i], count);
        }
        return made.value();
    };
    const std::uint64_t first = sum();
    CHECK(sum() == first);
    unsigned char& changed = bytes[random() % bytes.size()];
    changed = static_cast<unsigned char>(changed ^ 1U << random() % 8);
    CHECK(sum() != first);
    changed = 0;
    const std::uint64_t before = sum();
    bytes.push_back(0);
    CHECK(sum() != before);
}

}  // namespace

}  // namespace deepen::tests

int main() {
    using namespace deepen;
    using namespace deepen::tests;
    for (std::uint32_t seed = 0; seed < 1000; ++seed) sum_in_pieces(seed);
    die_in_the_older_place();
    int refused = 0;
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        LoopingGame game(seed, 1 + seed % 40);
        for (const Way way : ways) compare(game, way, 1);
        compare_spoilt(seed, 1 + seed % 64 / 63, refused);
    }
    CHECK(refused > 100);
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
        LoopingGame game(seed, 20'000);
        for (const Way way : ways) compare(game, way, 1 + seed % 4);
    }
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        LoopingGame game(seed, 5'000);
        for (const Way way : ways)
            CHECK(are_equal(tabulated(game, way, 1), tabulated_in_pieces(game, way, 1 + seed % 4)));
    }
}
