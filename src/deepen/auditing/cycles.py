"""Whether a move that pays lies on a cycle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def paying_edge(
    nodes: Iterable[int], edges: Mapping[int, Sequence[int]], paying: Iterable[tuple[int, int]]
) -> int | None:
    """Where a move begins that pays and can be made again and again; None if there is none."""
    paying = list(paying)
    if not paying:
        return None
    component = components(nodes, edges)
    return next((begin for begin, end in paying if component[begin] == component[end]), None)


def components(nodes: Iterable[int], edges: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """The strongly connected component of each node, by one node of it.

    Kosaraju's: what can be reached against the edges, in the order in which a search along them
    ends, last first.
    """
    component: dict[int, int] = {}
    reversed_edges = _reversed(edges)
    for root in reversed(_by_end(nodes, edges)):
        waiting = [root] if root not in component else []
        while waiting:
            node = waiting.pop()
            if node not in component:
                component[node] = root
                waiting += reversed_edges.get(node, ())
    return component


def _by_end(nodes: Iterable[int], edges: Mapping[int, Sequence[int]]) -> list[int]:
    ended: list[int] = []
    seen: set[int] = set()
    for root in nodes:
        stack = [] if root in seen else [(root, iter(edges.get(root, ())))]
        seen.add(root)
        while stack:
            node, children = stack[-1]
            child = next((each for each in children if each not in seen), None)
            if child is None:
                ended.append(node)
                stack.pop()
            else:
                seen.add(child)
                stack.append((child, iter(edges.get(child, ()))))
    return ended


def _reversed(edges: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for node, children in edges.items():
        for child in children:
            found.setdefault(child, []).append(node)
    return found
