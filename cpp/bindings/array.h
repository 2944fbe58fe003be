// Memory of the engine as an array of Python's.
#pragma once

#include <nanobind/ndarray.h>

#include <utility>

#include "../engine/memory.h"

namespace deepen::bindings {

// The memory itself: nothing is copied.
template <class Cell>
nanobind::object as_array(Block<Cell>&& cells) {
    namespace nb = nanobind;
    auto* kept = new Block<Cell>(std::move(cells));
    const nb::capsule owner(kept,
                            [](void* block) noexcept { delete static_cast<Block<Cell>*>(block); });
    return nb::cast(nb::ndarray<nb::numpy, Cell, nb::ndim<1>>(&(*kept)[0], {kept->size()}, owner));
}

}  // namespace deepen::bindings
