"""Hypothesis strategies for whole season files: sound documents of every shape that the format allows."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from league.core import vocabulary

type Document = dict[str, Any]

# Ids and names may be any text: other scripts, dots, colons, quotation marks, signs of JSON and HTML.
letters = st.characters(exclude_categories=["Cs", "Cc"])
ids = st.text(letters, min_size=1, max_size=5)
names = st.text(letters, max_size=8)
days = st.dates(dt.date(2014, 9, 1), dt.date(2015, 4, 30)).map(str)
# Every minute but the hour that the clocks skip in spring; the one that they repeat in autumn is there.
moments = st.builds("{}T{:02d}:{:02d}".format, days, st.integers(0, 23), st.integers(0, 59)).filter(
    lambda moment: not moment.startswith("2015-03-08T02")
)
zones = st.sampled_from(("America/Chicago", "America/St_Johns", "Asia/Kathmandu", "UTC"))
goals = st.integers(0, 6)
truths = st.booleans()


def words(known: Sequence[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(known)


def maybe[T](strategy: st.SearchStrategy[T]) -> st.SearchStrategy[T | None]:
    return st.none() | strategy


def entries(
    required: Document, optional: Document | None = None, *, most: int = 2
) -> st.SearchStrategy[list[Document]]:
    """Lists of objects with these keys; they may be empty, as the file may write them."""
    return st.lists(st.fixed_dictionaries(required, optional=optional), max_size=most)


@st.composite
def season_documents(
    draw: st.DrawFn,
    *,
    rulebook: str = "mn-district-9",
    levels: Sequence[str] = vocabulary.LEVELS,
    most_games: int = 4,
) -> Document:
    """A sound document; every optional key is there in some, and some of them hold their default or null."""
    divisions = draw(st.lists(ids, min_size=1, max_size=2, unique=True))
    teams = draw(st.lists(ids, min_size=2, max_size=4, unique=True))
    people = draw(st.lists(ids, max_size=5, unique=True))
    associations = draw(st.lists(ids, max_size=2, unique=True))
    document: Document = {
        "format": "season/1",
        "rulebook": rulebook,
        "season": draw(_season),
        "divisions": [draw(_division(name, levels)) for name in divisions],
        "teams": [draw(_team(name, divisions, associations)) for name in teams],
    }
    if people or draw(truths):
        document["people"] = [draw(_person(name)) for name in people]
    if associations or draw(truths):
        document["associations"] = [{"id": name} | draw(_name) for name in associations]
    if people:
        document["roster"] = draw(_roster(people, teams))
    games = draw(st.lists(ids, max_size=most_games, unique=True))
    if games or draw(truths):
        document["games"] = [draw(_game(name, divisions, teams, people)) for name in games]
    document |= draw(_beside_the_games(divisions, teams, people, document.get("games", [])))
    return document


_name = st.fixed_dictionaries({}, optional={"name": names})
_season = st.tuples(
    st.fixed_dictionaries(
        {"name": names, "timezone": zones},
        optional={
            "playoffs_start": maybe(days),
            "championship": maybe(days),
            "half": maybe(words(vocabulary.SEASON_HALVES)),
            "blocked": st.lists(days, max_size=2),
        },
    ),
    st.sampled_from(({}, {"starts": "2014-10-30"}, {"starts": "2014-10-30", "ends": "2015-03-15"}, {"ends": None})),
).map(lambda parts: parts[0] | parts[1])


def _division(name: str, levels: Sequence[str]) -> st.SearchStrategy[Document]:
    window = st.lists(days, min_size=2, max_size=2).map(sorted)
    return st.fixed_dictionaries(
        {"id": st.just(name), "level": words(levels)},
        optional={"name": names, "checking": maybe(truths), "window": maybe(window), "rank": maybe(st.integers(1, 9))},
    )


def _team(name: str, divisions: Sequence[str], associations: Sequence[str]) -> st.SearchStrategy[Document]:
    association = st.sampled_from((None, *associations))
    return st.fixed_dictionaries(
        {"id": st.just(name), "division": words(divisions)},
        optional={
            "name": names,
            "association": association,
            "special_conditions": truths,
            "omit": st.lists(days, max_size=2),
        },
    )


def _person(name: str) -> st.SearchStrategy[Document]:
    return st.fixed_dictionaries(
        {"id": st.just(name)},
        optional={
            "name": names,
            "born": maybe(st.just("2000-02-29")),
            "special_conditions": truths,
            "registration": maybe(names),
            "carded": truths,
        },
    )


@st.composite
def _roster(draw: st.DrawFn, people: Sequence[str], teams: Sequence[str]) -> list[Document]:
    spot = st.fixed_dictionaries(
        {"person": words(people), "team": words(teams), "role": words(vocabulary.ROLES)},
        optional={
            "line": maybe(words(("A", "B", "C"))),
            "status": words(vocabulary.ROSTER_STATUSES),
            "from": maybe(st.just("2014-11-01")),
            "to": maybe(st.just("2014-12-01")),
        },
    )
    spots = draw(st.lists(spot, max_size=6))
    for number, written in enumerate(draw(st.lists(truths, min_size=len(spots), max_size=len(spots)))):
        # One number for each place in the list, so that no two people share one.
        spots[number] |= {"number": number} if written else {}
    return spots


_results: st.SearchStrategy[Document] = st.one_of(
    st.just({}),
    st.just({"outcome": "scheduled"}),
    st.sampled_from(("no-show", "forfeit", "refused", "cancelled", "double-forfeit", "played")).map(
        lambda outcome: {"outcome": outcome}
    ),
    st.fixed_dictionaries(
        {"score": st.fixed_dictionaries({"home": goals, "away": goals})}, optional={"outcome": st.just("played")}
    ),
    st.fixed_dictionaries(
        {
            "periods": st.fixed_dictionaries(
                {"home": st.lists(goals, min_size=1, max_size=4), "away": st.lists(goals, min_size=3, max_size=4)}
            )
        },
        optional={"outcome": st.just("played"), "decided_in": words(("regulation", "overtime"))},
    ),
)


@st.composite
def _game(
    draw: st.DrawFn, name: str, divisions: Sequence[str], teams: Sequence[str], people: Sequence[str]
) -> Document:
    home, away = draw(st.permutations(teams))[:2]
    both = words((home, away))
    game = draw(
        st.fixed_dictionaries(
            {"id": st.just(name), "division": words(divisions), "home": st.just(home), "away": st.just(away)},
            optional={
                "kind": words(vocabulary.GAME_KINDS),
                "stage": maybe(words(("round-robin", "semi-final"))),
                "starts": maybe(moments),
                "venue": maybe(names),
                "booked": maybe(days | moments),
                "at_fault": st.lists(both, unique=True, max_size=2),
                "notice": maybe(moments),
                "excused": maybe(words(vocabulary.EXCUSES)),
                "conduct": entries({"team": both, "kind": words(vocabulary.CONDUCT_KINDS)}),
                "fair_play": st.dictionaries(both, truths),
                "unlisted": st.lists(words(people), unique=True, max_size=2) if people else st.just([]),
                "reported": maybe(moments),
                "lineup": _lineup(people),
                "penalties": _penalties(name, home, away, people),
            },
        )
    )
    game |= draw(_results)
    _settle(draw, game)
    return game


def _settle(draw: st.DrawFn, game: Document) -> None:
    """Words the winner and the sum of the periods in one of the ways that agree with the goals."""
    if game.get("starts") and draw(truths):
        day, _, _ = game["starts"].partition("T")
        game["ends"] = f"{dt.date.fromisoformat(day) + dt.timedelta(days=1)}T12:00"
    if "periods" in game and draw(truths):
        game["score"] = {side: sum(by_period) for side, by_period in game["periods"].items()}
    score = game.get("score") or {side: sum(by_period) for side, by_period in game.get("periods", {}).items()}
    if not score:
        return
    if score["home"] == score["away"]:
        if game.get("decided_in") != "overtime" and draw(truths):
            game |= {"decided_in": "shootout", "winner": draw(words((game["home"], game["away"])))}
        return
    winner = game["home"] if score["home"] > score["away"] else game["away"]
    game |= draw(st.sampled_from(({}, {"winner": None}, {"winner": winner})))


def _lineup(people: Sequence[str]) -> st.SearchStrategy[Document]:
    """Both sides, one or none; numbers that are written are as many as people, so nobody shares one."""

    def spot(person: str) -> st.SearchStrategy[Any]:
        return st.just(person) | st.fixed_dictionaries(
            {"person": st.just(person)},
            optional={"number": maybe(st.just(100 + people.index(person))), "line": maybe(words(("A", "B")))},
        )

    side = st.lists(words(people), unique=True, max_size=3).flatmap(
        lambda chosen: st.tuples(*map(spot, chosen)).map(list)
    )
    return st.fixed_dictionaries({}, optional={"home": side, "away": side} if people else {"home": st.just([])})


@st.composite
def _penalties(draw: st.DrawFn, game: str, home: str, away: str, people: Sequence[str]) -> list[Document]:
    person = st.sampled_from((None, *people))
    penalty = st.fixed_dictionaries(
        {"team": words((home, away)), "class": words(vocabulary.PENALTY_CLASSES)},
        optional={
            "person": person,
            "offence": words(vocabulary.OFFENCES),
            "incident": maybe(words((f"{game}-i1", f"{game}-i2"))),
            "minutes": maybe(st.integers(0, 10) | st.sampled_from((1.5, 0.25))),
            "clock": words(vocabulary.CLOCKS),
            "stands_for": words(vocabulary.PENALTY_CLASSES),
            "served_by": person,
            "note": names,
            "period": maybe(st.integers(1, 3) | words(("OT", "OT2"))),
            "left": maybe(st.builds("{:02d}:{:02d}".format, st.integers(0, 19), st.integers(0, 59))),
            "flags": st.lists(words(vocabulary.FLAGS), max_size=2),
        },
    )
    return [{"id": f"{game}-x{number}"} | entry for number, entry in enumerate(draw(st.lists(penalty, max_size=3)))]


@st.composite
def _beside_the_games(
    draw: st.DrawFn, divisions: Sequence[str], teams: Sequence[str], people: Sequence[str], games: Sequence[Document]
) -> Document:
    """The lists after the games; those that need people or games are left out without them."""
    team, person = words(teams), st.sampled_from((None, *people))
    game = st.sampled_from((None, *(entry["id"] for entry in games)))
    offences = words((*vocabulary.OFFENCES, *vocabulary.INFRACTIONS))
    money = st.builds("{}{}".format, st.integers(0, 999), st.sampled_from(("", ".5", ".00", ".25")))
    payer = st.sampled_from((*(f"team:{name}" for name in teams), *(f"person:{name}" for name in people)))
    acts = [penalty["id"] for entry in games for penalty in entry.get("penalties", [])]
    lists: Document = {
        "infractions": entries(
            {"date": days, "offence": offences}, {"person": person, "team": maybe(team), "game": game}
        ),
        "approvals": entries(
            {"kind": words(vocabulary.APPROVAL_KINDS)},
            {"person": person, "team": maybe(team), "game": game, "by": names, "date": maybe(days)},
        ),
        "payments": entries({"from": payer, "amount": money, "date": days, "for": names}),
        "adjustments": entries({"team": team, "points": st.integers(-5, 5)}, {"clause": maybe(names), "reason": names}),
        "coin_flips": st.lists(_coin_flip(divisions, teams), max_size=2),
        "withdrawn": entries({"team": team}, {"date": maybe(days)}, most=1),
    }
    if people:
        given = {
            "team": maybe(team),
            "games": maybe(st.integers(0, 9)),
            "until": maybe(days),
            "indefinite": truths,
            "half": maybe(words(vocabulary.SEASON_HALVES)),
            "clause": maybe(names),
            "given": maybe(days),
        }
        lists["carried"] = entries({"person": words(people)}, given)
        prior = {"person": words(people), "date": days, "season": names, "offence": offences}
        lists["prior"] = entries(prior, {"class": maybe(words(vocabulary.PENALTY_CLASSES))})
    if games:
        lists["requests"] = st.lists(st.sampled_from(games).flatmap(_request), max_size=2)
    if acts:
        verdict = {"games": maybe(st.integers(0, 9)), "until": maybe(days), "counts_missed": maybe(truths)}
        yes_or_no = dict.fromkeys(("indefinite", "dismissed", "confirmed"), truths)
        lists["decisions"] = entries(
            {"on": words(acts), "date": days}, {"person": person, "reason": names} | verdict | yes_or_no
        )
    document: Document = draw(st.fixed_dictionaries({}, optional=lists))
    for name in ("infractions", "payments", "requests"):
        document |= {name: [{"id": f"{name}-{at}"} | entry for at, entry in enumerate(document.get(name, []))]}
    return document


def _request(game: Document) -> st.SearchStrategy[Document]:
    both = words((game["home"], game["away"]))
    return st.fixed_dictionaries(
        {"game": st.just(game["id"]), "by": both, "received": days, "new_start": moments},
        optional={
            "reason": words(vocabulary.REQUEST_REASONS),
            "agreed": st.lists(both, unique=True, max_size=2),
            "decision": maybe(words(vocabulary.REQUEST_DECISIONS)),
        },
    )


@st.composite
def _coin_flip(draw: st.DrawFn, divisions: Sequence[str], teams: Sequence[str]) -> Document:
    among = draw(st.permutations(teams))[: draw(st.integers(2, len(teams)))]
    order = draw(st.permutations(among))
    if len(among) == 2:
        result = draw(st.sampled_from(({"winner": order[0]}, {"order": order}, {"winner": order[0], "order": order})))
    else:
        result = draw(st.sampled_from(({"order": order}, {"order": order, "winner": None})))
    return {"division": draw(words(divisions)), "among": list(among), **result}
