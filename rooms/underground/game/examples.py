"""Words of the Underground in rule examples: the tables, the acts, and the expected results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from control.day.state import with_room
from control.engine.context import Actor, Sealed
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.desks import Desk
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.realm.examples.world import NOON, ThenWord, Words, World, actor_of, commanded, house_of, in_room, seat_of
from rooms.realm.papers.game.types import Paper, encode
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.sheets import KIND, check, check_at
from rooms.underground.game.state import CardTable, Guard, Lying, TableId
from rooms.underground.game.tables.advancement import Advance
from rooms.underground.game.tables.attack import BeginAttack, PlayOn, Reveal, StopAttack
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn, LeaveScheme
from rooms.underground.game.tables.attack_trap import ChooseLoss
from rooms.underground.game.tables.cards import pile_of, with_pile
from rooms.underground.game.tables.completion import ConfirmScheme
from rooms.underground.game.tables.lookup import find_scheme, room_of, step_of, table_of, tables, turn_at, with_table
from rooms.underground.game.tables.protection import Protect
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.rules.minion_cards import MinionId, copy_of_deck, face_of

# === expectations =======================================================================================================

# Expected results in the Underground: schemes, hands, turns and attacks.


def face_words(card: MinionId) -> str:
    """Face of a minion in the notation of examples: "paper red", "master rock blue"."""
    face = face_of(card)
    return f"master {face.kind}" if face.master else face.kind


def then_schemes(world: World, value: Node) -> Iterator[str]:
    """Schemes by number: `{1: {advancement: 2, protection: [paper red], up: 1, halved: false}, 2: gone}`."""
    for name, expected in mapping(value, "then.schemes").items():
        found = find_scheme(world.state, int(name)) if name.isdigit() else None
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
    """Minions in hand, as faces in any order or as a number: `{cat 1: [rock red], wolf 2: 3}`."""
    for who, expected in mapping(value, "then.hands").items():
        seat = seat_of(world, who, "then.hands").id
        held = sorted(face_words(card) for each in tables(world.state) for card in table_of(world.state, each).hands.get(seat, ()))
        if isinstance(expected, int):
            yield from difference(expected, len(held), f"hand of {who}")
        else:
            faces = sorted(text(each, "then.hands") for each in items(expected, "then.hands"))
            yield from difference(list(faces), list(held), f"hand of {who}")


def then_discarded(world: World, value: Node) -> Iterator[str]:
    """Number of minions in a House's discards: `{cat: 2}`."""
    for name, expected in mapping(value, "then.discarded").items():
        house = house_of(world, name, "then.discarded")
        yield from difference(expected, len(pile_of(world.state, house).discards), f"discarded of {name}")


def then_turn(world: World, value: Node) -> Iterator[str]:
    """Player on turn at a table: `{west: cat-1}`, or `nobody`."""
    for table, expected in mapping(value, "then.turn").items():
        one_of(table, dict.fromkeys(tables(world.state)), "then.turn")
        yield from difference(expected, turn_at(world.state, TableId(table)) or "nobody", f"turn at {table}")


def then_attack(world: World, value: Node) -> Iterator[str]:
    """Result of the last attack at a table: `{north: beaten}`. `runs` or `reached` while it goes on, `none` without one."""
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


# === givens and deeds ===================================================================================================

# Words of the Underground in examples: the tables, the hands, and the acts. Schemes are named by their number in the order given,
# minions by face ("paper red"), from the House whose deck has them.


CONTROL: Final = Actor(name="underground control", desks=frozenset({Desk.UNDERGROUND}))


# --- given --------------------------------------------------------------------------------------------------------------


def given_schemes(world: World, value: Node) -> World:
    """Schemes on tables: `[{of: octopus 1, scheme: {spread-rumors: [cat]}, protection: [paper red], advancement: 2}]`."""
    for at, each in enumerate(items(value, "given.schemes"), 1):
        world = _lay_scheme(world, mapping(each, f"given.schemes.{at}"), f"given.schemes.{at}")
    return world


def _lay_scheme(world: World, said: Mapping[str, Node], where: str) -> World:
    for key in said:
        one_of(key, dict.fromkeys(("of", "scheme", "protection", "advancement", "drawn", "halved", "table", "up")), where)
    author, drawn = seat_of(world, said.get("of"), where), said.get("drawn") is True
    home = next(house.province for house in world.state.scenario.houses if house.id == author.house)
    table = TableId(one_of(text(said.get("table", str(home)), where), dict.fromkeys(tables(world.state)), where))
    paper = _paper(world, said.get("scheme"), where)
    try:
        check_at(world.state, author.house, table, paper)
    except Refused as no:
        raise ExampleError(f"{where}: {no.sentence}") from no
    world, guards = _take_minions(world, author.house, said.get("protection"), f"{where}.protection")
    world, minions = _take_minions(world, author.house, said.get("advancement"), f"{where}.advancement")
    own, up = room_of(world.state), number(said.get("up", 0), f"{where}.up")
    scheme = Lying(
        id=own.placed + 1,
        table=table,
        house=author.house,
        paper=paper,
        month=world.state.clock.month,
        author=None if drawn else author.id,
        picker=author.id if drawn else None,
        advancement=minions,
        protection=tuple(Guard(card=card, up=at >= len(guards) - up) for at, card in enumerate(guards)),
        halved=said.get("halved") is True,
    )
    held = table_of(world.state, table)
    state = with_table(world.state, replace(held, schemes=(*held.schemes, scheme)))
    return replace(world, state=with_room(state, Room.UNDERGROUND, replace(room_of(state), placed=scheme.id)))


def given_written(world: World, value: Node) -> World:
    """Sealed schemes by player: `{cat 1: {spread-rumors: [snake]}}`, with fields in the form's order."""
    for who, said in mapping(value, "given.written").items():
        where, seat = f"given.written.{who}", seat_of(world, who, "given.written")
        world, paper = in_room(world, seat.id, Room.UNDERGROUND), _paper(world, said, where)
        try:
            check(world.state, seat.id, paper)
        except Refused as no:
            raise ExampleError(f"{where}: {no.sentence}") from no
        month = world.state.clock.month
        sealed = Sealed(seat=seat.id, kind=KIND, month=month, revision=1, received_at=NOON, body=encode(paper))
        world = replace(world, sheets=(*world.sheets, sealed))
    return world


def given_hands(world: World, value: Node) -> World:
    """Exactly these minions in hand: `{unicorn 1: [paper red, paper blue]}`, or a number from the top of the deck."""
    for who, said in mapping(value, "given.hands").items():
        where, seat = f"given.hands.{who}", seat_of(world, who, "given.hands")
        table = _table_of(world, seat.id, where)
        pile = pile_of(world.state, seat.house)
        back = replace(pile, cards=(*pile.cards, *table.hands.get(seat.id, ())))
        world = replace(world, state=with_pile(world.state, seat.house, back))
        world, cards = _take_minions(world, seat.house, said, where)
        held = table_of(world.state, table.id)
        hands = {each: minions for each, minions in held.hands.items() if each != seat.id}
        hands = {**hands, seat.id: cards} if cards else hands
        world = replace(world, state=with_table(world.state, replace(held, hands=hands)))
    return world


def _paper(world: World, value: Node, where: str) -> Paper:
    said = mapping({value: None} if isinstance(value, str) else value, where)
    if len(said) != 1:
        raise ExampleError(f"{where}: write one scheme with its fields")
    ((name, fields),) = said.items()
    one_of(name, {each.id: each for each in world.state.scenario.schemes}, where)
    return Paper(type=name, values=tuple(tuple(map(str, items(each, where))) for each in items(fields, where)))


def _take_minions(world: World, house: HouseId, value: Node, where: str) -> tuple[World, tuple[MinionId, ...]]:
    """Minions from a House's deck, by face or a number from its top."""
    if value is None:
        return world, ()
    pile, found = pile_of(world.state, house), list[MinionId]()
    if not pile.copies:  # nobody has drawn yet, so the deck is created here
        pile = replace(pile, cards=copy_of_deck(house, world.state.scenario.minions, 1), copies=1)
    if isinstance(value, int):
        found = list(pile.cards[: number(value, where)])
    else:
        for face in items(value, where):
            found.append(_with_face(tuple(card for card in pile.cards if card not in found), text(face, where), where))
    left = tuple(card for card in pile.cards if card not in found)
    return replace(world, state=with_pile(world.state, house, replace(pile, cards=left))), tuple(found)


def _with_face(cards: tuple[MinionId, ...], face: str, where: str) -> MinionId:
    found = next((card for card in cards if face_words(card) == face), None)
    if found is None:
        there = ", ".join(dict.fromkeys(face_words(card) for card in cards))
        raise ExampleError(f"{where}: there is no (further) minion '{face}'; there are {there or 'none'}")
    return found


# --- when ---------------------------------------------------------------------------------------------------------------


def when_advances(world: World, value: Node) -> World:
    """A player puts minions on a scheme: `{cat 1: {scheme: 1, cards: [rock red]}}`."""
    for who, said, where in _each(value, "when.advances", ("scheme", "cards")):
        table, seat, scheme = *_player_at_table(world, who, where), number(said.get("scheme"), where)
        cards = _minions_of_hand(world, table, seat, said.get("cards"), where)
        world = _give_command(
            world, Advance(month=_month(world), table=table.id, seat=seat, scheme=scheme, cards=cards), Actor(seat=seat)
        )
    return world


def when_protects(world: World, value: Node) -> World:
    """A player protects a scheme and pays: `{cat 1: {scheme: 1, card: rock red, discards: []}}`."""
    for who, said, where in _each(value, "when.protects", ("scheme", "card", "discards")):
        table, seat, scheme = *_player_at_table(world, who, where), number(said.get("scheme"), where)
        card, *discards = _minions_of_hand(world, table, seat, [said.get("card"), *items(said.get("discards"), where)], where)
        act = Protect(month=_month(world), table=table.id, seat=seat, scheme=scheme, card=card, discards=tuple(discards))
        world = _give_command(world, act, Actor(seat=seat))
    return world


def when_attacks(world: World, value: Node) -> World:
    """A player attacks a scheme with a minion: `{cat 1: {scheme: 1, card: rock red}}`."""
    for who, said, where in _each(value, "when.attacks", ("scheme", "card")):
        table, seat, scheme = *_player_at_table(world, who, where), number(said.get("scheme"), where)
        (card,) = _minions_of_hand(world, table, seat, [said.get("card")], where)
        act = BeginAttack(month=_month(world), table=table.id, seat=seat, scheme=scheme, card=card)
        world = _give_command(world, act, Actor(seat=seat))
    return world


def when_plays(world: World, value: Node) -> World:
    """The attacker goes on against the next Protection with another minion: `{cat 1: rock red}`."""
    for who, face in mapping(value, "when.plays").items():
        table, seat = _player_at_table(world, who, "when.plays")
        (card,) = _minions_of_hand(world, table, seat, [face], "when.plays")
        act = PlayOn(month=_month(world), table=table.id, seat=seat, scheme=_attacked_scheme(table, "when.plays"), card=card)
        world = _give_command(world, act, Actor(seat=seat))
    return world


def when_reveals(world: World, value: Node) -> World:
    """The outermost Protection is revealed, by Underground Control or a player of the House: `underground control`."""
    by = actor_of(world, value, "when.reveals")
    table = next((table_of(world.state, each) for each in tables(world.state) if table_of(world.state, each).attack), None)
    if table is None:
        raise ExampleError("when.reveals: no attack goes on")
    act = Reveal(month=_month(world), table=table.id, scheme=_attacked_scheme(table, "when.reveals"), seat=by.seat)
    return _give_command(world, act, by)


def when_attacker(world: World, value: Node) -> World:
    """The attacker's next act: `{cat 1: stops}`, `goes on`, `foils` or `leaves`."""
    kinds: Mapping[str, type[StopAttack | GoOn | FoilScheme | LeaveScheme]] = {
        "stops": StopAttack,
        "goes on": GoOn,
        "foils": FoilScheme,
        "leaves": LeaveScheme,
    }
    for who, word in mapping(value, "when.attacker").items():
        table, seat = _player_at_table(world, who, "when.attacker")
        kind = kinds[one_of(text(word, "when.attacker"), kinds, "when.attacker")]
        scheme = _attacked_scheme(table, "when.attacker")
        world = _give_command(world, kind(month=_month(world), table=table.id, seat=seat, scheme=scheme), Actor(seat=seat))
    return world


def when_loses(world: World, value: Node) -> World:
    """Schemes that lose Advancement to a trap, one entry per minion: `{cat 1: [1, 2]}` (R-120)."""
    for who, schemes in mapping(value, "when.loses").items():
        table, seat = _player_at_table(world, who, "when.loses")
        losses = tuple(number(each, "when.loses") for each in items(schemes, "when.loses"))
        scheme = _attacked_scheme(table, "when.loses")
        act = ChooseLoss(month=_month(world), table=table.id, seat=seat, scheme=scheme, losses=losses)
        world = _give_command(world, act, Actor(seat=seat))
    return world


def when_passes(world: World, value: Node) -> World:
    """Players who are done with the current step around the table: `[cat 1, snake 2]`."""
    for who in items(value, "when.passes"):
        table, seat = _player_at_table(world, who, "when.passes")
        step = step_of(world.state, table.id)
        if step is None:
            raise ExampleError("when.passes: no step of the table runs")
        world = _give_command(world, EndTurn(month=_month(world), table=table.id, step=step, seat=seat), Actor(seat=seat))
    return world


def when_confirms(world: World, value: Node) -> World:
    """Underground Control confirms a complete scheme, by number."""
    scheme = number(value, "when.confirms")
    found = find_scheme(world.state, scheme)
    if found is None:
        raise ExampleError(f"when.confirms: no scheme {scheme} lies on a table")
    return _give_command(world, ConfirmScheme(month=_month(world), table=found.table, scheme=scheme), CONTROL)


# --- small parts --------------------------------------------------------------------------------------------------------


def _give_command(world: World, command: Command, by: Actor) -> World:
    """The next command, unless an earlier one was refused."""
    return world if world.refused is not None else commanded(world, command, by)


def _month(world: World) -> int:
    return world.state.clock.month


def _each(value: Node, where: str, keys: tuple[str, ...]) -> Iterator[tuple[str, Mapping[str, Node], str]]:
    for who, node in mapping(value, where).items():
        said = mapping(node, f"{where}.{who}")
        for key in said:
            one_of(key, dict.fromkeys(keys), f"{where}.{who}")
        yield who, said, f"{where}.{who}"


def _player_at_table(world: World, who: Node, where: str) -> tuple[CardTable, SeatId]:
    seat = seat_of(world, who, where)
    return _table_of(world, seat.id, where), seat.id


def _table_of(world: World, seat: SeatId, where: str) -> CardTable:
    table = world.state.seats[seat].table
    if table not in tables(world.state):
        raise ExampleError(f"{where}: {seat} sits at no table; say so under given.rooms")
    return table_of(world.state, TableId(table))


def _minions_of_hand(world: World, table: CardTable, seat: SeatId, value: Node, where: str) -> tuple[MinionId, ...]:
    held, found = table.hands.get(seat, ()), list[MinionId]()
    for face in items(value, where):
        found.append(_with_face(tuple(card for card in held if card not in found), text(face, where), where))
    return tuple(found)


def _attacked_scheme(table: CardTable, where: str) -> int:
    if table.attack is None:
        raise ExampleError(f"{where}: no attack goes on at this table")
    return table.attack.scheme


WORDS = Words(
    given={"schemes": given_schemes, "written": given_written, "hands": given_hands},
    when={
        "advances": when_advances,
        "protects": when_protects,
        "attacks": when_attacks,
        "plays": when_plays,
        "reveals": when_reveals,
        "attacker": when_attacker,
        "loses": when_loses,
        "passes": when_passes,
        "confirms": when_confirms,
    },
    then=THEN,
)
