"""Setup (SC-SET) of Quickplay (SC-QIK) and Advanced games (SC-ADV), with the host's options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rules import HostOption, Setup, require_known_options
from rooms.tables.statecraft.game.actions import SetIdeology, SetIdeologyOffer
from rooms.tables.statecraft.game.content import IDEOLOGIES, LeaderEffect, Scenario, StartEffect
from rooms.tables.statecraft.game.scene import Scene, signed
from rooms.tables.statecraft.game.state import (
    CheckIncumbent,
    Course,
    Phase,
    Side,
    StartChoice,
    StatecraftState,
    as_trackers,
    in_turn_order,
    side_of,
    with_side,
)
from rooms.tables.statecraft.rules.ending import IncumbentMoved
from rooms.tables.statecraft.rules.limits import HAND, has_text
from rooms.tables.statecraft.rules.phases import Row


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


class BudgetsBegan(GameFact, frozen=True):
    """Every budget starts at `budget` instead of 0 (scenario 8)."""

    budget: int

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, sides=tuple([replace(side, budget=self.budget) for side in state.sides]))

    def words(self, scene: Scene) -> str:
        return say("Every treasury starts at {budget}.", budget=signed(self.budget))


class IdeologySet(GameFact, frozen=True):
    """A player set one of their ideologies before the first turn (SC-LDR-12, scenario 10)."""

    player: int
    ideology: int
    to: int

    def after(self, state: StatecraftState) -> StatecraftState:
        trackers = list(side_of(state, self.player).trackers)
        trackers[self.ideology] = self.to
        return replace(state, sides=with_side(state, self.player, trackers=as_trackers(trackers)))

    def words(self, scene: Scene) -> str:
        name, ideology = scene.names[self.player], scene.ideology(self.ideology)
        before = scene.state.sides[self.player].trackers[self.ideology]
        return say(
            "{name} shows the colours early: {ideology} {before} → {after}.",
            name=name,
            ideology=ideology,
            before=before,
            after=self.to,
        )


LEAST: Final = 2  # SC-R-01
MOST: Final = 6
SET_TO: Final = 2  # the ideology of a start effect (SC-LDR-12, scenario 10)
BEGINNING_BUDGET: Final = 3  # scenario 8
DECK_EACH: Final = 30  # cards for each player in a short deck (SC-CNT-49)
DEMOCRATIC_ELECTION: Final = 1  # number of the scenario of Quickplay
TURNS: Final[Mapping[int, int]] = {2: 12, 3: 10, 4: 10, 5: 8, 6: 8}  # SC-FIN-11, SC-R-42

QUICKPLAY, ADVANCED = "quickplay", "advanced"
ON, OFF = "on", "off"
PILES: Final[Mapping[str, int]] = {"regular": 1, "disruptive": 2, "chaotic": 3}
CHAOTIC_MOST: Final = 4  # players (SC-ADV-08)
OPTIONS: Final = (
    HostOption(
        id="mode",
        title=later("Mode"),
        amid=later("mode"),
        alone=True,
        choices=(
            (QUICKPLAY, later("Quickplay: one scenario, 8 rounds, no events")),
            (ADVANCED, later("Advanced: a scenario by lot, events")),
        ),
    ),
    HostOption(
        id="disruption",
        title=later("Events (Advanced)"),
        amid=later("events"),
        belongs=("mode", ADVANCED),
        choices=(
            ("regular", later("Regular: one pile of three")),
            ("disruptive", later("Disruptive: two piles")),
            ("chaotic", later("Chaotic: all three, for 2 to 4 players")),
        ),
    ),
    HostOption(
        id="texts",
        title=later("Leaders’ texts (Advanced)"),
        amid=later("leaders’ texts"),
        belongs=("mode", ADVANCED),
        choices=((ON, later("In force")), (OFF, later("Without effect"))),
    ),
    HostOption(
        id="rounds",
        title=later("Rounds"),
        amid=later("rounds"),
        choices=(("clockwise", later("Always clockwise")), ("alternating", later("Every second one the other way"))),
    ),
    HostOption(
        id="last",
        title=later("Last round (where no scenario names one)"),
        amid=later("last round where no scenario names one"),
        belongs=("mode", ADVANCED),
        choices=(
            ("", later("12 for two players, 10 for three or four, 8 for more")),
            *((str(each), str(each)) for each in range(8, 21)),
        ),
    ),
)


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
    scenario = _scenario(course, players, advanced=advanced)
    first = shuffled(range(players))[0] if setup.first is None else setup.first
    leaders = shuffled([leader.id for leader in content.leaders])[:players]
    supporters = shuffled([supporter.id for supporter in content.supporters])
    deck = shuffled([*course.book.policies, *course.book.actions])
    hands = tuple([deck[HAND * player : HAND * (player + 1)] for player in range(players)])
    deck = deck[HAND * players :]
    short = DECK_EACH * players if scenario.start is StartEffect.SHORT_DECK else len(deck)
    used, unused = _events(course, PILES[chosen["disruption"]] if advanced else 0)
    course.happens(
        Opened(
            first=first,
            scenario=scenario.id,
            advanced=advanced,
            texts=advanced and chosen["texts"] == ON,
            alternating=chosen["rounds"] == "alternating",
            last=scenario.turns or int(chosen["last"] or TURNS[players]),
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
    _start(course, scenario)


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
    require_known_options(setup, OPTIONS, unknown=later("Statecraft has no option “{option}”."), rule="SC-SET-01")
    if setup.options.get("mode") == ADVANCED and setup.options.get("disruption") == "chaotic" and players > CHAOTIC_MOST:
        raise Refused(
            say("Chaotic events are for 2 to 4 players, not for {players}. Choose fewer.", players=players), rule="SC-ADV-08"
        )


def _scenario(course: Course, players: int, *, advanced: bool) -> Scenario:
    """Democratic Election in Quickplay, else a random scenario for this number of players.

    Rules: SC-QIK-01, SC-QIK-02, SC-QIK-06, SC-ADV-01, SC-CNT-58.
    """
    scenarios = course.book.content.scenarios
    if not advanced:
        return next(scenario for scenario in scenarios if scenario.number == DEMOCRATIC_ELECTION)
    return course.chance.shuffled([scenario for scenario in scenarios if players in scenario.players])[0]


def _events(course: Course, piles: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Deal events and emergencies one at a time into 3 piles. Return the cards in play, and those out of the game unseen.

    Rules: SC-ADV-05, SC-ADV-06, SC-ADV-07, SC-ADV-08, SC-ADV-09, SC-EMG-01, SC-R-26.
    """
    purple = course.chance.shuffled(tuple(course.book.purple))
    dealt = course.chance.shuffled([purple[pile::3] for pile in range(3)])
    used = tuple([card for pile in dealt[:piles] for card in pile])
    return used, tuple([card for pile in dealt[piles:] for card in pile])


def _start(course: Course, scenario: Scenario) -> None:
    """Queue the start effects: those of the scenario, then those of leaders, each in turn order (SC-ADV-04, SC-R-48)."""
    order = in_turn_order(course.state, course.state.first)
    if scenario.start is StartEffect.BUDGET_THREE:
        course.happens(BudgetsBegan(BEGINNING_BUDGET))
    elif scenario.start is StartEffect.LAST_IS_INCUMBENT:
        course.happens(IncumbentMoved(order[-1]))
    choosing = list(order) if scenario.start is StartEffect.SET_IDEOLOGY else []
    choosing += [player for player in order if has_text(course.book, course.state, player, LeaderEffect.HEAD_START)]
    course.first(CheckIncumbent(), *[StartChoice(player) for player in choosing])


def set_ideology(course: Course, player: int, action: SetIdeology) -> None:
    """Set one of the player's ideologies to 2 (SC-LDR-12, scenario 10)."""
    course.happens(IdeologySet(player, IDEOLOGIES.index(action.ideology), SET_TO))
    course.first(CheckIncumbent())


ROWS: Final = (
    Row(
        SetIdeology,
        Phase.START_EFFECTS,
        lambda _now: [SetIdeologyOffer(IDEOLOGIES)],
        set_ideology,
        default=lambda _now, chance: SetIdeology(chance.shuffled(IDEOLOGIES)[0]),
    ),
)
