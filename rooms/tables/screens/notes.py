"""Notes on top of a phone's page: a time-out, requests for a chair, the viewer's own request, the rematch."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from msgspec import Struct

from control.engine.language import say
from rooms.realm.game.table_stakes import MOST_STAKED, PUBLISHED
from rooms.tables import access, story
from rooms.tables.access import TablePass, asker_of
from rooms.tables.game.chair_requests import may_answer, may_ask_now, open_requests, own_request
from rooms.tables.game.chairs import must_ask
from rooms.tables.game.context import name_at
from rooms.tables.game.rematch import is_played_out, may_play_again
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.screens.absence import Meanwhile, meanwhile_of
from rooms.tables.screens.forms import ENDS_OFFERED, STAKES, translated_choices
from rooms.tables.screens.game_view import own_words
from rooms.tables.screens.heading import ChairChip, chips


class AskShown(Struct, frozen=True, kw_only=True):
    """A request for a bot's chair."""

    asker: str
    name: str
    chair: str


class AgainShown(Struct, frozen=True, kw_only=True):
    """The agreement before a rematch. Empty unless there was a stake."""

    stakes: tuple[tuple[str, str], ...] = ()
    most_staked: int = MOST_STAKED
    ends: tuple[tuple[str, str], ...] = ()
    published: tuple[str, ...] = ()


class Notes(Struct, frozen=True, kw_only=True):
    """Notes for this person.

    `own`: the state of their own request. `following`: the address of the rematch. `again_by`: who can open it. `asked_anew`: their
    next turn has come since a time-out. `may_sit` and `may_ask`: bots whose chairs they can take or request.
    """

    code: str
    nameless: bool
    meanwhile: Meanwhile | None
    asked_anew: bool
    asks: tuple[AskShown, ...]
    own: str
    denied: bool
    following: str
    again: AgainShown | None
    again_by: str
    may_sit: tuple[ChairChip, ...]
    may_ask: tuple[ChairChip, ...]


def notes_view(door: TablePass, lines: Sequence[story.TableStoryLine]) -> Notes:
    """What this person has to know or answer first."""
    state, person = door.state, door.person
    own = own_request(state, person.id) if person else None
    sat, over = door.chair is not None, is_played_out(state)
    again = person is not None and may_play_again(state, person.id) and _may_open(door)
    bots = _bots(door)
    asking = must_ask(state)
    return Notes(
        code=door.table.code,
        nameless=person is None and state.stage is TableStage.PLAYING and state.stake is None and _has_bots(state),
        meanwhile=meanwhile_of(door, lines) if state.stage is TableStage.PLAYING else None,
        asked_anew=door.chair in state.waits_for,
        asks=asks_shown(state) if person and may_answer(state, person.id) else (),
        own=own_words(state, person.id) if person else "",
        denied=bool(own and own.no_by),
        following=reverse("tables:table", args=[state.following]) if state.following else "",
        again=_rematch_shown(state) if again else None,
        again_by=name_at(state, host) if over and sat and _may_open(door) and (host := _host_chair(state)) is not None else "",
        may_sit=() if asking else bots,
        may_ask=bots if asking and person and may_ask_now(state, person.id) else (),
    )


def asks_shown(state: TableState) -> tuple[AskShown, ...]:
    """All requests that wait for an answer."""
    return tuple(
        AskShown(asker=asker_of(each.person), name=each.name, chair=name_at(state, each.chair)) for each in open_requests(state)
    )


def _bots(door: TablePass) -> tuple[ChairChip, ...]:
    """Bots whose chair this person may have."""
    state = door.state
    if state.stage is not TableStage.PLAYING or door.chair is not None or door.person is None or state.stake is not None:
        return ()
    return tuple(each for each in chips(door) if each.bot)


def _has_bots(state: TableState) -> bool:
    return any(chair.bot and not chair.person for chair in state.chairs)


def _host_chair(state: TableState) -> int | None:
    host = state.chair_of(state.host)
    return host if host in state.present() else None


def _may_open(door: TablePass) -> bool:
    return door.table.event_id is None or access.players_may_open(door.table.event_id)


def _rematch_shown(state: TableState) -> AgainShown:
    if state.stake is None:
        return AgainShown()
    return AgainShown(
        stakes=translated_choices(STAKES), ends=translated_choices(ENDS_OFFERED), published=tuple(say(words) for words in PUBLISHED)
    )
