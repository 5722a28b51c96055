"""View of a table for a player or a spectator, with the blanks of the rulebook's table (SY-HID).

The view is the state with blanks for what the viewer may not see: cards without values, coins HIDDEN, decks of blanks. The rules
work on it as on a state, as far as it is known. Screens and bots have only the view.
"""

from __future__ import annotations

import msgspec

from control.engine.records import replace
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.state import HIDDEN, Commitment, Fight, ScytheState, Side, Visiting
from rooms.tables.scythe.rules.phases import FINISHED, waits_for
from rooms.tables.scythe.rules.scoring import winners_of


def view_of(book: Book, state: ScytheState, player: int | None) -> ScytheView:
    """Exactly what this player may see. Board, mats, tracks, stars and the open discard are public (SY-HID-09).

    Rules: SY-HID-01, SY-HID-02, SY-HID-03, SY-HID-04, SY-HID-05, SY-HID-06.
    """
    ended = state.phase in FINISHED
    step = state.agenda[0] if state.agenda else None
    chooses = isinstance(step, Visiting) and player == state.active
    seen = replace(
        state,
        sides=tuple([_side(state, number, side, player, ended=ended) for number, side in enumerate(state.sides)]),
        fight=_fight(state.fight, player) if state.fight else None,
        deck=(0,) * len(state.deck),
        encounters=("",) * len(state.encounters),
        objectives=("",) * len(state.objectives),
        cards=state.cards if chooses else ("",) * len(state.cards),
    )
    winners = winners_of(book, state) if ended else ()
    return ScytheView(player=player, state=seen, waits_for=waits_for(state), winners=winners)


def _side(state: ScytheState, number: int, side: Side, player: int | None, *, ended: bool) -> Side:
    """Hide coins until final scoring. Hide hands and objectives for ever, unless the table shows them at the end.

    Rules: SY-HID-01, SY-HID-02, SY-HID-03.
    """
    if number == player:
        return side
    shown = ended and state.options.show_hands
    return replace(
        side,
        coins=side.coins if ended else HIDDEN,
        cards=side.cards if shown else (0,) * len(side.cards),
        objectives=side.objectives if shown else ("",) * len(side.objectives),
    )


def _fight(fight: Fight, player: int | None) -> Fight:
    """Hide the other player's dial and cards, but not that they are locked in (SY-HID-04)."""
    sides = (fight.attacker, fight.defender)
    mine = [
        made if who == player or made is None else Commitment(HIDDEN) for who, made in zip(sides, fight.commitments, strict=True)
    ]
    return replace(fight, commitments=(mine[0], mine[1]))


class ScytheView(msgspec.Struct, frozen=True, kw_only=True):
    """The table for one viewer. `player`: None for a spectator. `state`: with blanks.

    `waits_for` and `winners`: as the rules compute them.
    """

    player: int | None
    state: ScytheState
    waits_for: tuple[int, ...]
    winners: tuple[int, ...] = ()
