"""The toy room: its players wish for a song, and the band reads the wishes when Updates ends. It replaces the Court."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from control.day.clock.steps import StepEnded
from control.day.sheets import Typed, Window, fields_in
from control.day.state import DayStage, RoomState, with_room
from control.engine.context import DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.modules import CommandHandler, EventHandler, Module
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import one_sentence
from control.engine.viewer import Viewer
from control.registry import (
    FilledSheet,
    OnPaper,
    PagePanel,
    PaperEntry,
    PhoneSheet,
    RoomApp,
    RoomDesk,
    RoomPhone,
    RoomRules,
    SheetKind,
    SheetWords,
    StyledPiece,
)
from control.sheets.own_sheet import OwnSheet
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room

UPDATES = StepId("updates")
SONGS = ("rain", "river", "moon")


class Wish(Struct, frozen=True, kw_only=True):
    song: str


class Wishes(RoomState, frozen=True, kw_only=True):
    month: int = 0
    songs: tuple[tuple[SeatId, str], ...] = ()


class WishesRead(Struct, frozen=True, kw_only=True):
    month: int
    songs: tuple[tuple[SeatId, str], ...]


class EnterWish(Struct, frozen=True, kw_only=True):
    player: SeatId
    month: int
    song: str
    reason: str


class WishPanel(Struct, frozen=True, kw_only=True):
    event_id: int
    seat: SeatId
    month: int
    open: bool
    sentence: str
    song: str


def read(fields: Mapping[str, list[str]]) -> Wish:
    return Wish(song=(fields.get("song") or [""])[0].strip())


def check(_state: GameState, _seat: SeatId, wish: Wish) -> None:
    if wish.song not in SONGS:
        raise Refused("The band does not know this song.", rule="R-16")


def window(state: GameState, _seat: SeatId) -> Window:
    clock = state.clock
    at = clock.rooms.get(Room.COURT)
    playing = clock.stage is DayStage.PLAYING and clock.phase in (Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION)
    if not playing or (at is not None and at.month == clock.month and UPDATES in at.done):
        return Window(open=False, month=clock.month, sentence="The band plays.")
    certain = at is not None and at.step == UPDATES
    return Window(open=True, month=clock.month, closes_at=at.deadline if at and certain else None)


def own(state: GameState) -> Wishes:
    found = state.rooms.get(Room.COURT)
    return found if isinstance(found, Wishes) else Wishes()


def read_all(state: GameState, happened: StepEnded, asked: DecisionContext) -> tuple[WishesRead, ...]:
    if (happened.room, happened.step) != (Room.COURT, UPDATES):
        return ()
    sealed = asked.sheets.read("wish", happened.month)
    return (WishesRead(month=happened.month, songs=tuple((each.seat, KIND.decode(each.body).song) for each in sealed)),)


def evolve(state: GameState, happened: WishesRead) -> GameState:
    return with_room(state, Room.COURT, Wishes(month=happened.month, songs=happened.songs))


def enter(state: GameState, command: EnterWish, _asked: DecisionContext) -> tuple[WishesRead, ...]:
    if not command.reason:
        raise Refused("Say why.")
    others = tuple(each for each in own(state).songs if each[0] != command.player)
    return (WishesRead(month=command.month, songs=(*others, (command.player, command.song))),)


def song_typed(_state: GameState, _viewer: Viewer, _sent: Wish | None, typed: Typed | None) -> str:
    return read(fields_in(typed)).song if typed is not None else ""


def phone(own: OwnSheet, song: str) -> PagePanel:
    now = own.window
    shown = WishPanel(event_id=own.event_id, seat=own.seat, month=now.month, open=now.open, sentence=now.sentence, song=song)
    return PagePanel(template="toy/_form.html", panel=shown)


def filled(state: GameState, viewer: Viewer) -> tuple[FilledSheet, ...] | None:
    if own(state).month != state.clock.month or not viewer.sees_desk(Desk.COURT):
        return None
    return tuple(FilledSheet(seat=seat, lines=(song,)) for seat, song in own(state).songs)


KIND = SheetKind(
    kind="wish",
    room=Room.COURT,
    step=UPDATES,
    words=SheetWords(
        name="Wish",
        word="wish",
        noun="wish for a song",
        nouns="wishes for songs",
        sealed=lambda count, month, root: f"{count} wishes of month {month} lie under {root}.",
    ),
    read=read,
    decode=lambda body: msgspec.json.decode(body, type=Wish),
    check=check,
    window=window,
    invent=lambda state, seat, dice: Wish(song=dice.choice(SONGS)),
    phone=PhoneSheet(sees=song_typed, draw=phone),
    by_hand=PaperEntry(
        sees=lambda state, viewer, seat, typed: read(fields_in(typed)),
        draw=lambda wish: PagePanel(template="toy/_field.html", panel=wish.song),
        fields=lambda wish: {"song": [wish.song]},
        words=lambda state, viewer, wish: (f"wishes for {wish.song}",),
        command=lambda seat, month, wish, reason: EnterWish(player=seat, month=month, song=wish.song, reason=reason),
    ),
    on_paper=OnPaper(
        title="Songs",
        blank=StyledPiece(
            sees=lambda state, viewer: "____", draw=lambda event_id, shown: PagePanel(template="toy/_field.html", panel=shown)
        ),
        sees=filled,
    ),
)
MODULE = Module(
    name="toy",
    room=Room.COURT,
    state=Wishes,
    commands={EnterWish: CommandHandler(decide=enter, desks=frozenset({Desk.COURT}))},
    events={WishesRead: EventHandler(evolve=evolve, tell=one_sentence(lambda e, s: f"{len(e.songs)} wishes were read."))},
    reactions={StepEnded: read_all},
)
TOY = RoomApp(
    realm="god-emperor",
    rules=RoomRules(module=MODULE, sheets=(KIND,)),
    desk=RoomDesk(tab="Band"),
    phone=RoomPhone(to_do="Wish for a song.", topics=("songs",)),
)
OTHER = replace(
    KIND,
    kind="encore",
    phone=PhoneSheet(sees=song_typed, draw=lambda *_asked: PagePanel(template="toy/_field.html", panel="encore")),
)
