"""The panel of a phone or a board: the state of the game, the current question, and the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rooms.tables.registry import GameSight
from rooms.tables.screens.viewer import version_of
from rooms.tables.scythe.screens.action_forms import Deed
from rooms.tables.scythe.screens.board import NOTHING_ASKED, BoardQuestion, BoardShape, board_shape
from rooms.tables.scythe.screens.combat import FightShape, fight_of, fighting_of
from rooms.tables.scythe.screens.encounters import meeting_of, visiting_of
from rooms.tables.scythe.screens.end_of_game import FinalResult, ending_of
from rooms.tables.scythe.screens.heading import heading_of
from rooms.tables.scythe.screens.log import lately_of
from rooms.tables.scythe.screens.mats import MatShape, mats_of, own_mat
from rooms.tables.scythe.screens.movement import moving_of
from rooms.tables.scythe.screens.own_side import Mine, Strip, mine_of, strip_of
from rooms.tables.scythe.screens.turn import Aid, AnytimeActions, TurnAsk, aid_of, beside_of, reveals_of, turn_of
from rooms.tables.scythe.screens.viewer import ScytheViewer, looker_of
from rooms.tables.scythe.screens.wall import MapAside, wall_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Everything that the templates show to one viewer.

    Panels are compared by their repr. `version` covers all other fields, so the repr leaves those out. Each part with a question
    has `asked`: what can be pressed on the board.
    """

    version: str
    kind: str
    key: str = field(repr=False)  # the question, "" for none
    head: str = field(repr=False)
    line: str = field(repr=False)
    strip: Strip | None = field(repr=False)
    aid: Aid | None = field(repr=False)
    ending: FinalResult | None = field(repr=False)
    mat: MatShape | None = field(repr=False)  # the viewer's own
    mine: Mine | None = field(repr=False)
    reveals: tuple[Deed, ...] = field(repr=False)
    mats: tuple[MatShape, ...] = field(repr=False)  # of the other players
    beside: AnytimeActions | None = field(repr=False)
    turn: TurnAsk | None = field(repr=False)
    moving: Any = field(repr=False)
    fight: FightShape | None = field(repr=False)
    fighting: Any = field(repr=False)
    meeting: Any = field(repr=False)
    visiting: Any = field(repr=False)
    board: BoardShape | None = field(repr=False)
    wall: MapAside | None = field(repr=False)  # the public wall, for spectators


def panel_of(seen: GameSight) -> Panel:
    looker = looker_of(seen)
    laid, plays = bool(looker.state.sides), seen.player is not None
    makers = (turn_of, moving_of, fighting_of, meeting_of, visiting_of)
    shapes: list[Any] = [make(looker) if laid and (plays or make is meeting_of) else None for make in makers]
    turn, moving, fighting, meeting, visiting = shapes
    asks = [each for each in shapes if each and (each is not meeting or meeting.asks)]
    on = laid and not looker.view.winners
    head, line = heading_of(looker)
    return Panel(
        version=version_of(seen, seen.before),
        kind=looker.state.phase.value,
        key=f"{looker.state.phase}-{looker.state.turns}" if asks else "",
        head=head,
        line=line,
        strip=strip_of(looker) if laid and plays else None,
        aid=aid_of(looker) if laid else None,
        ending=ending_of(looker) if laid else None,
        mat=own_mat(looker) if plays and on else None,
        mine=mine_of(looker) if plays and on else None,
        reveals=reveals_of(looker) if laid and plays else (),
        mats=mats_of(looker) if laid else (),
        beside=beside_of(looker) if laid and plays else None,
        turn=turn,
        moving=moving,
        fight=fight_of(looker) if laid else None,
        fighting=fighting,
        meeting=meeting,
        visiting=visiting,
        board=_board(looker, next((each.asked for each in asks if each.asked.lit), NOTHING_ASKED)) if laid else None,
        wall=wall_of(looker, meeting.scene if meeting else "") if laid and not plays else None,
    )


def read_in(panel: Panel) -> str:
    """The scene of the encounter, which its card already shows."""
    return panel.meeting.scene if panel.meeting else ""


def _board(looker: ScytheViewer, asked: BoardQuestion) -> BoardShape:
    sides = looker.state.sides
    names = {side.faction: looker.book.factions[side.faction].short for side in sides}
    mine = "" if looker.player is None else looker.side.faction
    home = looker.book.factions[mine].home if mine else ""
    lately = lately_of(looker.seen.touched)
    return board_shape(looker.book, looker.state, names, asked=asked, lately=lately, home=home, faction=mine)
