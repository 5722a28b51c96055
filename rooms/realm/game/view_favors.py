"""Use of Favors on screens: cards that may be used now, with their fields, and cards used this month (GE-FAV-06, GE-FAV-07)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from control.day.people.lookup import acts_in_room, members
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.desks import looks_after_houses
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.favors.requirements import (
    LABELS,
    NUMBERS,
    Field,
    favor_of,
    favors_used_in,
    fields_of,
    holder_of,
    may_take_note,
    may_use_another,
    numbers_of,
    when_and_where,
    why_not_usable,
)
from rooms.realm.game.favors.use import LONGEST_NOTE, used_words
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import CardId, HouseId, Room
from rooms.realm.scenario.schema import Favor

NAMES = {Field.HOUSE: "target", Field.REGION: "region", Field.OTHER: "other", Field.GIVEN: "given"}


class FavorTyped(Struct, frozen=True, kw_only=True):
    """Input in a refused form of a card, field by field."""

    card: str
    values: tuple[tuple[str, str], ...] = ()


class NamedChoice(Struct, frozen=True, kw_only=True):
    """One choice for a field."""

    value: str
    words: str
    chosen: bool


class FavorField(Struct, frozen=True, kw_only=True):
    """A field that a card asks for. `needed`: must be filled."""

    name: str
    label: str
    choices: tuple[NamedChoice, ...]
    needed: bool


class UsableCard(Struct, frozen=True, kw_only=True):
    """A card that may be used now. `missing`: why it has nothing to name."""

    card: CardId
    kind: str
    name: str
    faction: str
    ability: str
    when: str
    fields: tuple[FavorField, ...]
    decided: bool  # a desk decides, and the player may add a note
    note: str
    missing: str
    unfolded: bool


class UsedRow(Struct, frozen=True, kw_only=True):
    """A card used this month, in public words."""

    player: str
    house: HouseId
    short: str
    words: str
    mine: bool


class FavorsPanel(Struct, frozen=True, kw_only=True):
    """Usable cards of one hand, and all Favors used this month."""

    month: int
    cards: tuple[UsableCard, ...]
    used: tuple[UsedRow, ...]
    longest: int


class MayUse(Struct, frozen=True, kw_only=True):
    """A player with usable Favors, for the control team: with the names of the cards."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    cards: tuple[UsableCard, ...]


class FavorsDesk(Struct, frozen=True, kw_only=True):
    """Players with usable Favors, and Favors used this month."""

    month: int
    may: tuple[MayUse, ...]
    used: tuple[UsedRow, ...]


class FavorHand(Struct, frozen=True, kw_only=True):
    """Usable Favors of one player, opened at a desk. `nothing`: why there are none."""

    seat: SeatId
    name: str
    month: int
    cards: tuple[UsableCard, ...]
    nothing: str
    longest: int


def favors_panel(state: GameState, viewer: Viewer, typed: FavorTyped | None = None) -> FavorsPanel | None:
    """Usable cards of this player, and cards used this month; None without either."""
    seat = state.seats[viewer.player]
    cards, used = usable_cards(state, seat, typed), used_rows(state, seat.id)
    if not cards and not used:
        return None
    return FavorsPanel(month=state.clock.month, cards=cards, used=used, longest=LONGEST_NOTE)


def favors_desk(state: GameState, viewer: Viewer, room: Room | None = None) -> FavorsDesk:
    """The same for all players, or those in a room. Only the control team may see hands (R-135)."""
    may = tuple(
        MayUse(seat=seat.id, name=seat.name, house=house.id, short=house.short, cards=cards)
        for house in state.scenario.houses
        for seat in members(state, house.id)
        if viewer.staff
        and (room is None or acts_in_room(state, seat, room))
        and (cards := usable_cards(state, seat, None, openly=True))
    )
    return FavorsDesk(month=state.clock.month, may=may, used=used_rows(state, None))


def hand_of(state: GameState, viewer: Viewer, player: str, typed: FavorTyped | None = None) -> FavorHand | None:
    """Usable Favors of one player, for desks that look after Houses; None for an unknown player and for anybody else."""
    seat = state.seats.get(SeatId(player))
    if seat is None or not looks_after_houses(viewer):
        return None
    cards = usable_cards(state, seat, typed, openly=True)
    nothing = ""
    if not cards and not may_use_another(state, seat):
        nothing = say("{name} has used a Favor this month already.", name=seat.name)
    elif not cards:
        nothing = say("{name} holds no Favor that could be used here and now.", name=seat.name)
    return FavorHand(seat=seat.id, name=seat.name, month=state.clock.month, cards=cards, nothing=nothing, longest=LONGEST_NOTE)


def used_rows(state: GameState, own: SeatId | None) -> tuple[UsedRow, ...]:
    """Favors used this month, newest first."""
    shorts = {house.id: house.short for house in state.scenario.houses}
    return tuple(
        UsedRow(
            player=state.seats[each.seat].name if each.seat in state.seats else str(each.seat),
            house=each.house,
            short=shorts.get(each.house, ""),
            words=used_words(state, each),
            mine=each.seat == own,
        )
        for each in reversed(favors_used_in(state, state.clock.month))
    )


def usable_cards(state: GameState, seat: HouseSeat, typed: FavorTyped | None, *, openly: bool = False) -> tuple[UsableCard, ...]:
    """Cards that this player may use now, each kind once, in the order of the hand. `openly`: in the control team's words."""
    if not seat.acts or not may_use_another(state, seat):
        return ()
    found = dict[str, UsableCard]()
    for card in holder_of(state, seat).purse.favors:
        favor = favor_of(state, card)
        if favor is not None and favor.id not in found and why_not_usable(state, seat, favor) is None:
            found[favor.id] = _usable_card(state, seat, favor, card, typed, openly)
    return tuple(found.values())


def _usable_card(
    state: GameState, seat: HouseSeat, favor: Favor, card: CardId, typed: FavorTyped | None, openly: bool
) -> UsableCard:
    meant = typed if typed is not None and typed.card == card else None
    values = dict(meant.values) if meant is not None else {}
    fields = tuple(_field(state, seat, favor, card, each, values, openly) for each in fields_of(favor))
    return UsableCard(
        card=card,
        kind=favor.id,
        name=favor.name,
        faction=next((each.name for each in state.scenario.factions if each.id == favor.faction), ""),
        ability=favor.ability,
        when=when_and_where(state, favor),
        fields=fields,
        decided=may_take_note(favor),
        note=values.get("note", ""),
        missing=say("There is nothing to name now.") if any(each.needed and not each.choices for each in fields) else "",
        unfolded=meant is not None,
    )


def _field(
    state: GameState, seat: HouseSeat, favor: Favor, card: CardId, asks: Field, values: Mapping[str, str], openly: bool
) -> FavorField:
    name = "number" if asks in NUMBERS else NAMES[asks]
    chosen = values.get(name, "")
    return FavorField(
        name=name,
        label=say(LABELS[asks]),
        choices=tuple(
            NamedChoice(value=value, words=words, chosen=value == chosen)
            for value, words in _choices(state, seat, favor, card, asks, openly)
        ),
        needed=asks is not Field.OTHER,
    )


def _choices(
    state: GameState, seat: HouseSeat, favor: Favor, card: CardId, asks: Field, openly: bool
) -> tuple[tuple[str, str], ...]:
    match asks:
        case Field.HOUSE:
            return tuple((str(house.id), house.name) for house in house_names(state) if house.id != seat.house)
        case Field.REGION | Field.OTHER:
            return tuple((str(region.id), region.name) for region in state.scenario.map.regions)
        case Field.GIVEN:
            others = (each for each in holder_of(state, seat).purse.favors if each != card)
            return tuple((str(each), kind.name) for each in others if (kind := favor_of(state, each)) is not None)
        case _:
            return tuple((str(number), words) for number, words in numbers_of(asks, state, seat, favor, openly=openly))
