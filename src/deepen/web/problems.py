"""What is wrong, said in our own words, as JSON that any text fits into."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

_MOST_SHOWN = 40
_SENTENCES = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_type": "must be a string",
    "string_too_long": "may have {max_length} characters",
    "string_unicode": "holds signs that are no characters",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing_size": "is too large a number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be {ge} or more",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be {le} or less",
    "literal_error": "must be {expected}",
    "list_type": "must be a list",
    "too_long": "may have {max_length} entries",
    "too_short": "must have {min_length} entries or more",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
}
"""By the kinds of errors of pydantic, which checks messages."""


def problem(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that says what is wrong."""
    body = json.dumps({"error": sentence}).encode()
    return Response(body, status, headers, media_type="application/json")


def misfit(error: Mapping[str, Any], place: Sequence[str | int]) -> str:
    """One sentence on what does not fit the schema; `place` are the names on the way to it."""
    kind, context = str(error["type"]), error.get("ctx", {})
    if kind == "json_invalid":
        return "this is no JSON that can be read"
    if kind == "union_tag_not_found":
        return "the message has no 'verb'"
    if kind == "union_tag_invalid":
        return f"there is no verb {shown(context['tag'])}; known: {context['expected_tags']}"
    numbers = {name: _whole(value) for name, value in context.items()}
    said = _SENTENCES.get(kind, "does not fit").format_map(numbers)
    return f"{_named(place)} {said}"


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _named(place: Sequence[str | int]) -> str:
    if not place:
        return "the message"
    names = [shown(part) if isinstance(part, str) else f"entry {part + 1}" for part in place]
    return ", ".join(names)


def shown(text: str) -> str:
    """A text of somebody else's, as a sentence quotes it: short, and on one line."""
    return repr(text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}...")
