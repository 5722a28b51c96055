"""The final result: all scores line by line, winners, and the tie-break of equal scores (SY-END-12, SY-END-13)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later, say
from rooms.tables.scythe.rules.phases import FINISHED
from rooms.tables.scythe.rules.scoring import Scored, rank_of, score_of
from rooms.tables.scythe.screens.viewer import ScytheViewer

TIES: Final = (
    later("Equal scores: more workers, mechs and structures on the board decide, {counts}."),
    later("Equal scores: more power decides, {counts}."),
    later("Equal scores: more popularity decides, {counts}."),
    later("Equal scores: more tokens decide, {counts}."),
    later("Equal scores: more territories decide, {counts}."),
    later("Equal scores: more stars decide, {counts}."),
)


class PlayerScore(msgspec.Struct, frozen=True, kw_only=True):
    """A player's score, sorted with the best first. `stars`: the number of stars placed."""

    player: int
    name: str
    faction: str
    letter: str
    you: bool
    wins: bool
    stars: int
    scored: Scored


class FinalResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result. `tie`: how a tie was decided. `records`: entries of the achievement sheet."""

    headline: str
    tie: str
    standings: tuple[PlayerScore, ...]
    records: tuple[str, ...]


def ending_of(looker: ScytheViewer) -> FinalResult | None:
    """The result. None until the game is over."""
    state, winners = looker.state, looker.view.winners
    if state.phase not in FINISHED or not winners:
        return None
    standings = [_standing(looker, player) for player in range(len(state.sides))]
    titles = [
        say("{name}: {title}", name=looker.name(player), title=looker.book.achievements[entry].title)
        for player, entry in state.records
    ]
    return FinalResult(
        headline=looker.headline(winners),
        tie=_tie(looker, standings),
        standings=tuple(sorted(standings, key=lambda each: (not each.wins, -each.scored.total))),
        records=tuple(titles),
    )


def _standing(looker: ScytheViewer, player: int) -> PlayerScore:
    side = looker.state.sides[player]
    return PlayerScore(
        player=player,
        name=looker.name(player),
        faction=side.faction,
        letter=looker.book.factions[side.faction].letter,
        you=player == looker.player,
        wins=player in looker.view.winners,
        stars=len(side.stars),
        scored=score_of(looker.book, looker.state, player),
    )


def _tie(looker: ScytheViewer, standings: list[PlayerScore]) -> str:
    """The tie-break in words. "" when there was no tie."""
    best = max([each.scored.total for each in standings])
    first = [each.player for each in standings if each.scored.total == best]
    if len(first) == 1:
        return ""
    for words, counts in zip(
        TIES, zip(*[rank_of(looker.book, looker.state, player)[1:] for player in first], strict=True), strict=True
    ):
        if len(set(counts)) > 1:
            return say(words, counts=" : ".join([str(each) for each in sorted(counts, reverse=True)]))
    return say("Equal in everything: they share the victory.")
