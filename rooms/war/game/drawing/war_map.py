"""Drawing of the war map: with or without an overlay, in the hall with its battles, and at a past moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from control.day.memoization import memoized_view
from control.engine.chronicle import Eye
from control.engine.language import Spoken, later
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.board import board_of
from rooms.war.game.drawing.clusters import Cluster, Over, boxes_of, cluster_of
from rooms.war.game.drawing.lines import ArrowMark, Crowd, WayMark, arrow_mark, road_marks, tunnel_marks
from rooms.war.game.drawing.plain_map import outlines_of
from rooms.war.game.drawing.scale import fit_map
from rooms.war.game.overlay import MapOverlay
from rooms.war.game.records.battles import IMMORTALS, REMNANTS
from rooms.war.game.view_map import BattleView, MapView, map_view

# === map ================================================================================================================

# Positions of everything on the war map, in map units, for templates. The pieces are drawn again whenever the board changes. An
# overlay adds what a step would change. Without one, marks show changes since last month.


NO_EVENT = 0  # the page fills in its event
NOTHING_OVER = MapOverlay()


class MapDrawing(Struct, frozen=True, kw_only=True):
    """The map for a page. `board`: the same in words, for lists and screen readers.

    `in_words`: clusters to describe in words. An overlay changes none of these words, so all overlays of a board share them.
    """

    event_id: int
    width: int
    height: int
    clusters: tuple[Cluster, ...]
    arrows: tuple[ArrowMark, ...]
    board: MapView
    in_words: tuple[Cluster, ...]
    ways: tuple[WayMark, ...] = ()
    overlay: MapOverlay | None = None


def bare_map(state: GameState, event_id: int, changes: bool) -> MapDrawing:
    """The public board. With `changes`, marks show changes since last month."""
    return replace(_bare_map(state, changes), event_id=event_id)


@memoized_view(64)
def _bare_map(state: GameState, changes: bool) -> MapDrawing:
    """The same for any event's page, drawn once for all viewers."""
    return draw_map(state.scenario, map_view(state), changes=changes)


def map_over(state: GameState, overlay: MapOverlay, *, event_id: int = NO_EVENT, changes: bool = False) -> MapDrawing:
    """The board with an overlay. Regions without changes are reused from the public drawing."""
    bare = bare_map(state, event_id, changes)
    if overlay == NOTHING_OVER:
        return replace(bare, overlay=overlay)
    return draw_map(state.scenario, bare.board, event_id=event_id, overlay=overlay, changes=changes, bare=bare)


def draw_map(
    scenario: Scenario,
    board: MapView,
    *,
    event_id: int = NO_EVENT,
    overlay: MapOverlay | None = None,
    changes: bool | None = None,
    bare: MapDrawing | None = None,
) -> MapDrawing:
    """Draw a board. An overlay shows what a step would change. Without one, or with `changes`, marks show past changes.

    `bare`: the same board drawn without an overlay.
    """
    drawn = fit_map(scenario.map)
    known, over, outlines = board_of(scenario), overlay or NOTHING_OVER, outlines_of(drawn)
    compared = overlay is None if changes is None else changes
    battles = {battle.region: battle for battle in board.battles}
    built = (*board.marks.tunnels, *board.marks.buildings)
    as_drawn = {} if bare is None else {each.id: each for each in bare.clusters if each.id not in _touched(over, battles)}
    clusters = tuple(
        as_drawn.get(region.id)
        or cluster_of(
            known,
            region,
            Over(
                overlay=over,
                marks=board.marks,
                since=region.since if compared else (),
                battle=battles.get(region.id),
                buildings=tuple(each for each in built if region.id in each.places),
                trapped=board.marks.trapped and region.court,
                shape=outlines[region.id],
                battle_month=board.battles_month,
                since_month=board.since_month,
            ),
        )
        for region in board.regions
    )
    crowd = Crowd(box for cluster in clusters for box in boxes_of(cluster)) if over.arrows else Crowd()
    return MapDrawing(
        event_id=event_id,
        width=drawn.width,
        height=drawn.height,
        clusters=clusters,
        arrows=tuple(arrow_mark(known, drawn, arrow, crowd) for arrow in over.arrows),
        ways=(*road_marks(known, board.marks.roads), *tunnel_marks(known, drawn, board.marks.tunnels)),
        board=board,
        in_words=clusters if bare is None else bare.in_words,
        overlay=overlay,
    )


def _touched(over: MapOverlay, battles: Collection[RegionId]) -> frozenset[RegionId]:
    """Regions that an overlay draws differently. Coming battles hide marks of past ones."""
    changed = [each.region for each in over.ghosts]
    changed += [each.region for each in over.flags]
    changed += [each.region for each in over.recruits]
    changed += [each.region for each in over.battles]
    return frozenset((*changed, *over.peace, *(battles if over.battles else ())))


# === hall ===============================================================================================================

# The war map in the hall: the board with its battles in figures.


MANY_BATTLES = 6  # above this the hall uses a tighter layout
MOST_BATTLES = 15  # the hall shows no more; the others are on phones
MOST_SIDES = 4
WITHOUT_HOUSE: Mapping[HouseId, str] = Spoken({REMNANTS: later("rem"), IMMORTALS: later("guard")})


class FigureSide(Struct, frozen=True, kw_only=True):
    """A force in a battle's figures. `word`: name of a force without a House."""

    force: HouseId
    short: str
    word: str
    attack: int
    stands: bool


class Figures(Struct, frozen=True, kw_only=True):
    """A battle in figures: its region, and each force's attack value in the deciding count."""

    region: RegionId
    name: str
    sides: tuple[FigureSide, ...]


class HallBoard(Struct, frozen=True, kw_only=True):
    """The hall's map. `more`: number of battles without space, shown on phones only."""

    map: MapDrawing
    battles: tuple[Figures, ...]
    many: bool
    more: int


def hall_board(state: GameState, _viewer: Viewer) -> HallBoard:
    """The public map for the hall."""
    drawn = bare_map(state, NO_EVENT, True)
    battles = drawn.board.battles
    return HallBoard(
        map=drawn,
        battles=tuple(_figures(battle) for battle in battles[:MOST_BATTLES]),
        many=len(battles) > MANY_BATTLES,
        more=max(len(battles) - MOST_BATTLES, 0),
    )


def _figures(battle: BattleView) -> Figures:
    last = battle.counts[-1] if battle.counts else ()
    return Figures(
        region=battle.region,
        name=battle.name,
        sides=tuple(
            FigureSide(
                force=side.force,
                short=side.short,
                word=WITHOUT_HOUSE.get(side.force, ""),
                attack=side.attack,
                stands=side.stands,
            )
            for side in last[:MOST_SIDES]
        ),
    )


# === past moments =======================================================================================================

# The board at a past moment. It was public, so every eye sees the same.


def map_then(state: GameState, _eye: Eye) -> MapDrawing:
    """The map at that moment, with changes since the month before."""
    return bare_map(state, NO_EVENT, True)
