"""What a button or a form of the phone says, as an action. Whether the action is legal is for the rules to say."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, NoReturn, TypeVar

from control.engine.language import say
from control.engine.refused import Refused
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game.content import Colour, Ideology
from rooms.tables.statecraft.game.state import Place

Fields = Mapping[str, list[str]]
E = TypeVar("E", bound=StrEnum)

LEADER: Final = "leader"  # the leader's place
NONE: Final = "none"  # neither option, no card, nobody
ID: Final = re.compile(r"[a-z0-9]+(?:-+[a-z0-9]+)*")
LONGEST: Final = 80  # characters of an id
MANY: Final = 40  # cards in one form; nobody holds so many
WAYS: Final[Mapping[str, tuple[type[actions.Announce | actions.Denounce], int]]] = {
    "announce-0": (actions.Announce, 0),
    "announce-1": (actions.Announce, 1),
    "denounce-0": (actions.Denounce, 0),
    "denounce-1": (actions.Denounce, 1),
}
STEPS: Final[Mapping[str, int]] = {"1": 1, "-1": -1}


def action_of(fields: Fields) -> actions.StatecraftAction:
    """The action that the fields of a form name; `act` says which it is.

    Raises:
        Refused: a field is missing or cannot be read.
    """
    read = _READ.get(_one(fields, "act"))
    return _unreadable() if read is None else read(fields)


def _play(fields: Fields) -> actions.Announce | actions.Denounce:
    """A way, and the holder that goes with it: `up` has those who announce, `down` those who denounce."""
    way = _one(fields, "way")
    if not way:
        raise Refused(say("Neither announce nor denounce is chosen. Choose one of the two, of option A or B."), code="malformed")
    does, option = WAYS.get(way) or _unreadable()
    holder = _one(fields, "up" if does is actions.Announce else "down")
    if not holder:
        raise Refused(say("Nobody is chosen to hold the policy. Choose a politician, or the leader."), code="malformed")
    return does(_id(fields, "card"), option, None if holder == LEADER else _checked(holder))


def _campaign(fields: Fields) -> actions.Campaign:
    return actions.Campaign(_id(fields, "supporter"))


def _recruit(fields: Fields) -> actions.Recruit:
    return actions.Recruit(_id(fields, "pay"))


def _take(fields: Fields) -> actions.Take:
    chosen = _one(fields, "take")
    if not chosen:
        raise Refused(say("Nobody is chosen. Choose a politician and a place."), code="malformed")
    if chosen == NONE:
        return actions.Take()
    politician, _equals, place = chosen.partition("=")
    return actions.Take(_checked(politician), _member(Place, place))


def _fire(fields: Fields) -> actions.Fire:
    return actions.Fire(_id(fields, "politician"), _id(fields, "pay") if "pay" in fields else None)


def _poach(fields: Fields) -> actions.Poach:
    return actions.Poach(_id(fields, "supporter"), _ids(fields, "pay"))


def _step(fields: Fields) -> actions.LeaderStep:
    chosen = _one(fields, "step")
    if not chosen:
        raise Refused(say("No step is chosen. Choose an ideology, up or down."), code="malformed")
    ideology, _equals, step = chosen.partition("=")
    return actions.LeaderStep(_id(fields, "pay"), _member(Ideology, ideology), STEPS.get(step) or _unreadable())


TARGETS: Final[Mapping[str, Callable[[str], Any]]] = {
    "opponent": lambda value: _number(value),
    "politician": lambda value: _checked(value),
    "other": lambda value: _checked(value),
    "policy": lambda value: _checked(value),
    "colour": lambda value: _member(Colour, value),
    "supporter": lambda value: _checked(value),
    "ideology": lambda value: _member(Ideology, value),
    "step": lambda value: STEPS.get(value) or _unreadable(),
}


def _action(fields: Fields) -> actions.PlayAction:
    """The card, and as one field what it is aimed at: "opponent=1&colour=red"."""
    target = _one(fields, "target") if "target" in fields else ""
    found: dict[str, Any] = {}
    for each in target.split("&") if target else ():
        name, _equals, value = each.partition("=")
        read = TARGETS.get(name)
        if read is None or name in found:
            _unreadable()
        found[name] = read(value)
    return actions.PlayAction(_id(fields, "card"), **found)


def _end(_fields: Fields) -> actions.EndTurn:
    return actions.EndTurn()


def _set_ideology(fields: Fields) -> actions.SetIdeology:
    ideology = _one(fields, "ideology")
    if not ideology:
        raise Refused(say("No ideology is chosen. Choose one of the four."), code="malformed")
    return actions.SetIdeology(_member(Ideology, ideology))


def _pick(fields: Fields) -> actions.PickCard:
    return actions.PickCard(_id(fields, "card"))


def _discard(fields: Fields) -> actions.DiscardDown:
    return actions.DiscardDown(_ids(fields, "cards"))


def _option(fields: Fields) -> actions.ChooseOption:
    option = _one(fields, "option")
    if not option:
        raise Refused(say("No option is chosen. Choose A or B."), rule="SC-EVT-03", code="malformed")
    return actions.ChooseOption(None if option == NONE else _number(option))


def _contribute(fields: Fields) -> actions.Contribute:
    card = _one(fields, "card")
    return actions.Contribute() if card == NONE else actions.Contribute(_id(fields, "card"))


def _lose(fields: Fields) -> actions.Lose:
    return actions.Lose(_ids(fields, "things"))


def _draw(fields: Fields) -> actions.DrawOrNot:
    draw = _one(fields, "draw")
    if not draw:
        raise Refused(say("Neither yes nor no is chosen. Choose whether to draw."), code="malformed")
    return actions.DrawOrNot({"yes": True, "no": False}[draw] if draw in ("yes", "no") else _unreadable())


def _bid(fields: Fields) -> actions.Bid:
    bid = _one(fields, "bid")
    if not bid:
        raise Refused(say("No number is chosen. Choose how many cards you bid, 0 for none."), rule="SC-INC-07", code="malformed")
    return actions.Bid(_number(bid))


def _pay_bid(fields: Fields) -> actions.PayBid:
    return actions.PayBid(_ids(fields, "cards"))


_READ: Final[Mapping[str, Callable[[Fields], actions.StatecraftAction]]] = {
    "play": _play,
    "campaign": _campaign,
    "recruit": _recruit,
    "take": _take,
    "fire": _fire,
    "poach": _poach,
    "leader-step": _step,
    "action": _action,
    "end-turn": _end,
    "set-ideology": _set_ideology,
    "pick": _pick,
    "discard": _discard,
    "option": _option,
    "contribute": _contribute,
    "lose": _lose,
    "draw": _draw,
    "bid": _bid,
    "pay-bid": _pay_bid,
}


def _one(fields: Fields, name: str) -> str:
    """The value of a field that is there once; empty when it is not there."""
    values = fields.get(name, [])
    return values[0] if len(values) == 1 else _unreadable() if values else ""


def _id(fields: Fields, name: str) -> str:
    value = _one(fields, name)
    if not value:
        if name == "pay":
            raise Refused(say("No card is chosen to pay with. Choose one of your hand."), rule="SC-PAY-02", code="malformed")
        raise Refused(say("Nothing is chosen. Choose one."), code="malformed")
    return _checked(value)


def _ids(fields: Fields, name: str) -> tuple[str, ...]:
    values = fields.get(name, [])
    return tuple([_checked(value) for value in values]) if len(values) <= MANY else _unreadable()


def _checked(value: str) -> str:
    return value if len(value) <= LONGEST and ID.fullmatch(value) else _unreadable()


def _member(kind: type[E], value: str) -> E:
    return kind(value) if value in tuple(kind) else _unreadable()


def _number(digits: str) -> int:
    return int(digits) if len(digits) <= 2 and digits.isascii() and digits.isdigit() else _unreadable()


def _unreadable() -> NoReturn:
    raise Refused(say("This could not be read, and nothing was done. Look again and choose once more."), code="malformed")
