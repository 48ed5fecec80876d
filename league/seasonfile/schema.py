"""Decides which keys a season file has, what each may hold and which field of the facts it fills.

Every list of the format has a table here; reader and writer both go by it, so that they can't
disagree. Required keys are the fields without a default, and where the default is None a key may
be null; the defaults themselves stand with the facts.
"""

from collections.abc import Callable, Set

from league.core import facts, vocabulary
from league.seasonfile import flips, sheet
from league.seasonfile.kinds import Act, Id, ListOf, Money, Offence, Payer, Ref, Text, Whole, Word, YesNo
from league.seasonfile.table import Entry, Faults, Key, Table, Values
from league.seasonfile.times import Day, DayOrMoment, Left, Minutes, Moment, Period, TimeZone, Window

FORMAT = "season/1"

LINE, NAME = Text(200), Text(300)
TEXT, DAY, MOMENT, YES_NO, ID = Text(), Day(), Moment(), YesNo(), Id()
TEAM, PERSON, GAME = Ref("teams", "a team"), Ref("people", "a person"), Ref("games", "a game")
DIVISION, ASSOCIATION = Ref("divisions", "a division"), Ref("associations", "an association")
PENALTY_CLASS = Word(vocabulary.PENALTY_CLASSES, "class")
HALF = Word(vocabulary.SEASON_HALVES, "half")
DAYS = ListOf(DAY)
NUMBER = Whole("a number")
GOALS = Whole("goals")


def _backwards(first: str, last: str) -> Callable[[Values, Set[str]], Faults]:
    def check(values: Values, faulty: Set[str]) -> Faults:
        if values["starts"] and values["ends"] and values["ends"] < values["starts"]:
            yield f".{last}", "backwards", f"{values['ends']} is before {first}, {values['starts']}"

    return check


def _of_one(values: Values, faulty: Set[str]) -> Faults:
    """A condition is for a person or for a team, and ends no earlier than it begins."""
    if faulty.isdisjoint({"person", "team"}) and (values["person"] is None) == (values["team"] is None):
        yield ".person", "whom", "a condition is for a person or for a team"
    if faulty.isdisjoint({"starts", "ends"}):
        yield from _backwards("from", "to")(values, faulty)


SEASON = Table(
    facts.Season,
    Key("name", NAME),
    Key("starts", DAY),
    Key("ends", DAY),
    Key("playoffs_start", DAY),
    Key("championship", DAY),
    Key("half", HALF),
    Key("blocked", DAYS),
    Key("timezone", TimeZone()),
    check=_backwards("starts", "ends"),
)
DIVISIONS = Table(
    facts.Division,
    Key("id", ID),
    Key("name", NAME),
    Key("level", Word(vocabulary.LEVELS, "level")),
    Key("checking", YES_NO),
    Key("window", Window()),
    Key("rank", Whole("a rank", least=-9_999)),
)
ASSOCIATIONS = Table(facts.Association, Key("id", ID), Key("name", NAME))
TEAMS = Table(
    facts.Team,
    Key("id", ID),
    Key("name", NAME),
    Key("division", DIVISION),
    Key("association", ASSOCIATION),
    Key("special_conditions", YES_NO),
    Key("omit", DAYS),
)
PEOPLE = Table(
    facts.Person,
    Key("id", ID),
    Key("name", NAME),
    Key("born", DAY),
    Key("special_conditions", YES_NO),
    Key("registration", LINE),
    Key("carded", YES_NO),
)
ROSTER = Table(
    facts.RosterSpot,
    Key("person", PERSON),
    Key("team", TEAM),
    Key("role", Word(vocabulary.ROLES, "role")),
    Key("number", NUMBER),
    Key("line", LINE),
    Key("status", Word(vocabulary.ROSTER_STATUSES, "status")),
    Key("from", DAY, "starts"),
    Key("to", DAY, "ends"),
    check=_backwards("from", "to"),
)
PENALTIES = Table(
    facts.Penalty,
    Key("id", ID),
    Key("team", TEAM),
    Key("person", PERSON),
    Key("offence", Offence()),
    Key("class", PENALTY_CLASS, "penalty_class"),
    Key("incident", ID, default=None),
    Key("minutes", Minutes(), "seconds"),
    Key("clock", Word(vocabulary.CLOCKS, "clock")),
    Key("stands_for", PENALTY_CLASS),
    Key("served_by", PERSON),
    Key("note", TEXT),
    Key("period", Period()),
    Key("left", Left()),
    Key("flags", ListOf(Word(vocabulary.FLAGS, "flag")), default=()),
    assemble=sheet.penalty_fields,
    take_apart=sheet.penalty_values,
)
CONDUCT = Table(
    facts.ConductEvent,
    Key("team", TEAM),
    Key("kind", Word(vocabulary.CONDUCT_KINDS, "kind of conduct")),
)
LINEUP = Table(facts.LineupSpot, Key("person", PERSON), Key("number", NUMBER), Key("line", LINE))
GAMES = Table(
    facts.Game,
    Key("id", ID),
    Key("division", DIVISION),
    Key("kind", Word(vocabulary.GAME_KINDS, "kind of game")),
    Key("stage", LINE),
    Key("starts", MOMENT),
    Key("ends", MOMENT),
    Key("venue", LINE),
    Key("booked", DayOrMoment()),
    Key("home", TEAM),
    Key("away", TEAM),
    Key("outcome", Word(vocabulary.OUTCOMES, "outcome"), default=None, nullable=False),
    Key("at_fault", ListOf(TEAM, distinct=True)),
    Key("notice", MOMENT),
    Key("excused", Word(vocabulary.EXCUSES, "excuse")),
    Key("periods", sheet.Sides(ListOf(GOALS)), default=None),
    Key("score", sheet.Sides(GOALS), default=None),
    Key("decided_in", Word(vocabulary.DECIDED_IN, "end of a game")),
    Key("winner", TEAM),
    Key("conduct", ListOf(Entry(CONDUCT))),
    Key("fair_play", sheet.Verdicts(TEAM)),
    Key("lineup", sheet.Sides(ListOf(sheet.Bench(Entry(LINEUP), PERSON)), absent=()), default=sheet.NO_LINEUP),
    Key("unlisted", ListOf(PERSON, distinct=True)),
    Key("reported", MOMENT),
    check=sheet.check_game,
    assemble=sheet.game_fields,
    take_apart=sheet.game_values,
    apart=("penalties",),
)
INFRACTIONS = Table(
    facts.Infraction,
    Key("id", ID),
    Key("person", PERSON),
    Key("team", TEAM),
    Key("date", DAY),
    Key("offence", Offence()),
    Key("game", GAME),
)
PRIOR = Table(
    facts.PriorOffence,
    Key("person", PERSON),
    Key("date", DAY),
    Key("season", LINE, default=""),
    Key("offence", Offence()),
    Key("class", PENALTY_CLASS, "penalty_class"),
)
CARRIED = Table(
    facts.CarriedSuspension,
    Key("person", PERSON),
    Key("team", TEAM),
    Key("games", Whole("games")),
    Key("until", DAY),
    Key("indefinite", YES_NO),
    Key("half", HALF),
    Key("clause", LINE),
    Key("given", DAY),
)
DECISIONS = Table(
    facts.Decision,
    Key("on", Act()),
    Key("person", PERSON),
    Key("date", DAY),
    Key("games", Whole("games")),
    Key("until", DAY),
    Key("indefinite", YES_NO),
    Key("dismissed", YES_NO),
    Key("confirmed", YES_NO),
    Key("counts_missed", YES_NO),
    Key("reason", TEXT),
    Key("ground", Word(vocabulary.LENGTHENING_GROUNDS, "ground")),
)
APPROVALS = Table(
    facts.Approval,
    Key("kind", Word(vocabulary.APPROVAL_KINDS, "kind of approval")),
    Key("person", PERSON),
    Key("team", TEAM),
    Key("game", GAME),
    Key("by", TEXT),
    Key("date", DAY),
)
CONDITIONS = Table(
    facts.Condition,
    Key("kind", Word(vocabulary.CONDITION_KINDS, "kind of condition")),
    Key("person", PERSON),
    Key("team", TEAM),
    Key("from", DAY, "starts"),
    Key("to", DAY, "ends"),
    Key("bond", Word(vocabulary.BOND_STATES, "state of a bond")),
    Key("bond_on", DAY),
    Key("amount", Money(), "cents"),
    Key("for_good", YES_NO),
    Key("reason", TEXT),
    check=_of_one,
)
STAYS = Table(
    facts.Stay,
    Key("on", Act()),
    Key("person", PERSON),
    Key("from", DAY, "starts"),
    Key("to", DAY, "ends"),
    Key("by", TEXT),
    check=_backwards("from", "to"),
)
PAYMENTS = Table(
    facts.Payment,
    Key("id", ID),
    Key("from", Payer(), "payer"),
    Key("amount", Money(), "cents"),
    Key("date", DAY),
    Key("for", LINE, "purpose"),
)
REQUESTS = Table(
    facts.RescheduleRequest,
    Key("id", ID),
    Key("game", GAME),
    Key("by", TEAM),
    Key("received", DAY),
    Key("new_start", MOMENT),
    Key("reason", Word(vocabulary.REQUEST_REASONS, "reason")),
    Key("agreed", ListOf(TEAM, distinct=True)),
    Key("decision", Word(vocabulary.REQUEST_DECISIONS, "decision")),
)
ADJUSTMENTS = Table(
    facts.Adjustment,
    Key("team", TEAM),
    Key("points", Whole("points", least=-9_999)),
    Key("clause", LINE),
    Key("reason", TEXT),
)
COIN_FLIPS = Table(
    facts.CoinFlip,
    Key("division", DIVISION),
    Key("among", ListOf(TEAM, distinct=True)),
    Key("winner", TEAM, default=None),
    Key("order", ListOf(TEAM, distinct=True), default=None),
    check=flips.check_coin_flip,
    assemble=flips.coin_flip_fields,
    take_apart=flips.coin_flip_values,
)
WITHDRAWN = Table(facts.Withdrawal, Key("team", TEAM), Key("date", DAY))

# The lists of a file, in the order of the format; each is a list of the facts under the same name.
LISTS = {
    "divisions": DIVISIONS,
    "associations": ASSOCIATIONS,
    "teams": TEAMS,
    "people": PEOPLE,
    "roster": ROSTER,
    "games": GAMES,
    "infractions": INFRACTIONS,
    "prior": PRIOR,
    "carried": CARRIED,
    "decisions": DECISIONS,
    "approvals": APPROVALS,
    "conditions": CONDITIONS,
    "stays": STAYS,
    "payments": PAYMENTS,
    "requests": REQUESTS,
    "adjustments": ADJUSTMENTS,
    "coin_flips": COIN_FLIPS,
    "withdrawn": WITHDRAWN,
}
REQUIRED = ("format", "rulebook", "season")
KEYS = (*REQUIRED, *LISTS)
