#include "rules.h"

#include <nanobind/stl/optional.h>

#include <cstring>
#include <optional>

#include "record.h"

namespace deepen::bindings {

nb::object words_at(const void* state, std::size_t width) {
    nb::list words;
    for (std::size_t i = 0; i < width; ++i)
        words.append(nb::int_(static_cast<const std::uint64_t*>(state)[i]));
    return nb::tuple(words);
}

void store_words(nb::handle words, void* place) {
    auto* at = static_cast<std::byte*>(place);
    for (nb::handle word : nb::cast<nb::tuple>(words)) {
        const auto value = nb::cast<std::uint64_t>(word);
        std::memcpy(at, &value, sizeof value);
        at += sizeof value;
    }
}

namespace {

// Compiled rules. Holds the board's bytes, and what Python gives for addresses: code is freed when
// nobody holds its address.
class CompiledRules : public PuzzleRules {
public:
    CompiledRules(std::size_t width, nb::bytes board, std::uintptr_t expand,
                  std::uintptr_t expand_along, std::uintptr_t is_goal, std::uintptr_t estimate)
        : PuzzleRules(width, false), board_(std::move(board)) {
        table = {.board = board_.c_str(),
                 .expand = function_at<ExpandFunction>(expand),
                 .expand_along = function_at<ExpandAlongFunction>(expand_along),
                 .is_goal = function_at<StateFunction>(is_goal),
                 .estimate = function_at<StateFunction>(estimate)};
    }

private:
    nb::bytes board_;
};

// Rules that run in the interpreter. The engine hands back `board`, which is this object.
class PythonRules : public PuzzleRules {
public:
    PythonRules(std::size_t width, nb::callable expand, nb::callable is_goal,
                std::optional<nb::callable> estimate)
        : PuzzleRules(width, true),
          expand_(std::move(expand)),
          is_goal_(std::move(is_goal)),
          estimate_(std::move(estimate)) {
        table = {.board = this,
                 .expand = &call_expand,
                 .expand_along = &call_expand_along,
                 .is_goal = &call_is_goal,
                 .estimate = estimate_ ? &call_estimate : nullptr};
    }

    void rethrow() override { guarded.rethrow(); }
    bool interrupted() const override { return guarded.interrupted(); }
    unsigned long busy_thread() const override { return guarded.busy_thread(); }
    clockid_t busy_clock() const override { return guarded.busy_clock(); }
    bool has_left() const override { return guarded.has_left(); }
    std::optional<Clock::time_point> busy_since() const override { return guarded.busy_since(); }

private:
    static PythonRules& self(const void* board) {
        return *const_cast<PythonRules*>(static_cast<const PythonRules*>(board));
    }

    nb::object words(const void* state) const { return words_at(state, width); }

    static int call_is_goal(std::int64_t* result, void**, const void* board, const void* state) {
        PythonRules& rules = self(board);
        return rules.guarded([&] { *result = nb::cast<bool>(rules.is_goal_(rules.words(state))); });
    }

    static int call_estimate(std::int64_t* result, void**, const void* board, const void* state) {
        PythonRules& rules = self(board);
        return rules.guarded(
            [&] { *result = nb::cast<std::int64_t>((*rules.estimate_)(rules.words(state))); });
    }

    static int call_expand(std::int64_t* result, void**, const void* board, const void* state,
                           void* successors, std::int64_t room, std::int64_t* fault) {
        PythonRules& rules = self(board);
        const int status = rules.guarded([&] {
            const nb::object found = rules.expand_(rules.words(state), 0, false);
            *result = rules.store_all(nb::cast<nb::list>(found), nullptr, successors, room, fault);
        });
        return status != 0 || *fault != 0;
    }

    static int call_expand_along(std::int64_t* result, void**, const void* board, const void* state,
                                 void* successors, std::int64_t room, std::int64_t* fault,
                                 Along* along) {
        PythonRules& rules = self(board);
        const int status = rules.guarded([&] {
            const nb::object found = rules.expand_(rules.words(state), along->estimate, true);
            *result = rules.store_all(nb::cast<nb::list>(found), along, successors, room, fault);
        });
        return status != 0 || *fault != 0;
    }

    // Each successor is (action, words, cost, estimate), checked on the Python side.
    std::int64_t store_all(const nb::list& found, Along* along, void* successors, std::int64_t room,
                           std::int64_t* fault) const {
        auto* place = static_cast<std::byte*>(successors);
        std::int64_t count = 0;
        if (along != nullptr) {
            along->skipped = along->cut = 0;
            along->excess = no_budget;
        }
        for (nb::handle successor : found) {
            if (count == room) {
                *fault = no_room;
                return 0;
            }
            store(nb::cast<nb::tuple>(successor), place);
            if (along != nullptr && is_left_out(place, *along)) continue;
            ++count;
            place += state_bytes() + Tail<Successor>::size;
        }
        return count;
    }

    bool is_left_out(const std::byte* place, Along& along) const {
        if (std::memcmp(place, along.previous, state_bytes()) == 0) {
            ++along.skipped;
            return true;
        }
        const Successor<1> successor = Tail<Successor>::load(place + state_bytes());
        const Cost h = successor.estimate & ~goal_flag;
        const std::int64_t total = std::int64_t{successor.cost} + h;
        if (total <= along.budget) return false;
        ++along.cut;
        if (h != dead) along.excess = std::min(along.excess, total);
        return true;
    }

    std::size_t state_bytes() const { return width * sizeof(std::uint64_t); }

    void store(const nb::tuple& successor, std::byte* place) const {
        store_words(successor[1], place);
        const Successor<1> tail{.state = {},
                                .action = nb::cast<std::uint32_t>(successor[0]),
                                .cost = nb::cast<Cost>(successor[2]),
                                .estimate = nb::cast<Cost>(successor[3]),
                                .unused = 0};
        Tail<Successor>::store(tail, place + state_bytes());
    }

    nb::callable expand_;
    nb::callable is_goal_;
    std::optional<nb::callable> estimate_;
    Guard guarded;
};

}  // namespace

void bind_rules(nb::module_& module) {
    nb::class_<Rules>(module, "Rules", "Rules as the engine calls them.")
        .def_ro("width", &Rules::width);
    nb::class_<PuzzleRules, Rules>(module, "PuzzleRules", "The rules of one puzzle.");
    nb::class_<CompiledRules, PuzzleRules>(module, "CompiledRules")
        .def(nb::init<std::size_t, nb::bytes, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                      std::uintptr_t>(),
             nb::arg("width"), nb::arg("board"), nb::arg("expand"), nb::arg("expand_along"),
             nb::arg("is_goal"), nb::arg("estimate"), nb::keep_alive<1, 4>(),
             nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(), nb::keep_alive<1, 7>(),
             "Native functions by address; 0 where there is none.");
    nb::class_<PythonRules, PuzzleRules>(module, "PythonRules")
        .def(nb::init<std::size_t, nb::callable, nb::callable, std::optional<nb::callable>>(),
             nb::arg("width"), nb::arg("expand"), nb::arg("is_goal"), nb::arg("estimate").none(),
             "Python callables over tuples of words.");
}

}  // namespace deepen::bindings
