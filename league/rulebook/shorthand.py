"""Decides what a worked example's shorthand means: it becomes a whole season file.

A line is a head and, after commas, extras in any order. Ids follow from the place: games g1, g2, ...,
penalties x1, x2, ..., requests r1, ...; teams and people have their names as ids.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from league.core.vocabulary import (
    CONDUCT_KINDS,
    FLAGS,
    GAME_KINDS,
    OFFENCES,
    PENALTY_CLASSES,
    REQUEST_DECISIONS,
    ROLES,
)
from league.rulebook.clause import Example
from league.rulebook.words import Entry, Unreadable, Words, after, extras_of, matched, one_of, overlaid

DIVISION = "d"
"""Id of the one division in which an example's teams play."""


def expand(example: Example, *, rulebook: str, season: str) -> Entry:
    """The season file that a `season` example stands for; `rulebook` is a slug, `season` the season's name.

    Raises Unreadable at the first line that can't be read; `unreadable` tells them all.
    """
    builder = _Builder(example)
    faults = builder.build()
    if faults:
        raise Unreadable("; ".join(f"{where}: {message}" for where, message in faults))
    document: Entry = {
        "format": "season/1",
        "rulebook": rulebook,
        "season": {"name": season, "timezone": example.timezone, **_given(example)},
        "divisions": [_division(example)],
        **builder.document(),
    }
    return overlaid(document, json.loads(example.season)) if example.season else document


def unreadable(example: Example) -> list[tuple[str, str]]:
    """Pairs (path such as `games[2]`, what is wrong) for everything in the example that can't be read."""
    found = [(key, fault) for key in ("expect", "season") if (fault := _json_fault(getattr(example, key)))]
    return found + (_Builder(example).build() if example.kind == "season" else [])


def _json_fault(text: str | None) -> str:
    try:
        json.loads(text or "null")
    except ValueError as error:
        return f"is no JSON: {error}"
    return ""


def _division(example: Example) -> Entry:
    window = {"window": list(example.window)} if example.window else {}
    return {"id": DIVISION, "name": example.level, "level": example.level, **window}


def _given(example: Example) -> Entry:
    dates = {"starts": example.starts, "ends": example.ends, "playoffs_start": example.playoffs_start}
    return {key: value for key, value in dates.items() if value is not None}


class _Builder:
    """Reads an example's lines in the order in which they need each other, collecting faults."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self.teams: dict[str, Entry] = {}
        self.associations: dict[str, Entry] = {}
        self.people: dict[str, Entry] = {}
        self.special: set[str] = set()
        self.games: list[Entry] = []
        self.penalties: list[Entry] = []
        self.extra: dict[str, list[Entry]] = {}

    def build(self) -> list[tuple[str, str]]:
        readers: tuple[tuple[str, Callable[[str, list[str]], None]], ...] = (
            ("teams", self.team), ("games", self.game), ("people", self.person), ("penalties", self.penalty),
            ("conduct", self.conduct), ("fair_play", self.fair_play), ("requests", self.request),
            ("adjustments", self.adjustment), ("coin_flips", self.coin_flip), ("decisions", self.decision),
        )  # fmt: skip
        faults = []
        for name, read in readers:
            for index, line in enumerate(getattr(self.example, name)):
                head, *extras = (piece.strip() for piece in line.split(","))
                try:
                    read(head, extras)
                except Unreadable as error:
                    faults.append((f"{name}[{index}]", str(error)))
        return faults

    def document(self) -> Entry:
        lists: dict[str, Iterable[Entry]] = {
            "associations": self.associations.values(),
            "teams": self.teams.values(),
            "people": (self._record(entry["person"]) for entry in self.people.values()),
            "roster": self.people.values(),
            "games": self.games,
            **self.extra,
        }
        return {key: found for key, entries in lists.items() if (found := list(entries))}

    def team(self, head: str, extras: list[str]) -> None:
        found = matched(r"(?P<name>.+?)(?: of (?P<association>.+))?", head, "NAME [of ASSOCIATION]")
        team = self._team(found["name"])
        if "association" in found:
            association = found["association"]
            self.associations[association] = {"id": association, "name": association}
            team["association"] = association
        team |= extras_of(extras, {"omit": lambda words: {"omit": words.split()}})

    def game(self, head: str, extras: list[str]) -> None:
        form = "DATE[THH:MM] HOME 3-2 AWAY, or HOME v AWAY for a game still to come"
        pattern = (
            r"(?P<day>\d{4}-\d\d-\d\d)(?:T(?P<time>\d\d:\d\d))? "
            r"(?P<home>.+?) (?:(?P<goals>\d+)-(?P<against>\d+)|v) (?P<away>.+)"
        )
        found = matched(pattern, head, form)
        self._team(found["home"]), self._team(found["away"])
        game: Entry = {
            "id": f"g{len(self.games) + 1}",
            "division": DIVISION,
            "starts": f"{found['day']}T{found.get('time', '12:00')}",
            "home": found["home"],
            "away": found["away"],
        }
        if "goals" in found:
            game["score"] = {"home": int(found["goals"]), "away": int(found["against"])}
        self.games.append(game)
        game |= extras_of(extras, self._game_extras(found["day"]))

    def _game_extras(self, day: str) -> Words:
        def at_fault(outcome: str) -> Callable[[str], Entry]:
            return lambda words: {
                "outcome": outcome,
                "at_fault": [self._known_team(name) for name in after("by", words).split(" and ")],
            }

        return {
            **{kind: lambda _, kind=kind: {"kind": kind} for kind in GAME_KINDS},  # type: ignore[misc]
            **{outcome: at_fault(outcome) for outcome in ("forfeit", "no-show", "refused", "cancelled")},
            "double-forfeit": lambda _: {"outcome": "double-forfeit"},
            "overtime": lambda _: {"decided_in": "overtime"},
            "shootout": lambda words: {"decided_in": "shootout", "winner": self._known_team(after("to", words))},
            "notice": lambda words: {"notice": words},
            "excused": lambda words: {"excused": words},
            "booked": lambda words: {"booked": words},
            "reported": lambda words: {"reported": words},
            "ends": lambda words: {"ends": words if "T" in words else f"{day}T{words}"},
            "at": lambda words: {"venue": words},
            "stage": lambda words: {"stage": words},
        }

    def person(self, head: str, extras: list[str]) -> None:
        form = "NAME ROLE of TEAM"
        found = matched(r"(?P<name>.+?) (?P<role>[\w-]+) of (?P<team>.+)", head, form)
        entry = self._person(found["name"], self._known_team(found["team"]), one_of(found["role"], ROLES, "role"))
        if "special-conditions" in extras:
            self.special.add(found["name"])
        entry |= extras_of(
            extras,
            {
                "special-conditions": lambda _: {},
                "number": lambda words: {"number": int(words)},
                **{key: lambda words, key=key: {key: words} for key in ("line", "status", "from", "to")},  # type: ignore[misc]
            },
        )

    def penalty(self, head: str, extras: list[str]) -> None:
        team, words = self._team_first(head)
        place = next((index for index, word in enumerate(words) if word in PENALTY_CLASSES), None)
        if place is None:
            raise Unreadable(f"{head!r} names no class of penalty; write TEAM [COUNT] [NAME] CLASS [OFFENCE]")
        before, after = words[:place], words[place + 1 :]
        count = int(before.pop(0)) if before and before[0].isdigit() else 1
        penalty: Entry = {"team": team, "class": words[place]}
        if before:
            penalty["person"] = self._named(" ".join(before), team)
        if after:
            penalty["offence"] = one_of(" ".join(after), OFFENCES, "offence")
        penalty |= extras_of(extras, self._penalty_extras(team))
        game = self._known_game(penalty.pop("game", "g1"))
        for _ in range(count):
            entry = {"id": f"x{len(self.penalties) + 1}", **penalty}
            self.penalties.append(entry)
            game.setdefault("penalties", []).append(entry)

    def _penalty_extras(self, team: str) -> Words:
        return {
            "in": lambda words: {"game": words},
            "with": lambda words: {"incident": self._incident(words)},
            "stands": lambda words: {"stands_for": one_of(after("for", words), PENALTY_CLASSES, "class")},
            "served": lambda words: {"served_by": self._named(after("by", words), team)},
            "minutes": lambda words: {"minutes": int(words)},
            "clock": lambda words: {"clock": words},
            "period": lambda words: {"period": int(words) if words.isdigit() else words},
            "left": lambda words: {"left": words},
            "flags": lambda words: {"flags": [one_of(word, FLAGS, "flag") for word in words.split()]},
        }

    def conduct(self, head: str, extras: list[str]) -> None:
        team, words = self._team_first(head)
        if len(words) != 3 or words[1] != "in":
            raise Unreadable(f"{head!r} can't be read; write TEAM KIND in g1")
        entry = {"team": team, "kind": one_of(words[0], CONDUCT_KINDS, "kind of conduct")}
        self._known_game(words[2]).setdefault("conduct", []).append(entry)

    def fair_play(self, head: str, extras: list[str]) -> None:
        team, words = self._team_first(head)
        if len(words) != 3 or words[0] not in ("kept", "lost") or words[1] != "in":
            raise Unreadable(f"{head!r} can't be read; write TEAM kept in g1, or TEAM lost in g1")
        self._known_game(words[2]).setdefault("fair_play", {})[team] = words[0] == "kept"

    def request(self, head: str, extras: list[str]) -> None:
        team, words = self._team_first(head)
        if len(words) != 4 or (words[0], words[2]) != ("moves", "to"):
            raise Unreadable(f"{head!r} can't be read; write TEAM moves g1 to DATETHH:MM")
        game = self._known_game(words[1])["id"]
        requests = self.extra.setdefault("requests", [])
        requests.append(
            {"id": f"r{len(requests) + 1}", "game": game, "by": team, "new_start": words[3]}
            | extras_of(
                extras,
                {
                    "received": lambda words: {"received": words},
                    "because": lambda words: {"reason": words},
                    "agreed": lambda words: {"agreed": [self._known_team(name) for name in words.split(" and ")]},
                    **{word: lambda _, word=word: {"decision": word} for word in REQUEST_DECISIONS},  # type: ignore[misc]
                },
            )
        )

    def adjustment(self, head: str, extras: list[str]) -> None:
        found = matched(r"(?P<team>.+) (?P<points>[+-]\d+) under (?P<clause>\S+)", head, "TEAM -1 under CLAUSE")
        team = self._known_team(found["team"])
        entry = {"team": team, "points": int(found["points"]), "clause": found["clause"], "reason": "example"}
        self.extra.setdefault("adjustments", []).append(entry)

    def coin_flip(self, head: str, extras: list[str]) -> None:
        order = [self._known_team(name) for name in head.split(" over ")]
        if len(order) < 2:
            raise Unreadable(f"{head!r} can't be read; write WINNER over LOSER")
        how = {"winner": order[0]} if len(order) == 2 else {"order": order}
        self.extra.setdefault("coin_flips", []).append({"division": DIVISION, "among": sorted(order), **how})

    def decision(self, head: str, extras: list[str]) -> None:
        form = "x1 on DATE N games, or dismissed, or indefinite"
        outcome = r"(?:(?P<games>\d+) games?|(?P<word>dismissed|indefinite|confirmed))"
        pattern = rf"(?P<on>\S+) on (?P<date>\d{{4}}-\d\d-\d\d) {outcome}"
        found = matched(pattern, head, form)
        entry: Entry = {"on": found["on"], "date": found["date"], "reason": "example"}
        entry |= {"games": int(found["games"])} if "games" in found else {found["word"]: True}
        entry |= extras_of(
            extras,
            {
                "counting": lambda words: {"counts_missed": True},
                "not": lambda words: {"counts_missed": False},
            },
        )
        self.extra.setdefault("decisions", []).append(entry)

    def _team(self, name: str) -> Entry:
        return self.teams.setdefault(name, {"id": name, "name": name, "division": DIVISION})

    def _known_team(self, name: str) -> str:
        return one_of(name, tuple(self.teams), "team")

    def _known_game(self, id: str) -> Entry:
        one_of(id, tuple(game["id"] for game in self.games), "game")
        return self.games[int(id[1:]) - 1]

    def _incident(self, id: str) -> str:
        known = {penalty["id"]: penalty for penalty in self.penalties}
        incident: str = known[one_of(id, tuple(known), "penalty")].get("incident", id)
        return incident

    def _team_first(self, head: str) -> tuple[str, list[str]]:
        """The team whose name the line begins with (the longest that fits), and the words after it."""
        fitting = [name for name in self.teams if head == name or head.startswith(f"{name} ")]
        if not fitting:
            raise Unreadable(f"{head!r} begins with no team of the example")
        team = max(fitting, key=len)
        return team, head[len(team) :].split()

    def _named(self, name: str, team: str) -> str:
        """The person of that name; a role instead of a name means that team official of the team."""
        if name in ROLES:
            return str(self._person(f"{team} {name}", team, name)["person"])
        return str(self._person(name, team, "skater")["person"])

    def _record(self, name: str) -> Entry:
        special = {"special_conditions": True} if name in self.special else {}
        return {"id": name, "name": name, **special}

    def _person(self, name: str, team: str, role: str) -> Entry:
        return self.people.setdefault(name, {"person": name, "team": team, "role": role})
