"""The report of an audit as text, in words that claim no more than was shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import indent
from typing import TYPE_CHECKING, Any

from deepen.formatting.mixins import draws_itself
from deepen.formatting.numbers import counted, sentence
from deepen.formatting.states import state_in_words

if TYPE_CHECKING:
    from deepen.auditing.game_report import GameAuditReport, GameCounterexample
    from deepen.auditing.promise_report import PromiseReport
    from deepen.auditing.report import AuditReport, Counterexample, Inconsistency, WrongAnswer
    from deepen.auditing.table_report import TableReport

BARS = 40
_MOST_ROWS = 12
_MOST_ACTIONS = 40


@dataclass(frozen=True)
class Section:
    """A part of a report: `kind` is verdict, board, text or statistics. A board has no text yet."""

    kind: str
    text: str = ""
    puzzle: Any = None
    state: Any = None


def sections(report: AuditReport) -> Iterator[Section]:
    """The verdict, the counterexamples, the statistics."""
    yield Section("verdict", headline(report))
    for puzzle, states, text in evidence(report):
        yield Section("board", puzzle=puzzle, state=states[0])
        yield Section("text", text)
    yield Section("statistics", statistics(report))


def evidence(report: AuditReport) -> Iterator[tuple[Any, list[Any], str]]:
    """See `AuditReport.evidence`."""
    found, wrong, slope = report.counterexample, report.wrong_answer, report.inconsistency
    if found is not None:
        said = estimate_text(report.heuristic, found)
        yield found.puzzle, found.states or [found.state], said
    elif slope is not None:
        said = slope_text(report.heuristic, slope)
        yield slope.puzzle, [slope.state, slope.child], said
    if wrong is not None:
        yield wrong.puzzle, wrong.best_states, wrong_answer_text(wrong)


def plain_text(parts: Iterable[Section]) -> str:
    """A report without colours."""
    return "\n\n".join(
        drawing(part.puzzle, part.state) if part.kind == "board" else part.text for part in parts
    )


def drawing(puzzle: Any, state: Any) -> str:
    """The board, if the puzzle can draw itself with `str`; else the state."""
    if draws_itself(puzzle) and state == puzzle.start:
        return indent(str(puzzle), "    ")
    return f"    state {state_in_words(state)}"


# The verdict


def headline(report: AuditReport) -> str:
    """The verdict in a sentence or two."""
    match report.verdict:
        case "refuted":
            return _refuted(report)
        case "proven":
            proof = f"({counted(report.states, 'state')}, exhaustively)"
            said = f"Proven on this instance: {report.heuristic} is {_held(report)} {proof}."
        case "not-refuted":
            said = (
                f"Not refuted in {counted(report.instances, 'instance')}, "
                f"{counted(report.states, 'state')}: {report.heuristic} as {_held(report)}. "
                "That is no proof."
            )
        case _ if not report.joint:
            seen = counted(report.states, "state")
            return f"Undecided: the {_ending(report)} came first. Of {seen} none was compared yet."
        case _:
            said = (
                f"Undecided: the {_ending(report)} came first. {report.heuristic} is not refuted "
                f"in the {counted(report.states, 'state')} that were seen, "
                f"{report.expanded:,} of them with all their actions."
            )
    return " ".join([said, *_aside(report)])


def _ending(report: Any) -> str:
    return "interruption" if report.status == "interrupted" else report.status.replace("-", " ")


def _held(report: AuditReport) -> str:
    """What has not been refuted, of what is claimed; of both, if nothing is."""
    if report.inconsistency is not None or report.declared == ("admissible",):
        return "admissible"
    return "admissible and consistent"


def _aside(report: AuditReport) -> list[str]:
    """What is worth knowing besides what is claimed."""
    if report.inconsistency is None:
        if report.declared == ("admissible",):
            return [f"No action makes it inconsistent either{_here(report)}."]
        return [] if report.declared else ["It declares neither."]
    claims = "does not claim to be" if report.declared else "declares nothing"
    return [f"It is inconsistent but admissible{_here(report)}; it {claims}."]


def _here(report: AuditReport) -> str:
    return ", as far as was seen" if report.verdict != "proven" else ""


def _refuted(report: AuditReport) -> str:
    name = report.heuristic
    if report.counterexample is not None:
        return f"Refuted: {name} is not admissible. {_wrong(report.counterexample)}"
    assert report.inconsistency is not None
    if report.complete and not report.family:
        other = "It is inconsistent but admissible: no estimate is too high on this instance."
    else:
        other = "It is inconsistent but, as far as was seen, admissible."
    return f"Refuted: {name} is not consistent. {_steep(report.inconsistency)} {other}"


def _wrong(found: Counterexample) -> str:
    if found.h is None:
        return f"It calls a state dead from which a path of cost {found.distance} leads to a goal."
    if found.distance == 0:
        return f"It says {found.h} at a goal, where it must say 0."
    return f"It says {found.h} where a path of cost {found.distance} leads to a goal."


def _steep(found: Inconsistency) -> str:
    start = "infinity" if found.h is None else str(found.h)
    return f"It falls from {start} to {found.child_h} along an action of cost {found.cost}."


# Beneath a board


def estimate_text(heuristic: str, found: Counterexample) -> str:
    """h, h* and the way that is shorter."""
    h = "no way to a goal" if found.h is None else f"h = {found.h}"
    if found.distance and not found.actions:  # a limit came before the shortest was found
        return f"{heuristic}: {h}, and a path of cost {found.distance} was seen"
    said = f"{heuristic}: {h}, true distance h* = {found.distance}"
    return f"{said}\n{actions_text(found.actions)}" if found.actions else said


def wrong_answer_text(found: WrongAnswer) -> str:
    """What A* answers and what is right."""
    if found.cost is None:
        said = f"It misleads: A* calls this unsolvable, and the optimum is {found.optimum}"
    else:
        said = f"It misleads: A* answers {found.cost} here, and the optimum is {found.optimum}"
    return f"{said}\n{actions_text(found.best_actions)}"


def slope_text(heuristic: str, found: Inconsistency) -> str:
    """The action along which the heuristic falls too fast."""
    h = "infinite" if found.h is None else found.h
    return (
        f"{heuristic} falls too fast: h = {h} here, {found.child_h} after '{found.action}', which "
        f"costs {found.cost}"
    )


def actions_text(actions: list[Any]) -> str:
    """A few actions in a line, or one a line where they are sentences."""
    shown = [str(action) for action in actions[:_MOST_ACTIONS]]
    if len(actions) > _MOST_ACTIONS:
        shown.append(f"... and {len(actions) - _MOST_ACTIONS:,} more")
    if any(" " in action for action in shown):
        return "\n".join(f"{number:>4}. {action}" for number, action in enumerate(shown, 1))
    return f"  {' '.join(shown)}"


# The statistics


def statistics(report: AuditReport) -> str:
    """What was looked at, and how good the heuristic is."""
    lines = [seen(report)]
    in_part = not report.complete and not report.family  # a family counts whole instances alone
    if in_part and report.joint:
        lines.append("h* below is the cheapest way inside what was seen, which may be too much")
    wrong = report.overestimates
    if wrong:
        lines.append(f"{counted(wrong, 'state')} with h > h*{_worst(report)}")
    if report.steep_edges:
        lines.append(f"{counted(report.steep_edges, 'action')} along which h falls too fast")
    if report.mean_ratio is not None and report.exact_share is not None:
        lines.append(
            f"mean h/h* {report.mean_ratio:.3f}, exact in {report.exact_share:.1%} of the solvable "
            "states"
        )
    if report.dead_share is not None and not in_part:
        lines.append(f"{report.dead_share:.1%} of the unsolvable states are called dead")
    bars = histogram(report.histogram)
    return "\n".join([*lines, *(["h* - h:", *bars] if bars else [])])


def seen(report: AuditReport) -> str:
    """How much was looked at."""
    counts = [counted(report.states, "state"), counted(report.edges, "action")]
    if report.family:
        counts.insert(0, counted(report.instances, "instance"))
    covered = "" if report.complete else ", not all that there are"
    return f"{', '.join(counts)}{covered}, in {report.seconds:.2f} s"


def _worst(report: AuditReport) -> str:
    if report.worst is None:
        return ""
    h, true = report.worst
    return f", at worst {'infinity' if h is None else h} for {true}"


def histogram(gaps: dict[int, int]) -> list[str]:
    """A bar for each number; what is rare at the far end is summed up."""
    if not gaps:
        return []
    rows = sorted(gaps.items())
    last = [] if len(rows) <= _MOST_ROWS else rows[_MOST_ROWS - 1 :]
    labelled = [(str(gap), count) for gap, count in rows[: _MOST_ROWS - bool(last)]]
    if last:
        labelled.append((f"{last[0][0]}..{last[-1][0]}", sum(count for _, count in last)))
    wide, most = max(len(label) for label, _ in labelled), max(count for _, count in labelled)
    return [
        f"  {label:>{wide}} {_bar(count / most):<{BARS}} {count:,}" for label, count in labelled
    ]


def _bar(share: float) -> str:
    whole, part = divmod(max(1, round(8 * BARS * share)), 8)
    return "█" * whole + " ▏▎▍▌▋▊▉"[part].strip()


# Two players


def game_sections(report: GameAuditReport) -> Iterator[Section]:
    """The verdict, the counterexample or the worst guess, the statistics."""
    yield Section("verdict", game_headline(report))
    found = report.counterexample
    if found is not None:
        yield Section("board", puzzle=found.game, state=found.game.start)
        yield Section("text", claim_text(found))
    elif report.worst_guess is not None and report.mean_error:
        game, guess, value = report.worst_guess
        yield Section("board", puzzle=game, state=game.start)
        yield Section("text", f"The worst guess: evaluate says {guess}, the value is {value}")
    yield Section("statistics", game_statistics(report))


def game_headline(report: GameAuditReport) -> str:
    """The verdict in a sentence or two."""
    found = report.counterexample
    positions = counted(report.positions, "position")
    promises = " and ".join(rule for rule in report.rules if rule != "evaluate")
    if found is not None:
        return f"Refuted: {found.rule} is wrong. {_wrong_claim(found)}"
    if report.verdict == "undecided":
        return f"Undecided: the {_ending(report)} came first, after {positions}."
    if not promises:
        return f"Measured: evaluate on {positions}. It is a guess, and promises nothing."
    if report.verdict == "proven":
        return f"Proven on this instance: {promises} ({positions}, exhaustively)."
    instances = counted(report.instances, "instance")
    return f"Not refuted in {instances}, {positions}: {promises}. That is no proof."


def _wrong_claim(found: GameCounterexample) -> str:
    if found.rule == "bounds":
        low, high = found.said
        return f"It says {low} to {high} of a position that is worth {found.value}."
    return f"It puts a state worth {found.said_value} in place of one worth {found.value}."


def claim_text(found: GameCounterexample) -> str:
    """What the rule says, and what is true, beneath a board."""
    if found.rule == "bounds":
        low, high = found.said
        return f"bounds: from {low} to {high}, true value {found.value}"
    return f"canonical: {found.said}, worth {found.said_value}; true value {found.value}"


def game_statistics(report: GameAuditReport) -> str:
    """What was looked at, and how good the guesses are."""
    counts = [counted(report.positions, "position")]
    if report.family:
        counts.insert(0, counted(report.instances, "instance"))
    covered = "" if report.complete else ", not all that there are"
    lines = [f"{', '.join(counts)}{covered}, in {report.seconds:.2f} s"]
    for rule, wrong in (("bounds", report.wrong_bounds), ("canonical", report.wrong_canonical)):
        if wrong:
            lines.append(f"{rule} is wrong in {counted(wrong, 'position')}")
    if report.sign_share is not None and report.mean_error is not None:
        lines.append(
            f"evaluate: right sign in {report.sign_share:.1%}, mean error {report.mean_error:.3g}"
        )
        lines += ["evaluate - value:", *histogram(report.guesses)]
    return "\n".join(lines)


# Optional rules of a puzzle


def promise_sections(report: PromiseReport) -> Iterator[Section]:
    """The verdict, the counterexample, the statistics."""
    yield Section("verdict", promise_headline(report))
    found = report.counterexample
    if found is not None:
        yield Section("board", puzzle=found.puzzle, state=found.state)
        yield Section("text", f"{found.rule}: {found.sentence}")
    yield Section("statistics", _promise_statistics(report))


def promise_headline(report: PromiseReport) -> str:
    """The verdict in a sentence or two."""
    states, (*others, last) = counted(report.states, "state"), report.rules
    rules = f"{', '.join(others)} and {last}" if others else last
    match report.verdict:
        case "refuted":
            assert report.counterexample is not None
            wrong = counted(report.broken[report.counterexample.rule], "state")
            return f"Refuted: {report.counterexample.rule} is wrong, in {wrong} of {states}."
        case "proven":
            return f"Proven on this instance: {rules} ({states}, exhaustively)."
        case "not-refuted":
            instances = counted(report.instances, "instance")
            return f"Not refuted in {instances}, {states}: {rules}. That is no proof."
    return f"Undecided: the {_ending(report)} came first, after {states}."


def _promise_statistics(report: PromiseReport) -> str:
    counts = [counted(report.states, "state"), counted(report.edges, "action")]
    if report.family:
        counts.insert(0, counted(report.instances, "instance"))
    covered = "" if report.complete else ", not all that there are"
    wrong = [f"{rule} is wrong in {counted(n, 'state')}" for rule, n in report.broken.items()]
    return "\n".join([f"{', '.join(counts)}{covered}, in {report.seconds:.2f} s", *wrong])


# Tables


def table_sections(report: TableReport) -> Iterator[Section]:
    """The verdict, the position that is wrong, the statistics."""
    yield Section("verdict", table_headline(report))
    found = report.counterexample
    if found is not None and found.game is not None:
        yield Section("board", puzzle=found.game, state=found.game.start)
        yield Section("text", sentence(found.sentence))
    yield Section("statistics", _table_statistics(report))


def table_headline(report: TableReport) -> str:
    """The verdict in a sentence or two."""
    positions, found = counted(report.checked, "position"), report.counterexample
    match report.verdict:
        case "refuted":
            assert found is not None
            said = found.sentence if found.game is None else f"of a position, {found.sentence}"
            return f"Refuted: {said}."
        case "proven":
            told = f"Proven: the table of {report.subject} ({positions}, exhaustively)"
            return f"{told}, if its rule 'canonical' is right." if report.symmetry else f"{told}."
        case "not-refuted":
            of_all = f"{positions} of {report.positions:,}"
            return f"Not refuted in {of_all}: the table of {report.subject}. That is no proof."
    return f"Undecided: the {_ending(report)} came first, after {positions}."


def _table_statistics(report: TableReport) -> str:
    looked = f"{report.checked:,} of {counted(report.positions, 'position')}"
    wrong = f", {report.wrong:,} wrong" if report.wrong else ""
    return f"{looked}{wrong}, in {report.seconds:.2f} s"
