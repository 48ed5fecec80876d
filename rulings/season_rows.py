"""Decides which rows each list of a season file becomes; everything is written in bulk, in the file's order."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import models

from discipline.models import Approval, CarriedSuspension, Condition, Decision, Infraction, PriorOffence, Stay
from league.core.facts import Game
from league.models import (
    Association,
    ConductEvent,
    Division,
    League,
    LineupSpot,
    Payment,
    Penalty,
    Person,
    ReportState,
    RosterSpot,
    RuleBookVersion,
    Season,
    SeasonPerson,
    Team,
    UnlistedPerson,
    Venue,
)
from league.models import Game as GameRow
from league.queries.rulebooks import read_version
from league.seasonfile import SeasonFile, SeasonFileFaults
from rulings.rinks import taken_rinks
from scheduling.core.bookings import double_bookings, slots
from scheduling.core.requests import rule_requests, with_moves
from scheduling.models import RescheduleAgreement, RescheduleRequest
from standings.models import Adjustment, CoinFlip, Withdrawal

type Progress = Callable[[str, int], None]
AT_ONCE = 2000


class Writer:
    """One file on its way in; keeps the primary keys of what is written, by the ids of the file."""

    def __init__(
        self,
        file: SeasonFile,
        version: RuleBookVersion,
        league: League,
        slug: str,
        published: bool,
        progress: Progress,
    ) -> None:
        self.file, self.facts, self.league, self.progress = file, file.facts, league, progress
        given = self.facts.season
        self.season = Season.objects.create(
            league=league,
            slug=slug,
            name=given.name,
            rulebook=version,
            starts=given.starts,
            ends=given.ends,
            playoffs_start=given.playoffs_start,
            championship=given.championship,
            half=given.half,
            blocked=list(given.blocked),
            timezone=given.timezone,
            published=published,
            stated=[*file.stated.get("season", ()), *file.stated.get("", ())],
        )
        self.book = read_version(version)

    def run(self) -> Season:
        """Write everything, in an order in which nothing is named before it exists."""
        season = self.season
        self.associations = self._keyed(Association, "associations", lambda item: {"season": season, "name": item.name})
        self.divisions = self._keyed(Division, "divisions", self._division)
        self.teams = self._keyed(Team, "teams", self._team)
        self.people = self._people()
        self._rows(RosterSpot, "roster", self._roster_spot)
        self.venues = self._venues()
        self.games = self._games()
        self._sheets()
        self._rows(
            Infraction,
            "infractions",
            lambda item: {
                "key": item.id,
                "season": season,
                "person_id": self._person(item.person),
                "team_id": self._team_id(item.team),
                "game_id": self._game_id(item.game),
                "date": item.date,
                "offence": item.offence,
            },
        )
        self._rows(
            PriorOffence,
            "prior",
            lambda item: {
                "season": season,
                "person_id": self._person(item.person),
                "date": item.date,
                "season_name": item.season,
                "offence": item.offence,
                "penalty_class": item.penalty_class,
            },
        )
        self._rows(
            CarriedSuspension,
            "carried",
            lambda item: {
                "season": season,
                "person_id": self._person(item.person),
                "team_id": self._team_id(item.team),
                **_same(item, "games", "until", "indefinite", "half", "clause", "given"),
            },
        )
        self._rows(
            Decision,
            "decisions",
            lambda item: {
                "season": season,
                "person_id": self._person(item.person),
                **_same(
                    item,
                    "on", "date", "games", "until", "indefinite", "dismissed", "confirmed", "counts_missed", "reason",
                    "ground",
                ),
            },
        )  # fmt: skip
        self._rows(
            Approval,
            "approvals",
            lambda item: {
                "season": season,
                "person_id": self._person(item.person),
                "team_id": self._team_id(item.team),
                "game_id": self._game_id(item.game),
                **_same(item, "kind", "by", "date"),
            },
        )
        self._rows(
            Condition,
            "conditions",
            lambda item: {
                "season": season,
                "person_id": self._person(item.person),
                "team_id": self._team_id(item.team),
                "bond_cents": item.cents,
                "bond_state": item.bond or "",
                **_same(item, "kind", "starts", "ends", "bond_on", "for_good", "reason"),
            },
        )
        self._rows(
            Stay,
            "stays",
            lambda item: {
                "season": season,
                "person_id": self._person(item.person),
                **_same(item, "on", "starts", "ends", "by"),
            },
        )
        self._rows(Payment, "payments", self._payment)
        self._requests()
        self._rows(
            Adjustment,
            "adjustments",
            lambda item: {"team_id": self.teams[item.team], **_same(item, "points", "clause", "reason")},
        )
        self._rows(
            CoinFlip,
            "coin_flips",
            lambda item: {
                "division_id": self.divisions[item.division],
                "among": list(item.among),
                "order": list(item.order),
            },
        )
        self._rows(Withdrawal, "withdrawn", lambda item: {"team_id": self.teams[item.team], "date": item.date})
        return season

    def _rows(self, model: type[models.Model], name: str, fields: Callable[[Any], dict[str, Any]]) -> Sequence[Any]:
        """Write one list of the file, in its order, each row with its place and its wording."""
        items = getattr(self.facts, name)
        rows = [
            model(position=place, stated=self._stated(f"{name}[{place}]"), **fields(item))
            for place, item in enumerate(items)
        ]
        return self._write(model, rows, name)

    def _write(self, model: type[models.Model], rows: Sequence[Any], what: str) -> Sequence[Any]:
        made = model._default_manager.bulk_create(rows, batch_size=AT_ONCE)
        self.progress(what, len(rows))
        return made

    def _keyed(self, model: type[Any], name: str, fields: Callable[[Any], dict[str, Any]]) -> dict[str, int]:
        rows = self._rows(model, name, lambda item: {"key": item.id, **fields(item)})
        return {row.key: row.pk for row in rows}

    def _stated(self, at: str) -> list[str]:
        return list(self.file.stated.get(at, ()))

    def _division(self, item: Any) -> dict[str, Any]:
        first, last = item.window or (None, None)
        return {
            "season": self.season,
            "window_start": first,
            "window_end": last,
            **_same(item, "name", "level", "checking", "rank"),
        }

    def _team(self, item: Any) -> dict[str, Any]:
        return {
            "season": self.season,
            "division_id": self.divisions[item.division],
            "association_id": self.associations.get(item.association or ""),
            "omit": list(item.omit),
            **_same(item, "name", "special_conditions"),
        }

    def _people(self) -> dict[str, int]:
        """The league's people of these ids, those that are new made first; then their place in the season."""
        facts = self.facts
        known = dict(Person.objects.filter(league=self.league, key__in=facts.person).values_list("key", "pk"))
        new = [
            Person(league=self.league, key=item.id, **_same(item, "name", "born", "registration"))
            for item in facts.people
            if item.id not in known
        ]
        known |= {row.key: row.pk for row in Person.objects.bulk_create(new, batch_size=AT_ONCE)}
        self._rows(
            SeasonPerson,
            "people",
            lambda item: {
                "season": self.season,
                "person_id": known[item.id],
                **_same(item, "special_conditions", "carded"),
            },
        )
        return known

    def _roster_spot(self, item: Any) -> dict[str, Any]:
        return {
            "person_id": self.people[item.person],
            "team_id": self.teams[item.team],
            **_same(item, "role", "number", "line", "status", "starts", "ends"),
        }

    def _venues(self) -> dict[str, int]:
        names = dict.fromkeys(game.venue for game in self.facts.games if game.venue)
        known = dict(Venue.objects.filter(league=self.league, key__in=names).values_list("key", "pk"))
        new = [Venue(league=self.league, key=name, name=name) for name in names if name not in known]
        return known | {row.key: row.pk for row in Venue.objects.bulk_create(new)}

    def _games(self) -> dict[str, int]:
        """The games where they stand now; a game that a request moved keeps its first start beside."""
        moved = with_moves(self.facts, rule_requests(self.facts, self.book))
        taken = {slot.game.id: slot.ends for slot in slots(moved, self.book, moved.games)}
        clashing = {fault.game for fault in double_bookings(moved, self.book)}
        if faults := list(taken_rinks(self.league, moved, taken)):
            raise SeasonFileFaults(faults)

        def fields(item: Game) -> dict[str, Any]:
            now = moved.game[item.id]
            return {
                "original_start": item.starts if item.starts != now.starts else None,
                "starts": now.starts,
                "ends": now.ends,
                "occupied_until": taken.get(item.id),
                "clash_recorded": item.id in clashing,
                **self._game(item),
            }

        return self._keyed(GameRow, "games", fields)

    def _game(self, item: Game) -> dict[str, Any]:
        moment = isinstance(item.booked, dt.datetime)
        played = item.outcome != "scheduled"
        periods = item.home_periods is not None
        return {
            "season": self.season,
            "division_id": self.divisions[item.division],
            "venue_id": self.venues.get(item.venue or ""),
            "booked": None if moment else item.booked,
            "booked_at": item.booked if moment else None,
            "home_id": self.teams[item.home],
            "away_id": self.teams[item.away],
            "at_fault": [self.teams[team] for team in item.at_fault],
            "periods_home": list(item.home_periods or ()) if periods else None,
            "periods_away": list(item.away_periods or ()) if periods else None,
            "score_home": item.home_goals,
            "score_away": item.away_goals,
            "winner_id": self._team_id(item.winner),
            "fair_play_decisions": dict(item.fair_play),
            "reported_at": item.reported,
            "report_state": ReportState.VERIFIED if played else ReportState.UNREPORTED,
            **_same(item, "kind", "stage", "outcome", "notice", "excused", "decided_in"),
        }

    def _sheets(self) -> None:
        penalties: list[Penalty] = []
        conduct: list[ConductEvent] = []
        lineups: list[LineupSpot] = []
        unlisted: list[UnlistedPerson] = []
        for number, game in enumerate(self.facts.games):
            pk = self.games[game.id]
            penalties += self._penalties(game, pk, f"games[{number}].penalties")
            conduct += [
                ConductEvent(game_id=pk, position=place, team_id=self.teams[event.team], kind=event.kind)
                for place, event in enumerate(game.conduct)
            ]
            lineups += [
                LineupSpot(
                    game_id=pk,
                    position=place,
                    team_id=self.teams[team],
                    person_id=self.people[spot.person],
                    number=spot.number,
                    line=spot.line,
                )
                for team in game.teams
                for place, spot in enumerate(game.lineup(team))
            ]
            unlisted += [
                UnlistedPerson(game_id=pk, position=place, person_id=self.people[person])
                for place, person in enumerate(game.unlisted)
            ]
        for model, rows, what in (
            (Penalty, penalties, "penalties"),
            (ConductEvent, conduct, "conduct"),
            (LineupSpot, lineups, "lineups"),
            (UnlistedPerson, unlisted, "unlisted"),
        ):
            self._write(model, rows, what)

    def _penalties(self, game: Game, pk: int, at: str) -> Iterable[Penalty]:
        for place, item in enumerate(game.penalties):
            yield Penalty(
                game_id=pk,
                key=item.id,
                position=place,
                stated=self._stated(f"{at}[{place}]"),
                team_id=self.teams[item.team],
                person_id=self._person(item.person),
                served_by_id=self._person(item.served_by),
                incident=None if item.incident == item.id else item.incident,
                period=None if item.period is None else str(item.period),
                left_seconds=item.left,
                flags=sorted(item.flags),
                **_same(item, "offence", "penalty_class", "seconds", "clock", "stands_for", "note"),
            )

    def _payment(self, item: Any) -> dict[str, Any]:
        kind, _, id = item.payer.partition(":")
        return {
            "key": item.id,
            "season": self.season,
            "team_id": self.teams[id] if kind == "team" else None,
            "person_id": self.people[id] if kind == "person" else None,
            "amount_cents": item.cents,
            "currency": self.book.currency,
            "date": item.date,
            "purpose": item.purpose,
        }

    def _requests(self) -> None:
        rows = self._rows(
            RescheduleRequest,
            "requests",
            lambda item: {
                "key": item.id,
                "season": self.season,
                "game_id": self.games[item.game],
                "by_id": self.teams[item.by],
                **_same(item, "received", "new_start", "reason", "decision"),
            },
        )
        agreements = [
            RescheduleAgreement(request=row, position=place, team_id=self.teams[team])
            for row, item in zip(rows, self.facts.requests, strict=True)
            for place, team in enumerate(item.agreed)
        ]
        self._write(RescheduleAgreement, agreements, "agreements")

    def _person(self, id: str | None) -> int | None:
        return None if id is None else self.people[id]

    def _team_id(self, id: str | None) -> int | None:
        return None if id is None else self.teams[id]

    def _game_id(self, id: str | None) -> int | None:
        return None if id is None else self.games[id]


def _same(item: Any, *names: str) -> dict[str, Any]:
    """Fields that are called the same in the facts and in the row."""
    return {name: getattr(item, name) for name in names}
