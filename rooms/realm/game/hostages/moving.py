"""What other modules hand on: hostages are taken, released, killed, handed over. Each gives events, decided against `state`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from control.day.people.asked import members
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.reasons import Told
from rooms.realm.game.hostages.asked import holding_house
from rooms.realm.game.hostages.changes import HostagesHandedOver, HostagesKilled, HostagesReleased, HostageTaken
from rooms.realm.game.hostages.token import Hostage
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.payment import cards_of, power_of
from rooms.realm.game.treasury.purses import receiver
from rooms.realm.scenario.ids import HouseId, Room

BY_THE_HOLDER: Final = "GE-CER-21"


def taken(
    state: GameState,
    holder: HouseId,
    of: HouseId,
    *,
    why: Told,
    rule: str,
    count: int = 1,
    marriage: tuple[SeatId, ...] = (),
) -> tuple[GameEvent, ...]:
    """A House takes hostages of another, each with 1 Power and 1 Favor out of its purses (GE-CER-19, R-06, R-136).

    What is not there is not laid on them (R-143), nor does a stake change the order (R-103). `marriage` are the two who married,
    for the Marriage section (GE-CER-13).
    """
    return tuple(_taken(state, holder, of, why, rule, count, marriage)) if holder != of else ()


def _taken(
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


def released(
    state: GameState, hostages: Iterable[Hostage], *, why: Told, rule: str, room: Room | None = None
) -> tuple[GameEvent, ...]:
    """Hostages go home: what lies on them goes into a purse of their House, by R-06 of that room, else of rank 1.

    By GE-CER-21 their holder releases them; by any other rule they are freed, whatever the holder wants.
    """
    return tuple(
        HostagesReleased(
            ids=tuple(each.id for each in group),
            of=group[0].of,
            holder=holding_house(state, group[0]),
            to=_home(state, group[0].of, room),
            power=sum(each.power for each in group),
            favors=sum(len(each.favors) for each in group),
            why=why,
            rule=rule,
            freed=rule != BY_THE_HOLDER,
        )
        for group in _alike(state, hostages)
    )


def killed(state: GameState, hostages: Iterable[Hostage], *, why: Told, rule: str) -> tuple[GameEvent, ...]:
    """Hostages die; the Power and the Favors on them are discarded (GE-CER-20)."""
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
        for group in _alike(state, hostages)
    )


def handed_over(
    state: GameState, hostages: Iterable[Hostage], to: HouseId, *, why: Told, rule: str, room: Room | None = None
) -> tuple[GameEvent, ...]:
    """Hostages come to another House and belong to no law or marriage any more; those of that House are released (R-93)."""
    chosen = tuple(hostages)
    home = tuple(each for each in chosen if each.of == to)
    away = tuple(each for each in chosen if each.of != to and holding_house(state, each) != to)
    return (
        *released(state, home, why=why, rule=rule, room=room),
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
            for group in _alike(state, away)
        ),
    )


def _alike(state: GameState, hostages: Iterable[Hostage]) -> tuple[tuple[Hostage, ...], ...]:
    """The hostages by House and holder: one sentence tells of each lot."""
    lots = dict[tuple[HouseId, HouseId | None], list[Hostage]]()
    for each in hostages:
        lots.setdefault((each.of, holding_house(state, each)), []).append(each)
    return tuple(tuple(lot) for lot in lots.values())


def _home(state: GameState, house: HouseId, room: Room | None) -> SeatId | None:
    if room is not None:
        return receiver(state, house, room)
    return next((seat.id for seat in members(state, house)), None)
