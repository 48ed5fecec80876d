"""Decides what a notice of suspension says, line by line, in its own language: the page and the paper show the same."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import formats, translation

from discipline import queries
from discipline.core.book_due_process import Appeals, Hearings, Notices
from discipline.core.book_serving import Serving
from discipline.core.due_process import appeal_until, hearing_right
from discipline.core.sentencing import DECISION
from discipline.face import notice_words as words
from discipline.models import Decision, Notice
from discipline.queries import due_process
from discipline.queries.due_process import Item
from league.models import Game, Penalty
from league.rulebook.book import RuleBook


@dataclass(slots=True)
class Writer:
    """Writes the lines of one notice."""

    item: Item
    language: str
    now: dt.datetime
    supersedes: Notice | None = None
    lines: list[tuple[str, str]] = field(default_factory=list)

    def word(self, key: str, **values: Any) -> str:
        """A word or sentence of the notice."""
        return words.WORDS[self.language][key].format(**values)

    def say(self, key: str, text: str) -> None:
        """Add a line, unless there is nothing to say."""
        if text:
            self.lines.append((self.word(key), text))

    @property
    def zone(self) -> ZoneInfo:
        """The season's time zone."""
        return ZoneInfo(self.item.suspension.season.timezone)

    def day(self, day: dt.date) -> str:
        """A day in the notice's language."""
        with translation.override(self.language):
            return formats.date_format(day, "DATE_FORMAT")

    def moment(self, at: dt.datetime) -> str:
        """A day and time with the zone's name, on the season's clock."""
        local = at.astimezone(self.zone)
        return f"{self.day(local.date())}, {local:%H:%M} {local:%Z}"

    def called(self, game: Game) -> str:
        """A game by its teams and day."""
        teams = self.word("at", away=game.away.name, home=game.home.name)
        return f"{teams}, {self.day(game.starts.astimezone(self.zone).date())}" if game.starts else teams

    def games(self, number: int) -> str:
        """A number of games."""
        return self.word("game-s" if number == 1 else "game-p", n=number)


def content_of(
    item: Item, *, number: int, language: str, now: dt.datetime, supersedes: Notice | None = None
) -> dict[str, Any]:
    """What a notice on this suspension says now: {"title", "language", "lines": [[label, text], ...], "foot"}.

    `number` is the one it would get. Twelve queries at most.
    """
    row, write = item.suspension, Writer(item, language, now, supersedes)
    book = due_process.book_of(row)
    penalties = queries.penalties_of(row)
    decisions = list(queries.decisions_on(row, [penalty.key for penalty in penalties]))
    write.say("number", f"{row.season.name}-{number}")
    if supersedes is not None:
        write.say("supersedes", write.word("supersedes-text", number=str(supersedes)))
    write.say("league", f"{row.season.league.name}, {row.season.name}")
    role = words.ROLES[language].get(item.matter.role, item.matter.role)
    team = f", {row.team.name}" if row.team else ""
    write.say("person", f"{row.person.name or row.person.key}, {role}{team}")
    if row.game is not None:
        write.say("game", write.called(row.game))
    _infraction(write, penalties, book)
    _length(write, decisions)
    _games(write, book)
    _meanwhile(write, book)
    _rights(write, book)
    write.say("authority", words.authority(item.authority, language))
    write.say("issued", write.moment(now))
    return {
        "title": write.word("title"),
        "language": language,
        "lines": [list(line) for line in write.lines],
        "foot": write.word("foot"),
    }


def _infraction(write: Writer, penalties: Iterable[Penalty], book: RuleBook) -> None:
    """What happened, under which clause, which time."""
    data = write.item.suspension.data
    what = [
        f"{words.penalty(one.penalty_class, write.language)}, {words.offence(one.offence, write.language)}"
        for one in penalties
    ]
    write.say("infraction", "; ".join(dict.fromkeys(what)))
    cited = [clause for clause in data["clauses"] if clause in book.clauses and clause != DECISION]
    write.say("rule", "\n".join(f"{clause}: {book.clause(clause).text}" for clause in cited[:3]))
    if data["offence_number"]:
        write.say("offence-number", write.word("offence-number-text", number=data["offence_number"]))


def _length(write: Writer, decisions: Iterable[Decision]) -> None:
    """The minimum, the length given, why it is more, and from when on it holds."""
    row = write.item.suspension
    data = row.data
    least = sum(part["games"] or 0 for part in data["parts"] if part["clause"] != DECISION)
    write.say("minimum", write.games(least) if least else write.word("none"))
    write.say("length", length_text(data, write))
    reasons = [one.reason for one in decisions if one.reason]
    write.say("reason", "\n".join(reasons[-1:]))
    if row.given is not None:
        write.say("begins", write.day(row.given))


def length_text(data: Mapping[str, Any], write: Writer) -> str:
    """A length in the notice's words."""
    for key, name in (("pending", "pending"), ("expelled", "expelled"), ("rest_of_season", "season")):
        if data[key]:
            return write.word(name)
    if data["indefinite"]:
        least = write.word("at-least", games=write.games(data["minimum_games"])) if data["minimum_games"] else ""
        return ", ".join(text for text in (write.word("indefinite"), least) if text)
    parts = []
    if data["games"] is not None:
        parts.append(write.games(data["games"]))
    if data["until"]:
        parts.append(write.word("until", day=write.day(dt.date.fromisoformat(data["until"]))))
    return f" {write.word('and')} ".join(parts)


def _games(write: Writer, book: RuleBook) -> None:
    """The games that served already, those it can be served in, and the earliest return."""
    row = write.item.suspension
    served = row.served_games.select_related("game__home", "game__away")
    write.say("served", "\n".join(write.called(one.game) for one in served))
    teams = [row.team_id] if row.team_id else []
    to_come = queries.to_come(row.season, teams)
    kept_out = {game for _person, game in queries.absences([row.person_id], row.season)}
    rules = book.get(Serving)
    kinds = {kind for rule in rules.rules for kind in rule.kinds} if rules else set()
    barred = [game for game in to_come if game.pk in kept_out and (not kinds or game.kind in kinds)]
    if row.remaining or barred:
        listed = barred[: row.remaining] if row.remaining else barred
        write.say("games", "\n".join(write.called(game) for game in listed) or write.word("no-games"))
    back = next((game for game in to_come if game.pk not in kept_out), None)
    if row.status in ("pending", "indefinite", "expelled"):
        write.say("return", write.word("return-waits"))
    elif row.active:
        text = write.word("return-game", game=write.called(back)) if back else write.word("return-later")
        write.say("return", text)


def _meanwhile(write: Writer, book: RuleBook) -> None:
    """What is allowed meanwhile and what isn't, for the person's role."""
    rules = book.get(Notices)
    role = write.item.matter.role
    known = words.ACTIVITIES[write.language]
    for part in (item for item in (rules.meanwhile if rules else ()) if role in item.roles):
        cited = ", ".join(part.cites)
        for key, names in (("may", part.may), ("may-not", part.may_not)):
            if names:
                write.say(key, f"{'; '.join(known[name] for name in names)} ({cited})")


def _rights(write: Writer, book: RuleBook) -> None:
    """The rights to a hearing and to appeal, with the last day of each."""
    row, matter = write.item.suspension, write.item.matter
    hearings, appeals = book.get(Hearings), book.get(Appeals)
    if hearings is not None:
        if not hearing_right(matter, hearings):
            write.say("hearing", write.word("hearing-none"))
        elif hearings.days is None:
            write.say("hearing", write.word("hearing-right", clause=hearings.clause))
        else:
            last = write.now.astimezone(write.zone).date() + dt.timedelta(days=hearings.days)
            write.say("hearing", write.word("hearing-until", day=write.day(last), clause=hearings.clause))
    if not row.data["appealable"]:
        write.say("appeal", write.word("appeal-none"))
    elif appeals is None:
        write.say("appeal", write.word("appeal-silent"))
    else:
        game = row.game
        until = appeal_until(
            appeals, starts=game.starts if game else None, ends=game.ends if game else None, notice=write.now
        )
        said = [write.word("appeal-to", to=appeals.to)]
        if until is not None:
            said.append(write.word("appeal-until", until=write.moment(until)))
        said.append(write.word("appeal-goes-on" if appeals.serving_goes_on else "appeal-rests"))
        write.say("appeal", f"{' '.join(said)} ({appeals.clause})")
