// The records that rules write, at a width that is known only at run time: the state first, then
// the same tail at every width. So the record of width 1 serves for all.
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

#include "../engine/game.h"
#include "../engine/problem.h"

namespace deepen::bindings {

// How many words states may have in the engine; others are padded to the next of these.
#ifdef DEEPEN_FEW_WIDTHS
using StateWidths = std::index_sequence<1, 2, 8>;
#else
using StateWidths = std::index_sequence<1, 2, 3, 4, 6, 8>;
#endif

template <template <std::size_t> class Record>
struct Tail {
    static constexpr std::size_t size = sizeof(Record<1>) - sizeof(State<1>);

    static void store(const Record<1>& record, std::byte* place) {
        std::memcpy(place, reinterpret_cast<const std::byte*>(&record) + sizeof(State<1>), size);
    }
    static Record<1> load(const std::byte* place) {
        Record<1> record{};
        std::memcpy(reinterpret_cast<std::byte*>(&record) + sizeof(State<1>), place, size);
        return record;
    }
};

template <template <std::size_t> class Record, std::size_t... widths>
constexpr bool has_one_tail(std::index_sequence<widths...>) {
    return ((offsetof(Record<widths>, state) == 0 &&
             offsetof(Record<widths>, action) == sizeof(State<widths>) &&
             sizeof(Record<widths>) == sizeof(State<widths>) + Tail<Record>::size) &&
            ...);
}
static_assert(has_one_tail<Successor>(StateWidths{}));
static_assert(has_one_tail<Move>(StateWidths{}));

}  // namespace deepen::bindings
