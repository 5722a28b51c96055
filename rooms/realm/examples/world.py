"""Table of an example: game, state, sealed sheets, and latest events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

from msgspec import Struct, field

from control.engine.context import THE_CLOCK, Actor, DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId
from control.engine.modules import Command, Game, GameEvent
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.examples.nodes import ExampleError, Node, text
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import HouseId, RegionId, Room

NOON = datetime(2026, 5, 9, 12, 0, tzinfo=UTC)

STAFF: Mapping[str, frozenset[str]] = {
    "organizer": frozenset({Desk.ORGANIZER}),
    "war control": frozenset({Desk.WAR}),
    "court control": frozenset({Desk.COURT}),
    "underground control": frozenset({Desk.UNDERGROUND}),
    "ceremony": frozenset({Desk.CEREMONY}),
    "check-in": frozenset({Desk.CHECK_IN}),
    "every desk": ALL_DESKS,
}


class World(Struct, frozen=True, kw_only=True):
    """An example in play. `happened`, `sentences`: events and sentences of the example's `when` so far."""

    game: Game[GameState]
    state: GameState
    sheets: tuple[Sealed, ...] = ()
    placed: frozenset[SeatId] = frozenset()  # players whose room the example sets
    happened: tuple[GameEvent, ...] = ()
    sentences: tuple[str, ...] = ()
    refused: Refused | None = None
    now: datetime = NOON

    def asked(self, by: Actor) -> DecisionContext:
        """Return the context of a command now. Decks are never shuffled, so an example knows its cards."""
        return DecisionContext(by=by, at=self.now, sheets=SheetList(sheets=self.sheets))


GivenWord = Callable[[World, Node], World]
WhenWord = Callable[[World, Node], World]
ThenWord = Callable[[World, Node], Iterable[str]]


class Words(Struct, frozen=True, kw_only=True):
    """Vocabulary of examples: keys with their meaning. Rooms add their own to the shared one."""

    given: Mapping[str, GivenWord] = field(default_factory=dict)
    when: Mapping[str, WhenWord] = field(default_factory=dict)
    then: Mapping[str, ThenWord] = field(default_factory=dict)

    def with_words(self, more: Words) -> Words:
        """Join both vocabularies."""
        return Words(given={**self.given, **more.given}, when={**self.when, **more.when}, then={**self.then, **more.then})


# --- lookups ------------------------------------------------------------------------------------------------------------


def house_of(world: World, value: Node, where: str) -> HouseId:
    """Return a House by id or name."""
    word = text(value, where).strip().lower()
    for house in world.state.scenario.houses:
        if word in (house.id, house.name.lower()):
            return house.id
    raise ExampleError(f"{where}: there is no House '{value}'")


def region_of(world: World, value: Node, where: str) -> RegionId:
    """Return a region by id or name."""
    word = text(value, where).strip().lower()
    for region in world.state.scenario.map.regions:
        if word in (region.id, region.name.lower()):
            return region.id
    raise ExampleError(f"{where}: there is no region '{value}'")


def room_of(value: Node, where: str) -> str:
    """Return one of the three rooms."""
    word = text(value, where)
    if word not in set(Room):
        raise ExampleError(f"{where}: there is no room '{value}'; write war, court or underground")
    return Room(word)


def seat_of(world: World, value: Node, where: str) -> HouseSeat:
    """Return a player by House and rank, "cat 2", or by House alone: its rank 1."""
    words = text(value, where).replace("-", " ").split()
    if not 1 <= len(words) <= 2 or (len(words) == 2 and not words[1].isdigit()):
        raise ExampleError(f"{where}: write a House and a rank, such as 'cat 2', not '{value}'")
    house, rank = house_of(world, words[0], where), int(words[1]) if len(words) == 2 else 1
    found = next((seat for seat in world.state.seats.values() if (seat.house, seat.rank) == (house, rank)), None)
    if found is None:
        raise ExampleError(f"{where}: {words[0]} has no rank {rank}")
    return found


def actor_of(world: World, value: Node, where: str) -> Actor:
    """Return the actor: the clock, a desk, or a player."""
    word = text(value, where).strip().lower()
    if word in ("clock", "the clock"):
        return THE_CLOCK
    if word in STAFF:
        return Actor(name=word, desks=STAFF[word])
    return Actor(seat=seat_of(world, value, where).id)


def viewer_of(world: World, value: Node, where: str) -> Viewer:
    """Return the viewer: a desk, a player, the hall's screen, or nobody in particular."""
    word = text(value, where).strip().lower()
    if word == "hall":
        return HALL
    if word == "nobody":
        return NOBODY
    if word in STAFF:
        return Viewer(desks=STAFF[word])
    return Viewer(seat=seat_of(world, value, where).id)


# --- playing ------------------------------------------------------------------------------------------------------------


def commanded(world: World, command: Command, by: Actor) -> World:
    """Return the world after a command, or with its refusal."""
    try:
        decided = world.game.decided(world.state, command, world.asked(by))
    except Refused as no:
        return replace(world, refused=no)
    return followed(world, decided.events)


def followed(world: World, events: Iterable[GameEvent]) -> World:
    """Return the world after these events, with a sentence for each."""
    state, happened, sentences = world.state, list(world.happened), list(world.sentences)
    for each in events:
        sentences.append(world.game.explain(each, state))
        happened.append(each)
        state = world.game.evolve(state, each)
    return replace(world, state=state, happened=tuple(happened), sentences=tuple(sentences))


def seat_changed(world: World, seat: HouseSeat) -> World:
    """Return the world with one player's seat replaced."""
    return replace(world, state=replace(world.state, seats={**world.state.seats, seat.id: seat}))


def in_room(world: World, seat: SeatId, room: str) -> World:
    """Return the world with a player in a room this month."""
    found = world.state.seats[seat]
    table = next((house.province for house in world.state.scenario.houses if house.id == found.house), "")
    chosen = replace(found, choice=room, table=str(table) if room == Room.UNDERGROUND else "", choice_month=world.state.clock.month)
    return replace(seat_changed(world, chosen), placed=world.placed | {seat})
