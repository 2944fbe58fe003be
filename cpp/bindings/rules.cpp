#include "rules.h"

#include <cstring>

namespace deepen::bindings {

nb::tuple to_python(const void* state, std::size_t width) {
    nb::tuple words = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(width)));
    for (std::size_t i = 0; i < width; ++i)
        NB_TUPLE_SET_ITEM(words.ptr(), static_cast<Py_ssize_t>(i),
                          nb::int_(static_cast<const std::uint64_t*>(state)[i]).release().ptr());
    return words;
}

void store_words(nb::handle words, void* place) {
    auto* at = static_cast<std::byte*>(place);
    for (nb::handle word : nb::cast<nb::tuple>(words)) {
        const auto value = nb::cast<std::uint64_t>(word);
        std::memcpy(at, &value, sizeof value);
        at += sizeof value;
    }
}

}  // namespace deepen::bindings
