"""Words shared by all examples: time, people, purses, laws, commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import fields

from control.day.clock.clocks import tables_used
from control.day.clock.phases import EndPhase, SetClock
from control.day.clock.steps import EndStep, all_steps_left, steps_left
from control.day.state import Presence
from control.engine import codec
from control.engine.context import Actor
from control.engine.ids import StepId
from control.engine.records import replace
from rooms.realm.examples.decisions import BETWEEN_WORDS
from rooms.realm.examples.in_force import LASTING_WORDS, STANDING_WORDS
from rooms.realm.examples.journal import TELLING_WORDS
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, merged, number, one_of, text
from rooms.realm.examples.world import (
    STAFF,
    Words,
    World,
    actor_of,
    commanded,
    house_of,
    in_room,
    region_of,
    room_of,
    seat_changed,
    seat_of,
)
from rooms.realm.frame import DESK_OF
from rooms.realm.game.court_seat import CourtMoved, court_by_timetable
from rooms.realm.game.state import HouseSeat, PostedLaw, Throne
from rooms.realm.scenario.ids import PHASES, CardId, Phase

# === words ==============================================================================================================


ORGANIZER = Actor(name="organizer", desks=STAFF["organizer"])
A_LONG_TIME = 600  # seconds of a phase set by an example
MANY_PHASES = 100


# --- given --------------------------------------------------------------------------------------------------------------


def given_month(world: World, value: Node) -> World:
    """Set the month; the Court is where the timetable puts it."""
    month = number(value, "given.month")
    world = _set_clock(world, month, Phase.ACTION)
    sitting = court_by_timetable(world.state.scenario, month)
    return _court_at(world, sitting.region, month) if sitting else world


def given_phase(world: World, value: Node) -> World:
    """Set the phase; the default is Action."""
    word = one_of(text(value, "given.phase"), dict.fromkeys(PHASES), "given.phase")
    return _set_clock(world, world.state.clock.month, Phase(word))


def _set_clock(world: World, month: int, phase: str) -> World:
    return _required(commanded(world, SetClock(month=month, phase=phase, seconds=A_LONG_TIME), ORGANIZER), "given")


def given_court(world: World, value: Node) -> World:
    """Set the Court's region, with its Immortals."""
    return _court_at(world, region_of(world, value, "given.court"), world.state.clock.month)


def _court_at(world: World, region: str, month: int) -> World:
    court = world.state.court
    moved = CourtMoved(month=month, origin=court.region if court else None, region=region_of(world, region, "given.court"))
    state = world.state
    for module in world.game.modules:
        for follower in react(state, moved, world.asked(ORGANIZER)) if (react := module.reactions.get(CourtMoved)) else ():
            state = world.game.evolve(state, follower)
    sitting = next((each for each in state.scenario.court if each.region == moved.region), None)
    seated = court_by_timetable(state.scenario, sitting.month) if sitting else court
    return replace(world, state=replace(state, court=replace(seated, region=moved.region) if seated else None))


def given_absent(world: World, value: Node) -> World:
    """Set players who are not checked in; all others are."""
    for each in items(value, "given.absent"):
        world = seat_changed(world, replace(seat_of(world, each, "given.absent"), presence=Presence.ABSENT))
    return world


def given_rooms(world: World, value: Node) -> World:
    """Set the players in each room this month."""
    for room, people in mapping(value, "given.rooms").items():
        for each in items(people, f"given.rooms.{room}"):
            world = in_room(world, seat_of(world, each, f"given.rooms.{room}").id, room_of(room, "given.rooms"))
    return world


def given_power(world: World, value: Node) -> World:
    """Set the Power in purses by player."""
    for who, amount in mapping(value, "given.power").items():
        seat = seat_of(world, who, "given.power")
        purse = replace(seat.purse, power=number(amount, f"given.power.{who}"))
        world = seat_changed(world, replace(seat, purse=purse))
    return world


def given_favors(world: World, value: Node) -> World:
    """Set the Favors in purses: a number from the top of the deck, or cards by name: `[rat-king-01, rat-king-01]`."""
    for who, held in mapping(value, "given.favors").items():
        seat, deck = seat_of(world, who, "given.favors"), world.state.favor_deck
        if isinstance(held, int):
            cards = deck[: number(held, f"given.favors.{who}")]
        else:
            cards = _by_name(deck, [text(each, f"given.favors.{who}") for each in items(held, f"given.favors.{who}")])
        world = seat_changed(world, replace(seat, purse=replace(seat.purse, favors=cards)))
        left = tuple(card for card in deck if card not in cards)
        world = replace(world, state=replace(world.state, favor_deck=left))
    return world


def _by_name(deck: tuple[CardId, ...], names: list[str]) -> tuple[CardId, ...]:
    found: list[CardId] = []
    for name in names:
        card = next((each for each in deck if each.rsplit("#", 1)[0] == name and each not in found), None)
        if card is None:
            raise ExampleError(f"given.favors: the deck has no (further) Favor '{name}'")
        found.append(card)
    return tuple(found)


def given_laws(world: World, value: Node) -> World:
    """Set the tablets of the start, by number; all others are removed."""
    numbers = [number(each, "given.laws") for each in items(value, "given.laws")]
    known = {law.number: law for law in world.state.scenario.laws}
    if unknown := [each for each in numbers if each not in known]:
        raise ExampleError(f"given.laws: the scenario has no law {unknown[0]}")
    stand = [known[each] for each in numbers]
    laws = tuple(PostedLaw(id=law.id, number=law.number, title=law.title, text=law.text, effects=law.effects) for law in stand)
    return replace(world, state=replace(world.state, laws=laws))


def given_sovereign(world: World, value: Node) -> World:
    """Set the ruler: a player, "nobody", or "the God Emperor"."""
    word = text(value, "given.sovereign").lower()
    if word == "the god emperor":
        throne = Throne()
    elif word == "nobody":
        throne = Throne(god_emperor=False)
    else:
        throne = Throne(holder=seat_of(world, value, "given.sovereign").id, god_emperor=False)
    return replace(world, state=replace(world.state, throne=throne))


def given_state(world: World, value: Node) -> World:
    """Lay any part of the stored state over what is there."""
    plain = msgspec.json.decode(codec.encode_state(world.state))
    patched = msgspec.json.encode(merged(plain, value))
    try:
        state = codec.decode_state(world.game, world.state.scenario, patched)
    except msgspec.MsgspecError as wrong:
        raise ExampleError(f"given.state: this is no state: {wrong}") from wrong
    return replace(world, state=state)


def given_step(world: World, value: Node) -> World:
    """Set each room's step: all steps before it have been carried out on the given state."""
    for name, step in mapping(value, "given.step").items():
        room = room_of(name, "given.step")
        for table in _tables(world, room, "given.step"):
            world = _ended_before(world, room, table, StepId(text(step, f"given.step.{name}")), "given.step")
    return world


# --- when ---------------------------------------------------------------------------------------------------------------


def when_do(world: World, value: Node) -> World:
    """Give a command by name, with its fields. `by`: who gives it. Month and phase default to the present ones."""
    said = mapping(value, "when.do")
    name = one_of(text(said.get("command"), "when.do.command"), world.game.command_types, "when.do.command")
    kind = world.game.command_types[name]
    by = actor_of(world, said.get("by", "organizer"), "when.do.by")
    known = {each.name: each for each in fields(kind)}
    given = {key: each for key, each in said.items() if key not in ("command", "by")}
    for key in given:
        one_of(key, known, f"when.do: {name}")
    clock = world.state.clock
    defaults: Mapping[str, Node] = {"month": clock.month, "phase": clock.phase, "seat": by.seat}
    for key, default in defaults.items():
        if key in known and known[key].required and default is not None:
            given.setdefault(key, default)
    for key in ("player", "seat"):
        if key in known and isinstance(given.get(key), str):
            given[key] = seat_of(world, given[key], f"when.do.{key}").id
    try:
        command = codec.decode_command(world.game, name, msgspec.json.encode(given))
    except msgspec.MsgspecError as wrong:
        raise ExampleError(f"when.do: {name} cannot be read: {wrong}") from wrong
    return commanded(world, command, by)


def when_end(world: World, value: Node) -> World:
    """End a room's step with those before it, by its desk at each table in use; or a phase with those before it."""
    for name, what in mapping(value, "when.end").items():
        if name == "phase":
            world = _phases_ended(world, Phase(one_of(text(what, "when.end.phase"), dict.fromkeys(PHASES), "when.end.phase")))
            continue
        room, step = room_of(name, "when.end"), StepId(text(what, f"when.end.{name}"))
        for table in _tables(world, room, "when.end"):
            world = _ended_before(world, room, table, step, "when.end")
            if world.refused is None:
                command = EndStep(room=room, month=world.state.clock.month, step=step, table=table)
                world = commanded(world, command, _desk(room))
    return world


def _phases_ended(world: World, last: str) -> World:
    for _each in range(MANY_PHASES):
        clock = world.state.clock
        if clock.phase is None or world.refused is not None:
            break
        ending = clock.phase
        for room, table, step in all_steps_left(world.state) if ending in (Phase.ACTION, Phase.RETURN) else ():
            world = commanded(world, EndStep(room=room, month=clock.month, step=step, table=table), _desk(room))
        world = commanded(world, EndPhase(month=clock.month, phase=ending), ORGANIZER)
        if ending == last:
            break
    return world


def _tables(world: World, room: str, where: str) -> tuple[str, ...]:
    """Tables of a room with their own steps; a room without tables has one without a name."""
    found = tables_used(world.state, room)
    if not found:
        raise ExampleError(f"{where}: nobody sits at a table of {room}; say who under given.rooms")
    return found


def _ended_before(world: World, room: str, table: str, step: StepId, where: str) -> World:
    left = steps_left(world.state, room, table)
    if step not in left:
        raise ExampleError(f"{where}: {step} is no step that {room} has still to do; left are {', '.join(left) or 'none'}")
    for each in left[: left.index(step)]:
        world = commanded(world, EndStep(room=room, month=world.state.clock.month, step=each, table=table), _desk(room))
    return world


def _desk(room: str) -> Actor:
    return Actor(name=f"{room} control", desks=frozenset({DESK_OF[room]}))


# --- then ---------------------------------------------------------------------------------------------------------------


def then_power(world: World, value: Node) -> Iterator[str]:
    """Check Power: of a House ("cat"), or in one purse ("cat 1")."""
    for who, expected in mapping(value, "then.power").items():
        yield from difference(expected, sum(each.purse.power for each in _purses(world, who, "then.power")), f"power of {who}")


def then_favors(world: World, value: Node) -> Iterator[str]:
    """Check the number of Favors: of a House, or in one purse."""
    for who, expected in mapping(value, "then.favors").items():
        held = sum(len(each.purse.favors) for each in _purses(world, who, "then.favors"))
        yield from difference(expected, held, f"Favors of {who}")


def _purses(world: World, who: str, where: str) -> tuple[HouseSeat, ...]:
    if any(sign.isdigit() for sign in who):
        return (seat_of(world, who, where),)
    house = house_of(world, who, where)
    return tuple(seat for seat in world.state.seats.values() if seat.house == house)


def then_state(world: World, value: Node) -> Iterable[str]:
    """Check any part of the stored state."""
    return difference(value, msgspec.json.decode(codec.encode_state(world.state)), "state")


def _required(world: World, where: str) -> World:
    if world.refused is not None:
        raise ExampleError(f"{where}: {world.refused.sentence}")
    return world


SHARED_WORDS = Words(
    given={
        "month": given_month,
        "phase": given_phase,
        "court": given_court,
        "absent": given_absent,
        "rooms": given_rooms,
        "power": given_power,
        "favors": given_favors,
        "laws": given_laws,
        "sovereign": given_sovereign,
        "state": given_state,
        "step": given_step,
    },
    when={"do": when_do, "end": when_end},
    then={
        "power": then_power,
        "favors": then_favors,
        "state": then_state,
    },
).with_words(LASTING_WORDS.with_words(BETWEEN_WORDS.with_words(STANDING_WORDS.with_words(TELLING_WORDS))))
EARLY = ("month", "phase", "court")  # set before everything else
LATE = ("assembled", "state", "step", "hands")  # set after everything else
