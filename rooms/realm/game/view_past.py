"""The realm at a past moment, through somebody's eyes: the throne, the Law Board, purses (R-05)."""

from __future__ import annotations

from msgspec import Struct

from control.day.people import lookup as people
from control.day.state import DayStage
from control.engine.chronicle import Eye
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.view import LawView, StripView, favor_view, law_views, sovereign_words, strip_view
from rooms.realm.scenario.ids import HouseId

# === past moment ========================================================================================================


class MemberThen(Struct, frozen=True, kw_only=True):
    """A character of a House: face of the strip, and purse; None where this eye could not know it."""

    strip: StripView
    power: int | None
    favors: tuple[str, ...] | None


class HouseThen(Struct, frozen=True, kw_only=True):
    """A House. `power`: None where this eye could not know it. `place`: 0 before the end of the day."""

    place: int
    house: HouseId
    name: str
    short: str
    power: int | None
    reigns: bool
    own: bool
    members: tuple[MemberThen, ...]


class RealmThen(Struct, frozen=True, kw_only=True):
    """The ruler and the Houses."""

    sovereign: str
    houses: tuple[HouseThen, ...]


def realm_then(state: GameState, eye: Eye) -> RealmThen:
    """Throne and Houses as this eye knew them; at the end by Power, most first."""
    reigning = sovereign_house(state)
    houses, ended = state.scenario.houses, eye.is_truth and state.clock.stage is DayStage.OVER
    held = {each.id: house_power(state, each.id) for each in houses}
    return RealmThen(
        sovereign=sovereign_words(state),
        houses=tuple(
            HouseThen(
                place=1 + sum(power > held[each.id] for power in held.values()) if ended else 0,
                house=each.id,
                name=each.name,
                short=each.short,
                power=held[each.id] if eye.is_truth or eye.team == each.id else None,
                reigns=each.id == reigning,
                own=each.id == eye.team,
                members=tuple(_members(state, eye, each.id)),
            )
            for each in (sorted(houses, key=lambda each: -held[each.id]) if ended else houses)
        ),
    )


def _members(state: GameState, eye: Eye, house: HouseId) -> list[MemberThen]:
    """Members of a House with the purses this eye knew: a player the own one, a House all of its own."""
    found = []
    for seat in people.members(state, house):
        known = eye.is_truth or (eye.team == house and eye.seat in (None, seat.id))
        cards = tuple(favor_view(state, card).name for card in seat.purse.favors) if known else None
        found.append(MemberThen(strip=strip_view(state, seat), power=seat.purse.power if known else None, favors=cards))
    return found


def laws_then(state: GameState, _eye: Eye) -> tuple[LawView, ...]:
    """Law Board, which is public."""
    return law_views(state)
