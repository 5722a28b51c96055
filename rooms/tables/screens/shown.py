"""What a table shows to whoever comes to it: shaped objects for the fragments of the phone, of the wall and of Control's list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

import segno
from django.urls import reverse
from django.utils import timezone

from control.desks.command import fresh
from control.engine.language import later, listed, say, say_count
from control.hall.faces import Hands, hands
from control.people.access import shown as spelled
from rooms.realm.game.stakes import KIND_NAMES, PUBLISHED, StakeKind
from rooms.tables import lobby, story
from rooms.tables.access import TablePass
from rooms.tables.game.closing import why_words
from rooms.tables.game.rules import HostOption
from rooms.tables.game.state import Chair, Stage, Stake, TableState
from rooms.tables.registry import Seen, app_of
from rooms.tables.screens.forms import SECONDS
from rooms.tables.screens.until_shown import EndShown, end_of
from rooms.tables.settling import winners_of

LOG_LINES = 60
WALL_LINES = 4
BOT_WORDS = {"random": later("plays anything"), "steady": later("plays sensibly")}
BOT_KINDS = {"random": later("Random bot"), "steady": later("Steady bot")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What the forms of a game's hand carry: where they are sent, the turn that is shown, the id of what is done.

    `typed` are the game's own fields of a form that was refused, where the page is drawn anew: what was chosen in it stays.
    """

    address: str
    turn: int
    command_id: UUID
    typed: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChairChip:
    """A chair as everybody sees it. `waited`: the game waits for it now."""

    number: int
    name: str
    free: bool
    bot: bool
    away: bool  # a bot plays for the person whose chair it is
    host: bool
    mine: bool
    waited: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Top:
    """The head of a table's page: what is played, whose turn it is, how long."""

    title: str
    code: str
    address: str
    stage: str
    chairs: tuple[ChairChip, ...]
    words: str
    mine: bool
    hands: Hands | None
    looks_on: bool
    away: bool
    stake: str
    end: EndShown | None


def chips(door: TablePass) -> tuple[ChairChip, ...]:
    """The chairs in their order."""
    state = door.state
    return tuple(_chip(door, number, chair, state) for number, chair in enumerate(state.chairs))


def _chip(door: TablePass, number: int, chair: Chair, state: TableState) -> ChairChip:
    return ChairChip(
        number=number,
        name=chair.name,
        free=chair.free,
        bot=bool(chair.bot) and not chair.person,
        away=bool(chair.bot) and bool(chair.person),
        host=bool(chair.person) and chair.person == state.host,
        mine=number == door.chair,
        waited=state.stage is Stage.PLAYING and number in state.waits_for,
    )


def top(door: TablePass, now: datetime) -> Top:
    """The head of the page for this person."""
    state, chair = door.state, door.chair
    mine = state.stage is Stage.PLAYING and chair is not None and chair in state.waits_for and not state.chairs[chair].bot
    return Top(
        title=state.title,
        code=door.table.code,
        address=reverse("tables:table", args=[door.table.code]),
        stage=state.stage.value,
        chairs=chips(door),
        words=turn_words(state, chair if mine else None),
        mine=mine,
        hands=hands(state.deadline, None, now, paused=False) if state.deadline else None,
        looks_on=chair is None,
        away=chair is not None and bool(state.chairs[chair].bot),
        stake=stake_words(state.stake),
        end=end_of(door, now),
    )


def turn_words(state: TableState, mine: int | None) -> str:
    """For whom the table waits, in words: "Your turn, and Boris’s"."""
    if state.stage is Stage.OPEN:
        return say("Before the game")
    if state.stage is Stage.OVER:
        return say("The game is over")
    if state.stage is Stage.CLOSED:
        return say("This table is closed")
    others = [state.chairs[each].name for each in state.waits_for if each != mine]
    if mine is not None:
        return say("Your turn; also {names}", names=listed(others)) if others else say("Your turn")
    return say("Waiting for {names}", names=listed(others))


def stake_words(stake: Stake | None) -> str:
    """A stake in words: "2 Power each"; empty for none."""
    return say("{amount} {kind} each", amount=stake.amount, kind=say(KIND_NAMES[StakeKind(stake.kind)])) if stake else ""


def seconds_words(seconds: int) -> str:
    """The time for a turn in words."""
    if not seconds:
        return say("no limit for a turn")
    known = dict(SECONDS).get(seconds)
    return say("{time} for a turn", time=say(known) if known else _seconds(seconds))


def _seconds(seconds: int) -> str:
    return say_count("{count} seconds", "{count} seconds", seconds)


def bot_choices(bots: Iterable[str]) -> tuple[BotChoice, ...]:
    """The kinds of bot that a game has, the sensible one first."""
    return tuple(
        BotChoice(
            id=name,
            kind=say(BOT_KINDS[name]) if name in BOT_KINDS else say("{name} bot", name=name.capitalize()),
            words=say(BOT_WORDS.get(name, name)),
        )
        for name in sorted(bots, reverse=True)
    )


# --- before the game ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BotChoice:
    """A kind of bot to put on a chair."""

    id: str
    kind: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionRow:
    """One of the host's options, with what is chosen."""

    id: str
    title: str
    amid: str
    choices: tuple[tuple[str, str], ...]
    chosen: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What is agreed, and what there is to choose from."""

    chairs: int
    numbers: tuple[int, ...]
    seconds: int
    times: tuple[tuple[int, str], ...]
    options: tuple[OptionRow, ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A table before the game. `may_host` is for the host and Control; `missing` says how many more are needed."""

    code: str
    chairs: tuple[ChairChip, ...]
    bots: tuple[BotChoice, ...]
    agreement: Agreement
    named: bool  # this phone is somebody who may sit
    seated: bool
    may_host: bool
    host: str
    missing: int
    stake: str
    published: tuple[str, ...]
    end: EndShown | None


def agreement_of(game_options: Sequence[HostOption], least: int, most: int, state: TableState | None) -> Agreement:
    """What is agreed at a table; as usual where there is none yet."""
    chosen = state.options if state else {}
    seconds = state.seconds if state else 60
    options = tuple(_option(option, chosen.get(option.id, option.choices[0][0])) for option in game_options)
    known = tuple((each, say(words)) for each, words in SECONDS)
    times = known if seconds in dict(known) else (*known, (seconds, _seconds(seconds)))
    facts = (seconds_words(seconds), *(f"{each.amid}: {each.words}" for each in options))
    return Agreement(
        chairs=len(state.chairs) if state else most,
        numbers=tuple(range(least, most + 1)),
        seconds=seconds,
        times=tuple(times),
        options=options,
        words=", ".join(facts),
    )


def _option(option: HostOption, chosen: str) -> OptionRow:
    return OptionRow(
        id=option.id,
        title=say(option.title),
        amid=say(option.amid) if option.amid else option.title.lower(),
        choices=tuple((value, option.words(value)) for value, _words in option.choices),
        chosen=chosen,
        words=option.words(chosen),
    )


def open_view(door: TablePass) -> Open:
    """The chairs, and what may be done with them."""
    state, game = door.state, door.engine.game
    taken = sum(not chair.free for chair in state.chairs)
    hosts = [chair.name for chair in state.chairs if chair.person and chair.person == state.host]
    return Open(
        code=door.table.code,
        chairs=chips(door),
        bots=bot_choices(game.bots),
        agreement=agreement_of(game.options, game.least, game.most, state),
        named=door.person is not None and (state.stake is None or door.person.seat is not None),
        seated=door.chair is not None,
        may_host=door.person is not None and door.person.id == state.host,
        host=hosts[0] if hosts else "",
        missing=max(game.least - taken, 0),
        stake=stake_words(state.stake),
        published=tuple(say(words) for words in PUBLISHED) if state.stake else (),
        end=end_of(door, timezone.now()),
    )


# --- the game -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A player's score at the end, or as it stood."""

    name: str
    score: int
    won: bool
    mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultView:
    """How it ended. `why` says why the table was closed before its end, `stake` where the stake goes."""

    words: str
    rows: tuple[ResultRow, ...]
    why: str
    stake: str
    cut_off: bool = False


def result_view(door: TablePass) -> ResultView | None:
    """The result; None while the game is played."""
    state = door.state
    if state.stage not in (Stage.OVER, Stage.CLOSED):
        return None
    if state.play is None:
        return ResultView(words=say("It was closed before the game began."), rows=(), why=why_words(state), stake="")
    rules = door.engine.rules
    result = rules.result(state.play)
    scores = result.scores if result else rules.standing(state.play)
    won = winners_of(door.engine, state)
    rows = [
        ResultRow(name=chair.name, score=scores[number], won=number in won and not state.cut_off, mine=number == door.chair)
        for number, chair in enumerate(state.chairs)
    ]
    rows.sort(key=lambda row: (not row.won, -row.score))
    return ResultView(
        words=_result_words(state, won, early=not result),
        rows=tuple(rows),
        why=why_words(state),
        stake=_goes(state, won) if state.stake else "",
        cut_off=state.cut_off,
    )


def _result_words(state: TableState, won: Sequence[int], *, early: bool) -> str:
    names = [state.chairs[number].name for number in won]
    if state.cut_off:
        return say("This game was cut off")
    if early and len(names) == 1:
        return say("As it stood, {name} led", name=names[0])
    if early:
        return say("As it stood, {names} led together", names=listed(names))
    if len(names) > 1:
        return say("{names} share the victory", names=listed(names))
    return say("{name} has won", name=listed(names))


def _goes(state: TableState, won: Sequence[int]) -> str:
    """Where the stake goes, as the published rule has it."""
    stake = stake_words(state.stake)
    if state.cut_off:
        return say("The stake was {stake}; it goes back to everybody.", stake=stake)
    if any(state.chairs[each].person for each in won):
        return say("The stake was {stake}; it goes to the winners.", stake=stake)
    return say("The stake was {stake}; it stays with everybody: only bots have won.", stake=stake)


def _headline_of_stake(state: TableState, won: Sequence[int]) -> str:
    """The same where nothing else is told."""
    stake = stake_words(state.stake)
    if state.cut_off:
        return say("The stake, {stake}, goes back to everybody", stake=stake)
    if any(state.chairs[each].person for each in won):
        return say("The stake, {stake}, goes to the winners", stake=stake)
    return say("The stake, {stake}, stays with everybody: only bots have won", stake=stake)


def _beside_the_game(door: TablePass) -> ResultView | None:
    """The result as it stands beside the game's own fragment: only the stake, where the game tells its end itself."""
    found = result_view(door)
    if found is None or door.state.stage is not Stage.OVER or not app_of(door.table.kind).tells_end:
        return found
    words = _headline_of_stake(door.state, winners_of(door.engine, door.state))
    return replace(found, words=words, rows=(), stake="") if found.stake else None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """The game's own fragment with its object, and the result above it when it is over. `away`: a bot plays for this person."""

    template: str
    panel: object
    result: ResultView | None
    away: bool
    asked: int
    act: Act


def seen(door: TablePass, player: int | None, lines: Sequence[story.Line]) -> Seen:
    """What the game's own shapes are made from."""
    state, rules = door.state, door.engine.rules
    own = player if player is not None and state.play is not None else None
    waited = own is not None and state.stage is Stage.PLAYING and not state.chairs[own].bot
    return Seen(
        table=state,
        player=own,
        view=rules.view(state.play, own),
        offers=rules.offers(state.play, own) if waited and own is not None else (),
        content=door.content,
        told=newest_told(lines, own),
    )


def newest_told(lines: Sequence[story.Line], player: int | None) -> tuple[str, ...]:
    """The sentences of the newest action, as this viewer's log has them."""
    for group in story.standing_moves(lines):
        if not all(line.plain for line in group):
            return tuple(told for line in group if line.moves and (told := line.told(player)))
    return ()


def is_shown(door: TablePass) -> bool:
    """Is there a game to look at? One that was cut off would only say for whom it waits."""
    return door.state.play is not None and door.state.stage is not Stage.CLOSED


def game_view(door: TablePass, lines: Sequence[story.Line], *, public: bool = False) -> GameView:
    """The hand of whoever sits at the table, the board for everybody else."""
    app = app_of(door.table.kind)
    player = None if public else door.chair
    code = door.table.code
    return GameView(
        template=app.board if player is None else app.hand,
        panel=app.shape(seen(door, player, lines)),
        result=_beside_the_game(door),
        away=player is not None and door.state.stage is Stage.PLAYING and bool(door.state.chairs[player].bot),
        asked=door.state.asked,
        act=Act(address=reverse("tables:do", args=[code]), turn=door.state.turn, command_id=fresh()),
    )


# --- the log and what else may be done ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A sentence of the log; struck through where it was taken back."""

    seq: int
    words: str
    gone: bool
    aloud: bool


def log_view(lines: Sequence[story.Line], player: int | None, most: int = LOG_LINES) -> tuple[LogLine, ...]:
    """The newest sentences that this viewer may read, the newest first."""
    gone = story.withdrawn(lines)
    found: list[LogLine] = []
    for line in reversed(lines):
        if words := line.told(player):
            found.append(LogLine(seq=line.seq, words=words, gone=line.seq in gone, aloud=line.aloud))
            if len(found) == most:
                break
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class More:
    """What else may be done: take back, leave, come back, host the table. `own_code` makes another phone the same friend."""

    code: str
    stage: str
    back: tuple[lobby.Move, ...]
    chair: int | None
    seated: bool
    away: bool
    may_sit: tuple[ChairChip, ...]
    may_host: bool
    others: tuple[ChairChip, ...]
    bot: str
    own_code: str
    staked: bool
    public: str


def more_view(door: TablePass, lines: Sequence[story.Line]) -> More:
    """What else may be done by this person."""
    state, chair, person = door.state, door.chair, door.person
    playing = state.stage is Stage.PLAYING
    host = person is not None and person.id == state.host
    shown = chips(door)
    return More(
        code=door.table.code,
        stage=state.stage.value,
        back=lobby.own_moves(door, lines),
        chair=chair,
        seated=chair is not None,
        away=chair is not None and bool(state.chairs[chair].bot),
        may_sit=tuple(each for each in shown if each.bot) if playing and chair is None and person and not state.stake else (),
        may_host=host and state.stage in (Stage.OPEN, Stage.PLAYING),
        others=tuple(each for each in shown if not each.mine and not each.bot and not each.away) if playing and host else (),
        bot="steady" if "steady" in door.engine.game.bots else next(iter(door.engine.game.bots)),
        own_code=spelled(person.code) if person and person.code and chair is not None else "",
        staked=state.stake is not None,
        public=reverse("tables:screen", args=[door.table.code]),
    )


# --- the wall -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """The public board. `game` is None before the game, when the code to join stands large."""

    top: Top
    game: GameView | None
    result: ResultView | None
    log: tuple[LogLine, ...]
    agreement: str
    join: str
    qr: str
    missing: int


def wall(door: TablePass, join: str, now: datetime) -> Wall:
    """What everybody sees in the middle of the table; `door` is nobody's."""
    lines = story.lines_of(door.table.stream)
    before, game = door.state.stage is Stage.OPEN, door.engine.game
    taken = sum(not chair.free for chair in door.state.chairs)
    return Wall(
        top=top(door, now),
        game=game_view(door, lines, public=True) if is_shown(door) else None,
        result=_beside_the_game(door),
        log=log_view(lines, None, WALL_LINES),
        agreement=agreement_of(game.options, game.least, game.most, door.state).words,
        join=join.split("://", 1)[-1].rstrip("/"),
        qr=str(segno.make(join, error="m").svg_inline(scale=6, border=3, dark="#000", light="#fff", omitsize=True))
        if before
        else "",
        missing=max(game.least - taken, 0),
    )
