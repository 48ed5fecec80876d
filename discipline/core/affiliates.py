"""Decides when a suspension ties an affiliate to the team that he was only called up to."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import StringConstraints

from discipline.core.attendance import present
from discipline.core.owing import Progress, Reason
from discipline.core.wording import counted, day_text, ordinal
from league.core.facts import Facts, Game
from league.rulebook.sections import Section, register


class PermanentAffiliate(Section):
    """`[permanent_affiliate]`: from which affiliated game on somebody can't go back, suspended games counted."""

    key: ClassVar[str] = "permanent_affiliate"
    clause: str
    games: int
    """The affiliated game of the season that makes it permanent, played or sat out."""
    after: Annotated[str, StringConstraints(pattern=r"^\d\d-\d\d$")]
    """`MM-DD`: only for an infraction after this day; the season's first months come before it."""

    def explain(self) -> Iterable[str]:
        """Say when."""
        yield (
            f"Suspended as an affiliate after {self.after}, somebody whose games there, those sat out counted, come to"
            f" {self.games} doesn't go back to his own team ({self.clause})."
        )


def tied(
    rule: PermanentAffiliate, facts: Facts, progress: Iterable[Progress]
) -> Iterator[tuple[Game, str, str, Reason]]:
    """Game, team, person and reason for every game of the own team that an affiliate can't go back to."""
    for item, games in for_good(rule, facts, progress):
        case = item.sentenced.case
        assert case.given is not None
        why = (
            f"Suspended with {case.team} on {day_text(case.given)}: {counted(games, 'game')} there with those sat out,"
            f" and the {ordinal(rule.games)} makes it permanent ({rule.clause})."
        )
        reason = Reason(None, (rule.clause,), why, kind="permanent-affiliate")
        spots = [spot for spot in facts.roster if spot.person == case.person]
        own = dict.fromkeys(spot.team for spot in spots if spot.status == "regular" and spot.team != case.team)
        for team in own:
            for game in facts.games_of.get(team, ()):
                if game.starts is not None and game.starts > case.moment:
                    yield game, team, case.person, reason


def for_good(rule: PermanentAffiliate, facts: Facts, progress: Iterable[Progress]) -> Iterator[tuple[Progress, int]]:
    """The suspensions that make an affiliate permanent, with his games there, those sat out counted.

    As soon as it is certain: what is still to be sat out counts as if it were.
    """
    for item in progress:
        case = item.sentenced.case
        if case.team is None or case.given is None or case.game is None or not _late(case.given, rule, facts):
            continue
        spots = [spot for spot in facts.roster if spot.person == case.person]
        if not any(spot.team == case.team and spot.status == "affiliate" for spot in spots):
            continue
        games = _played(case.person, case.team, case.moment, facts) + len(item.served) + (item.remaining or 0)
        if games >= rule.games:
            yield item, games


def _played(person: str, team: str, until: dt.datetime, facts: Facts) -> int:
    """The team's games up to then that the person was in."""
    return sum(
        game.starts is not None and game.starts <= until and (person, team) in set(present(game))
        for game in facts.games_of.get(team, ())
    )


def _late(day: dt.date, rule: PermanentAffiliate, facts: Facts) -> bool:
    """Whether a day comes after the yearly one in this season, which is in its second calendar year."""
    month, of_month = map(int, rule.after.split("-"))
    starts = facts.season.starts or min((game.day for game in facts.games if game.day), default=day)
    year = starts.year if (month, of_month) >= (starts.month, starts.day) else starts.year + 1
    return day > dt.date(year, month, of_month)


register(PermanentAffiliate)
