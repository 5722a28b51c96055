"""Agreement before a game, and the page of a table that waits for players."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from control import system_time
from control.engine.language import say
from rooms.realm.game.table_stakes import PUBLISHED
from rooms.tables.access import TablePass
from rooms.tables.game.rules import HostOption
from rooms.tables.game.state import AgreedTime, TableState
from rooms.tables.game.turn_time import GRACE, SECONDS, agreed_time, reserve_words, seconds_in, seconds_words
from rooms.tables.screens.forms import RESERVE_WORDS, USUAL_SECONDS
from rooms.tables.screens.heading import BotChoice, ChairChip, TableEndView, bot_choices, chips, end_of, stake_words

# === agreement ==========================================================================================================


FITS = 14  # letters of a choice that fit in a list half as wide as a phone
FITS_WIDE = 30  # and in a list as wide as a phone


class OptionRow(Struct, frozen=True, kw_only=True):
    """One of the host's options with the current choice. `belongs`: the other option, and its choice, that this one depends on."""

    id: str
    title: str
    amid: str
    choices: tuple[tuple[str, str], ...]
    chosen: str
    words: str
    belongs: tuple[str, str] | None
    alone: bool

    @property
    def is_long(self) -> bool:
        """Whether a list half as wide as a phone would cut a choice."""
        return any(len(words) > FITS for _value, words in self.choices)

    @property
    def is_cut(self) -> bool:
        """Whether a list as wide as a phone would cut a choice. Then the current one is repeated below."""
        return any(len(words) > FITS_WIDE for _value, words in self.choices)


class TimeRow(Struct, frozen=True, kw_only=True):
    """The agreed turn time and reserve, with all choices."""

    seconds: int
    grace: int  # seconds that an action leaves for the next of the turn
    times: tuple[tuple[int, str], ...]
    reserve: int
    reserves: tuple[tuple[int, str], ...]
    words: str


class Agreement(Struct, frozen=True, kw_only=True):
    """What is agreed, with all choices."""

    chairs: int
    numbers: tuple[int, ...]
    time: TimeRow
    options: tuple[OptionRow, ...]
    words: str
    fits: int = FITS_WIDE


class OpenTableView(Struct, frozen=True, kw_only=True):
    """A table before the game. `may_host`: for the host and Control. `missing`: how many more players are needed."""

    code: str
    chairs: tuple[ChairChip, ...]
    bots: tuple[BotChoice, ...]
    agreement: Agreement
    named: bool  # the person at this phone may sit down
    seated: bool
    may_host: bool
    host: str
    missing: int
    free: bool
    stake: str
    published: tuple[str, ...]
    end: TableEndView | None


def agreement_of(game_options: Sequence[HostOption], least: int, most: int, state: TableState | None) -> Agreement:
    """The agreement of a table, or the defaults if there is no table yet."""
    chosen = state.options if state else {}
    time = time_row(agreed_time(state) if state else AgreedTime(seconds=USUAL_SECONDS, reserve=0))
    options = tuple(_option(option, chosen.get(option.id, option.choices[0][0])) for option in game_options)
    now = {each.id: each.chosen for each in options}
    counting = (each for each in options if each.belongs is None or now.get(each.belongs[0]) == each.belongs[1])
    unusual = (each for each in counting if each.alone or each.chosen != each.choices[0][0])  # defaults need no words
    facts = (*(each.words if each.alone else f"{each.amid}: {each.words}" for each in unusual), time.words)
    return Agreement(
        chairs=len(state.chairs) if state else most,
        numbers=tuple(range(least, most + 1)),
        time=time,
        options=options,
        words=" · ".join(facts),
    )


def time_row(agreed: AgreedTime) -> TimeRow:
    """The agreed time with all choices."""
    known = tuple((each, say(words)) for each, words in SECONDS)
    return TimeRow(
        seconds=agreed.seconds,
        grace=int(GRACE.total_seconds()),
        times=known if agreed.seconds in dict(known) else (*known, (agreed.seconds, seconds_in(agreed.seconds))),
        reserve=agreed.reserve,
        reserves=tuple((each, say(words)) for each, words in RESERVE_WORDS),
        words=" · ".join(filter(None, (seconds_words(agreed.seconds), reserve_words(agreed.reserve)))),
    )


def _option(option: HostOption, chosen: str) -> OptionRow:
    return OptionRow(
        id=option.id,
        title=say(option.title),
        amid=say(option.amid) if option.amid else option.title.lower(),
        choices=tuple((value, option.words(value)) for value, _words in option.choices),
        chosen=chosen,
        words=option.words(chosen),
        belongs=option.belongs,
        alone=option.alone,
    )


def open_view(door: TablePass) -> OpenTableView:
    """The view of a table before its game."""
    state, game = door.state, door.engine.game
    taken = sum(not chair.free for chair in state.chairs)
    hosts = [chair.name for chair in state.chairs if chair.person and chair.person == state.host]
    return OpenTableView(
        code=door.table.code,
        chairs=chips(door),
        bots=bot_choices(game.bots),
        agreement=agreement_of(game.options, game.least, game.most, state),
        named=door.person is not None and (state.stake is None or door.person.seat is not None),
        seated=door.chair is not None,
        may_host=door.person is not None and door.person.id == state.host,
        host=hosts[0] if hosts else "",
        missing=max(game.least - taken, 0),
        free=taken < len(state.chairs),
        stake=stake_words(state.stake),
        published=tuple(say(words) for words in PUBLISHED) if state.stake else (),
        end=end_of(door, system_time.now()),
    )
