"""Decides how a season leaves the database: its facts and the wording of the file that it came from."""

from collections.abc import Iterable, Mapping

from discipline.models import Approval, CarriedSuspension, Condition, Decision, Infraction, PriorOffence, Stay
from league.models import Association, Division, Game, Payment, Penalty, RosterSpot, Season, SeasonPerson, Team
from league.seasonfile import SeasonFile
from league.seasonfile.schema import LISTS
from rulings.queries import whole_facts
from scheduling.models import RescheduleRequest
from standings.models import Adjustment, CoinFlip, Withdrawal

_ROWS: Mapping[str, tuple[type, str]] = {
    "divisions": (Division, "season"),
    "associations": (Association, "season"),
    "teams": (Team, "season"),
    "people": (SeasonPerson, "season"),
    "roster": (RosterSpot, "team__season"),
    "games": (Game, "season"),
    "infractions": (Infraction, "season"),
    "prior": (PriorOffence, "season"),
    "carried": (CarriedSuspension, "season"),
    "decisions": (Decision, "season"),
    "approvals": (Approval, "season"),
    "conditions": (Condition, "season"),
    "stays": (Stay, "season"),
    "payments": (Payment, "season"),
    "requests": (RescheduleRequest, "season"),
    "adjustments": (Adjustment, "team__season"),
    "coin_flips": (CoinFlip, "division__season"),
    "withdrawn": (Withdrawal, "team__season"),
}
"""Each list of the file with the rows that hold it and their way to the season."""


def season_file(season: Season) -> SeasonFile:
    """The season file of a season: write it with `league.seasonfile.write`."""
    return SeasonFile(season.rulebook.slug, whole_facts(season), dict(_stated(season)))


def _stated(season: Season) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The wording of every object that has any, by its path in the file."""
    empty = tuple(entry for entry in season.stated if entry.removesuffix("=[]") in LISTS)
    yield "", empty
    yield "season", tuple(entry for entry in season.stated if entry not in empty)
    for name, (model, way) in _ROWS.items():
        rows = model.objects.filter(**{way: season}).order_by("position", "pk")  # type: ignore[attr-defined]
        if model is CoinFlip:
            rows = rows.filter(withdrawn_at=None)  # the file holds what counts
        for place, stated in enumerate(rows.values_list("stated", flat=True)):
            if stated:
                yield f"{name}[{place}]", tuple(stated)
    yield from _stated_of_penalties(season)


def _stated_of_penalties(season: Season) -> Iterable[tuple[str, tuple[str, ...]]]:
    games = Game.objects.filter(season=season).order_by("position", "pk").values_list("pk", flat=True)
    number = {pk: place for place, pk in enumerate(games)}
    within: dict[int, int] = {}
    rows = Penalty.objects.filter(game__season=season).order_by("position", "pk").values_list("game", "stated")
    for game, stated in rows:
        place = within[game] = within.get(game, -1) + 1
        if stated:
            yield f"games[{number[game]}].penalties[{place}]", tuple(stated)
