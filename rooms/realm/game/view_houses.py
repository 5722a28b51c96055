"""Houses at their desks: strips, purses, corrections of a player by hand, ceremonies of the month.

Purses and choices of room belong to their owner and the control team, so nobody else sees these views. Ceremonies and their guests
are public: the whole hall sees them.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from control.day.people import lookup as people
from control.day.view import member_words
from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk, looks_after_houses
from rooms.realm.game import ranks_and_wounds
from rooms.realm.game.ceremonies import CEREMONY_NAMES, ceremonies_in, may_hold_now, unburied_deaths
from rooms.realm.game.ceremony_attendance import dead_of, is_going_on
from rooms.realm.game.ceremony_attendance import guests as invited
from rooms.realm.game.choice_lists import HouseName, house_names
from rooms.realm.game.records import Death
from rooms.realm.game.state import Ceremony, GameState
from rooms.realm.game.treasury.purses import house_name, house_power
from rooms.realm.game.view import PersonView, ceremonies_held, person_view
from rooms.realm.game.view_weddings import Couple, couples_view
from rooms.realm.scenario.ids import FavorId, HouseId, Phase
from rooms.realm.scenario.schema import House

# --- ceremonies ---------------------------------------------------------------------------------------------------------


class CeremonyGuest(Struct, frozen=True, kw_only=True):
    """A guest of a ceremony: a member of its Houses, or the heir of the dead. `there`: the desk has confirmed the guest."""

    seat: SeatId
    name: str
    short: str
    house: HouseId
    there: bool
    dead: bool = False  # the funeral buries this player's character


class CeremonyRow(Struct, frozen=True, kw_only=True):
    """A ceremony of this month with its guests (R-14). `goes_on`: it is not over yet."""

    id: int
    kind: str
    houses: str
    what: str
    guests: tuple[CeremonyGuest, ...]
    missing: int
    goes_on: bool


class Burial(Struct, frozen=True, kw_only=True):
    """A death that awaits its funeral. `hindrance`: why it cannot be held now (R-13)."""

    key: str  # of its button
    character: str
    player: str
    house: str
    hindrance: str


class CeremoniesView(Struct, frozen=True, kw_only=True):
    """Ceremonies of this month, and Houses that may still hold one.

    `runs_on`: Planning has begun, and ceremonies may run on until `until`.
    `may_run_on`: they may, once Planning begins (R-12).
    """

    month: int
    is_open: bool
    held: tuple[CeremonyRow, ...]
    waiting: tuple[HouseName, ...]
    may_hold: bool
    couples: tuple[Couple, ...]  # couples who agree on their phones
    burials: tuple[Burial, ...]
    may_run_on: bool
    runs_on: bool
    still: int  # number of ceremonies that are not over
    until: datetime | None


def ceremonies_view(state: GameState, viewer: Viewer) -> CeremoniesView:
    most = state.scenario.settings.ceremonies_per_house
    return CeremoniesView(
        month=state.clock.month,
        is_open=may_hold_now(state),
        held=tuple(_ceremony_row(state, held) for held in ceremonies_held(state)),
        waiting=tuple(house for house in house_names(state) if len(ceremonies_in(state, house.id)) < most),
        may_hold=viewer.sees_desk(Desk.CEREMONY),
        couples=couples_view(state, viewer),
        burials=tuple(_burial(state, each) for each in unburied_deaths(state)) if viewer.sees_desk(Desk.CEREMONY) else (),
        may_run_on=state.scenario.settings.ceremony_may_run_on,
        runs_on=may_hold_now(state) and state.clock.is_in(Phase.PLANNING),
        still=sum(is_going_on(state, held) for held in ceremonies_held(state)),
        until=state.clock.deadline,
    )


def _burial(state: GameState, death: Death) -> Burial:
    had = len(ceremonies_in(state, death.house)) >= state.scenario.settings.ceremonies_per_house
    house = house_name(state, death.house)
    closed = "" if may_hold_now(state) else say("It may be held in the next Ceremony.")
    return Burial(
        key=f"{state.clock.month} {death.house} {death.seat}",
        character=death.character,
        player=state.seats[death.seat].name,
        house=house,
        hindrance=closed or (say("{house} has had its ceremony this month.", house=house) if had else ""),
    )


def _subject_of(state: GameState, held: Ceremony, death: Death | None) -> str:
    """Subject of the ceremony. A funeral names the player too, because guests know players by name."""
    if death is None:
        return str(held.what)
    return say("{character} ({player}) is laid to rest", character=death.character, player=state.seats[death.seat].name)


def _ceremony_row(state: GameState, held: Ceremony) -> CeremonyRow:
    death = dead_of(state, held)
    shorts = {house.id: house.short for house in state.scenario.houses}
    guests = tuple(
        CeremonyGuest(
            seat=seat.id,
            name=seat.name,
            short=shorts[seat.house],
            house=seat.house,
            there=seat.id in held.attended,
            dead=death is not None and seat.id == death.seat,
        )
        for seat in invited(state, held)
    )
    return CeremonyRow(
        id=held.id,
        kind=CEREMONY_NAMES[held.kind],
        houses=listed([house_name(state, house) for house in held.houses]),
        what=_subject_of(state, held, death),
        guests=guests,
        missing=sum(not guest.there for guest in guests),
        goes_on=is_going_on(state, held),
    )


class HoldAsk(Struct, frozen=True, kw_only=True):
    """Form to record a ceremony."""

    month: int
    is_open: bool
    houses: tuple[HouseName, ...]


def hold_ask(state: GameState) -> HoldAsk:
    """Month and Houses for the form, for everybody."""
    return HoldAsk(month=state.clock.month, is_open=may_hold_now(state), houses=house_names(state))


# --- Houses -------------------------------------------------------------------------------------------------------------


class HouseMembers(Struct, frozen=True, kw_only=True):
    """A House with the members shown; `more`: number of those not shown."""

    house: HouseId
    name: str
    short: str
    power: int
    members: tuple[PersonView, ...]
    unfolded: bool
    more: int


def houses_view(state: GameState, viewer: Viewer, unfolded: frozenset[str], most: int) -> tuple[HouseMembers, ...]:
    """Every House with members by rank: all if `unfolded`, else the first `most`. Only for the Houses' desks."""
    if not looks_after_houses(viewer):
        return ()
    return tuple(_house_members(state, house, most, unfolded=house.id in unfolded) for house in state.scenario.houses)


def _house_members(state: GameState, house: House, most: int, *, unfolded: bool) -> HouseMembers:
    members = people.members(state, house.id)
    shown = members if unfolded else members[:most]
    return HouseMembers(
        house=house.id,
        name=house.name,
        short=house.short,
        power=house_power(state, house.id),
        members=tuple(person_view(state, seat) for seat in shown),
        unfolded=unfolded,
        more=len(members) - len(shown),
    )


# --- one member ---------------------------------------------------------------------------------------------------------


class FavorKinds(Struct, frozen=True, kw_only=True):
    """Favors of one faction, for a list."""

    faction: str
    kinds: tuple[tuple[FavorId, str], ...]


class MemberView(Struct, frozen=True, kw_only=True):
    """One member with what can be corrected by hand: rank, wounds, purse, a named Favor, marriage."""

    person: PersonView
    words: str  # House and rank
    ranks: tuple[tuple[int, str], ...]  # each rank of the House with its present holder
    deadly: int
    death: str
    favors: tuple[FavorKinds, ...]
    others: tuple[PersonView, ...]
    spouse: SeatId | None
    met: bool
    singles: tuple[PersonView, ...]
    may_marry: bool


def member_view(state: GameState, viewer: Viewer, player: str) -> MemberView | None:
    """One member with possible spouses; None for an unknown player, and for all but the Houses' desks."""
    seat = state.seats.get(SeatId(player))
    if seat is None or not looks_after_houses(viewer):
        return None
    everybody = [other for house in state.scenario.houses for other in people.members(state, house.id) if other.id != seat.id]
    return MemberView(
        person=person_view(state, seat),
        words=member_words(state, seat),
        ranks=tuple((each.rank, each.name) for each in people.members(state, seat.house)),
        deadly=ranks_and_wounds.DEADLY,
        death=say(ranks_and_wounds.DEATH),
        favors=tuple(
            FavorKinds(
                faction=faction.name,
                kinds=tuple((favor.id, favor.name) for favor in state.scenario.favors if favor.faction == faction.id),
            )
            for faction in state.scenario.factions
        ),
        others=tuple(person_view(state, other) for other in everybody),
        spouse=seat.spouse,
        met=seat.id in state.met,
        singles=tuple(person_view(state, other) for other in everybody if other.spouse is None and other.died is None),
        may_marry=viewer.sees_desk(Desk.CEREMONY),
    )


def seat_named(state: GameState, player: str) -> SeatId | None:
    """Return the seat's id if it exists, else None."""
    found = state.seats.get(SeatId(player))
    return None if found is None else found.id
