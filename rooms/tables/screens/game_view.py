"""The game at a table as its player, an onlooker and the wall see it, with its log; and the hall's boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import segno
from django.urls import reverse
from msgspec import Struct

from control import system_time
from control.desks.command import new_form_id
from control.engine.language import listed, say, say_count
from control.engine.records import replace
from control.hall.screens import Showing
from control.journal.desk import actor_key
from control.models import Event
from control.people.join_codes import shown as spelled
from rooms.tables import access, lobby, story
from rooms.tables.access import TablePass, open_door
from rooms.tables.game.absence import SILENT, is_away, may_close_now, may_stand_in
from rooms.tables.game.chair_requests import own_request
from rooms.tables.game.context import name_at
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.game.turn_time import agreed_time
from rooms.tables.registry import GameSight, HostDeed, app_of
from rooms.tables.screens.absence import meanwhile_of
from rooms.tables.screens.agreement import TimeRow, agreement_of, time_row
from rooms.tables.screens.heading import ActionFields, TableHeading, table_name, top
from rooms.tables.screens.log import LogLine, NewsSinceTurn, log_lines, since_view, touched_since
from rooms.tables.screens.reference import cards_at
from rooms.tables.screens.results import ResultView, Stats, headline_of_stake, result_view, stats_view
from rooms.tables.screens.reveals import Moments, moments_of
from rooms.tables.settlement import winners_of

# === game ===============================================================================================================

# The game at a table as its player, an onlooker and the wall see it, with its log.


WALL_LINES = 4
LINES_BEFORE = 10  # of the log before the newest action: about two turns


def _result_beside_game(door: TablePass) -> ResultView | None:
    """The result beside the game's own fragment. Only the stake, if the game shows its end itself."""
    found = result_view(door)
    if found is None or door.state.stage is not TableStage.OVER or not app_of(door.table.kind).tells_end:
        return found
    words = headline_of_stake(door.state, winners_of(door.engine, door.state))
    return replace(found, words=words, rows=(), stake="") if found.stake else None


class GameView(Struct, frozen=True, kw_only=True):
    """The game's own fragment with its object.

    `away`: a bot plays for this person. `result`: shown above a finished game. `since`: what happened since this person's last
    action; otherwise `told`: the newest sentences. `stays`: why this person cannot undo their last action. `away_by`: who else put
    in the stand-in.
    """

    template: str
    panel: object
    result: ResultView | None
    away: bool
    asked: int
    act: ActionFields
    since: NewsSinceTurn | None
    told: tuple[str, ...]
    stays: str
    away_by: str
    moments: Moments


def game_sources(door: TablePass, player: int | None, lines: Sequence[story.TableStoryLine], *, told: bool = True) -> GameSight:
    """What the game's own shapes are made from. `told` is False if the newest action is shown above the game already."""
    state, rules = door.state, door.engine.rules
    own = player if player is not None and state.play is not None else None
    waited = own is not None and state.stage is TableStage.PLAYING and not state.chairs[own].bot
    return GameSight(
        table=state,
        player=own,
        view=rules.view(state.play, own),
        offers=rules.offers(state.play, own) if waited and own is not None else (),
        content=door.content,
        told=newest_told(lines, own) if told else (),
        before=told_before(lines, own) if told else (),
        touched=touched_since(door, lines, own),
        timed_out=own is not None and (found := meanwhile_of(door, lines)) is not None and not found.bot,
    )


def newest_told(lines: Sequence[story.TableStoryLine], player: int | None) -> tuple[str, ...]:
    """The sentences of the newest action in this viewer's log. A time-out comes first."""
    return tuple(told for line in story.newest_move(lines) if (line.moves or line.late) and (told := line.told(player)))


def told_before(lines: Sequence[story.TableStoryLine], player: int | None) -> tuple[str, ...]:
    """The sentences before the newest action, newest first, without small ones, for people who looked away."""
    newest, found = story.newest_move(lines), list[str]()
    for group in story.standing_moves(lines):
        if any(line.begins for line in group) or len(found) >= LINES_BEFORE:
            break
        if newest and group[0].seq < newest[0].seq:
            found += [told for line in group if line.moves and not line.note.small and (told := line.told(player))]
    return tuple(found)


def _newest_sentences(door: TablePass, lines: Sequence[story.TableStoryLine]) -> tuple[str, ...]:
    """Sentences of the newest action. Small ones only if they are private or nothing else was told. Empty after the setup."""
    newest, own = story.newest_move(lines), door.chair
    if door.state.stage is not TableStage.PLAYING or any(line.begins for line in newest):
        return ()
    if any(line.late for line in newest):
        return newest_told(lines, own)
    told = [line for line in newest if line.moves and line.told(own)]
    weighty = [line for line in told if not line.note.small or line.told(own) != line.told(None)]
    return tuple([line.told(own) for line in weighty or told])


def why_no_undo_words(door: TablePass, lines: Sequence[story.TableStoryLine]) -> str:
    """Why this person cannot undo their last action. Empty if they can, and if others have acted since."""
    newest = story.newest_move(lines)
    if door.person is None or not newest or newest[0].actor != actor_key(door.person.actor) or any(line.begins for line in newest):
        return ""
    why = next((line.binding for line in newest if line.binding), "")
    return say("This cannot be taken back: {why}.", why=why) if why else ""


def _away_by(door: TablePass, lines: Sequence[story.TableStoryLine]) -> str:
    """Who put in the stand-in for this person. Empty if they did so themselves."""
    put = next((line for line in reversed(lines) if door.chair is not None and line.bot_for == door.chair), None)
    if put is None or door.person is None or put.actor == actor_key(door.person.actor):
        return ""
    return say("Control") if put.actor.startswith("staff:") else put.name


def is_shown(door: TablePass) -> bool:
    """Whether there is a game to show. A closed one would only say for whom it waits."""
    return door.state.play is not None and door.state.stage is not TableStage.CLOSED


def game_view(door: TablePass, lines: Sequence[story.TableStoryLine], *, public: bool = False) -> GameView:
    """The hand for a player at the table, the board for everybody else."""
    app = app_of(door.table.kind)
    player = None if public else door.chair
    code = door.table.code
    since = None if player is None else since_view(door, lines)
    playing = door.state.stage is TableStage.PLAYING
    panel = app.shape(game_sources(door, player, lines, told=player is None))
    told = _newest_sentences(door, lines) if player is not None and (since is None or player not in door.state.waits_for) else ()
    read = app.reads(panel)
    return GameView(
        template=app.board if player is None else app.hand,
        panel=panel,
        result=_result_beside_game(door),
        away=player is not None and playing and bool(door.state.chairs[player].bot),
        asked=door.state.asked,
        act=ActionFields(address=reverse("tables:do", args=[code]), turn=door.state.turn, command_id=new_form_id()),
        since=since,
        told=tuple([words for words in told if not read or read not in words]),
        stays=why_no_undo_words(door, lines) if player is not None and since is None and playing else "",
        away_by=_away_by(door, lines),
        moments=moments_of(door, lines, player),
    )


class AwayShown(Struct, frozen=True, kw_only=True):
    """A person for whom a bot could play. `why_not`: what has to happen first, empty if a bot may play now."""

    number: int
    name: str
    why_not: str


class More(Struct, frozen=True, kw_only=True):
    """Further actions at a table: undo more than the newest move, leave, come back, host the table.

    `time`: what the host may change during the game. `time_comes`: a change counts from the next turn on. `deed`: what the game
    leaves to a host who was not seated when it began. `own_code`: makes another phone the same friend. `game`: this person plays in
    the table's event.
    """

    code: str
    stage: str
    back: tuple[lobby.UndoableMove, ...]
    chair: int | None
    seated: bool
    away: bool
    may_host: bool
    may_close: bool
    time: TimeRow | None
    time_comes: bool
    deed: HostDeed | None
    others: tuple[AwayShown, ...]
    bot: str
    own_code: str
    staked: bool
    public: str
    cards: str
    game: bool


def own_words(state: TableState, person: str) -> str:
    """The state of this person's request for a chair: open or denied. Empty for everybody else."""
    own = own_request(state, person)
    if own is None:
        return ""
    bot, host = name_at(state, own.chair), state.chair_of(state.host)
    if own.no_by:
        return say("{name} did not let you in: {bot} plays on.", name=own.no_by, bot=bot)
    if not state.present():
        return say(
            "You asked for the chair of {bot}. Nobody is at the table now: whoever comes back is asked, or Control.",
            bot=bot,
        )
    answer = [host] if host is not None and host in state.present() else state.present()
    names = listed([state.names[each] for each in answer])
    return say("You asked for the chair of {bot}. Waiting for {names}, or Control.", bot=bot, names=names)


def _away_others(state: TableState, person: str, now: datetime) -> Iterator[AwayShown]:
    for number, chair in enumerate(state.chairs):
        if may_stand_in(state, person, number):
            yield AwayShown(number=number, name=chair.name, why_not="" if is_away(state, number, now) else _not_away(state, number))


def _not_away(state: TableState, number: int) -> str:
    """What has to happen before this person counts as away."""
    if number not in state.waits_for:
        return say("possible once a turn of theirs has gone by")
    if state.seconds:
        return say("possible once their time has run out")
    minutes = int(SILENT.total_seconds()) // 60
    return say_count("possible after {count} minute without a word", "possible after {count} minutes without a word", minutes)


def more_view(door: TablePass, lines: Sequence[story.TableStoryLine]) -> More:
    """Further actions for this person."""
    state, chair, person = door.state, door.chair, door.person
    playing = state.stage is TableStage.PLAYING
    host = person is not None and person.id == state.host
    now = system_time.now()
    open_or_played = state.stage in (TableStage.OPEN, TableStage.PLAYING)
    return More(
        code=door.table.code,
        stage=state.stage.value,
        back=lobby.own_moves(door, lines)[1:],
        chair=chair,
        seated=chair is not None,
        away=chair is not None and bool(state.chairs[chair].bot),
        may_host=host and open_or_played,
        may_close=person is not None and may_close_now(state, person.id, now) and open_or_played,
        time=time_row(agreed_time(state)) if host and playing else None,
        time_comes=state.changing is not None,
        deed=app_of(door.table.kind).host_deed(door.engine, state) if host and playing else None,
        others=tuple(_away_others(state, person.id, now)) if person and playing else (),
        bot="steady" if "steady" in door.engine.game.bots else next(iter(door.engine.game.bots)),
        own_code=spelled(person.code) if person and person.code and chair is not None else "",
        staked=state.stake is not None,
        public=reverse("tables:screen", args=[door.table.code]),
        cards=cards_at(door),
        game=door.plays_the_event,
    )


class TableWall(Struct, frozen=True, kw_only=True):
    """The public board. `game`: None before the game, when the join code is shown large."""

    top: TableHeading
    game: GameView | None
    result: ResultView | None
    log: tuple[LogLine, ...]
    agreement: str
    cards: str
    stats: Stats | None
    join: str
    qr: str
    missing: int
    free: bool
    following: str


def wall_view(door: TablePass, join: str, now: datetime) -> TableWall:
    """The view for everybody at the table. `door`: a pass without a person."""
    lines = story.lines_of(door.table.stream)
    before, game = door.state.stage is TableStage.OPEN, door.engine.game
    taken = sum(not chair.free for chair in door.state.chairs)
    return TableWall(
        top=top(door, now),
        game=game_view(door, lines, public=True) if is_shown(door) else None,
        result=_result_beside_game(door),
        log=log_lines(lines, None, WALL_LINES),
        agreement=agreement_of(game.options, game.least, game.most, door.state).words,
        cards=cards_at(door),
        stats=stats_view(door, lines),
        join=join.split("://", 1)[-1].rstrip("/"),
        qr=qr_of(join) if before else "",
        missing=max(game.least - taken, 0),
        free=taken < len(door.state.chairs),
        following=reverse("tables:screen", args=[door.state.following]) if door.state.following else "",
    )


def qr_of(address: str) -> str:
    """An address as a QR code that fills its container."""
    return str(segno.make(address, error="m").svg_inline(scale=6, border=3, dark="#000", light="#fff", omitsize=True))


# === boards of the hall =================================================================================================

# Boards of tables for the hall's projectors.


MOST_BOARDS = 20  # tables in the list of a person


def boards_shown(event: Event) -> Iterator[Showing]:
    """The boards that an event's screens can show: its newest tables."""
    for table in access.tables().filter(event=event).order_by("-pk")[:MOST_BOARDS]:
        name = say("Table {code}: {title}", code=table.code, title=table_name(open_door(table, None)))
        yield Showing(id=f"table:{table.code}", name=name, address=reverse("tables:screen", args=[table.code]))
