"""Decides how a recorded coin flip is written: a winner of two, or an order of more."""

from collections.abc import Set

from league.core.facts import CoinFlip
from league.seasonfile.faults import shown
from league.seasonfile.known import Known
from league.seasonfile.table import Faults, Values


def check_coin_flip(values: Values, faulty: Set[str]) -> Faults:
    """What a flip's teams, winner and order have against each other."""
    if faulty & {"among", "winner", "order"}:
        return
    among, winner, order = values["among"], values["winner"], values["order"]
    if len(among) < 2:
        yield ".among", "too-few", "a flip is between two teams or more"
    elif winner is not None and winner not in among:
        yield ".winner", "not-in-this-flip", f"the team {shown(winner)} isn't among the flip's teams"
    elif order and (set(order) != set(among) or (winner and winner != order[0])):
        yield ".order", "not-in-this-flip", "is no order of the flip's teams with the winner first"
    elif not order and (winner is None or len(among) > 2):
        name = "winner" if len(among) == 2 else "order"
        yield f".{name}", "missing-key", "is required and missing"


def coin_flip_fields(values: Values, known: Known) -> Values:
    """The order, best first, of a flip between two also from its winner."""
    winner, among = values.pop("winner"), values["among"] or ()
    values["order"] = values["order"] or ((winner, *(team for team in among if team != winner)) if winner else ())
    return values


def coin_flip_values(flip: CoinFlip, known: Known) -> Values:
    """The winner of a flip between two, the order of a larger one."""
    if len(flip.among) == 2:
        return {"winner": flip.order[0], "order": None}
    return {"winner": None}
