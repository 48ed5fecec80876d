"""Decides how a measured figure is stated: what, how much, and how much was aimed at."""

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter, process_time


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure beside its aim, both with their unit."""

    what: str
    measured: str
    aim: str
    held: bool | None = None  # None: shown for information


def at_most(what: str, measured: float, aim: float, unit: str, digits: int = 1) -> Figure:
    """A figure that should stay at or below its aim."""
    return Figure(what, f"{measured:.{digits}f} {unit}", f"at most {aim:g} {unit}", measured <= aim)


def shown(what: str, measured: str) -> Figure:
    """A figure without an aim."""
    return Figure(what, measured, "")


def milliseconds(work: Callable[[], object], *, times: int) -> float:
    """The median of how long `work` takes, after one run that doesn't count."""
    work()
    taken = []
    for _ in range(times):
        begun = perf_counter()
        work()
        taken.append((perf_counter() - begun) * 1000)
    return statistics.median(taken)


def own_milliseconds(work: Callable[[], object], *, times: int) -> float:
    """The same in this process's own time, which others on a busy machine don't lengthen as much."""
    work()
    taken = []
    for _ in range(times):
        begun = process_time()
        work()
        taken.append((process_time() - begun) * 1000)
    return statistics.median(taken)


def print_table(title: str, figures: Iterable[Figure]) -> None:
    """Print one group of figures."""
    rows = [(figure.what, figure.measured, figure.aim, _mark(figure.held)) for figure in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    print(f"\n{title}")
    for what, measured, aim, mark in rows:
        print(f"  {what:<{widths[0]}}  {measured:>{widths[1]}}  {aim:<{widths[2]}}  {mark}".rstrip(), flush=True)


def _mark(held: bool | None) -> str:
    return "" if held is None else "yes" if held else "NO"
