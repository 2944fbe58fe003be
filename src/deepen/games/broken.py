"""What a user's own file raises, told by the user's own lines."""

from __future__ import annotations

import os
import re
import traceback
from types import TracebackType

from deepen.errors import DeepenError, RuleError, UsageError

_DEEPEN = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_PYTHON = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
_INSTALLED = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")
_FOLDERS = re.compile(r"(?<![\w./])/(?:[^\s/'\"]+/)+")
_MOST_TOLD = 4000  # characters
_own_folders: set[str] = set()  # of games, installed ones too


class BrokenGameError(UsageError):
    """A file of rules that cannot be read.

    Attributes:
        traceback: where it fails, in the user's lines.
    """

    def __init__(self, name: str, error: BaseException) -> None:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        if isinstance(error, SyntaxError):
            said = f"{type(error).__name__}: {error.msg}"
        super().__init__(f"{place_of(error) or name}: {said}")
        self.traceback = users_traceback(error)


def place_of(error: BaseException, pattern: str = "{}") -> str:
    """Where in the user's files it was raised, as "my.py, line 3"; "" if nowhere there."""
    if isinstance(error, SyntaxError) and error.filename:
        filename, line = error.filename, error.lineno
    elif places := [each for each in _places(error.__traceback__) if _is_users(each[0])]:
        filename, line = places[-1]
    else:
        return ""
    return pattern.format(f"{os.path.basename(filename)}, line {line}")


def told_outside(error: BaseException) -> str:
    """What others may hear of it: a sentence with the user's line, no folder of this machine."""
    if isinstance(error, RuleError):
        place = f"{os.path.basename(error.filename)}, line {error.line}: " if error.filename else ""
        said = f"{place}{error.reason}{f' ({error.hint})' if error.hint else ''}"
    elif isinstance(error, DeepenError):
        said = str(error)
    else:
        told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        said = f"{place_of(error, '{}: ')}{told}"
    for folder in _own_folders:  # whatever signs are in it
        said = said.replace(folder, "")
    return _FOLDERS.sub("", " ".join(said.split()))[:_MOST_TOLD]


def users_traceback(error: BaseException) -> str:
    """As Python prints it, without the lines of deepen and of Python's own library."""
    report = traceback.TracebackException.from_exception(error)
    part: traceback.TracebackException | None = report
    while part is not None:
        part.stack[:] = [frame for frame in part.stack if _is_users(frame.filename)]
        part = part.__cause__ or part.__context__
    return "".join(report.format()).rstrip("\n")


def _places(trace: TracebackType | None) -> list[tuple[str, int | None]]:
    frames = traceback.walk_tb(trace)
    return [(frame.f_code.co_filename, line) for frame, line in frames]


def _is_users(filename: str) -> bool:
    if filename.startswith("<"):
        return False
    path = os.path.abspath(filename)
    if any(part in path for part in _INSTALLED):
        return path.startswith(tuple(_own_folders))
    return not path.startswith((_DEEPEN, _PYTHON))


def own_folder(folder: str) -> None:
    """Counts what is there among the user's own, even if it is installed: it has a game."""
    _own_folders.add(folder + os.sep)
