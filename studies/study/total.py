"""What `deepen.audit` finds of a heuristic, summed over many instances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deepen.auditing.probe import finite


@dataclass
class Total:
    """A heuristic over all instances; `declared` is what its author promises of it."""

    declared: str = ""
    instances: int = 0
    states: int = 0
    solvable: int = 0
    edges: int = 0
    over: int = 0
    steep: int = 0
    exact: int = 0
    most_over: int = 0
    ratios: float = 0.0
    with_ratio: int = 0

    def add(self, found: Any) -> None:
        """Counts one instance."""
        self.instances += 1
        self.states += found.states
        self.edges += found.edges
        self.steep += found.steep_edges
        for estimate, distance, count in found.joint:
            if finite(distance) is None:
                continue
            self.solvable += count
            self.exact += count * (estimate == distance)
            if estimate > distance:
                self.over += count
                self.most_over = max(self.most_over, estimate - distance)
            if distance > 0 and finite(estimate) is not None:
                self.ratios += count * estimate / distance
                self.with_ratio += count

    @property
    def over_share(self) -> float:
        """Of the states with a way to a goal, the share of those with h > h*."""
        return self.over / self.solvable

    @property
    def steep_share(self) -> float:
        """The share of actions along which h falls by more than they cost."""
        return self.steep / self.edges

    @property
    def exact_share(self) -> float:
        """Of the states with a way to a goal, the share of those with h = h*."""
        return self.exact / self.solvable

    @property
    def mean_ratio(self) -> float:
        """The mean of h / h*."""
        return self.ratios / self.with_ratio
