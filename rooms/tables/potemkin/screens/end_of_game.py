"""Final result on a screen: points by category, winners and tie-break, and the viewer's current score (PE-SCO-14)."""

from __future__ import annotations

from msgspec import Struct

from control.engine.language import later, listed, say, say_count
from rooms.tables.potemkin.game.content import POINTS
from rooms.tables.potemkin.game.engine import PotemkinRules
from rooms.tables.potemkin.game.state import PotemkinState, Score
from rooms.tables.potemkin.screens.shapes import PotemkinViewer
from rooms.tables.registry import ScoreCount


def score_of(rules: PotemkinRules, state: PotemkinState, player: int) -> ScoreCount:
    """The player's points if final scoring took place now."""
    return ScoreCount(say("Your score"), str(rules.standing(state)[player]))


class Category(Struct, frozen=True, kw_only=True):
    """A scoring category. `id`: as in the player aid."""

    id: str
    title: str
    short: str


class Points(Struct, frozen=True, kw_only=True):
    """A player's points in one category."""

    category: Category
    points: int


class PointsRow(Struct, frozen=True, kw_only=True):
    """A player's points, category by category."""

    player: int
    name: str
    you: bool
    wins: bool
    points: tuple[Points, ...]
    total: int


class FinalResult(Struct, frozen=True, kw_only=True):
    """The result, with players in the order of their chairs. `most`: the highest total. `tie`: how a tie was decided."""

    headline: str
    tie: str
    categories: tuple[Category, ...]
    rows: tuple[PointsRow, ...]
    most: int


SHORT = {
    "fakes": later("Fakes"),
    "government": later("Gov."),
    "culture": later("Culture"),
    "captured": later("Taken"),
    "cubes": later("Cubes"),
}


def ending_of(looker: PotemkinViewer) -> FinalResult | None:
    """The result. None until the game is over."""
    scores, winners = looker.view.scores, looker.view.winners
    if not scores:
        return None
    categories = tuple(
        [Category(id=each.id, title=each.title, short=say(SHORT[each.id])) for each in looker.book.content.aid.scoring]
    )
    rows = [
        PointsRow(
            player=player,
            name=looker.name(player),
            you=player == looker.player,
            wins=player in winners,
            points=tuple([Points(category=category, points=getattr(score, category.id)) for category in categories]),
            total=score.total,
        )
        for player, score in enumerate(scores)
    ]
    return FinalResult(
        headline=looker.headline(winners),
        tie=_tie(looker, scores, winners),
        categories=categories,
        rows=tuple(rows),
        most=max(1, *[row.total for row in rows]),
    )


def _tie(looker: PotemkinViewer, scores: tuple[Score, ...], winners: tuple[int, ...]) -> str:
    """The tie-break in words (PE-SCO-11, PE-SCO-12, PE-SCO-13). "" when there was no tie."""
    most = max([score.total for score in scores])
    equal = [player for player, score in enumerate(scores) if score.total == most]
    if len(equal) == 1:
        return ""
    if len(winners) > 1:
        names = listed([looker.name(player) for player in winners])
        return say("{names} are equal in points, standing fakes and captured cards.", names=names)
    won = scores[winners[0]]
    others = [scores[player] for player in equal if player != winners[0]]
    others_names = listed([looker.name(player) for player in equal if player != winners[0]])
    if all(score.fakes < won.fakes for score in others):
        return say_count(
            "Equal in points with {names}; {count} standing fake decide it.",
            "Equal in points with {names}; {count} standing fakes decide it.",
            won.fakes // POINTS["fakes"],
            names=others_names,
        )
    return say_count(
        "Equal in points with {names}, also in fakes; {count} captured card decide it.",
        "Equal in points with {names}, also in fakes; {count} captured cards decide it.",
        won.captured // POINTS["captured"],
        names=others_names,
    )
