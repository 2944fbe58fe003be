// Breadth-first search and audits by several threads, for ThreadSanitizer: random graphs, each
// searched also by the plainest of queues, and limits.

#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <vector>

#include "../engine/audit.h"
#include "../engine/breadth_first.h"
#include "check.h"
#include "minimal.h"

namespace deepen::tests {

namespace {

// States are numbers. Some lead nowhere, some to themselves, some to the same twice; goals may be
// several or none. `broken`: a state whose rules fail.
class Graph {
public:
    Graph(std::uint32_t seed, std::uint32_t states)
        : edges_(states), goal_(states), broken_(states) {
        std::mt19937 random(seed);
        const std::uint32_t most = 1 + random() % 5;
        for (std::uint32_t from = 0; from < states; ++from) {
            const std::uint32_t count = random() % 8 == 0 ? 0 : random() % (most + 1);
            for (std::uint32_t i = 0; i < count; ++i) edges_[from].push_back(random() % states);
            if (from > 0 && random() % 4 != 0)  // or hardly anything could be reached
                edges_[random() % from].push_back(from);
        }
        for (std::uint32_t i = random() % 3; i > 0; --i) goal_[random() % states] = true;
        if (random() % 4 == 0) broken_ = random() % states;
    }

    std::size_t expand(const State<1>& state, Successors<1>& out, std::size_t base) {
        const State<1> from = state;
        const auto& edges = edges_[from.words[0]];
        if (from.words[0] == broken_) throw RuleFailure<1>{RuleFault::raised, from};
        out.grow_to(base + edges.size());
        for (std::uint32_t i = 0; i < edges.size(); ++i)
            out[base + i] = {{{edges[i]}}, i, edges[i] % 3, 0, 0};
        return edges.size();
    }
    std::size_t expand_along(const State<1>& state, ExpandRequest&, Successors<1>& out,
                             std::size_t base) {
        return expand(state, out, base);
    }
    void make_room(Successors<1>&, std::size_t) {}
    bool is_goal(const State<1>& state) { return goal_[state.words[0]]; }
    Cost estimate(const State<1>& state) { return static_cast<Cost>(state.words[0] % 5); }

    const std::vector<std::uint32_t>& edges(std::uint64_t from) const { return edges_[from]; }
    std::uint32_t broken() const { return broken_; }

private:
    std::vector<std::vector<std::uint32_t>> edges_;
    std::vector<bool> goal_;
    std::uint32_t broken_;
};
static_assert(Problem<Graph, 1>);

// What a search is worth comparing for.
struct Counts {
    bool failed = false;
    Status status = Status::unsolvable;
    std::uint64_t expanded = 0, generated = 1, stored = 0;
    std::vector<std::uint64_t> path;    // after the start
    std::vector<std::uint64_t> layers;  // expanded in each that was finished
    bool operator==(const Counts&) const = default;
};

Counts failure() {
    Counts counts;
    counts.failed = true;
    return counts;
}

Counts by_queue(Graph& graph, bool exhaust, std::uint64_t node_limit) {
    Counts counts;
    counts.stored = 1;
    std::map<std::uint64_t, std::uint64_t> parents{{0, 0}};
    std::deque<std::uint64_t> queue{0};
    std::uint64_t left = 1;  // in the layer
    std::uint64_t size = 1;
    if (!exhaust && graph.is_goal({{0}})) {
        counts.status = Status::solved;
        return counts;
    }
    while (!queue.empty()) {
        const std::uint64_t from = queue.front();
        if (counts.expanded == node_limit) {
            counts.status = Status::node_limit;
            return counts;
        }
        if (from == graph.broken()) return failure();
        queue.pop_front();
        ++counts.expanded;
        counts.generated += graph.edges(from).size();
        for (const std::uint64_t to : graph.edges(from)) {
            if (!parents.emplace(to, from).second) continue;
            ++counts.stored;
            queue.push_back(to);
            if (exhaust || !graph.is_goal({{to}})) continue;
            counts.status = Status::solved;
            for (std::uint64_t at = to; at != 0; at = parents[at])
                counts.path.insert(counts.path.begin(), at);
            return counts;
        }
        if (--left > 0) continue;
        counts.layers.push_back(size);
        left = size = queue.size();
    }
    return counts;
}

// `keep`: the states in the order of one thread; otherwise threads may take those of a whole space
// in any order.
Counts by_threads(Graph& graph, bool exhaust, std::uint64_t node_limit, const Sharing& sharing,
                  bool keep) {
    Watch watch({.node_limit = node_limit}, {}, 128);
    try {
        const Result<1> found =
            breadth_first<1>(graph, State<1>{{0}}, {exhaust, keep, sharing}, watch);
        Counts counts{false, found.status, found.expanded, found.generated, found.stored, {}, {}};
        for (const Step<1>& step : found.steps) counts.path.push_back(step.state.words[0]);
        for (const Row& row : found.rows) counts.layers.push_back(row.expanded);
        CHECK(found.expanded_states.size() == (keep ? found.expanded : 0));
        return counts;
    } catch (const RuleFailure<1>&) {
        return failure();
    }
}

void layers_are_those_of_a_queue(std::uint32_t seed, std::uint32_t states, const Sharing& sharing) {
    Graph graph(seed, states);
    const bool exhaust = seed % 2 == 0;
    const std::uint64_t limit = seed % 5 == 0 ? seed % states : ~std::uint64_t{0};
    const Counts counts = by_queue(graph, exhaust, limit);
    CHECK(by_threads(graph, exhaust, limit, sharing, true) == counts);
    CHECK(by_threads(graph, exhaust, limit, sharing, false) == counts);
}

bool same_audit(const AuditResult<1>& one, const AuditResult<1>& other) {
    const auto nearest = [](const AuditResult<1>& of) {
        return of.nearest ? std::pair(of.nearest->state.words[0], of.nearest->distance)
                          : std::pair(std::uint64_t{0}, dead);
    };
    return one.status == other.status && one.states == other.states &&
           one.expanded == other.expanded && one.edges == other.edges && one.goals == other.goals &&
           one.joint == other.joint && one.steep_edges == other.steep_edges &&
           nearest(one) == nearest(other) &&
           one.steepest.has_value() == other.steepest.has_value() &&
           (!one.steepest ||
            (one.steepest->from == other.steepest->from && one.steepest->to == other.steepest->to));
}

void audits_are_equal(std::uint32_t seed, std::uint32_t states, const Sharing& sharing) {
    Graph graph(seed, states);
    if (graph.broken() < states) return;
    const auto audited = [&](const Sharing& by) {
        Watch watch({}, {}, 128);
        return Audit<1, Graph>(graph, watch, by).run({State<1>{{0}}, State<1>{{1}}});
    };
    CHECK(same_audit(audited({}), audited(sharing)));
}

// Small ones are shared from the first node on, large ones as it comes.
void threads_search_layers_alike() {
    for (std::uint32_t seed = 0; seed < 600; ++seed) {
        const Sharing sharing{seed % 8 + 1, 1 + seed / 8 % 3};
        layers_are_those_of_a_queue(seed, 2 + seed % 40, sharing);
        audits_are_equal(seed, 2 + seed % 40, sharing);
    }
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
        layers_are_those_of_a_queue(seed, 40'000, {seed + 1});
        audits_are_equal(seed, 40'000, {seed + 1});
    }
}

void layers_stop_in_time() {
    for (const std::uint32_t threads : {1, 3}) {
        Lamps lamps(40);
        Watch watch({.time_limit = 0.1}, {}, 128);
        const Result<1> found =
            breadth_first<1>(lamps, State<1>{{~0ULL >> 24}}, {true, false, {threads}}, watch);
        CHECK(found.status == Status::time_limit);
        CHECK(found.expanded > 0);
        CHECK(found.seconds < 5);  // under a sanitizer, on a busy machine
    }
}

// No node more than the memory has room for, and hardly fewer.
void layers_keep_the_memory_limit() {
    for (const std::uint32_t threads : {1, 4}) {
        constexpr std::uint64_t limit = 4'000'000;
        Lamps lamps(40);
        Watch watch({.memory_limit = limit}, {}, 128);
        const Result<1> found =
            breadth_first<1>(lamps, State<1>{{1}}, {true, false, {threads}}, watch);
        CHECK(found.status == Status::memory_limit);
        CHECK(found.peak_bytes <= limit);
        CHECK(found.peak_bytes >= limit * 9 / 10);
    }
}

}  // namespace

}  // namespace deepen::tests

int main() {
    deepen::tests::threads_search_layers_alike();
    deepen::tests::layers_stop_in_time();
    deepen::tests::layers_keep_the_memory_limit();
}
