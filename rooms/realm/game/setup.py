"""Set-up of a day: seats from a casting, tablets, throne, Favor deck (GE-SOV-01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, to_desks
from rooms.realm.game.court_seat import court_by_timetable
from rooms.realm.game.records import Hostage
from rooms.realm.game.state import GameState, HouseSeat, PostedLaw, Purse
from rooms.realm.scenario.ids import CardId, HouseId, LawId
from rooms.realm.scenario.schema import CastSeat, Favor, Scenario

THRONE = "throne"  # holder of law 4's hostages
DEAL = later("The day was set up; make a new event instead.")


class SetUp(Struct, frozen=True, kw_only=True):
    """Set up the day with these people; the Houses' order and the ranks give the ids of seats (GE-EVT-02)."""

    casting: tuple[CastSeat, ...]


class SeatedAtStart(Struct, frozen=True, kw_only=True):
    id: SeatId
    house: HouseId
    name: str
    character: str
    rank: int
    power: int
    favors: tuple[CardId, ...]


class HostageAtStart(Struct, frozen=True, kw_only=True):
    """A hostage held by a law of the start. `holder`: None is the throne. `card`: the bank's Favor on it."""

    id: int
    of: HouseId
    holder: HouseId | None
    law: LawId
    card: CardId | None


class EventSetUp(Struct, frozen=True, kw_only=True):
    """The day is set up: seats, and the Favor deck in its random order. Rooms react by setting up their boards."""

    seats: tuple[SeatedAtStart, ...]
    favor_deck: tuple[CardId, ...]
    hostages: tuple[HostageAtStart, ...] = ()


def decide_set_up(state: GameState, command: SetUp, asked: DecisionContext) -> tuple[EventSetUp, ...]:
    """Seat the casting in the Houses' order, with ranks 1 to n in each House. Starting Favors come from the shuffled deck.

    Rules: GE-EVT-04, R-03, R-09, R-135, R-99.
    """
    if state.seats:
        raise Refused(say("This event has been set up already."), code="stale")
    if not command.casting:
        raise Refused(say("A casting needs at least one player."), rule="R-02")
    deck = asked.chance.shuffled(cards_of_deck(state.scenario.favors))
    seats: list[SeatedAtStart] = []
    for house in state.scenario.houses:
        people = sorted((seat for seat in command.casting if seat.house == house.id), key=lambda seat: seat.rank)
        if [seat.rank for seat in people] != list(range(1, len(people) + 1)):
            wanted = say("The ranks of {house} must be 1 to {count}, each once.", house=house.name, count=len(people))
            raise Refused(wanted, rule="R-03")
        for seat in people:
            # R-06: rank 1's purse gets what a House starts with.
            favors, power = (house.starting_favors, house.starting_power) if seat.rank == 1 else (0, 0)
            known = len(house.characters) >= seat.rank
            seats.append(
                SeatedAtStart(
                    id=SeatId(f"{house.id}-{seat.rank}"),
                    house=house.id,
                    name=seat.name,
                    character=house.characters[seat.rank - 1].name if known else seat.name,
                    rank=seat.rank,
                    power=power,
                    favors=tuple(deck[:favors]),
                )
            )
            deck = deck[favors:]
    unknown = sorted({seat.house for seat in command.casting} - {house.id for house in state.scenario.houses})
    if unknown:
        wrong = say("The casting names a House that the scenario does not have: {houses}.", houses=", ".join(unknown))
        raise Refused(wrong, rule="GE-EVT-01")
    hostages = _hostages_at_start(state.scenario, deck)
    return (EventSetUp(seats=tuple(seats), favor_deck=tuple(deck[: max(len(deck) - len(hostages), 0)]), hostages=hostages),)


def _hostages_at_start(scenario: Scenario, deck: Sequence[CardId]) -> tuple[HostageAtStart, ...]:
    """Hostages of the laws of the start. The bank puts 1 Power and 1 Favor on each, cards from the bottom (GE-CRT-70, R-99)."""
    held = [(law, hold) for law in scenario.laws for hold in law.effects.hostages for _each in range(hold.count)]
    return tuple(
        HostageAtStart(
            id=at + 1,
            of=hold.of,
            holder=None if hold.holder == THRONE else HouseId(hold.holder),
            law=law.id,
            card=deck[-1 - at] if at < len(deck) else None,
        )
        for at, (law, hold) in enumerate(held)
    )


def evolve_event_set_up(state: GameState, happened: EventSetUp) -> GameState:
    scenario = state.scenario
    seats = {
        seat.id: HouseSeat(
            id=seat.id,
            team=seat.house,
            name=seat.name,
            character=seat.character,
            rank=seat.rank,
            purse=Purse(power=seat.power, favors=seat.favors),
        )
        for seat in happened.seats
    }
    laws = tuple(
        PostedLaw(id=law.id, number=law.number, title=law.title, text=law.text, effects=law.effects) for law in scenario.laws
    )
    state = replace(state, seats=seats, laws=laws, favor_deck=happened.favor_deck, court=court_by_timetable(scenario, 1))
    hostages = tuple(
        Hostage(id=each.id, of=each.of, holder=each.holder, power=1, favors=(each.card,) if each.card else (), law=each.law)
        for each in happened.hostages
    )
    return replace(state, hostages=hostages, last_hostage=len(hostages))


def tell_event_set_up(happened: EventSetUp, before: GameState, after: GameState) -> Iterator[Line]:
    seats = len(happened.seats)
    yield to_desks(say_count("The event was set up for {count} players.", "The event was set up for {count} players.", seats))


def cards_of_deck(favors: tuple[Favor, ...], copy_of_deck: int = 1) -> tuple[CardId, ...]:
    """All cards of one Favor deck; each further copy of the deck has its own numbers (R-110)."""
    return tuple(
        CardId(f"{favor.id}#{favor.copies * (copy_of_deck - 1) + number}")
        for favor in favors
        for number in range(1, favor.copies + 1)
    )


SETUP = Module(
    name="setup",
    title=later("Set-up"),
    commands={SetUp: CommandHandler(decide=decide_set_up, desks=ORGANIZER_ONLY, label=lambda c, s: say("Set up"))},
    events={
        EventSetUp: EventHandler(
            evolve=evolve_event_set_up,
            tell=tell_event_set_up,
            invalidations=lambda e, s: (Invalidation(topic="clock"), Invalidation(topic="people", to="staff")),
            undo=Undo(never=DEAL),
        )
    },
)
