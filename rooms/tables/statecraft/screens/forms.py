"""Form fields of the phone, read as an action. The rules decide whether it is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import later
from rooms.tables.registry import Fields
from rooms.tables.screens.fields import (
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
STEPS: Final[Mapping[str, int]] = {"1": 1, "-1": -1}
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


def _pay(fields: Fields) -> str:
    return id_in(fields, "pay", later("No card is chosen to pay with. Choose one of your hand."), "SC-PAY-02")


def _step(fields: Fields) -> actions.LeaderStep:
    step = required_value(fields, "step", later("No step is chosen. Choose an ideology, up or down."))
    ideology, _equals, by = step.partition("=")
    return actions.LeaderStep(_pay(fields), member_of(Ideology, ideology), STEPS.get(by) or refuse_unreadable())


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


def _set_ideology(fields: Fields) -> actions.SetIdeology:
    return actions.SetIdeology(
        member_of(Ideology, required_value(fields, "ideology", later("No ideology is chosen. Choose one of the four.")))
    )


def _option(fields: Fields) -> actions.ChooseOption:
    option = required_value(fields, "option", later("No option is chosen. Choose A or B."), "SC-EVT-03")
    return actions.ChooseOption(None if option == NONE else parse_number(option))


def _contribute(fields: Fields) -> actions.Contribute:
    card = id_in(fields, "card")
    return actions.Contribute(None if card == NONE else card)


def _draw(fields: Fields) -> actions.DrawOrNot:
    draw = required_value(fields, "draw", later("Neither yes nor no is chosen. Choose whether to draw."))
    return actions.DrawOrNot(draw == "yes" if draw in ("yes", "no") else refuse_unreadable())


def _bid(fields: Fields) -> actions.Bid:
    missing = later("No number is chosen. Choose how many cards you bid, 0 for none.")
    return actions.Bid(parse_number(required_value(fields, "bid", missing, "SC-INC-07")))


_FORMS: Final[Mapping[str, Callable[[Fields], actions.StatecraftAction]]] = {
    "play": _play,
    "campaign": lambda fields: actions.Campaign(id_in(fields, "supporter")),
    "recruit": lambda fields: actions.Recruit(_pay(fields)),
    "take": _take,
    "fire": lambda fields: actions.Fire(id_in(fields, "politician"), _pay(fields) if "pay" in fields else None),
    "poach": lambda fields: actions.Poach(id_in(fields, "supporter"), ids_in(fields, "pay")),
    "leader-step": _step,
    "action": _action,
    "end-turn": lambda _fields: actions.EndTurn(),
    "set-ideology": _set_ideology,
    "pick": lambda fields: actions.PickCard(id_in(fields, "card")),
    "discard": lambda fields: actions.DiscardDown(ids_in(fields, "cards")),
    "option": _option,
    "contribute": _contribute,
    "lose": lambda fields: actions.Lose(ids_in(fields, "things")),
    "draw": _draw,
    "bid": _bid,
    "pay-bid": lambda fields: actions.PayBid(ids_in(fields, "cards")),
}
