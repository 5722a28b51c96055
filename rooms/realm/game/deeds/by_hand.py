"""Laws whose deed is a desk's to carry out by hand: each becomes a hand-off that says who, what and how many, never silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from control.engine.language import listed, say, say_count
from control.engine.modules import GameEvent
from control.engine.reasons import as_reason
from rooms.realm.desks import Desk
from rooms.realm.game.deeds.deed import Carry, Deed
from rooms.realm.game.passed import GIVE, RELEASE


def nothing_here(deed: Deed) -> Iterator[GameEvent]:
    """A law that acts in its own room alone, which reacts to it or reads it while it hangs."""
    yield from ()


def as_it_says(deed: Deed) -> Iterator[GameEvent]:
    """A kind that only this scenario knows: Court Control does what the tablet says (GE-CRT-36)."""
    yield deed.owed(Desk.COURT, by_its_text(deed.law.number, deed.law.text), "GE-CRT-36")


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("laws.to-death")
def to_death(number: int, players: tuple[str, ...]) -> str:
    """It stands in hand-offs of journals from before the console carried out Executions."""
    return say("Law {number}, Execution: put to death {players}, in this order", number=number, players=listed(players))


@as_reason("laws.hostages-go")
def hostages_go(number: int, form: int, house: str, other: str, count: int) -> str:
    """It stands in hand-offs of journals from before the console kept hostages."""
    if form == GIVE and other:
        return say_count(
            "Law {number}, Hostages: {house} gives {other} {count} hostage of its own people, with 1 Power and 1 Favor",
            "Law {number}, Hostages: {house} gives {other} {count} hostages of its own people, each with 1 Power and 1 Favor",
            count,
            number=number,
            house=house,
            other=other,
        )
    if form != RELEASE and other:
        return say_count(
            "Law {number}, Hostages: {house} hands {count} hostage that it holds over to {other}",
            "Law {number}, Hostages: {house} hands {count} hostages that it holds over to {other}",
            count,
            number=number,
            house=house,
            other=other,
        )
    return say_count(
        "Law {number}, Hostages: {house} releases {count} hostage that it holds",
        "Law {number}, Hostages: {house} releases {count} hostages that it holds",
        count,
        number=number,
        house=house,
    )


@as_reason("laws.halves")
def halves(number: int, houses: tuple[str, ...], month: int) -> str:
    """It stands in hand-offs of journals from before the console kept what schemes cost in play."""
    return say(
        "Law {number}, Recruitment: {houses} each pick one own scheme in month {month}; its cost is halved, rounded up",
        number=number,
        houses=listed(houses),
        month=month,
    )


@as_reason("laws.doubles")
def doubles(number: int, scheme: str, month: int) -> str:
    """It stands in hand-offs of journals from before the console kept what schemes cost in play."""
    return say(
        "Law {number}, Crackdown: {scheme} costs twice as much from month {month} on, also where it is in play",
        number=number,
        scheme=scheme,
        month=month,
    )


@as_reason("laws.by-its-text")
def by_its_text(number: int, text: str) -> str:
    return say("Law {number} is yours to carry out: {text}", number=number, text=text)


BY_HAND: Final[dict[str, Carry]] = {
    "recruitment": nothing_here,  # its Houses pick a scheme in the Underground's next Schemes step (GE-CRT-49, R-91)
    "crackdown": nothing_here,  # what schemes of its kind cost is reckoned from the law itself (GE-CRT-51, R-91)
    "disband": nothing_here,  # the War Room's (GE-CRT-56)
}
