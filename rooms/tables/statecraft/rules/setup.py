"""Setup common to both modes (SC-SET)."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rules import Setup
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Course, Phase, Side, StatecraftState
from rooms.tables.statecraft.rules.leaders import HAND
from rooms.tables.statecraft.rules.modes import ADVANCED, ON, OPTIONS, PILES, check_modes, draw_events
from rooms.tables.statecraft.rules.scenarios import deck_size, draw_scenario, last_turn
from rooms.tables.statecraft.rules.start_effects import queue_start_effects


class Opened(GameFact, frozen=True, kw_only=True):
    """The table was laid out, each pile from its top (SC-SET). `last`: the turn that ends the game for all."""

    binding = later("the decks were shuffled")
    first: int
    scenario: str
    advanced: bool
    texts: bool
    alternating: bool
    last: int
    leaders: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    boxed: tuple[str, ...]
    unused: tuple[str, ...]
    politicians: tuple[str, ...]
    floating: tuple[str, ...]
    box: tuple[str, ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        """Start with trackers at 0, turn 1, empty cabinets and empty portfolios (SC-SET-05, SC-SET-06, SC-SET-07, SC-SET-15)."""
        dealt = zip(self.leaders, self.hands, strict=True)
        return replace(
            state,
            phase=Phase.START_EFFECTS,
            scenario=self.scenario,
            advanced=self.advanced,
            texts=self.texts,
            alternating=self.alternating,
            last=self.last,
            first=self.first,
            active=self.first,
            sides=tuple([Side(leader=leader, hand=hand) for leader, hand in dealt]),
            deck=self.deck,
            boxed=self.boxed,
            unused=self.unused,
            politicians=self.politicians,
            floating=self.floating,
            box=self.box,
        )

    def words(self, scene: Scene) -> str:
        """The scenario, its end and its win condition, shown to all before the first turn (SC-ADV-03)."""
        scenario, first, crowd = scene.book.scenarios[self.scenario], scene.names[self.first], scene.supporters(self.floating)
        return f"{_opening_words(len(self.leaders), scenario.name, first, crowd)} {scenario.text}".strip()


def _opening_words(count: int, scenario: str, first: str, crowd: str) -> str:
    return say_count(
        "The campaign buses roll out: {count} party stands in “{scenario}”. {first} is first, and {crowd} wait to be won over.",
        "The campaign buses roll out: {count} parties stand in “{scenario}”. {first} is first, and {crowd} wait to be won over.",
        count,
        scenario=scenario,
        first=first,
        crowd=crowd,
    )


LEAST: Final = 2  # SC-R-01
MOST: Final = 6


def lay_out(course: Course, setup: Setup) -> None:
    """Shuffle every deck separately, deal leaders, supporters and hands, then shuffle the events into the main deck.

    Starting hands of 3 cards are dealt before the events come in. Unused leaders and scenarios are out of the game. Supporters not
    laid out form the box pile.

    Raises:
        Refused: wrong number of players, unknown first seat, or unknown option.

    Rules: SC-SET-01, SC-SET-02, SC-SET-03, SC-SET-04, SC-SET-09, SC-SET-10, SC-SET-11, SC-SET-12, SC-SET-13, SC-SET-14, SC-SET-16,
    SC-QIK-03, SC-QIK-04, SC-ADV-02, SC-ADV-04, SC-R-27.
    """
    _check(setup)
    content, shuffled, players = course.book.content, course.chance.shuffled, setup.players
    chosen = {option.id: setup.options.get(option.id, option.choices[0][0]) for option in OPTIONS}
    advanced = chosen["mode"] == ADVANCED
    scenario = draw_scenario(course, players, advanced=advanced)
    first = shuffled(range(players))[0] if setup.first is None else setup.first
    leaders = shuffled([leader.id for leader in content.leaders])[:players]
    supporters = shuffled([supporter.id for supporter in content.supporters])
    deck = shuffled([*course.book.policies, *course.book.actions])
    hands = tuple([deck[HAND * player : HAND * (player + 1)] for player in range(players)])
    deck = deck[HAND * players :]
    short = deck_size(scenario, players, len(deck))
    used, unused = draw_events(course, PILES[chosen["disruption"]] if advanced else 0)
    course.happens(
        Opened(
            first=first,
            scenario=scenario.id,
            advanced=advanced,
            texts=advanced and chosen["texts"] == ON,
            alternating=chosen["rounds"] == "alternating",
            last=last_turn(scenario, players, chosen["last"]),
            leaders=leaders,
            hands=hands,
            deck=shuffled(deck[:short] + used) if used else deck[:short],
            boxed=deck[short:],
            unused=unused,
            politicians=shuffled([politician.id for politician in content.politicians]),
            floating=supporters[: scenario.supporters],
            box=supporters[scenario.supporters :],
        )
    )
    queue_start_effects(course, scenario)


def _check(setup: Setup) -> None:
    """Refuse an impossible number of players, first seat or option."""
    players = setup.players
    if not LEAST <= players <= MOST:
        raise Refused(
            say("Statecraft is for {least} to {most} players, not for {players}.", least=LEAST, most=MOST, players=players),
            rule="SC-SET-01",
        )
    if setup.first is not None and not 0 <= setup.first < players:
        raise Refused(
            say("There is no seat {seat} at a table for {players}.", seat=setup.first + 1, players=players), rule="SC-SET-16"
        )
    check_modes(setup)
