"""Form fields of the phone, read as an action. The rules decide whether it is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, Final, get_args

from msgspec import structs

from control.engine.language import later
from rooms.tables.registry import Fields
from rooms.tables.screens.fields import (
    NOTHING,
    action_in,
    check_id,
    id_in,
    ids_in,
    member_of,
    parse_number,
    refuse_unreadable,
    required_value,
    single_value,
)
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game.content import Colour, Ideology
from rooms.tables.statecraft.game.state import Place

LEADER: Final = "leader"  # the leader's place
NONE: Final = "none"  # neither option, no card, nobody
WAYS: Final[Mapping[str, tuple[type[actions.Announce | actions.Denounce], int]]] = {
    "announce-0": (actions.Announce, 0),
    "announce-1": (actions.Announce, 1),
    "denounce-0": (actions.Denounce, 0),
    "denounce-1": (actions.Denounce, 1),
}
PAY: Final = (later("No card is chosen to pay with. Choose one of your hand."), "SC-PAY-02")
STEPS: Final[Mapping[str, int]] = {"1": 1, "-1": -1}
Reader = Callable[[Fields], actions.StatecraftAction]
VALUES: Final[Mapping[Any, Callable[[str], Any]]] = {
    str: check_id,
    int: parse_number,
    Ideology: lambda value: member_of(Ideology, value),
}
TARGETS: Final[Mapping[str, Callable[[str], Any]]] = {
    "opponent": parse_number,
    "politician": check_id,
    "other": check_id,
    "policy": check_id,
    "colour": lambda value: member_of(Colour, value),
    "supporter": check_id,
    "ideology": lambda value: member_of(Ideology, value),
    "step": lambda value: STEPS.get(value) or refuse_unreadable(),
}


def action_of(fields: Fields) -> actions.StatecraftAction:
    """The action in a form's fields. `act` names its type.

    Raises:
        Refused: a field is missing or cannot be read.
    """
    found: actions.StatecraftAction = action_in(fields, _FORMS)
    return found


def _read(kind: type[actions.StatecraftAction], missing: str = NOTHING, rule: str = "") -> Reader:
    """The reader of an action whose form has a field for each of its own. `missing`: what to do where one is empty."""
    found = [(field.name, get_args(field.type) or (field.type,)) for field in structs.fields(kind)]
    return lambda fields: kind(*[_field(fields, name, of, missing, rule) for name, of in found])


def _field(fields: Fields, name: str, of: tuple[Any, ...], missing: str, rule: str) -> Any:
    """The value of a field. `of`: its type, with an ellipsis if there are several, or with `NoneType` if there may be none."""
    if of[-1] is Ellipsis:
        return ids_in(fields, name)
    value = required_value(fields, name, missing, rule)
    return None if value == NONE and of[-1] is NoneType else VALUES[of[0]](value)


def _play(fields: Fields) -> actions.Announce | actions.Denounce:
    """Read a way, and the holder: field `up` for announcing, `down` for denouncing."""
    way = required_value(fields, "way", later("Neither announce nor denounce is chosen. Choose one of the two, of option A or B."))
    does, option = WAYS.get(way) or refuse_unreadable()
    who = "up" if does is actions.Announce else "down"
    holder = required_value(fields, who, later("Nobody is chosen to hold the policy. Choose a politician, or the leader."))
    return does(id_in(fields, "card"), option, None if holder == LEADER else check_id(holder))


def _take(fields: Fields) -> actions.Take:
    take = required_value(fields, "take", later("Nobody is chosen. Choose a politician and a place."))
    if take == NONE:
        return actions.Take()
    politician, _equals, place = take.partition("=")
    return actions.Take(check_id(politician), member_of(Place, place))


def _step(fields: Fields) -> actions.LeaderStep:
    step = required_value(fields, "step", later("No step is chosen. Choose an ideology, up or down."))
    ideology, _equals, by = step.partition("=")
    return actions.LeaderStep(id_in(fields, "pay", *PAY), member_of(Ideology, ideology), STEPS.get(by) or refuse_unreadable())


def _action(fields: Fields) -> actions.PlayAction:
    """Read the card and its targets, which are one field: "opponent=1&colour=red"."""
    target = single_value(fields, "target")
    found: dict[str, Any] = {}
    for each in target.split("&") if target else ():
        name, _equals, value = each.partition("=")
        read = TARGETS.get(name)
        if read is None or name in found:
            refuse_unreadable()
        found[name] = read(value)
    return actions.PlayAction(id_in(fields, "card"), **found)


def _draw(fields: Fields) -> actions.DrawOrNot:
    draw = required_value(fields, "draw", later("Neither yes nor no is chosen. Choose whether to draw."))
    return actions.DrawOrNot(draw == "yes" if draw in ("yes", "no") else refuse_unreadable())


def _bid(fields: Fields) -> actions.Bid:
    missing = later("No number is chosen. Choose how many cards you bid, 0 for none.")
    return actions.Bid(parse_number(required_value(fields, "bid", missing, "SC-INC-07")))


_FORMS: Final[Mapping[str, Reader]] = {
    "play": _play,
    "campaign": _read(actions.Campaign),
    "recruit": _read(actions.Recruit, *PAY),
    "take": _take,
    "fire": lambda fields: actions.Fire(id_in(fields, "politician"), id_in(fields, "pay", *PAY) if "pay" in fields else None),
    "poach": _read(actions.Poach),
    "leader-step": _step,
    "action": _action,
    "end-turn": _read(actions.EndTurn),
    "set-ideology": _read(actions.SetIdeology, later("No ideology is chosen. Choose one of the four.")),
    "pick": _read(actions.PickCard),
    "discard": _read(actions.DiscardDown),
    "option": _read(actions.ChooseOption, later("No option is chosen. Choose A or B."), "SC-EVT-03"),
    "contribute": _read(actions.Contribute),
    "lose": _read(actions.Lose),
    "draw": _draw,
    "bid": _bid,
    "pay-bid": _read(actions.PayBid),
}
