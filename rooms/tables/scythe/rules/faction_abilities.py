"""Faction abilities: Relentless, Coercion, Swim, Meander and Dominate (SY-FAC), and whether an ability is in force."""

from __future__ import annotations

from typing import Final

from rooms.tables.scythe.game.content import Ability, Book
from rooms.tables.scythe.game.state import FACTORY, MECHS, OFF, ScytheState, Side

MEANDERS: Final = 2  # options of one card with Meander (SY-FAC-08)


def has(book: Book, side: Side, ability: Ability) -> bool:
    """Return whether an ability is in force: the faction's own from the start (SY-FAC-12), a mech's once deployed (SY-DEP-04)."""
    faction = book.factions[side.faction]
    if faction.own is ability:
        return True
    return ability in faction.mechs and side.units[MECHS[faction.mechs.index(ability)]] != OFF


def may_choose_again(book: Book, state: ScytheState, player: int, section: int) -> bool:
    """Return whether the last used section may be chosen again, by Relentless (SY-FAC-01).

    For the Factory card it needs the option (SY-FAC-02, SY-R-02).
    """
    return has(book, state.sides[player], Ability.RELENTLESS) and (section != FACTORY or state.options.relentless_factory)


def may_coerce(book: Book, state: ScytheState, player: int) -> bool:
    """Return whether a combat card may pay as a token of any type: once in each own turn, by Coercion.

    The number on the card does not count, and it never replaces coins, power or popularity.

    Rules: SY-FAC-03, SY-FAC-04, SY-R-39, SY-R-50.
    """
    return player == state.active and not state.turn.coerced and has(book, state.sides[player], Ability.COERCION)


def may_swim(book: Book, side: Side) -> bool:
    """Return whether the workers, and only these, may cross rivers to all terrain but lakes, by Swim (SY-FAC-06, SY-FAC-07)."""
    return has(book, side, Ability.SWIM)


def options_to_take(book: Book, side: Side) -> int:
    """The number of options that may be taken of an encounter card: 1, or 2 by Meander (SY-FAC-08)."""
    return MEANDERS if has(book, side, Ability.MEANDER) else 1


def dominates(book: Book, side: Side) -> bool:
    """Return whether stars for combats and objectives have no limit, by Dominate (SY-FAC-10).

    The second objective stays after the first one (SY-FAC-11).
    """
    return has(book, side, Ability.DOMINATE)
