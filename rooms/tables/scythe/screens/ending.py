"""How a game ended: everybody's score line by line, and what decided between equals (SY-END-04, SY-END-12, SY-END-13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from control.engine.language import later, say
from rooms.tables.scythe.game.state import Phase
from rooms.tables.scythe.rules.scoring import rank_of, score_of
from rooms.tables.scythe.screens.looking import Looker

ENDED: Final = frozenset({Phase.RECORDING, Phase.OVER})
TIES: Final = (  # behind the score, in their order
    later("more workers, mechs and structures"),
    later("more power"),
    later("more popularity"),
    later("more tokens"),
    later("more territories"),
    later("more stars"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A player's score: coins for each line, in the order of the columns."""

    place: int
    faction: str
    letter: str
    called: str
    name: str
    wins: bool
    counts: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The result: the best first. `tie` says what decided between those with equal scores at the top, "" for nothing."""

    headline: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    tie: str


def ending_of(looker: Looker) -> Ending | None:
    """The scores; None while it is played."""
    book, state, winners = looker.book, looker.state, looker.view.winners
    if state.phase not in ENDED:
        return None
    ranks = {player: rank_of(book, state, player) for player in range(len(state.sides))}
    best = sorted(ranks, key=lambda player: ranks[player], reverse=True)
    return Ending(
        headline=looker.headline(winners),
        columns=(say("Coins"), say("Stars"), say("Territories"), say("Tokens"), say("Structure bonus")),
        rows=tuple([_row(looker, player, sum([ranks[each] > ranks[player] for each in best]) + 1) for player in best]),
        tie=_tie(ranks[best[0]], ranks[best[1]]),
    )


def _row(looker: Looker, player: int, place: int) -> Row:
    score, faction = score_of(looker.book, looker.state, player), looker.book.factions[looker.state.sides[player].faction]
    return Row(
        place=place,
        faction=faction.id,
        letter=faction.letter,
        called=faction.short,
        name=looker.name(player),
        wins=player in looker.view.winners,
        counts=(score.coins, score.stars, score.territories, score.tokens, score.structures),
        total=score.total,
    )


def _tie(first: tuple[int, ...], second: tuple[int, ...]) -> str:
    """What decided between the two best; "" where their scores differ."""
    if first[0] != second[0]:
        return ""
    decided = next((words for words, one, other in zip(TIES, first[1:], second[1:], strict=True) if one != other), None)
    return say("Equal at the end of all tie-breaks.") if decided is None else say("Tie broken by {what}.", what=say(decided))
