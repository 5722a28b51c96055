"""Games that the conformance suite, the transcripts and the playouts try. A new game is one more entry in TRIED.

An entry names the game's secrets and its possible endings. All other tests treat every game alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from control.engine.records import replace
from rooms.tables.game.rules import AnyRules, GameKind
from rooms.tables.potemkin.game.registration import POTEMKIN
from rooms.tables.potemkin.rules.scoring import points_of
from rooms.tables.scythe.game.actions import (
    ChooseCard,
    ChooseCombat,
    EncounterDone,
    PunishDelay,
    Reload,
    Retreat,
    TakeBonus,
    UseArtillery,
    UseCard,
)
from rooms.tables.scythe.game.registration import SCYTHE
from rooms.tables.scythe.game.state import Meeting, Visiting
from rooms.tables.scythe.game.statistics import LOST, WON, said_of
from rooms.tables.scythe.rules.achievements import AchievementRecorded
from rooms.tables.scythe.rules.encounters import EncounterDrawn, EncounterMissed
from rooms.tables.scythe.rules.end_of_game import WentBack
from rooms.tables.scythe.rules.factory import FactoryCardChosen, FactoryCardUsed, FactorySeen
from rooms.tables.scythe.rules.mech_abilities import ArtilleryHeld, CardScouted, PowerBroken
from rooms.tables.scythe.rules.objectives import ObjectiveRevealed
from rooms.tables.scythe.rules.supply import CombatCardsShuffled
from rooms.tables.scythe.rules.turns import DelayPunished
from rooms.tables.statecraft.game.actions import Bid, PayBid
from rooms.tables.statecraft.game.content import book_of, copies_of
from rooms.tables.statecraft.game.registration import STATECRAFT
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.rules.incumbent import BidsShown
from rooms.tables.statecraft.rules.main_deck import PassedOver
from tests.amounts import amount
from tests.rooms.tables.pebbles import HEAPS, PEBBLES
from tests.rooms.tables.potemkin.play import WRITTEN
from tests.rooms.tables.scythe.play import CONTENT as SCYTHE_CARDS
from tests.rooms.tables.statecraft.decks import CONTENT as DECKS
from tests.rooms.tables.toy import NUMBERS, TOY

EVERYBODY = None
Secret = tuple[Any, frozenset[int] | None]  # a thing at the table, and the players who may know its place now
NOBODY: frozenset[int] = frozenset()


def no_secrets(_state: Any) -> Iterator[Secret]:
    """The secrets of a game that has none: everybody sees and reads the same, which the tests check."""
    return iter(())


class Tried(Struct, frozen=True, kw_only=True):
    """A game, with what its tests must know.

    `secrets`: every thing that somebody may not know, and every open thing, each with the players who know it; or `no_secrets`.
    `planted`: the content with renamed things. `canary`: the new name of a thing. A game without secrets needs neither.
    `ends`: for each ending, a check of the final state.
    """

    kind: GameKind
    content: Any
    rule: str  # pattern of its rule IDs
    games: int  # number of random games that must end
    recorded: int = amount(60, 300)  # number of games in which every action is checked
    secrets: Callable[[Any], Iterator[Secret]]
    planted: Callable[[Any, Mapping[Any, Any]], Any] = lambda content, names: content
    canary: Callable[[int], Any] = lambda number: f"990{number:03}"
    ends: Mapping[str, Callable[[AnyRules, Any], bool]]
    options: Mapping[str, str] = field(default_factory=dict)  # set by the host
    rare: frozenset[type] = frozenset()  # actions and facts too rare for random games; the game's own tests cover them
    alike: Callable[[Any], Any] = lambda thing: None  # sort of a thing: things of one sort can be exchanged unnoticed
    shown: Callable[[Any], tuple[Any, ...]] = lambda fact: ()  # things that a fact shows and the table then hides
    idles: bool = True  # does the game end if nobody acts?


# --- the toy --------------------------------------------------------------------------------------------------------------


def _toy_secrets(state: Any) -> Iterator[Secret]:
    for player, number in enumerate(state.hands):
        yield number, EVERYBODY if number in state.shown else frozenset({player})
    for number in state.deck:
        yield number, EVERYBODY if number in state.shown else NOBODY


# --- Potemkin Empire ------------------------------------------------------------------------------------------------------


def _potemkin_secrets(state: Any) -> Iterator[Secret]:
    """Secrets by the rulebook's table of hidden information."""
    for card in (*state.deck, *state.discard):
        yield card, NOBODY
    for player, side in enumerate(state.sides):
        for card in (*side.hand, *side.pack, *([side.pick] if side.pick else [])):
            yield card, frozenset({player})
        for building in side.village:
            yield building.card, EVERYBODY if building.shown else frozenset({player, *building.inspected_by})
        for card in side.captured:
            yield card, NOBODY  # everybody saw it fall, but the pile shows only the number of cards
    if state.playing is not None:
        yield state.playing, EVERYBODY


def _potemkin_planted(content: Any, names: Mapping[str, str]) -> Any:
    cards = [
        replace(card, id=names[card.id], title=f"Title of {names[card.id]}", flavour=names[card.id]) if card.id in names else card
        for card in content.cards
    ]
    return replace(content, cards=tuple(cards))


def _potemkin_ranks(rules: Any, state: Any) -> list[tuple[int, int, int]]:
    """The values that decide, from the best player down."""
    return sorted(((each.total, each.fakes, each.captured) for each in points_of(rules.book, state)), reverse=True)


def _same_first(rules: Any, state: Any) -> int:
    """Number of deciding values in which the best two players are equal, from the first."""
    first, second, *_others = _potemkin_ranks(rules, state)
    return next((at for at in range(3) if first[at] != second[at]), 3)


# --- Statecraft -----------------------------------------------------------------------------------------------------------


def _statecraft_secrets(state: Any) -> Iterator[Secret]:
    """Secrets by the rulebook's table of hidden information."""
    for card in (*state.deck, *state.politicians, *state.box, *state.boxed, *state.unused):
        yield card, NOBODY
    looked_at = state.agenda[0].opponent if state.phase is Phase.ACTION_CHOICE else None
    for player, side in enumerate(state.sides):
        for card in side.hand:
            yield card, frozenset({player, state.active} if player == looked_at else {player})
        for thing in (*[who for who in side.cabinet if who], *[each.card for each in side.policies], *side.supporters):
            yield thing, EVERYBODY
    for thing in (*state.discard, *state.retired, *state.drawn, *state.floating, *[each.card for each in state.resolving]):
        yield thing, EVERYBODY


def _statecraft_planted(content: Any, names: Mapping[str, str]) -> Any:
    def renamed(things: Any, word: str) -> Any:
        return tuple(
            [
                replace(each, id=names[each.id], **{word: f"Called {names[each.id]}"}) if each.id in names else each
                for each in things
            ]
        )

    copies = [replace(card, id=copy, copies=1) for card in content.actions for copy in copies_of(card)]
    return replace(
        content,
        politicians=renamed(content.politicians, "name"),
        policies=renamed(content.policies, "title"),
        actions=renamed(copies, "title"),
        events=renamed(content.events, "title"),
        emergencies=renamed(content.emergencies, "title"),
        supporters=renamed(content.supporters, "name"),
    )


BOOK = book_of(DECKS)


def _statecraft_sort(thing: str) -> str:
    """Sort by the backs of cards: blue, purple, and the other decks (SC-COM-04, SC-COM-13)."""
    for sort in ("purple", "politicians", "supporters"):
        if thing in getattr(BOOK, sort):
            return sort
    return "blue"


def _statecraft_best(rules: Any, state: Any) -> list[int]:
    """The players with the best value of the win condition."""
    scores = rules.standing(state)
    return [player for player, score in enumerate(scores) if score == max(scores)]


# --- Scythe ---------------------------------------------------------------------------------------------------------------


def _scythe_secrets(state: Any) -> Iterator[Secret]:
    """Named cards by the rulebook's table of hidden information. Combat cards and coins are only numbers (see `test_hidden`)."""
    step = state.agenda[0] if state.agenda else None
    for card in (*state.encounters, *state.objectives):
        yield card, NOBODY
    for card in state.cards:
        yield card, frozenset({state.active}) if isinstance(step, Visiting) else NOBODY
    for player, side in enumerate(state.sides):
        for card in side.objectives:
            yield card, frozenset({player})
        if side.card:
            yield side.card, EVERYBODY
    for each in state.agenda:
        if isinstance(each, Meeting):
            yield each.card, EVERYBODY


def _scythe_planted(content: Any, names: Mapping[str, str]) -> Any:
    def renamed(things: Any) -> Any:
        return tuple(
            [replace(each, id=names[each.id], title=f"Title of {names[each.id]}") if each.id in names else each for each in things]
        )

    return replace(
        content,
        encounters=renamed(content.encounters),
        factory=renamed(content.factory),
        objectives=renamed(content.objectives),
    )


def _scythe_shown(fact: Any) -> tuple[Any, ...]:
    return (fact.card,) if isinstance(fact, EncounterDrawn | ObjectiveRevealed) else ()


TRIED: tuple[Tried, ...] = (
    Tried(
        kind=TOY,
        content=NUMBERS,
        rule=r"TOY-\d",
        games=amount(300, 5000),
        secrets=_toy_secrets,
        planted=lambda content, names: replace(content, numbers=tuple([names.get(each, each) for each in content.numbers])),
        canary=lambda number: 990_000 + number,
        ends={"winner-alone": lambda rules, state: True},
    ),
    Tried(
        kind=PEBBLES,
        content=HEAPS,
        rule=r"PB-[A-Z]{3}-\d\d",
        games=amount(300, 5000),
        secrets=no_secrets,
        ends={"winner-alone": lambda rules, state: True},
    ),
    Tried(
        kind=POTEMKIN,
        content=WRITTEN,
        rule=r"PE-[A-Z]{3}-\d\d",
        games=amount(300, 5000),
        secrets=_potemkin_secrets,
        planted=_potemkin_planted,
        ends={
            "winner-alone": lambda rules, state: _same_first(rules, state) == 0,
            "tie-broken-by-fakes": lambda rules, state: _same_first(rules, state) == 1,
            "tie-broken-by-captured-cards": lambda rules, state: _same_first(rules, state) == 2,
            "shared-victory": lambda rules, state: _same_first(rules, state) == 3,
        },
    ),
    Tried(
        kind=STATECRAFT,
        content=DECKS,
        rule=r"SC-([A-Z]{3}|R)-\d\d",
        games=amount(200, 3000),
        secrets=_statecraft_secrets,
        planted=_statecraft_planted,
        ends={
            "winner-alone": lambda rules, state: len(_statecraft_best(rules, state)) == 1,
            "tie-broken-by-the-incumbent-card": lambda rules, state: (
                len(_statecraft_best(rules, state)) > 1 and len(rules.result(state).winners) == 1
            ),
            "shared-victory": lambda rules, state: len(rules.result(state).winners) > 1,
        },
        options={"mode": "advanced"},
        rare=frozenset(
            {Bid, PayBid, BidsShown, PassedOver}
        ),  # needs a lost lead to a third player, or one purple card twice in a refill
        alike=_statecraft_sort,
    ),
    Tried(
        kind=SCYTHE,
        content=SCYTHE_CARDS,
        rule=r"SY-([A-Z]{3}|R)-\d\d",
        games=amount(8, 300),  # about 3,000 actions each
        recorded=amount(8, 60),
        secrets=_scythe_secrets,
        planted=_scythe_planted,
        ends={
            "ended-by-a-winner": lambda rules, state: said_of(rules, state).ends == WON,
            "ended-by-a-loser": lambda rules, state: said_of(rules, state).ends == LOST,
        },
        options={"achievements": "on"},
        rare=frozenset(  # no game here has a host, and games are short; `scythe/test_games` covers these
            {PunishDelay, DelayPunished, ChooseCombat, UseArtillery, Retreat, EncounterDone, ChooseCard, UseCard, TakeBonus}
            | {Reload}
            | {PowerBroken, ArtilleryHeld, CardScouted, EncounterMissed, WentBack, FactoryCardChosen, FactoryCardUsed, FactorySeen}
            | {CombatCardsShuffled, AchievementRecorded}
        ),
        alike=lambda thing: thing[:2],
        shown=_scythe_shown,
        idles=False,
    ),
)
