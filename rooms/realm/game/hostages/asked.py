"""What is asked about hostages: who holds which, whose they are, which go first."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.reasons import Reason, Told, as_reason
from rooms.realm.game.hostages.token import Hostage
from rooms.realm.game.laws import law_of
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.changes import sovereign_house
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId


def holding_house(state: GameState, hostage: Hostage) -> HouseId | None:
    """Who has it in hand; None is the God Emperor, or an empty throne, where it waits untouchable.

    The throne's hostages are the Sovereign's House's while it reigns (R-99, setting `throne_hostages_pass_on`).
    """
    if hostage.holder is not None or not state.scenario.settings.throne_hostages_pass_on:
        return hostage.holder
    return sovereign_house(state)


def held_by(state: GameState, house: HouseId | None) -> tuple[Hostage, ...]:
    """The hostages that a House has in hand; None: those of the God Emperor or of an empty throne."""
    return tuple(each for each in state.hostages if holding_house(state, each) == house)


def of_house(state: GameState, house: HouseId) -> tuple[Hostage, ...]:
    """The hostages that others hold of a House."""
    return tuple(each for each in state.hostages if each.of == house)


def hostages_of(state: GameState, numbers: tuple[int, ...]) -> tuple[Hostage, ...]:
    """The hostages of these numbers that are there."""
    return tuple(each for each in state.hostages if each.id in numbers)


def untouchable(state: GameState, hostage: Hostage) -> bool:
    """Does it wait with an empty throne, or stay with a throne whose hostages do not pass on (R-99)?"""
    return hostage.holder is None and not state.throne.god_emperor and holding_house(state, hostage) is None


def pick(
    state: GameState, holder: HouseId | None, count: int, *, of: HouseId | None = None, rescue: bool = False
) -> tuple[Hostage, ...]:
    """Which of a holder's hostages go when nobody names them: the oldest first, marriage hostages last (R-93).

    `of` picks those of one House only. A rescue brings home no marriage hostage (GE-CER-13, R-141).
    """
    found = [
        each
        for each in held_by(state, holder)
        if (of is None or each.of == of) and not (rescue and each.marriage) and not untouchable(state, each)
    ]
    found.sort(key=lambda each: (bool(each.marriage), each.since, each.id))
    return tuple(found[: max(count, 0)])


def words_for(state: GameState, hostage: Hostage, *, load: bool = True) -> Reason:
    """A hostage in words: whose it is and why it is held, and with its `load` what lies on it, for those who read the mat."""
    law = law_of(state, hostage.law) if hostage.law is not None else None
    names = [state.seats[each].name for each in hostage.marriage if each in state.seats]
    lies = load_of(hostage.power, len(hostage.favors)) if load else ""
    number, couple = law.number if law else 0, " & ".join(names)
    return one_hostage(house=house_name(state, hostage.of), law=number, couple=couple, since=hostage.since, lies=lies)


@as_reason("hostages.load")
def load_of(power: int, favors: int) -> str:
    return say("{power} Power and {favors} Favors on it", power=power, favors=favors)


@as_reason("hostages.one")
def one_hostage(house: str, law: int, couple: str, since: int, lies: Told) -> str:
    words = say("hostage of {house}", house=house)
    if couple:
        words = say("{hostage} by the marriage of {couple}", hostage=words, couple=couple)
    if law:
        words = say("{hostage} by law {number}", hostage=words, number=law)
    if since:
        words = say("{hostage} since month {month}", hostage=words, month=since)
    return f"{words}: {lies}" if lies else words


def is_lawful(state: GameState, hostage: Hostage) -> bool:
    """Does a law that hangs say that its holder may kill it without consequence (GE-CRT-80, R-100)?"""
    return hostage.law is not None and law_of(state, hostage.law) is not None


def is_marriage(state: GameState, pair: tuple[SeatId, ...]) -> bool:
    """Are these two married to each other?"""
    one, other = pair
    return one in state.seats and state.seats[one].spouse == other


def broken_hostages(state: GameState) -> tuple[str, ...]:
    """Every hostage has its own number, is held by another House, and carries what a purse held.

    It goes with its marriage and with its law, where the scenario says so (R-99, R-141).
    """
    found, settings = list[str](), state.scenario.settings
    numbers = [each.id for each in state.hostages]
    if len(numbers) != len(set(numbers)) or max(numbers, default=0) > state.last_hostage:
        found.append(say("Two hostages bear one number."))
    if any(each.of == holding_house(state, each) for each in state.hostages):
        found.append(say("A House holds a hostage of its own."))
    if any(each.power not in (0, 1) or len(each.favors) > 1 for each in state.hostages):
        found.append(say("A hostage carries more than 1 Power and 1 Favor."))
    with_marriage = settings.marriage_hostages_after_death == "released"
    if with_marriage and any(each.marriage and not is_marriage(state, each.marriage) for each in state.hostages):
        found.append(say("A marriage has ended, and a hostage of it is still held."))
    with_law = settings.annulled_hostages == "released"
    if with_law and any(each.law is not None and not is_lawful(state, each) for each in state.hostages):
        found.append(say("A law has fallen, and a hostage of it is still held."))
    if state.hostages_doubtful:
        found.append(say("A hostage was moved that was not there."))
    return tuple(found)
