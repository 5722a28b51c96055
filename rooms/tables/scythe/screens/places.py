"""What lies on a space of the board, as its picture and its words are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.engine.language import say, say_count
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import MANY, RESOURCES, STRUCTURES, Structure
from rooms.tables.scythe.game.state import CHARACTER, NO_TOKENS, OFF, ScytheState, Tokens, is_mech
from rooms.tables.scythe.rules.control import contested, controllers


@dataclass(slots=True)
class Troop:
    """One faction's pieces on a space."""

    faction: str
    character: bool = False
    mechs: int = 0
    workers: int = 0
    structure: Structure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """What lies on a space: troops in seat order, tokens, whether its encounter token is there, who controls it ("" for nobody)."""

    troops: tuple[Troop, ...] = ()
    tokens: Tokens = NO_TOKENS
    encounter: bool = False
    owner: str = ""
    fight: bool = False


def lying_on(book: Book, state: ScytheState) -> Mapping[str, Lying]:
    """What lies on every space of the board."""
    troops: dict[str, dict[int, Troop]] = {}
    for player, side in enumerate(state.sides):

        def at(space: str, player: int = player, faction: str = side.faction) -> Troop:
            return troops.setdefault(space, {}).setdefault(player, Troop(faction))

        for unit, space in enumerate(side.units):
            if space == OFF:
                continue
            there = at(space)
            there.character |= unit == CHARACTER
            there.mechs += is_mech(unit)
            there.workers += unit != CHARACTER and not is_mech(unit)
        for kind, space in zip(STRUCTURES, side.structures, strict=True):
            if space != OFF:
                at(space).structure = kind
    begun = bool(state.sides)  # before, nobody is the active player
    owners = controllers(book, state) if begun else {}
    fights = set(contested(state)) if begun else set()
    return {
        space: Lying(
            troops=tuple(troops.get(space, {}).values()),
            tokens=state.tokens.get(space, NO_TOKENS),
            encounter=space in state.marks,
            owner=state.sides[owners[space]].faction if space in owners else "",
            fight=space in fights,
        )
        for space in book.order
    }


def name_words(book: Book, space: str) -> str:
    """A space as its list has it: "D5, tundra, tunnel", "Rusviet home base"."""
    found = book.territories.get(space)
    if found is None:
        owner = next((each for each in book.content.factions if each.home == space), None)
        return say("{faction} home base", faction=owner.short) if owner else say("empty home base")
    name = say("{space}, {terrain}", space=space, terrain=book.content.names[found.terrain])
    return say("{space}, tunnel", space=name) if found.tunnel else name


def lying_words(book: Book, lying: Lying, names: Mapping[str, str]) -> tuple[str, ...]:
    """What lies there, a sentence for each faction, for the tokens, and for who controls it."""
    said = [
        say("{faction}: {pieces}.", faction=names[each.faction], pieces=", ".join(_troop_words(book, each)))
        for each in lying.troops
    ]
    if tokens := tokens_words(book, lying.tokens):
        said.append(say("{tokens}.", tokens=tokens))
    if lying.owner:
        said.append(say("Controlled by {faction}.", faction=names[lying.owner]))
    if lying.fight:
        said.append(say("Combat here."))
    return tuple(said)


def tokens_words(book: Book, tokens: Tokens) -> str:
    """Tokens by type: "3 metal, 1 wood"; "" for none."""
    names = book.content.names
    return ", ".join(
        [
            say("{count} {what}", count=count, what=names.get(f"{kind}{MANY}", names[kind]) if count > 1 else names[kind])
            for kind, count in zip(RESOURCES, tokens, strict=True)
            if count
        ]
    )


def _troop_words(book: Book, troop: Troop) -> list[str]:
    said = [say("character")] if troop.character else []
    if troop.mechs:
        said.append(say_count("{count} mech", "{count} mechs", troop.mechs))
    if troop.workers:
        said.append(say_count("{count} worker", "{count} workers", troop.workers))
    if troop.structure is not None:
        said.append(book.content.names[troop.structure])
    return said
