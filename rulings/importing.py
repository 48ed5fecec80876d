"""Decides how a season file enters the database: a new season whole, the same file again not at all."""

from django.db import transaction
from django.utils.text import slugify

from league.core.findings import Finding
from league.models import League, RuleBookVersion, Season
from league.seasonfile import SeasonFile, SeasonFileFaults, write
from league.services.audit import record
from league.services.editing import constraints_told
from league.services.errors import Refused
from league.services.locking import lock
from rulings.exporting import season_file
from rulings.people_on_record import as_on_record
from rulings.season_rows import Progress, Writer
from rulings.services import request_everything


@transaction.atomic
def import_season(
    *,
    file: SeasonFile,
    version: RuleBookVersion,
    league: League,
    slug: str | None = None,
    published: bool = True,
    progress: Progress = lambda what, number: None,
) -> tuple[Season, bool]:
    """The season of a file, made new from it; (season, False) where the same file is there already.

    `version` is the rule book's version that the season pins, `slug` the season's address (default:
    from its name). `progress` is told what was written and how many rows of it. Ids of people whose records
    were merged meanwhile mean whoever stands for them now.

    Side effects: the season with everything in it, the league's people and rinks that the file
    names, an audit entry, recompute requests for all of it. Raises SeasonFileFaults when another
    season has that address, somebody of that id is another person in the league, or a rink has a
    game of another season at the time of one of the file's.
    """
    lock(League.objects.all(), league.pk)  # two imports of one file are one after the other
    address = slug or slugify(file.facts.season.name, allow_unicode=True) or "season"
    known = Season.objects.filter(league=league, slug=address).select_related("league", "rulebook").first()
    file = as_on_record(file, league, new=known is None)
    if known is not None:
        _require_same(known, file)
        return known, False
    try:
        with constraints_told({"game_rink_once_at_a_time": _booked_meanwhile()}):
            season = Writer(file, version, league, address, published, progress).run()
    except Refused as refused:
        raise SeasonFileFaults(refused.findings) from refused
    request_everything(season=season)
    record(action="import-season", target=season, season=season, after={"games": len(file.facts.games)})
    return season, True


def _booked_meanwhile() -> Finding:
    """Somebody took a rink between the look at what is booked and the writing of the games."""
    message = "a game of this league was booked meanwhile on a rink at the time of one of the file's"
    return Finding("rink-taken", message, where="games", remedy="import the file again: then it says which game it is")


def _require_same(season: Season, file: SeasonFile) -> None:
    if write(season_file(season)) != write(file):
        message = f"the league has another season {season.name!r} at this address ({season.slug})"
        remedy = "give this one another address, or export and compare them"
        raise SeasonFileFaults([Finding("season-exists", message, where="season.name", remedy=remedy)])
