#include <nanobind/stl/optional.h>

#include <cstring>
#include <optional>

#include "record.h"
#include "rules.h"

namespace deepen::bindings {

namespace {

// Compiled rules. Holds the board's bytes; the code itself lives as long as the process.
class CompiledGameRules : public GameRules {
public:
    CompiledGameRules(std::size_t width, nb::bytes board, std::uintptr_t moves,
                      std::uintptr_t evaluate, std::uintptr_t canonical, std::uintptr_t bounds)
        : GameRules(width, false), board_(std::move(board)) {
        functions = {.board = board_.c_str(),
                     .moves = function_at<ExpandFunction>(moves),
                     .evaluate = function_at<StateFunction>(evaluate),
                     .canonical = function_at<AnswerFunction>(canonical),
                     .bounds = function_at<AnswerFunction>(bounds)};
    }

private:
    nb::bytes board_;
};

class PythonGameRules : public InterpretedRules<GameRules> {
public:
    PythonGameRules(std::size_t width, nb::callable moves, nb::callable evaluate,
                    std::optional<nb::callable> canonical, std::optional<nb::callable> bounds)
        : InterpretedRules(width),
          moves_(std::move(moves)),
          evaluate_(std::move(evaluate)),
          canonical_(std::move(canonical)),
          bounds_(std::move(bounds)) {
        functions = {.board = this,
                     .moves = &call_moves,
                     .evaluate = &call_evaluate,
                     .canonical = canonical_ ? &call_canonical : nullptr,
                     .bounds = bounds_ ? &call_bounds : nullptr};
    }

private:
    static PythonGameRules& self(const void* board) {
        return *const_cast<PythonGameRules*>(static_cast<const PythonGameRules*>(board));
    }

    static int call_evaluate(std::int64_t* result, void**, const void* board, const void* state) {
        PythonGameRules& rules = self(board);
        return rules.guarded(
            [&] { *result = nb::cast<std::int64_t>(rules.evaluate_(rules.words(state))); });
    }

    static int call_canonical(std::int64_t*, void**, const void* board, const void* state,
                              void* canonical) {
        PythonGameRules& rules = self(board);
        return rules.guarded(
            [&] { store_words((*rules.canonical_)(rules.words(state)), canonical); });
    }

    static int call_bounds(std::int64_t*, void**, const void* board, const void* state,
                           void* answer) {
        PythonGameRules& rules = self(board);
        return rules.guarded([&] {
            const auto found = nb::cast<nb::tuple>((*rules.bounds_)(rules.words(state)));
            const Bounds bounds{nb::cast<Value>(found[0]), nb::cast<Value>(found[1])};
            std::memcpy(answer, &bounds, sizeof bounds);
        });
    }

    static int call_moves(std::int64_t* result, void**, const void* board, const void* state,
                          void* moves, std::int64_t room, std::int64_t* fault) {
        PythonGameRules& rules = self(board);
        const int status = rules.guarded([&] {
            const nb::list found = nb::cast<nb::list>(rules.moves_(rules.words(state)));
            const auto count = static_cast<std::int64_t>(found.size());
            if (count > room) {
                *fault = no_room;
                return;
            }
            auto* place = static_cast<std::byte*>(moves);
            for (nb::handle move : found) place = rules.store(nb::cast<nb::tuple>(move), place);
            *result = count;
        });
        return status != 0 || *fault != 0;
    }

    // Each move is (action, words, reward, low, high, order, again), checked on the Python side.
    std::byte* store(const nb::tuple& move, std::byte* place) const {
        store_words(move[1], place);
        place += width * sizeof(std::uint64_t);
        const auto number = [&](std::size_t i) { return nb::cast<std::int32_t>(move[i]); };
        const Move<1> tail{.state = {},
                           .action = nb::cast<std::uint32_t>(move[0]),
                           .reward = number(2),
                           .lower_bound = number(3),
                           .upper_bound = number(4),
                           .order = number(5),
                           .flags = nb::cast<bool>(move[6]) ? again_flag : 0};
        Tail<Move>::store(tail, place);
        return place + Tail<Move>::size;
    }

    nb::callable moves_;
    nb::callable evaluate_;
    std::optional<nb::callable> canonical_;
    std::optional<nb::callable> bounds_;
};

}  // namespace

void bind_game_rules(nb::module_& module) {
    nb::class_<GameRules, Rules>(module, "GameRules", "The rules of one two-player game.");
    nb::class_<CompiledGameRules, GameRules>(module, "CompiledGameRules")
        .def(nb::init<std::size_t, nb::bytes, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                      std::uintptr_t>(),
             nb::arg("width"), nb::arg("board"), nb::arg("moves"), nb::arg("evaluate"),
             nb::arg("canonical"), nb::arg("bounds"), nb::keep_alive<1, 4>(),
             nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(), nb::keep_alive<1, 7>(),
             "Native functions by address; 0 where there is none.");
    nb::class_<PythonGameRules, GameRules>(module, "PythonGameRules")
        .def(nb::init<std::size_t, nb::callable, nb::callable, std::optional<nb::callable>,
                      std::optional<nb::callable>>(),
             nb::arg("width"), nb::arg("moves"), nb::arg("evaluate"), nb::arg("canonical").none(),
             nb::arg("bounds").none(), "Python callables over tuples of words.");
    module.attr("GAME_LIMIT") = game_limit;
}

}  // namespace deepen::bindings
