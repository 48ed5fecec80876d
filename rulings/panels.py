"""What rulings add to the pages of `league`: all that would follow from a change of a game, before it is saved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from discipline.core.wording import day_text
from discipline.views.reading import length_of, review_kind
from league.core.facts import Facts
from league.core.facts import Game as GameFacts
from league.core.money import amount
from league.face import panels
from league.face.panels import Panel
from league.face.wording import with_games
from league.models import Game
from league.models.games import HOLDING_OUTCOMES
from league.permissions import Action
from league.views.place import PageRequest
from rulings.preview import Basis, Consequences, Document, Pair, Ruled, consequences, people_of
from rulings.queries import basis_of
from scheduling.core.fee_book import GameCharge
from scheduling.models import Assignment
from standings.views.rows import COLUMNS

_UNSEEN = ("why", "clauses", "provisional")


def register() -> None:
    """Have the pages that change a game ask what would follow. Called once, when the app starts."""
    panels.add("change", of_change)


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of a table as it is and as it would be."""

    classes: str
    before: str
    after: str

    @property
    def changes(self) -> bool:
        """Whether the two differ."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Line:
    """Something else that comes, goes or changes: whose it is, what it was and would be, why and by which clauses."""

    who: str
    before: str
    after: str
    why: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()

    @property
    def unnamed(self) -> list[str]:
        """The clauses that none of the sentences names."""
        return [clause for clause in self.clauses if not any(f"({clause})" in sentence for sentence in self.why)]


def of_change(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """What would follow if the game were `context["after"]` and not as `context["about"]` has it. Constant queries."""
    game, about, after = request.place.game, context["about"], context["after"]
    if game is None or after is None or not request.access.may(Action.READ_SUSPENSIONS, request.place):
        return None
    basis = basis_of(game, people_of(about.game, after))
    found = consequences(basis, about.game, after)
    words = _Words(basis.division, basis.people, context.get("names") or {})
    table = _table(found, words)
    values = {
        "found": found,
        "changes": bool(table["rows"]) or found.beside_the_table,
        "counts": [_how(ruled, words) for ruled in (found.before, found.after)],
        "clauses": found.after.result.clauses,
        **table,
        "verdicts": [_verdict(pair, words) for pair in found.fair_play],
        "suspensions": [_suspension(pair, words) for pair in found.suspensions],
        "ineligible": [_ineligible(pair, words) for pair in found.ineligible],
        "ejections": [_ejection(pair, words) for pair in found.ejections],
        "reviews": [_review(pair, words) for pair in found.reviews],
        "charges": [_charge(pair, words) for pair in found.charges],
        "shares": _shares(found, basis, words),
        "freed": _freed(game, after),
        "seeds": [[words.team(team) for team in teams] for teams in found.seeds] if _reseeded(found) else [],
        "flips": [", ".join(words.team(team) for team in group) for group in found.flips],
        "book": basis.version,
    }
    return Panel("rulings/_consequences.html", values)


class _Words:
    """How teams, people and games of the facts are called."""

    def __init__(self, division: Facts, people: Facts, names: Mapping[str, str]) -> None:
        self._teams = {team.id: team.name or team.id for facts in (division, people) for team in facts.teams}
        self._people = {person.id: person.name for person in people.people} | dict(names)
        self._games = {}
        for game in (*division.games, *people.games):
            if game.day is not None:
                when = day_text(game.day)
                told = {"away": self.team(game.away), "home": self.team(game.home), "day": when}
                self._games[f"{game.id} on {when}"] = _("the game %(away)s at %(home)s on %(day)s") % told
                self._games[game.id] = _("%(away)s at %(home)s, %(day)s") % told

    def team(self, key: str | None) -> str:
        return self._teams.get(key or "", key or "")

    def person(self, key: str | None) -> str:
        return self._people.get(key or "") or key or ""

    def game(self, key: str | None) -> str:
        return self._games.get(key or "", "")

    def sentences(self, texts: Iterable[str]) -> tuple[str, ...]:
        """The rulings' sentences, with games and teams by name."""
        phrases = {phrase: words for phrase, words in self._games.items() if " on " in phrase} | self._teams
        told = (with_games(self._without_ids(text), phrases) for text in texts)
        return tuple(text if text.endswith((".", "!", "?")) else f"{text}." for text in told)

    def _without_ids(self, text: str) -> str:
        """A game that is named needs no id behind it: "Bears - Otters (g7)"."""
        return re.sub(r" \(([^()]+)\)", lambda found: "" if found[1] in self._games else found[0], text)


def _how(ruled: Ruled, words: _Words) -> str:
    """How the game counts, in a sentence."""
    result = ruled.result
    game = result.game
    if result.status == "open":
        return _("Still to be played.")
    if result.status != "played":
        return " ".join(words.sentences(result.why)) or str(result.unclear)
    score = f"{words.team(game.away)} {game.away_goals}, {words.team(game.home)} {game.home_goals}"
    if game.provisional:
        return _("%(score)s, provisional") % {"score": score}
    return score


def _table(found: Consequences, words: _Words) -> dict[str, Any]:
    """The lines of the table that change; a column in which nothing changes is only shown where phones have room."""
    changed = {name for pair in found.rows for name in _changed(pair)}
    columns = [column for column in COLUMNS if column[3] or column[0] in changed]
    rows = []
    for pair in found.rows:
        if not _changed(pair):
            continue
        before, after = pair.before or {}, pair.after or {}
        cells = [Cell("num", str(before.get(name, "")), str(after.get(name, ""))) for name, *_rest in columns]
        rank = Cell("num", str(before.get("rank", "")), str(after.get("rank", "")))
        loses = bool(before.get("playoff_eligible")) and not after.get("playoff_eligible")
        gains = not before.get("playoff_eligible") and bool(after.get("playoff_eligible"))
        rows.append({"team": words.team(pair.either["team"]), "cells": [rank, *cells], "loses": loses, "gains": gains})
    return {"columns": columns, "rows": rows}


def _changed(pair: Pair) -> list[str]:
    """The figures of a line that change; its explanations aren't figures."""
    before, after = pair.before or {}, pair.after or {}
    return [name for name in after if name not in _UNSEEN and before.get(name) != after[name]]


def _verdict(pair: Pair, words: _Words) -> Line:
    return Line(
        words.team(pair.either["team"]),
        _kept(pair.before),
        _kept(pair.after),
        words.sentences(pair.either["why"]),
        tuple(pair.either["clauses"]),
    )


def _kept(entry: Document | None) -> str:
    if entry is None:
        return _("no verdict")
    told = _("kept, %(minutes)s minutes") if entry["kept"] else _("lost, %(minutes)s minutes")
    return told % {"minutes": entry["minutes"]}


def _suspension(pair: Pair, words: _Words) -> Line:
    entry = pair.either
    before, after = (length_of(one) if one else "" for one in (pair.before, pair.after))
    if pair.before and pair.after and before == after:
        before, after = (str(one["status"]).replace("-", " ") for one in (pair.before, pair.after))
    who = words.person(entry["person"])
    team = words.team(entry["team"])
    return Line(
        f"{who} ({team})" if team else who, before, after, words.sentences(entry["why"]), tuple(entry["clauses"])
    )


def _ineligible(pair: Pair, words: _Words) -> Line:
    entry = pair.either
    what = words.game(entry["game"]) or entry["game"]
    return Line(
        words.person(entry["person"]),
        what if pair.before else "",
        what if pair.after else "",
        words.sentences(entry["why"]),
        tuple(entry["clauses"]),
    )


def _ejection(pair: Pair, words: _Words) -> Line:
    entry = pair.either
    out = _("out for the rest of the game")
    return Line(
        f"{words.person(entry['person'])} ({words.team(entry['team'])})",
        out if pair.before else "",
        out if pair.after else "",
        words.sentences(entry["why"]),
        tuple(entry["clauses"]),
    )


def _review(pair: Pair, words: _Words) -> Line:
    entry = pair.either
    who = words.person(entry["person"]) if entry["person"] else words.team(entry["team"])
    what = review_kind(entry["kind"])
    return Line(who, what if pair.before else "", what if pair.after else "", (), tuple(entry["clauses"]))


def _charge(pair: Pair, words: _Words) -> Line:
    entry = pair.either
    return Line(
        words.team(str(entry["from"]).partition(":")[2]),
        _sum(pair.before),
        _sum(pair.after),
        words.sentences(entry["why"]),
        tuple(entry["clauses"]),
    )


def _shares(found: Consequences, basis: Basis, words: _Words) -> list[str]:
    """What of the new charges is passed on to the other team once they are paid; the rulings give it only then."""
    result, book = found.after.result, basis.book_on(basis.as_of)
    rules = (rule for rule in book.all(GameCharge) if rule.cause == result.cause and result.game.kind in rule.kinds)
    share = next((rule.share for rule in rules), 0)
    if not share or len(result.at_fault) != 1:
        return []
    told = {
        "sum": f"{amount(share)} {book.currency}",
        "team": words.team(result.game.opponent(next(iter(result.at_fault)))),
    }
    return [_("%(sum)s of it go to %(team)s once it is paid.") % told]


def _freed(game: Game, after: GameFacts) -> list[str]:
    """What a game gives back when it isn't played then: its ice, and its officials. One query where it does."""
    if game.starts is None or (after.outcome in HOLDING_OUTCOMES and after.starts == game.starts):
        return []
    rink = _("%(rink)s is free then.") % {"rink": game.venue} if game.venue else _("The teams are free then.")
    officials = Assignment.objects.filter(game=game).count()
    if not officials:
        return [rink]
    told = ngettext("%(n)s official is to be released.", "%(n)s officials are to be released.", officials)
    return [rink, told % {"n": officials}]


def _sum(entry: Document | None) -> str:
    if entry is None:
        return ""
    sum_ = f"{entry['amount']} {entry['currency']}" if entry["amount"] else _("to be set by the league")
    due = parse_date(entry["due"]) if entry["due"] else None
    return _("%(sum)s, due %(day)s") % {"sum": sum_, "day": day_text(due)} if due else sum_


def _reseeded(found: Consequences) -> bool:
    return found.seeds[0] != found.seeds[1]
