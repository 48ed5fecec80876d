"""Decides what follows when somebody was in a lineup who may not take part: proposals, until they are confirmed."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from discipline.core.attendance import present
from discipline.core.book_ineligible import IneligibleUse, UseSentence
from discipline.core.book_serving import Serving
from discipline.core.cases import Case, Decisions
from discipline.core.circumstances import Circumstances
from discipline.core.documents import Ineligible
from discipline.core.liabilities import who_answers
from discipline.core.sentencing import Fine, Item, Sentenced, put_together, with_decision
from league.core.facts import Decision, Facts, Game, Infraction
from league.core.money import cents
from league.rulebook.book import RuleBook


@dataclass(frozen=True, slots=True)
class Use:
    """Somebody in a lineup of a game that was played who may not take part, or of whom the league recorded it.

    `person` is None where the record names nobody and no lineup does. `kinds` are those of the
    reasons; `broken` the team of a suspension that was broken. `confirmed` is the infraction on record.
    """

    game: Game
    team: str
    person: str | None
    kinds: frozenset[str]
    clauses: tuple[str, ...]
    broken: str | None = None
    confirmed: Infraction | None = None

    @property
    def place(self) -> tuple[str, str, str | None]:
        """What tells one from every other."""
        return (self.game.id, self.team, self.person)


class Uses:
    """Finds uses as the list of those kept out grows, and what follows from each, once."""

    def __init__(self, facts: Facts, book: RuleBook) -> None:
        self._facts, self._book = facts, book
        self._rule = book.get(IneligibleUse)
        self._circumstances = Circumstances(facts)
        self._decisions = Decisions(facts.decisions)
        self._teams: dict[tuple[str, str], str | None] = {}
        self.found: list[Use] = []
        self.sentences: list[Sentenced] = []

    def next(self, kept_out: Iterable[Ineligible], suspensions: Iterable[Sentenced]) -> list[Sentenced]:
        """What follows from the first uses not taken up yet, up to the first game that suspends somebody.

        What it brings may keep people out of later games: ask again with the list made anew, until
        nothing comes any more. `suspensions` are those known by now.
        """
        if self._rule is None:
            return []
        self._teams = {(made.case.person, made.case.incident): made.case.team for made in suspensions}
        done = {use.place for use in self.found}
        new = [use for use in self._all(kept_out) if use.place not in done]
        known = {made.case.key for made in self.sentences}
        for game in dict.fromkeys(use.game.id for use in new):
            taken = [use for use in new if use.game.id == game]
            self.found += taken
            brought = {made.case.key: made for use in taken for made in self._brought(use, self._rule)}
            fresh = [made for key, made in brought.items() if key not in known]
            self.sentences += fresh
            if any(made.suspends and not made.case.dismissed for made in fresh):
                return fresh
        return []

    def _all(self, kept_out: Iterable[Ineligible]) -> list[Use]:
        """Uses shown by lineups, then those that only a record shows, by start of the game."""
        shown = {}
        barred = {(item.game, item.team, item.person): item for item in kept_out}
        for item in barred.values():
            game = self._facts.game[item.game]
            if (item.person, item.team) in set(present(game)) and game.outcome == "played":
                use = self._use(item, game)
                shown[use.place] = use
        for infraction in self._facts.standing_infractions:
            for use in self._recorded(infraction, barred, shown.values()):
                shown[use.place] = use
        rule = self._rule
        relevant = [
            use
            for use in shown.values()
            if rule and (not use.kinds or not use.kinds <= set(rule.own_rules)) and not self._dismissed(use)
        ]
        return sorted(relevant, key=lambda use: (use.game.starts or dt.datetime.max.replace(tzinfo=dt.UTC),
                                                 use.game.id, use.team, use.person or ""))  # fmt: skip

    def _use(self, item: Ineligible, game: Game) -> Use:
        incidents = {reason.incident for reason in item.reasons if reason.incident}
        return Use(
            game,
            item.team,
            item.person,
            frozenset(reason.kind for reason in item.reasons),
            item.clauses,
            next((team for key, team in self._teams.items() if key[0] == item.person and key[1] in incidents), None),
            self._record(game, item.team, item.person),
        )

    def _record(self, game: Game, team: str, person: str | None) -> Infraction | None:
        return next(
            (item for item in self._facts.standing_infractions if self._is_about(item, game, team, person)),
            None,
        )

    def _dismissed(self, use: Use) -> bool:
        """Whether the league has looked at it, and every record of it was dismissed: nothing is proposed again."""
        records = [item for item in self._facts.infractions if self._is_about(item, use.game, use.team, use.person)]
        return bool(records) and not any(item in self._facts.standing_infractions for item in records)

    def _is_about(self, item: Infraction, game: Game, team: str, person: str | None) -> bool:
        rule = self._rule
        return (
            rule is not None
            and item.offence in rule.infractions
            and (item.team, item.game) == (team, game.id)
            and (item.person is None or person is None or item.person == person)
        )

    def _recorded(
        self, item: Infraction, barred: dict[tuple[str, str, str], Ineligible], shown: Iterable[Use]
    ) -> Iterator[Use]:
        """What is on record of a game whose lineup doesn't show it."""
        rule = self._rule
        game = self._facts.game.get(item.game) if item.game else None
        if rule is None or item.offence not in rule.infractions or game is None or item.team not in game.teams:
            return
        already = [use for use in shown if (use.game.id, use.team) == (game.id, item.team)]
        if any(item.person in (None, use.person) for use in already):
            return
        kind = item.offence.removesuffix("-player-used")
        kept = barred.get((game.id, item.team, item.person or ""))
        if kept is not None:
            yield replace(self._use(kept, game), confirmed=item)
        else:
            yield Use(game, item.team, item.person, frozenset({kind}), (rule.clause,), confirmed=item)

    def _brought(self, use: Use, rule: IneligibleUse) -> Iterator[Sentenced]:
        if rule.team_fine and rule.team_fine_clause and use.confirmed is not None:
            yield self._team_fine(use, rule.team_fine, rule.team_fine_clause)
        for item in rule.sentences:
            if item.kinds and use.kinds.isdisjoint(item.kinds):
                continue
            if not use.kinds.isdisjoint(item.without):
                continue
            for person in self._who(use, item):
                if not self._costs_already(use, item, person):
                    yield self._sentenced(use, item, person)

    def _who(self, use: Use, item: UseSentence) -> tuple[str, ...]:
        if item.who != "player":
            return who_answers(item.who, use.team, use.game, use.game.day, use.person, self._circumstances)
        if use.person is None:
            return ()
        others = {spot.team for spot in self._facts.roster if spot.person == use.person} - {use.team}
        return () if item.other_team and not others else (use.person,)

    def _costs_already(self, use: Use, item: UseSentence, person: str) -> bool:
        return any(
            infraction.offence in item.in_place_of and (infraction.person, infraction.game) == (person, use.game.id)
            for infraction in self._facts.infractions
        )

    def _sentenced(self, use: Use, item: UseSentence, person: str) -> Sentenced:
        case = self._case(use, item.clause, person, self._team(use, item))
        of_whom = f"{use.person} was" if use.person else "somebody was"
        on = f" on {use.game.day.isoformat()}" if use.game.day else ""
        why = f"{of_whom[:1].upper()}{of_whom[1:]} in the lineup of {use.game.id}{on}: {item.costs()} ({item.clause})."
        made = put_together(
            case,
            [Item(item.clause, item, why)],
            self._book,
            self._circumstances.special(person, use.team, use.game.day),
        )
        serving = self._book.one(Serving)
        own_act = item.who == "player"
        made = replace(
            made,
            number=None,
            pending=use.confirmed is None or made.hearing is not None,
            holds=own_act and serving.held_clause is not None and use.confirmed is None,
            derived_from=None if own_act else (use.person or use.team),
            fines=made.fines if use.confirmed is not None else (),
        )
        return with_decision(made, self._book)

    def _team(self, use: Use, item: UseSentence) -> str:
        if item.served_with == "broken" and use.broken:
            return use.broken
        if item.served_with == "own-team" and use.person:
            own = [team for team in self._circumstances.own_teams(use.person) if team != use.team]
            return own[0] if own else use.team
        return use.team

    def _case(self, use: Use, clause: str, person: str, team: str) -> Case:
        incident = f"{clause}:{use.game.id}:{person or use.team}"
        said = self._decisions.about({incident}, person or None)
        standing = tuple(decision for decision in said if not decision.dismissed)
        if use.confirmed is not None:
            recorded = Decision(incident, use.confirmed.date, person or None, confirmed=True)
            standing = tuple(sorted((recorded, *standing), key=lambda decision: decision.date))
        return Case(
            person,
            team,
            incident,
            use.game.starts or dt.datetime.min.replace(tzinfo=dt.UTC),
            use.game.day,
            "use of somebody who may not take part",
            use.game.id,
            decisions=standing,
            dismissed=bool(said) and said[-1].dismissed,
        )

    def _team_fine(self, use: Use, fine: str, clause: str) -> Sentenced:
        """The team's fine, on a case that suspends nobody; like all fines only once it is confirmed."""
        case = self._case(use, clause, "", use.team)
        amount = None if fine == "unset" else cents(fine)
        return Sentenced(case, clause, (), (), fines=(Fine((clause,), amount, of_team=True),))

    def forfeits(self) -> Iterator[dict[str, Any]]:
        """The forfeits that are proposed; those confirmed are among the results."""
        rule = self._rule
        if rule is None or rule.forfeit_clause is None:
            return
        done = set()
        for use in self.found:
            roles = self._circumstances.roles(use.person, use.team, use.game.day)
            if use.confirmed is not None or use.game.id in done or roles.isdisjoint(rule.forfeit_roles):
                continue
            done.add(use.game.id)
            winner = use.game.opponent(use.team)
            clauses = list(dict.fromkeys((rule.forfeit_clause, *use.clauses)))
            why = f"{use.person} of {use.team} may not have taken part: a win for {winner} is proposed"
            yield {"game": use.game.id, "winner": winner, "proposed": True, "clauses": clauses, "why": [why]}

    def bars(self) -> Iterator[dict[str, Any]]:
        """What teams may not enter any more, once it is confirmed."""
        rule = self._rule
        done = set()
        for use in self.found:
            for bar in rule.bars if rule is not None and use.confirmed is not None else ():
                if (bar.game_kinds and use.game.kind not in bar.game_kinds) or (use.team, bar.what) in done:
                    continue
                done.add((use.team, bar.what))
                who = use.person or "somebody"
                why = f"{who} was used in {use.game.id} and may not take part: out of {bar.what.replace('-', ' ')}"
                yield {"team": use.team, "what": bar.what, "clauses": [bar.clause], "why": [why]}
