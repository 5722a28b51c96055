"""Facts of the Drafting phase (PE-DRF): packs are passed, and each player keeps one card of each."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later, say, say_count
from control.engine.modules import EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.game.rule_parts import without_card
from rooms.tables.game.tellings import to_each
from rooms.tables.potemkin.game.content import Direction
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import MONTHS, Phase, PotemkinState, side_of, with_side


class MonthBegan(msgspec.Struct, frozen=True):
    """A month began."""

    month: int


class Dealt(msgspec.Struct, frozen=True):
    """Each player was dealt `each` cards, one at a time, beginning with the capitol holder (PE-DRF-01, PE-DRF-02)."""

    each: int


class Picked(msgspec.Struct, frozen=True):
    """A player has picked a card of the pack in secret."""

    player: int
    card: str


class PacksPassed(msgspec.Struct, frozen=True):
    """All picks were kept, and the packs were passed. `clockwise`: to the next seat, else to the previous one."""

    clockwise: bool


class LastCardsKept(msgspec.Struct, frozen=True):
    """Each player kept the last card of the pack (PE-DRF-10)."""


def evolve_month_began(state: PotemkinState, _happened: MonthBegan) -> PotemkinState:
    return replace(state, phase=Phase.DRAFT)


def evolve_dealt(state: PotemkinState, happened: Dealt) -> PotemkinState:
    players = len(state.sides)
    cards = state.deck[: happened.each * players]
    sides = tuple(
        [replace(side, pack=cards[(player - state.capitol) % players :: players]) for player, side in enumerate(state.sides)]
    )
    return replace(state, sides=sides, deck=state.deck[happened.each * players :])


def evolve_picked(state: PotemkinState, happened: Picked) -> PotemkinState:
    side = side_of(state, happened.player)
    side = replace(side, pick=happened.card, pack=without_card(side.pack, happened.card))
    return replace(state, sides=with_side(state, happened.player, side))


def evolve_packs_passed(state: PotemkinState, happened: PacksPassed) -> PotemkinState:
    """Keep all picks and pass the packs to the next or the previous seat (PE-DRF-06, PE-DRF-07)."""
    sides, players = state.sides, len(state.sides)
    back = -1 if happened.clockwise else 1
    return replace(
        state,
        sides=tuple(
            [
                replace(
                    side,
                    hand=side.hand if side.pick is None else (*side.hand, side.pick),
                    pick=None,
                    pack=sides[(player + back) % players].pack,
                )
                for player, side in enumerate(sides)
            ]
        ),
    )


def evolve_last_cards_kept(state: PotemkinState, _happened: LastCardsKept) -> PotemkinState:
    return replace(state, sides=tuple([replace(side, hand=side.hand + side.pack, pack=()) for side in state.sides]))


def _month_began_words(happened: MonthBegan, scene: Scene) -> str:
    title = next(month.title for month in scene.book.content.months if month.number == happened.month)
    if scene.book.directions[happened.month] is Direction.CLOCKWISE:
        return say(
            "Month {month} of {months}: {title}. Packs go to the next seat.", month=happened.month, months=MONTHS, title=title
        )
    return say(
        "Month {month} of {months}: {title}. Packs go to the previous seat.", month=happened.month, months=MONTHS, title=title
    )


def _dealt_words(happened: Dealt, scene: Scene) -> str:
    return say_count(
        "{count} card to everybody, from {first} on.",
        "{count} cards to everybody, from {first} on.",
        happened.each,
        first=scene.names[scene.state.capitol],
    )


def _picked_words(happened: Picked, scene: Scene, player: int | None) -> str:
    if player != happened.player:
        return say("{name} has picked.", name=scene.names[happened.player])
    return say("{name} picks {card}.", name=scene.names[player], card=scene.card(happened.card))


def _last_cards_kept_words(_happened: LastCardsKept, scene: Scene, player: int | None) -> str:
    if player is None:
        return say("Everybody keeps the last card.")
    own = scene.cards(scene.state.sides[player].pack)
    return say("Everybody keeps the last card; yours is {card}.", card=own)


DRAFTING: Final = Module(
    name="drafting",
    events={
        MonthBegan: EventHandler(evolve=evolve_month_began, tell=one_sentence(_month_began_words)),
        Dealt: EventHandler(
            evolve=evolve_dealt, tell=one_sentence(_dealt_words), undo=Undo(never_by_players=later("cards were dealt"))
        ),
        Picked: EventHandler(
            evolve=evolve_picked, tell=to_each(_picked_words), undo=Undo(never_by_players=later("a pick is final"))
        ),
        PacksPassed: EventHandler(
            evolve=evolve_packs_passed,
            tell=one_sentence(
                lambda happened, _scene: (
                    say("Packs go to the next seat.") if happened.clockwise else say("Packs go to the previous seat.")
                )
            ),
            undo=Undo(never_by_players=later("packs were passed")),
        ),
        LastCardsKept: EventHandler(
            evolve=evolve_last_cards_kept,
            tell=to_each(_last_cards_kept_words),
            undo=Undo(never_by_players=later("packs were passed")),
        ),
    },
)
