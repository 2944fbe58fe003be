// Tables that grow, for ThreadSanitizer: while one moves what it knows, whoever says stop is heard.
// What is left behind is forgotten, and what is told afterwards is true.
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "../engine/limits.h"
#include "../engine/proof_table.h"
#include "../engine/refutation_table.h"
#include "../engine/shared_refutation_table.h"
#include "../engine/team.h"
#include "../engine/transposition_table.h"
#include "check.h"

namespace deepen::tests {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
// A growth from here takes some looks.
constexpr std::size_t large = std::size_t{2} << 20;

// What is true of each number, whatever the table.
State<1> numbered(std::uint64_t i) { return {{i}}; }
std::uint64_t hash_of_number(std::uint64_t i) { return hash_of(numbered(i)); }
std::uint8_t work_of(std::uint64_t i) { return static_cast<std::uint8_t>(1 + i % 30); }
std::int32_t value_of(std::uint64_t i) { return static_cast<std::int32_t>(i % 1000); }

class Values {
public:
    explicit Values(Watch&) : table_(most_bytes) {}
    std::size_t bytes() const { return table_.bytes(); }
    void record(std::uint64_t i, Watch& watch) {
        TableEntry found{.lower_bound = value_of(i), .upper_bound = value_of(i), .proven = 1};
        found.work = work_of(i);
        table_.record(numbered(i), hash_of_number(i), found, &watch);
    }
    bool knows(std::uint64_t i) {
        const TableEntry found = table_.find(numbered(i), hash_of_number(i));
        CHECK(!found.known() || found.lower_bound == value_of(i));
        return found.known();
    }
    TranspositionTable<1>& table() { return table_; }

private:
    TranspositionTable<1> table_;
};

class Proofs {
public:
    explicit Proofs(Watch& watch) : table_(most_bytes, watch) {}
    std::size_t bytes() const { return table_.bytes(); }
    void record(std::uint64_t i, Watch&) {
        const auto found = ProofEntry::of_answer(true, value_of(i));
        table_.record(numbered(i), hash_of_number(i), 1, found, work_of(i));
    }
    bool knows(std::uint64_t i) const {
        const ProofEntry found = table_.find(numbered(i), hash_of_number(i), 1);
        CHECK(!found.is_final() || found.bound() == value_of(i));
        return found.is_final();
    }

private:
    ProofTable<1> table_;
};

template <class Table>
class Refutations {
public:
    explicit Refutations(Watch&) : table_(most_bytes) {}
    std::size_t bytes() const { return table_.bytes(); }
    template <class Limiter>
    void record(std::uint64_t i, Limiter& watch) {
        table_.record(numbered(i), hash_of_number(i), work_of(i), watch);
    }
    bool knows(std::uint64_t i) {
        CHECK(!table_.is_refuted(numbered(i), hash_of_number(i), work_of(i) + 1));
        return table_.is_refuted(numbered(i), hash_of_number(i), work_of(i));
    }
    Table& table() { return table_; }

private:
    Table table_;
};

// One who listens may be told to say stop at the next look.
class ToldWatch : public Watch {
public:
    ToldWatch() : Watch({.time_limit = 1e9}, [this](const Progress&) { return !is_told_; }, 128) {}
    void tell() {
        is_told_ = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(60));  // until it is asked again
    }

private:
    bool is_told_ = false;
};

// So many numbers that one more makes the table grow from at least that size.
template <class Table>
std::uint64_t enough() {
    static std::uint64_t numbers = 0;
    if (numbers > 0) return numbers;
    Watch watch({}, {}, 128);
    Table table(watch);
    std::size_t before = table.bytes();
    for (std::uint64_t i = 0;; ++i) {
        table.record(i, watch);
        if (table.bytes() != before && before >= large) return numbers = i;
        before = table.bytes();
    }
}

template <class Table>
std::unique_ptr<Table> filled(Watch& watch) {
    auto table = std::make_unique<Table>(watch);
    for (std::uint64_t i = 0; i < enough<Table>(); ++i) table->record(i, watch);
    return table;
}

template <class Table>
std::uint64_t known(Table& table) {
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < enough<Table>(); ++i) count += table.knows(i);
    return count;
}

// How many entries are left of how many, after a growth in which somebody says stop, or nobody.
template <class Table>
std::pair<std::uint64_t, std::uint64_t> kept(ToldWatch& watch, bool stops) {
    const auto table = filled<Table>(watch);
    const std::uint64_t all = known(*table);
    if (stops) watch.tell();
    table->record(enough<Table>(), watch);
    CHECK(table->knows(enough<Table>()));
    return {known(*table), all};
}

template <class Table>
void a_growth_hears_a_stop() {
    ToldWatch patient;
    const auto [moved, all] = kept<Table>(patient, false);
    CHECK(moved > all * 9 / 10 && patient.stopped() == Stop::none);
    ToldWatch told;
    const auto [moved_before, as_many] = kept<Table>(told, true);
    CHECK(as_many == all && 0 < moved_before && moved_before < all / 2);
    for (int i = 0; i < 2; ++i)
        CHECK(told.before_expansion(1, [] { return Progress{}; }) == Stop::cancelled);
}

// Who has to pause moves all that is known, unless somebody says stop.
void a_pause_is_no_stop() {
    for (const bool stops : {false, true}) {
        ToldWatch watch;
        watch.pause_at(0);
        const auto [moved, all] = kept<Values>(watch, stops);
        CHECK(stops ? moved < all / 2 : moved > all * 9 / 10);
        CHECK(watch.look_now(1, [] { return Progress{}; }) ==
              (stops ? Stop::cancelled : Stop::effort));
    }
}

// The others hear of it by the one that owns the watch: `first`, before they begin.
void all_threads_end_a_growth(bool first) {
    ToldWatch watch;
    const auto values = filled<Values>(watch);
    TranspositionTable<1>& table = values->table();
    const std::uint64_t all = known(*values);
    table.share();
    CHECK(table.is_crowded());
    watch.tell();
    table.grow([&](auto&& move) {
        if (first) move(&watch);
        std::vector<std::jthread> others;
        for (int i = 0; i < 3; ++i) others.emplace_back([&] { move(nullptr); });
        if (!first) move(&watch);
    });
    CHECK(known(*values) <= (first ? all / 2 : all));
}

// Any thread may be the one that has the table grow. After a stop that stays as it is.
void a_shared_growth_hears_a_stop() {
    using Table = Refutations<SharedRefutationTable<1>>;
    enum class Heard { by_nobody, by_the_first, by_all };
    for (const Heard heard : {Heard::by_nobody, Heard::by_the_first, Heard::by_all}) {
        Watch before({}, {}, 128);
        const auto table = filled<Table>(before);
        const std::uint64_t all = known(*table);
        const std::size_t bytes = table->bytes();
        Watch watch({.time_limit = heard == Heard::by_nobody ? 1e9 : 0.0}, {}, 128);
        Team team(watch, heard == Heard::by_the_first ? 1 : 3);
        if (heard == Heard::by_all) CHECK(!team.may_go_on());
        const Stop stop = team.work([&](Team::Worker& worker) {
            for (std::uint64_t i = worker.number(); i < 1000; i += team.threads())
                table->record(enough<Table>() + i, worker);
        });
        CHECK(stop == (heard == Heard::by_nobody ? Stop::none : Stop::time));
        CHECK((table->bytes() > bytes) == (heard == Heard::by_nobody));
        table->table().settle(team);
        CHECK(known(*table) > all / 2);
    }
}

}  // namespace

}  // namespace deepen::tests

int main() {
    deepen::tests::a_growth_hears_a_stop<deepen::tests::Values>();
    deepen::tests::a_growth_hears_a_stop<deepen::tests::Proofs>();
    deepen::tests::a_growth_hears_a_stop<deepen::tests::Refutations<deepen::RefutationTable<1>>>();
    deepen::tests::a_pause_is_no_stop();
    deepen::tests::all_threads_end_a_growth(true);
    deepen::tests::all_threads_end_a_growth(false);
    deepen::tests::a_shared_growth_hears_a_stop();
}
