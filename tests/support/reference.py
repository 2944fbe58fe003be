"""The slow and obvious oracle: every search in pure Python, written to be read beside its rule.

The engine must give the same answers and the same node counts as the functions here. So nothing in
this file is clever, and nothing in it is shared with the package it judges.

Three counters mean the same everywhere. ``generated`` begins at 1, for the start state, and grows
with the successors of each expanded state. ``expanded`` counts expansions. ``reopened`` counts
closed states that a cheaper path opened again.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

DEAD = 2**31 - 1
"""The heuristic value of a state from which no goal can be reached."""

S = TypeVar("S", bound=Hashable)
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class Problem(Protocol[S, A_co]):
    """What a search asks of a problem. The same state always gives the same answers."""

    @property
    def start(self) -> S: ...

    def successors(self, state: S, /) -> Sequence[tuple[A_co, S, int]]:
        """All (action, child, cost) in the order in which the rules yield them."""
        ...

    def is_goal(self, state: S, /) -> bool: ...

    def h(self, state: S, /) -> int: ...


Status = Literal["solved", "unsolvable", "depth-limit", "node-limit"]


class Row(NamedTuple):
    """One stage of a search, with the nodes of that stage alone; the start is in no row.

    A stage is a threshold of IDA*, an f-layer of best-first search (it begins when a state with a
    larger f than any before is popped) or a depth of breadth-first search that was seen whole.
    """

    threshold: int
    expanded: int
    generated: int


@dataclass
class Answer(Generic[S, A]):
    """What a search found. ``cost`` is the sum of the action costs along ``states``.

    ``rows`` are the thresholds of IDA*, ``layers`` the stages of the other searches.
    """

    status: Status
    cost: int | None = None
    actions: list[A] = field(default_factory=list)
    states: list[S] = field(default_factory=list)
    expanded: int = 0
    generated: int = 1
    reopened: int = 0
    rows: list[Row] = field(default_factory=list)
    layers: list[Row] = field(default_factory=list, compare=False)


class Layers:
    """Cuts a search into stages: each begins with ``enter``, and counts until the next begins."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.begun = (0, 1)

    def count(self, expanded: int, generated: int) -> list[Row]:
        """The rows, the last one brought up to date."""
        if self.rows:
            since = (expanded - self.begun[0], generated - self.begun[1])
            self.rows[-1] = Row(self.rows[-1].threshold, *since)
        return self.rows

    def enter(self, threshold: int, expanded: int, generated: int) -> None:
        if not self.rows or threshold > self.rows[-1].threshold:
            self.count(expanded, generated)
            self.rows.append(Row(threshold, 0, 0))
            self.begun = (expanded, generated)


CameFrom = dict[S, tuple[S, A, int]]
"""For each state found but the start: the state before it, the action, and the action's cost."""


def trace(came_from: CameFrom[S, A], goal: S) -> tuple[list[S], list[A], int]:
    """Walk from the goal back to the start: the states, the actions, and what they cost."""
    states: list[S] = [goal]
    actions: list[A] = []
    total = 0
    while states[-1] in came_from:
        before, action, cost = came_from[states[-1]]
        states.append(before)
        actions.append(action)
        total += cost
    return states[::-1], actions[::-1], total


# The best-first family


def best_first(
    problem: Problem[S, A], a: int, b: int, reopen: bool = True, node_limit: int | None = None
) -> Answer[S, A]:
    """Pop the smallest (a*g + b*h, h); among equal keys the last one pushed.

    A*: a=b=1. Uniform cost: a=1, b=0, and the heuristic is never asked. Weighted A* with w = p/q:
    a=q, b=p. Greedy: a=0, b=1, and a state once known is left as it is.
    With ``reopen=False`` a closed state stays closed, which loses the optimum when h is
    inconsistent: the mistake that the engine must not make.
    """
    start = problem.start
    h = {start: problem.h(start) if b > 0 else 0}
    if h[start] == DEAD:
        return Answer("unsolvable")
    g = {start: 0}
    came_from: CameFrom[S, A] = {}
    closed: set[S] = set()
    # (f, h, minus the number of the push, g, state): the third is unique and makes it last in
    # first out, so two states are never compared.
    queue: list[tuple[int, int, int, int, S]] = [(b * h[start], h[start], 0, 0, start)]
    expanded, generated, reopened, pushed = 0, 1, 0, 1
    layers = Layers()

    def answer(status: Status, goal: S | None = None) -> Answer[S, A]:
        states, actions, total = ([], [], None) if goal is None else trace(came_from, goal)
        rows = layers.count(expanded, generated)
        counts = (expanded, generated, reopened)
        return Answer(status, total, actions, states, *counts, layers=rows)

    while queue:
        f, _, _, pushed_g, state = heapq.heappop(queue)
        if state in closed or pushed_g > g[state]:
            continue  # stale
        layers.enter(f, expanded, generated)
        if problem.is_goal(state):
            return answer("solved", state)
        if expanded == node_limit:
            return answer("node-limit")
        closed.add(state)
        expanded += 1
        for action, child, cost in problem.successors(state):
            generated += 1
            child_g = g[state] + cost
            if child not in g:
                h_child = problem.h(child) if b > 0 else 0
                if h_child == DEAD:
                    continue  # pruned, and forgotten
                h[child] = h_child
            elif a == 0 or child_g >= g[child]:
                continue  # known, and nothing better (greedy does not look)
            elif child in closed:
                if not reopen:
                    continue
                closed.remove(child)
                reopened += 1
            g[child] = child_g
            came_from[child] = state, action, cost
            heapq.heappush(queue, (a * child_g + b * h[child], h[child], -pushed, child_g, child))
            pushed += 1
    return answer("unsolvable")


# Searches that ask no heuristic


def breadth_first(problem: Problem[S, A], node_limit: int | None = None) -> Answer[S, A]:
    """Expand in the order of generation; test for the goal when a new state is generated."""
    start = problem.start
    if problem.is_goal(start):
        return Answer("solved", 0, [], [start])
    came_from: CameFrom[S, A] = {}
    queue = deque([start])
    expanded, generated = 0, 1
    layers: list[Row] = []
    # The layer at hand: how many of its states are not expanded yet, and what was counted before.
    left, begun = 1, (0, 1)
    while queue:
        if expanded == node_limit:
            return Answer("node-limit", None, [], [], expanded, generated, layers=layers)
        state = queue.popleft()
        children = problem.successors(state)
        expanded += 1
        left -= 1
        # All at once: siblings that follow a goal are counted too.
        generated += len(children)
        for action, child, cost in children:
            if child == start or child in came_from:
                continue
            came_from[child] = state, action, cost
            if problem.is_goal(child):
                states, actions, total = trace(came_from, child)
                return Answer("solved", total, actions, states, expanded, generated, layers=layers)
            queue.append(child)
        if left == 0:
            layers.append(Row(len(layers), expanded - begun[0], generated - begun[1]))
            left, begun = len(queue), (expanded, generated)
    return Answer("unsolvable", None, [], [], expanded, generated, layers=layers)


@dataclass(frozen=True)
class Path(Generic[S, A]):
    """A path as a chain of its ends, so that every entry of a stack can keep its own."""

    state: S
    depth: int = 0
    cost: int = 0
    last: tuple[Path[S, A], A] | None = None

    def then(self, action: A, child: S, cost: int) -> Path[S, A]:
        return Path(child, self.depth + 1, self.cost + cost, (self, action))

    def unroll(self) -> tuple[list[S], list[A]]:
        path, states, actions = self, [self.state], []
        while path.last is not None:
            path, action = path.last
            states.append(path.state)
            actions.append(action)
        return states[::-1], actions[::-1]


def depth_first(
    problem: Problem[S, A], depth_limit: int | None = None, node_limit: int | None = None
) -> Answer[S, A]:
    """Visit a state, then each of its children in turn unless visited by then.

    At ``depth_limit`` a state is tested for the goal but not expanded, and a state is visited
    again when it is reached at a smaller depth than before. The children wait on a stack, the first
    on top, which visits them in the order of the recursion without recursing.
    """
    least_depth: dict[S, int] = {}
    stack: list[Path[S, A]] = [Path(problem.start)]
    expanded, generated, cut = 0, 1, False
    while stack:
        path = stack.pop()
        if path.state in least_depth and (
            depth_limit is None or path.depth >= least_depth[path.state]
        ):
            continue
        least_depth[path.state] = path.depth
        if problem.is_goal(path.state):
            states, actions = path.unroll()
            return Answer("solved", path.cost, actions, states, expanded, generated)
        if path.depth == depth_limit:
            cut = True
            continue
        if expanded == node_limit:
            return Answer("node-limit", expanded=expanded, generated=generated)
        children = problem.successors(path.state)
        expanded += 1
        generated += len(children)
        stack.extend(path.then(*child) for child in reversed(children))
    status: Status = "depth-limit" if cut else "unsolvable"
    return Answer(status, expanded=expanded, generated=generated)


# IDA*

CycleCheck = Literal["path", "parent"]


class OutOfNodes(Exception):
    """The next expansion would exceed the node limit."""


@dataclass
class Probe(Generic[S, A]):
    """The depth-first search under one threshold. ``path`` is the path to the state at hand."""

    problem: Problem[S, A]
    threshold: int
    reorder: bool
    cycle_check: CycleCheck
    node_limit: int | None
    path: list[S]
    actions: list[A] = field(default_factory=list)
    expanded: int = 0
    generated: int = 0
    next_threshold: int | None = None

    def search(self, g: int) -> int | None:
        """The cost of a goal below the end of the path, with the path led there; None if none."""
        if self.expanded == self.node_limit:
            raise OutOfNodes
        self.expanded += 1
        for _, action, child, child_g in self.ordered_children(g):
            self.path.append(child)
            self.actions.append(action)
            if self.problem.is_goal(child):
                return child_g
            found = self.search(child_g)
            if found is not None:
                return found
            self.path.pop()
            self.actions.pop()
        return None

    def ordered_children(self, g: int) -> Iterable[tuple[int, A, S, int]]:
        """Sorting takes (and so counts) every child at once; without it they come one by one."""
        if self.reorder:
            return sorted(self.children(g), key=lambda taken: taken[0])
        return self.children(g)

    def children(self, g: int) -> Iterator[tuple[int, A, S, int]]:
        """The (h, action, child, g) of the children that are within the threshold."""
        for action, child, cost in self.problem.successors(self.path[-1]):
            if self.repeats(child):
                continue
            self.generated += 1
            h = self.problem.h(child)
            if h == DEAD:
                continue  # no threshold will ever reach it
            f = g + cost + h
            if f <= self.threshold:
                yield h, action, child, g + cost
            elif self.next_threshold is None or f < self.next_threshold:
                self.next_threshold = f

    def repeats(self, child: S) -> bool:
        if self.cycle_check == "path":
            return child in self.path
        # The state before the one at hand; before the root, the root itself.
        return child == self.path[max(0, len(self.path) - 2)]

    def row(self) -> Row:
        return Row(self.threshold, self.expanded, self.generated)


def idastar(
    problem: Problem[S, A],
    reorder: bool = True,
    cycle_check: CycleCheck = "path",
    node_limit: int | None = None,
) -> Answer[S, A]:
    """Depth-first under a threshold that grows to the least f above it. It has no table.

    ``cycle_check="parent"`` does not end where a cycle costs nothing (unless it is a step and its
    way back), nor where a cycle but no goal is in reach; give it a ``node_limit`` there.
    """
    threshold: int | None = problem.h(problem.start)
    if threshold == DEAD:
        return Answer("unsolvable")
    if problem.is_goal(problem.start):
        return Answer("solved", 0, [], [problem.start])
    probes: list[Probe[S, A]] = []
    status: Status = "unsolvable"
    cost: int | None = None
    while threshold is not None and cost is None:
        left = None if node_limit is None else node_limit - sum(p.expanded for p in probes)
        probe = Probe(problem, threshold, reorder, cycle_check, left, [problem.start])
        probes.append(probe)
        try:
            cost = probe.search(0)
        except OutOfNodes:
            status = "node-limit"
            break
        threshold = probe.next_threshold
    answer: Answer[S, A] = Answer(status, cost, rows=[probe.row() for probe in probes])
    answer.expanded = sum(row.expanded for row in answer.rows)
    answer.generated = 1 + sum(row.generated for row in answer.rows)
    if cost is not None:
        answer.status = "solved"
        answer.actions, answer.states = probes[-1].actions, probes[-1].path
    return answer


# The whole space


def reachable(problem: Problem[S, A]) -> list[list[S]]:
    """The states by depth (fewest actions from the start). Goals are passed through."""
    seen = {problem.start}
    layers = [[problem.start]]
    while layers[-1]:
        layers.append([])
        for state in layers[-2]:
            for _, child, _ in problem.successors(state):
                if child not in seen:
                    seen.add(child)
                    layers[-1].append(child)
    return layers[:-1]


def layer_counts(problem: Problem[S, A]) -> list[int]:
    """How many states lie at each depth, the start's layer first."""
    return [len(layer) for layer in reachable(problem)]


def true_distances(problem: Problem[S, A]) -> dict[S, int | None]:
    """The cost of the cheapest way to a goal from each reachable state; None where there is none.

    Dijkstra backward, from all goals at once, with the nearest state found by looking at all.
    """
    states = [state for layer in reachable(problem) for state in layer]
    into: dict[S, list[tuple[S, int]]] = {state: [] for state in states}
    for state in states:
        for _, child, cost in problem.successors(state):
            into[child].append((state, cost))
    distance: dict[S, int | None] = dict.fromkeys(states)
    waiting = {state: 0 for state in states if problem.is_goal(state)}
    while waiting:
        state = min(waiting, key=lambda waiter: waiting[waiter])
        settled = distance[state] = waiting.pop(state)
        for before, cost in into[state]:
            if distance[before] is None:
                waiting[before] = min(settled + cost, waiting.get(before, settled + cost))
    return distance


def is_admissible(problem: Problem[S, A]) -> bool:
    """h never exceeds the true distance. Where no goal is in reach every value will do."""
    distances = true_distances(problem).items()
    return all(true is None or problem.h(state) <= true for state, true in distances)


def is_consistent(problem: Problem[S, A]) -> bool:
    """h is 0 at goals and no action lowers it by more than its cost. DEAD counts as infinite."""

    def holds(state: S) -> bool:
        if problem.is_goal(state) and problem.h(state) != 0:
            return False
        children = [(problem.h(child), cost) for _, child, cost in problem.successors(state)]
        return all(h == DEAD or problem.h(state) <= cost + h for h, cost in children)

    return all(holds(state) for layer in reachable(problem) for state in layer)


def replay(problem: Problem[S, A], actions: Iterable[A]) -> tuple[list[S], int]:
    """The states that the actions lead through, and their cost.

    Raises KeyError when an action is not possible. Needs actions that are unique in their state.
    """
    states, total = [problem.start], 0
    for action in actions:
        for possible, child, cost in problem.successors(states[-1]):
            if possible == action:
                states.append(child)
                total += cost
                break
        else:
            raise KeyError(action)
    return states, total


def branching_factor(generated: int, depth: int) -> float:
    """The b with generated = 1 + b + ... + b**depth, to six digits, by adding and halving."""

    def nodes(b: float) -> float:
        return sum(b**level for level in range(depth + 1))

    low, high = 0.0, float(generated)
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if nodes(middle) < generated else (low, middle)
    return high
