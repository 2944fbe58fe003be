// What crosses the border between the engine and compiled rules, measured on the engine's own
// structs, so that Python need not state it again.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <concepts>
#include <string>
#include <type_traits>
#include <vector>

#include "record.h"
#include "rules.h"

namespace deepen::bindings {

namespace {

struct FieldLayout {
    std::string name;
    std::size_t offset;
    std::size_t size;
    char code;
};

struct RecordLayout {
    std::size_t size;
    std::vector<FieldLayout> fields;

    const FieldLayout& field(const std::string& name) const {
        for (const FieldLayout& each : fields)
            if (each.name == name) return each;
        throw nb::key_error(name.c_str());
    }
    std::string format() const {
        std::string codes = "@";
        for (const FieldLayout& each : fields) codes += each.code;
        return codes;
    }
};

// A type as Python's modules struct and ctypes name it.
template <class T>
constexpr char code_of() {
    if constexpr (std::is_pointer_v<T>) return 'P';
    if constexpr (std::same_as<T, std::int32_t>) return 'i';
    if constexpr (std::same_as<T, std::uint32_t>) return 'I';
    if constexpr (std::same_as<T, std::int64_t>) return 'q';
}

// The result and the arguments of a function of rules.
template <class Result, class... Arguments>
std::string signature_of(Result (*)(Arguments...)) {
    return {code_of<Result>(), code_of<Arguments>()...};
}
template <class Function>
std::string signature_of() {
    return signature_of(Function{nullptr});
}

// A namespace for Python, as a class: a module inside a module has no place in a stub.
struct Abi {};

#define DEEPEN_FIELD(Record, first, name)                              \
    FieldLayout {                                                      \
        #name, offsetof(Record, name) - (first), sizeof(Record::name), \
            code_of<decltype(Record::name)>()                          \
    }

RecordLayout successor_tail() {
    using Record = Successor<1>;
    constexpr std::size_t first = sizeof(State<1>);
    return {Tail<Successor>::size,
            {DEEPEN_FIELD(Record, first, action), DEEPEN_FIELD(Record, first, cost),
             DEEPEN_FIELD(Record, first, estimate), DEEPEN_FIELD(Record, first, unused)}};
}

RecordLayout move_tail() {
    using Record = Move<1>;
    constexpr std::size_t first = sizeof(State<1>);
    return {Tail<Move>::size,
            {DEEPEN_FIELD(Record, first, action), DEEPEN_FIELD(Record, first, reward),
             DEEPEN_FIELD(Record, first, lower_bound), DEEPEN_FIELD(Record, first, upper_bound),
             DEEPEN_FIELD(Record, first, order), DEEPEN_FIELD(Record, first, flags)}};
}

RecordLayout expand_request() {
    return {sizeof(ExpandRequest),
            {DEEPEN_FIELD(ExpandRequest, 0, previous), DEEPEN_FIELD(ExpandRequest, 0, estimate),
             DEEPEN_FIELD(ExpandRequest, 0, budget), DEEPEN_FIELD(ExpandRequest, 0, skipped),
             DEEPEN_FIELD(ExpandRequest, 0, cut), DEEPEN_FIELD(ExpandRequest, 0, excess)}};
}

RecordLayout bounds() {
    return {sizeof(Bounds),
            {DEEPEN_FIELD(Bounds, 0, lower_bound), DEEPEN_FIELD(Bounds, 0, upper_bound)}};
}

#undef DEEPEN_FIELD

template <std::size_t... widths>
nb::tuple widths_of(std::index_sequence<widths...>) {
    return nb::make_tuple(widths...);
}

nb::dict signatures() {
    nb::dict found;
    found["expand"] = signature_of<ExpandFunction>();
    found["expand_along"] = signature_of<ExpandAlongFunction>();
    found["is_goal"] = found["estimate"] = signature_of<StateFunction>();
    found["moves"] = signature_of<ExpandFunction>();
    found["evaluate"] = signature_of<StateFunction>();
    found["canonical"] = found["bounds"] = signature_of<AnswerFunction>();
    found["predecessors"] = signature_of<ExpandFunction>();
    found["rank"] = signature_of<StateFunction>();
    found["unrank"] = signature_of<UnrankFunction>();
    return found;
}

void bind_layouts(nb::module_& module) {
    nb::class_<FieldLayout>(module, "FieldLayout", "One number in a record.")
        .def_ro("name", &FieldLayout::name)
        .def_ro("offset", &FieldLayout::offset)
        .def_ro("size", &FieldLayout::size)
        .def_ro("code", &FieldLayout::code, "Its type, as the module struct names it.");
    nb::class_<RecordLayout>(module, "RecordLayout", "A record that crosses the border.")
        .def_ro("size", &RecordLayout::size)
        .def_ro("fields", &RecordLayout::fields, "Without gaps, in the order of their offsets.")
        .def("field", &RecordLayout::field, nb::arg("name"))
        .def_prop_ro("format", &RecordLayout::format, "For the module struct.");
}

}  // namespace

void bind_abi(nb::module_& module) {
    bind_layouts(module);
    nb::class_<Abi> abi(module, "abi", "What compiled rules and the engine have to agree on.");
    abi.attr("STATE_WIDTHS") = widths_of(StateWidths{});
    abi.attr("SUCCESSOR_TAIL") = successor_tail();
    abi.attr("MOVE_TAIL") = move_tail();
    abi.attr("EXPAND_REQUEST") = expand_request();
    abi.attr("BOUNDS") = bounds();
    abi.attr("SIGNATURES") = signatures();
    abi.attr("GOAL_FLAG") = goal_flag;
    abi.attr("AGAIN_FLAG") = again_flag;
    abi.attr("NO_BUDGET") = no_budget;
    abi.attr("DEAD") = dead;
    abi.attr("NO_ROOM") = no_room;
    abi.attr("OUT_OF_RANGE") = value_out_of_range;
    nb::enum_<RuleFault>(module, "RuleFault", "Why the rules could not answer.")
        .value("raised", RuleFault::raised)
        .value("bad_value", RuleFault::bad_value)
        .value("too_many", RuleFault::too_many)
        .value("cost_overflow", RuleFault::cost_overflow)
        .value("value_overflow", RuleFault::value_overflow)
        .value("unfinished", RuleFault::unfinished)
        .value("asymmetric", RuleFault::asymmetric)
        .value("paying_cycle", RuleFault::paying_cycle)
        .value("wrong_way_back", RuleFault::wrong_way_back)
        .value("wrong_number", RuleFault::wrong_number);
}

}  // namespace deepen::bindings
