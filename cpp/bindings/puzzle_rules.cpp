#include <nanobind/stl/optional.h>

#include <cstring>
#include <optional>

#include "record.h"
#include "rules.h"

namespace deepen::bindings {

namespace {

// Compiled rules. Holds the board's bytes, and what Python gives for addresses: code is freed when
// nobody holds its address.
class CompiledPuzzleRules : public PuzzleRules {
public:
    CompiledPuzzleRules(std::size_t width, nb::bytes board, std::uintptr_t expand,
                        std::uintptr_t expand_along, std::uintptr_t is_goal,
                        std::uintptr_t estimate, std::uintptr_t canonical,
                        std::uintptr_t predecessors, std::uintptr_t rank, std::uintptr_t unrank)
        : PuzzleRules(width, false), board_(std::move(board)) {
        functions = {.board = board_.c_str(),
                     .expand = function_at<ExpandFunction>(expand),
                     .expand_along = function_at<ExpandAlongFunction>(expand_along),
                     .is_goal = function_at<StateFunction>(is_goal),
                     .estimate = function_at<StateFunction>(estimate),
                     .canonical = function_at<AnswerFunction>(canonical),
                     .predecessors = function_at<ExpandFunction>(predecessors),
                     .rank = function_at<StateFunction>(rank),
                     .unrank = function_at<UnrankFunction>(unrank)};
    }

private:
    nb::bytes board_;
};

using Optional = std::optional<nb::callable>;

class PythonPuzzleRules : public InterpretedRules<PuzzleRules> {
public:
    PythonPuzzleRules(std::size_t width, nb::callable expand, nb::callable is_goal,
                      Optional estimate, Optional canonical, Optional predecessors, Optional rank,
                      Optional unrank)
        : InterpretedRules(width),
          expand_(std::move(expand)),
          is_goal_(std::move(is_goal)),
          estimate_(std::move(estimate)),
          canonical_(std::move(canonical)),
          predecessors_(std::move(predecessors)),
          rank_(std::move(rank)),
          unrank_(std::move(unrank)) {
        functions = {.board = this,
                     .expand = &call_expand,
                     .expand_along = &call_expand_along,
                     .is_goal = &call_is_goal,
                     .estimate = estimate_ ? &call_estimate : nullptr,
                     .canonical = canonical_ ? &call_canonical : nullptr,
                     .predecessors = predecessors_ ? &call_predecessors : nullptr,
                     .rank = rank_ ? &call_rank : nullptr,
                     .unrank = unrank_ ? &call_unrank : nullptr};
    }

private:
    static PythonPuzzleRules& self(const void* board) {
        return *const_cast<PythonPuzzleRules*>(static_cast<const PythonPuzzleRules*>(board));
    }

    static int call_is_goal(std::int64_t* result, void**, const void* board, const void* state) {
        PythonPuzzleRules& rules = self(board);
        return rules.guarded([&] { *result = nb::cast<bool>(rules.is_goal_(rules.words(state))); });
    }

    static int call_estimate(std::int64_t* result, void**, const void* board, const void* state) {
        PythonPuzzleRules& rules = self(board);
        return rules.guarded(
            [&] { *result = nb::cast<std::int64_t>((*rules.estimate_)(rules.words(state))); });
    }

    static int call_canonical(std::int64_t*, void**, const void* board, const void* state,
                              void* canonical) {
        PythonPuzzleRules& rules = self(board);
        return rules.guarded(
            [&] { store_words((*rules.canonical_)(rules.words(state)), canonical); });
    }

    static int call_rank(std::int64_t* result, void**, const void* board, const void* state) {
        PythonPuzzleRules& rules = self(board);
        return rules.guarded(
            [&] { *result = nb::cast<std::int64_t>((*rules.rank_)(rules.words(state))); });
    }

    static int call_unrank(std::int64_t*, void**, const void* board, std::int64_t number,
                           void* state) {
        PythonPuzzleRules& rules = self(board);
        return rules.guarded([&] { store_words((*rules.unrank_)(number), state); });
    }

    static int call_predecessors(std::int64_t* result, void**, const void* board, const void* state,
                                 void* predecessors, std::int64_t room, std::int64_t* fault) {
        PythonPuzzleRules& rules = self(board);
        const int status = rules.guarded([&] {
            const nb::object found = (*rules.predecessors_)(rules.words(state));
            *result =
                rules.store_all(nb::cast<nb::list>(found), nullptr, predecessors, room, fault);
        });
        return status != 0 || *fault != 0;
    }

    static int call_expand(std::int64_t* result, void**, const void* board, const void* state,
                           void* successors, std::int64_t room, std::int64_t* fault) {
        PythonPuzzleRules& rules = self(board);
        const int status = rules.guarded([&] {
            const nb::object found = rules.expand_(rules.words(state), 0, false);
            *result = rules.store_all(nb::cast<nb::list>(found), nullptr, successors, room, fault);
        });
        return status != 0 || *fault != 0;
    }

    static int call_expand_along(std::int64_t* result, void**, const void* board, const void* state,
                                 void* successors, std::int64_t room, std::int64_t* fault,
                                 ExpandRequest* request) {
        PythonPuzzleRules& rules = self(board);
        const int status = rules.guarded([&] {
            const nb::object found = rules.expand_(rules.words(state), request->estimate, true);
            *result = rules.store_all(nb::cast<nb::list>(found), request, successors, room, fault);
        });
        return status != 0 || *fault != 0;
    }

    // Each successor is (action, words, cost, estimate), checked on the Python side.
    std::int64_t store_all(const nb::list& found, ExpandRequest* request, void* successors,
                           std::int64_t room, std::int64_t* fault) const {
        auto* place = static_cast<std::byte*>(successors);
        std::int64_t count = 0;
        if (request != nullptr) {
            request->skipped = request->cut = 0;
            request->excess = no_budget;
        }
        for (nb::handle successor : found) {
            if (count == room) {
                *fault = no_room;
                return 0;
            }
            store(nb::cast<nb::tuple>(successor), place);
            if (request != nullptr && is_left_out(place, *request)) continue;
            ++count;
            place += state_bytes() + Tail<Successor>::size;
        }
        return count;
    }

    bool is_left_out(const std::byte* place, ExpandRequest& request) const {
        if (std::memcmp(place, request.previous, state_bytes()) == 0) {
            ++request.skipped;
            return true;
        }
        const Successor<1> successor = Tail<Successor>::load(place + state_bytes());
        const Cost h = successor.estimate & ~goal_flag;
        const std::int64_t total = std::int64_t{successor.cost} + h;
        if (total <= request.budget) return false;
        ++request.cut;
        if (h != dead) request.excess = std::min(request.excess, total);
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
    Optional estimate_;
    Optional canonical_;
    Optional predecessors_;
    Optional rank_;
    Optional unrank_;
};

}  // namespace

void bind_puzzle_rules(nb::module_& module) {
    nb::class_<Rules>(module, "Rules", "Rules as the engine calls them.")
        .def_ro("width", &Rules::width);
    nb::class_<PuzzleRules, Rules>(module, "PuzzleRules", "The rules of one puzzle.");
    nb::class_<CompiledPuzzleRules, PuzzleRules>(module, "CompiledPuzzleRules")
        .def(nb::init<std::size_t, nb::bytes, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                      std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                      std::uintptr_t>(),
             nb::arg("width"), nb::arg("board"), nb::arg("expand"), nb::arg("expand_along"),
             nb::arg("is_goal"), nb::arg("estimate"), nb::arg("canonical") = 0,
             nb::arg("predecessors") = 0, nb::arg("rank") = 0, nb::arg("unrank") = 0,
             nb::keep_alive<1, 4>(), nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(),
             nb::keep_alive<1, 7>(), nb::keep_alive<1, 8>(), nb::keep_alive<1, 9>(),
             nb::keep_alive<1, 10>(), nb::keep_alive<1, 11>(),
             "Native functions by address; 0 where there is none.");
    nb::class_<PythonPuzzleRules, PuzzleRules>(module, "PythonPuzzleRules")
        .def(nb::init<std::size_t, nb::callable, nb::callable, Optional, Optional, Optional,
                      Optional, Optional>(),
             nb::arg("width"), nb::arg("expand"), nb::arg("is_goal"), nb::arg("estimate").none(),
             nb::arg("canonical") = nb::none(), nb::arg("predecessors") = nb::none(),
             nb::arg("rank") = nb::none(), nb::arg("unrank") = nb::none(),
             "Python callables over tuples of words.");
}

}  // namespace deepen::bindings
