"""What examples expect of the Underground: what lies on the tables, hands, turns and attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rooms.realm.examples.nodes import Node, difference, items, mapping, one_of, text
from rooms.realm.examples.world import ThenWord, World, house_of, seat_of
from rooms.underground.game.tables.asked import lying, table_of, tables, turn_at
from rooms.underground.game.tables.hands import pile_of
from rooms.underground.game.tables.state import TableId
from rooms.underground.rules.minions import MinionId, face_of


def face_words(card: MinionId) -> str:
    """What stands on a minion, as examples call it: "paper red", "master rock blue"."""
    face = face_of(card)
    return f"master {face.kind}" if face.master else face.kind


def then_schemes(world: World, value: Node) -> Iterator[str]:
    """What lies where: `{1: {advancement: 2, protection: [paper red], up: 1, halved: false}, 2: gone}`, by number."""
    for name, expected in mapping(value, "then.schemes").items():
        found = lying(world.state, int(name)) if name.isdigit() else None
        if found is None or expected == "gone":
            if found is not None or expected != "gone":
                yield f"scheme {name}: expected {expected}, found {'gone' if found is None else 'it lies there'}"
            continue
        shown: Mapping[str, Node] = {
            "scheme": found.paper.type,
            "house": found.house,
            "table": found.table,
            "author": found.author,
            "advancement": len(found.advancement),
            "protection": [face_words(each.card) for each in found.protection],
            "up": sum(each.up for each in found.protection),
            "halved": found.halved,
        }
        yield from difference(expected, shown, f"scheme {name}")


def then_hands(world: World, value: Node) -> Iterator[str]:
    """The minions in hand, by their faces in any order or their number: `{cat 1: [rock red], wolf 2: 3}`."""
    for who, expected in mapping(value, "then.hands").items():
        seat = seat_of(world, who, "then.hands").id
        held = sorted(face_words(card) for each in tables(world.state) for card in table_of(world.state, each).hands.get(seat, ()))
        if isinstance(expected, int):
            yield from difference(expected, len(held), f"hand of {who}")
        else:
            faces = sorted(text(each, "then.hands") for each in items(expected, "then.hands"))
            yield from difference(list(faces), list(held), f"hand of {who}")


def then_discarded(world: World, value: Node) -> Iterator[str]:
    """How many minions lie in a House's discard pile: `{cat: 2}`."""
    for name, expected in mapping(value, "then.discarded").items():
        house = house_of(world, name, "then.discarded")
        yield from difference(expected, len(pile_of(world.state, house).discards), f"discarded of {name}")


def then_turn(world: World, value: Node) -> Iterator[str]:
    """Whose turn it is at a table: `{west: cat-1}`, or `nobody`."""
    for table, expected in mapping(value, "then.turn").items():
        one_of(table, dict.fromkeys(tables(world.state)), "then.turn")
        yield from difference(expected, turn_at(world.state, TableId(table)) or "nobody", f"turn at {table}")


def then_attack(world: World, value: Node) -> Iterator[str]:
    """How the last attack at a table came out: `{north: beaten}`; `runs` while it goes on, `reached` at the scheme, else `none`."""
    for name, expected in mapping(value, "then.attack").items():
        table = table_of(world.state, TableId(one_of(name, dict.fromkeys(tables(world.state)), "then.attack")))
        found = str(table.ended.outcome) if table.ended else "none"
        if table.attack is not None:
            found = "reached" if table.attack.reached else "runs"
        yield from difference(expected, found, f"attack at {name}")


THEN: Final[Mapping[str, ThenWord]] = {
    "schemes": then_schemes,
    "hands": then_hands,
    "discarded": then_discarded,
    "turn": then_turn,
    "attack": then_attack,
}
