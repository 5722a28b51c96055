"""Custody of hostages: who holds which, how they move, and when they go free (R-99, R-141)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from control.day.people.lookup import members
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.reasons import Reason, Told, as_reason
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.hostages.hostage_events import HostagesHandedOver, HostagesKilled, HostagesReleased, HostageTaken
from rooms.realm.game.laws import LawStruck, law_of
from rooms.realm.game.records import Hostage
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import SovereignSeated, ThronePassed, sovereign_house
from rooms.realm.game.treasury.payment import cards_of, power_of
from rooms.realm.game.treasury.purses import house_name, receiver_of_gain
from rooms.realm.scenario.ids import HouseId, Room

# === holders ============================================================================================================

# Queries: who holds which hostages, whose they are, which go first.


def holding_house(state: GameState, hostage: Hostage) -> HouseId | None:
    """House that has the hostage in hand; None for the God Emperor or an empty throne, where it waits untouchable.

    The throne's hostages belong to the Sovereign's House during its reign (R-99, setting `throne_hostages_pass_on`).
    """
    if hostage.holder is not None or not state.scenario.settings.throne_hostages_pass_on:
        return hostage.holder
    return sovereign_house(state)


def hostages_held_by(state: GameState, house: HouseId | None) -> tuple[Hostage, ...]:
    """Hostages that a House has in hand; None: those of the God Emperor or of an empty throne."""
    return tuple(each for each in state.hostages if holding_house(state, each) == house)


def hostages_from(state: GameState, house: HouseId) -> tuple[Hostage, ...]:
    """Hostages of a House that others hold."""
    return tuple(each for each in state.hostages if each.of == house)


def hostages_of(state: GameState, numbers: tuple[int, ...]) -> tuple[Hostage, ...]:
    """Hostages with these ids that still exist."""
    return tuple(each for each in state.hostages if each.id in numbers)


def is_untouchable(state: GameState, hostage: Hostage) -> bool:
    """Does it wait with an empty throne, or stay with a throne whose hostages do not pass on (R-99)?"""
    return hostage.holder is None and not state.throne.god_emperor and holding_house(state, hostage) is None


def default_hostages(
    state: GameState, holder: HouseId | None, count: int, *, of: HouseId | None = None, rescue: bool = False
) -> tuple[Hostage, ...]:
    """Return the hostages of a holder that go when nobody names them: oldest first, marriage hostages last (R-93).

    `of`: only hostages of that House. `rescue`: no marriage hostages (GE-CER-13, R-141).
    """
    found = [
        each
        for each in hostages_held_by(state, holder)
        if (of is None or each.of == of) and not (rescue and each.marriage) and not is_untouchable(state, each)
    ]
    found.sort(key=lambda each: (bool(each.marriage), each.since, each.id))
    return tuple(found[: max(count, 0)])


def words_for(state: GameState, hostage: Hostage, *, load: bool = True) -> Reason:
    """Hostage in words: House and reason; with `load` also the Power and Favor on it, for viewers of the mat."""
    law = law_of(state, hostage.law) if hostage.law is not None else None
    names = [state.seats[each].name for each in hostage.marriage if each in state.seats]
    lies = load_reason(hostage.power, len(hostage.favors)) if load else ""
    number, couple = law.number if law else 0, " & ".join(names)
    return hostage_reason(house=house_name(state, hostage.of), law=number, couple=couple, since=hostage.since, lies=lies)


@as_reason("hostages.load")
def load_reason(power: int, favors: int) -> str:
    return say("{power} Power and {favors} Favors on it", power=power, favors=favors)


@as_reason("hostages.one")
def hostage_reason(house: str, law: int, couple: str, since: int, lies: Told) -> str:
    words = say("hostage of {house}", house=house)
    if couple:
        words = say("{hostage} by the marriage of {couple}", hostage=words, couple=couple)
    if law:
        words = say("{hostage} by law {number}", hostage=words, number=law)
    if since:
        words = say("{hostage} since month {month}", hostage=words, month=since)
    return f"{words}: {lies}" if lies else words


def is_lawful(state: GameState, hostage: Hostage) -> bool:
    """Does a law on the board let its holder kill it without consequence (GE-CRT-80, R-100)?"""
    return hostage.law is not None and law_of(state, hostage.law) is not None


def is_marriage(state: GameState, pair: tuple[SeatId, ...]) -> bool:
    one, other = pair
    return one in state.seats and state.seats[one].spouse == other


def broken_hostages(state: GameState) -> tuple[str, ...]:
    """Check that every hostage has its own number, another House as holder, and at most 1 Power and 1 Favor.

    It leaves with its marriage or its law, where the scenario says so (R-99, R-141).
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


# === moves ==============================================================================================================

# Changes for other modules to pass on: taken, released, killed, handed over. Each returns events decided on `state`.


BY_THE_HOLDER: Final = "GE-CER-21"


def take_events(
    state: GameState,
    holder: HouseId,
    of: HouseId,
    *,
    why: Told,
    rule: str,
    count: int = 1,
    marriage: tuple[SeatId, ...] = (),
) -> tuple[GameEvent, ...]:
    """Take hostages of another House, each with 1 Power and 1 Favor from its purses (GE-CER-19, R-06, R-136).

    Where a purse lacks them, the token stays without (R-143). A stake does not change the order (R-103). `marriage`: the two who
    married, for the Marriage section (GE-CER-13).
    """
    return tuple(_take_each(state, holder, of, why, rule, count, marriage)) if holder != of else ()


def _take_each(
    state: GameState,
    holder: HouseId,
    of: HouseId,
    why: Told,
    rule: str,
    count: int,
    marriage: tuple[SeatId, ...],
) -> Iterator[HostageTaken]:
    powers = [seat for seat, part in power_of(state, of, count) for _each in range(part)]
    cards = cards_of(state, of)
    for at in range(count):
        giver, card = cards[at] if at < len(cards) else (None, None)
        yield HostageTaken(
            id=state.last_hostage + 1 + at,
            of=of,
            holder=holder,
            power_from=powers[at] if at < len(powers) else None,
            card=card,
            favor_from=giver,
            marriage=tuple(sorted(marriage)),
            month=state.clock.month,
            why=why,
            rule=rule,
        )


def release_events(
    state: GameState, hostages: Iterable[Hostage], *, why: Told, rule: str, room: Room | None = None
) -> tuple[GameEvent, ...]:
    """Send hostages home; what is on them goes to a purse of their House, by R-06 of that room, else to rank 1.

    By GE-CER-21 their holder releases them. By any other rule they are freed, whatever the holder wants.
    """
    return tuple(
        HostagesReleased(
            ids=tuple(each.id for each in group),
            of=group[0].of,
            holder=holding_house(state, group[0]),
            to=_purse_at_home(state, group[0].of, room),
            power=sum(each.power for each in group),
            favors=sum(len(each.favors) for each in group),
            why=why,
            rule=rule,
            freed=rule != BY_THE_HOLDER,
        )
        for group in _group_hostages(state, hostages)
    )


def kill_events(state: GameState, hostages: Iterable[Hostage], *, why: Told, rule: str) -> tuple[GameEvent, ...]:
    """Kill hostages; the Power and the Favors on them are discarded (GE-CER-20)."""
    return tuple(
        HostagesKilled(
            ids=tuple(each.id for each in group),
            of=group[0].of,
            holder=holding_house(state, group[0]),
            power=sum(each.power for each in group),
            favors=sum(len(each.favors) for each in group),
            why=why,
            rule=rule,
        )
        for group in _group_hostages(state, hostages)
    )


def hand_over_events(
    state: GameState, hostages: Iterable[Hostage], to: HouseId, *, why: Told, rule: str, room: Room | None = None
) -> tuple[GameEvent, ...]:
    """Hand hostages to another House, free of law and marriage; those of that House are released (R-93)."""
    chosen = tuple(hostages)
    home = tuple(each for each in chosen if each.of == to)
    away = tuple(each for each in chosen if each.of != to and holding_house(state, each) != to)
    return (
        *release_events(state, home, why=why, rule=rule, room=room),
        *(
            HostagesHandedOver(
                ids=tuple(each.id for each in group),
                of=group[0].of,
                holder=holding_house(state, group[0]),
                to=to,
                month=state.clock.month,
                why=why,
                rule=rule,
            )
            for group in _group_hostages(state, away)
        ),
    )


def _group_hostages(state: GameState, hostages: Iterable[Hostage]) -> tuple[tuple[Hostage, ...], ...]:
    """Group hostages by House and holder; one sentence reports each group."""
    lots = dict[tuple[HouseId, HouseId | None], list[Hostage]]()
    for each in hostages:
        lots.setdefault((each.of, holding_house(state, each)), []).append(each)
    return tuple(tuple(lot) for lot in lots.values())


def _purse_at_home(state: GameState, house: HouseId, room: Room | None) -> SeatId | None:
    if room is not None:
        return receiver_of_gain(state, house, room)
    return next((seat.id for seat in members(state, house)), None)


# === release by rule ====================================================================================================

# Hostages that go free by themselves: their law falls, their House takes the throne, their marriage ends.


def release_with_law(state: GameState, happened: LawStruck, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Release the hostages of a struck law at once (R-99, setting `annulled_hostages`)."""
    if state.scenario.settings.annulled_hostages != "released":
        return ()
    held = tuple(each for each in state.hostages if each.law == happened.law)
    number = next((law.number for law in state.struck_laws if law.id == happened.law), 0)
    return release_events(state, held, why=law_fell_reason(number), rule="R-99", room=Room.COURT)


def release_with_throne(
    state: GameState, happened: SovereignSeated | ThronePassed, asked: DecisionContext
) -> tuple[GameEvent, ...]:
    """Free the throne's hostages of the new Sovereign's own House; the House takes over the others (R-99)."""
    house = sovereign_house(state)
    own = tuple(each for each in state.hostages if house is not None and each.of == house == holding_house(state, each))
    return release_events(state, own, why=own_throne_reason(), rule="R-99")


def release_with_marriage(state: GameState, happened: SpousesSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Release the hostages of a marriage, however it ends (R-141)."""
    return release_after_marriage(state, happened.seat, *happened.former, why=happened.why)


def release_after_marriage(state: GameState, *seats: SeatId, why: Told) -> tuple[GameEvent, ...]:
    """Release hostages of these players' ended marriages (R-141, setting `marriage_hostages_after_death`)."""
    if state.scenario.settings.marriage_hostages_after_death != "released":
        return ()
    named = {*seats}
    held = tuple(each for each in state.hostages if named & {*each.marriage} and not is_marriage(state, each.marriage))
    return release_events(state, held, why=why, rule="R-141")


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("hostages.law-fell")
def law_fell_reason(number: int) -> str:
    return say("law {number} fell", number=number)


@as_reason("hostages.own-throne")
def own_throne_reason() -> str:
    return say("their House has the throne")
