"""Decides how facts are written as a season file: the document that was read, or the plainest one."""

from typing import Any

from league.core.facts import Facts, Game
from league.core.vocabulary import INFRACTIONS, OFFENCES
from league.seasonfile import schema
from league.seasonfile.known import Known, Roster, ids_of_facts
from league.seasonfile.reader import SeasonFile
from league.seasonfile.table import Table
from league.seasonfile.wording import worded


def write(season_file: SeasonFile) -> dict[str, Any]:
    """The JSON document of a season file, keys and lists in the order of the format.

    `write(read(document))` equals `document` for every sound one. Games that are only posted by one
    team (`Game.provisional`) are written like any other; whoever exports decides what they may show.
    """
    return _Writer(season_file).document()


class _Writer:
    """One writing of one season file."""

    def __init__(self, season_file: SeasonFile) -> None:
        self.file = season_file
        facts = season_file.facts
        self.known = Known(
            zone=facts.season.zone,
            ids=ids_of_facts(facts),
            offences=tuple(dict.fromkeys((*OFFENCES, *INFRACTIONS, *_offences_of(facts)))),
            roster=Roster(facts.roster),
        )

    def document(self) -> dict[str, Any]:
        facts, stated = self.file.facts, self.file.stated
        document: dict[str, Any] = {
            "format": self.file.format,
            "rulebook": self.file.rulebook,
            "season": self._row(schema.SEASON, facts.season, "season"),
        }
        empty = stated.get("", ())
        for name, table in schema.LISTS.items():
            records = getattr(facts, name)
            if records or f"{name}=[]" in empty:
                row = self._game if name == "games" else self._row
                document[name] = [row(table, record, f"{name}[{index}]") for index, record in enumerate(records)]
        return document

    def _row(self, table: Table, record: Any, at: str, **more: Any) -> dict[str, Any]:
        return worded(table, record, self.file.stated.get(at, ()), self.known, **more)

    def _game(self, table: Table, game: Game, at: str) -> dict[str, Any]:
        row = self._row(table, game, at, penalties=game.penalties, provisional=game.provisional)
        if game.penalties:
            row["penalties"] = [
                self._row(schema.PENALTIES, penalty, f"{at}.penalties[{index}]")
                for index, penalty in enumerate(game.penalties)
            ]
        return row


def _offences_of(facts: Facts) -> set[str]:
    off_the_sheet = {infraction.offence for infraction in facts.infractions}
    earlier = {offence.offence for offence in facts.prior}
    return off_the_sheet | earlier | {penalty.offence for game in facts.games for penalty in game.penalties}
