"""History of a table, move by move. Public sentences only during the game, unsealed after it.

After the game it can be seen through any player's eyes, or with all hands on one page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control.engine.language import say
from control.journal import journal
from control.journal.streams import NamedStream
from control.journal.withdrawals import marks_of
from control.models import Stream
from rooms.tables import story
from rooms.tables.access import TablePass, find_table, open_door, table_or_404
from rooms.tables.game.state import TableState
from rooms.tables.registry import GameSight, TableApp, Touch, app_of
from rooms.tables.screens.heading import ActionFields, turn_words
from rooms.tables.settlement import ENDED

# === all hands ==========================================================================================================

# All hands of a finished game on one page, one below the other.


ID: Final = re.compile(r'\sid="([^"]+)"')
POINTS: Final = re.compile(r'(\s(?:id|for|list|popovertarget|aria-[a-z]+)="|\shref="#)([^"]*)"')


class HandPanel(Struct, frozen=True, kw_only=True):
    """A player's own view: the game's object for the hand's template."""

    chair: int
    name: str
    panel: object


class HandView(Struct, frozen=True, kw_only=True):
    """A rendered hand."""

    name: str
    drawn: SafeString


def drawn_hands(request: HttpRequest, template: str, hands: Sequence[HandPanel], context: dict[str, Any]) -> tuple[HandView, ...]:
    """Rendered hands with unique HTML ids, so that one page can hold them all."""
    return tuple(
        HandView(
            name=each.name,
            drawn=mark_safe(with_own_ids(render_to_string(template, {**context, "panel": each.panel}, request), each.chair)),
        )
        for each in hands
    )


def with_own_ids(drawn: str, number: int) -> str:
    """A fragment with `--number` behind its HTML ids and all references to them, so that a page can hold several copies."""
    own = frozenset(ID.findall(drawn))

    def named(found: re.Match[str]) -> str:
        words = (f"{word}--{number}" if word in own else word for word in found[2].split(" "))
        return f'{found[1]}{" ".join(words)}"'

    return POINTS.sub(named, drawn)


# === history ============================================================================================================

# The history itself. The debrief of an event shows the same pages (`screens/debrief.py`).
#
# Undone moves are left out. A board is made from the viewer's own shapes, like the live one. The game's view decides what a
# viewer may see; this module only decides through whose eyes.


ALL: Final = "all"  # all players' hands at once
Seeing = int | Literal["all"] | None
NEAR = 12  # moves listed before and after the current one


class Alone(Struct, frozen=True, kw_only=True):
    """Sentences that only one player was told."""

    chair: int
    name: str
    words: tuple[str, ...]


class HistoryMove(Struct, frozen=True, kw_only=True):
    """A move: its number, its last entry, and its public sentences."""

    number: int
    seq: int
    label: str
    at: datetime
    words: tuple[str, ...]
    alone: tuple[Alone, ...] = ()
    touched: tuple[Touch, ...] = ()


class HistoryViewer(Struct, frozen=True, kw_only=True):
    """A choice of viewer: the public, one player, or all players at once."""

    name: str
    address: str
    chosen: bool


class HistoryStop(Struct, frozen=True, kw_only=True):
    """A link to a move."""

    number: int
    label: str
    words: str
    address: str
    here: bool


class History(Struct, frozen=True, kw_only=True):
    """One move of the history with its navigation. An empty address means no link."""

    code: str
    title: str
    back: str
    step: HistoryMove | None
    of: int
    words: str
    template: str
    panel: object
    hands: tuple[HandPanel, ...]
    hand: str
    act: ActionFields
    eyes: tuple[HistoryViewer, ...]
    sealed: bool
    public: bool
    first: str
    previous: str
    following: str
    last: str
    near: tuple[HistoryStop, ...]


def steps_of(lines: Sequence[story.TableStoryLine], names: Sequence[str] | None) -> tuple[HistoryMove, ...]:
    """Moves that were not undone, oldest first. Private sentences are included only if `names` is given, once nothing is sealed."""
    groups = [group for group in story.standing_moves(lines) if not all(line.plain for line in group)]
    return tuple(_step(number, group, names) for number, group in enumerate(reversed(groups), start=1))


def _step(number: int, group: story.Group, names: Sequence[str] | None) -> HistoryMove:
    words = tuple(told for line in group if (told := line.told(None)))
    return HistoryMove(
        number=number,
        seq=group[-1].seq,
        label=group[0].label,
        at=group[0].at,
        words=words,
        alone=() if names is None else tuple(_private_sentences(group, names)),
        touched=tuple(touch for line in group for touch in line.note.touched),
    )


def _private_sentences(group: story.Group, names: Sequence[str]) -> Iterator[Alone]:
    """Sentences that one player was told and others were not."""
    for chair, name in enumerate(names):
        own = tuple(told for line in group if (told := line.told(chair)) and told != line.told(None))
        if own:
            yield Alone(chair=chair, name=name, words=own)


def is_sealed(state: TableState) -> bool:
    """Whether the table has secrets. False once its game is over."""
    return state.stage not in ENDED or state.play is None


def state_after(stream: Stream, seq: int, lines: Sequence[story.TableStoryLine]) -> TableState:
    """The table after an entry, without anything that was undone later."""
    state: TableState = journal.state_without(stream, seq, story.withdrawn(lines), marks_of(stream))
    return state


def history_of(door: TablePass, number: int | None, asked: Seeing, here: str = "", back: str = "") -> History:
    """A move of the history; None is the newest. During the game other eyes than the public's are ignored.

    `here`: the page's own address. `back`: the page before it, if that is not the table.
    """
    sealed = is_sealed(door.state)
    lines = story.lines_of(door.table.stream)
    steps = steps_of(lines, None if sealed else door.state.names)
    at = min(max(number or len(steps), 1), len(steps)) if steps else 0
    step = steps[at - 1] if steps else None
    state = state_after(door.table.stream, step.seq, lines) if step else door.state
    seeing = None if sealed or (isinstance(asked, int) and asked >= len(state.chairs)) else asked
    eyes = None if seeing == ALL else seeing
    app = app_of(door.table.kind)
    ways = _Ways(here or reverse("tables:history", args=[door.table.code]), seeing)
    return History(
        code=door.table.code,
        title=door.state.title,
        back=back or reverse("tables:table", args=[door.table.code]),
        step=step,
        of=len(steps),
        words=turn_words(state, None),
        template="" if state.play is None else app.board if eyes is None else app.hand,
        panel=None if state.play is None else _panel(door, app, state, eyes, step),
        hands=() if seeing != ALL or state.play is None else tuple(_hands(door, app, state, step)),
        hand=app.hand,
        act=ActionFields(address="", turn=0, command_id=UUID(int=0)),
        eyes=() if sealed else tuple(_eye_links(ways, state, at)),
        sealed=sealed,
        public=eyes is None,
        first=ways.to(1) if at > 1 else "",
        previous=ways.to(at - 1) if at > 1 else "",
        following=ways.to(at + 1) if at < len(steps) else "",
        last=ways.to(len(steps)) if at < len(steps) else "",
        near=tuple(_move_links(ways, steps, at)),
    )


class _Ways(Struct, frozen=True):
    here: str
    eyes: Seeing

    def to(self, number: int) -> str:
        return f"{self.here}?move={number}" + (f"&eyes={self.eyes}" if self.eyes is not None else "")


def _hands(door: TablePass, app: TableApp, state: TableState, step: HistoryMove | None) -> Iterator[HandPanel]:
    for number, name in enumerate(state.names):
        yield HandPanel(chair=number, name=name, panel=_panel(door, app, state, number, step))


def _panel(door: TablePass, app: TableApp, state: TableState, eyes: int | None, step: HistoryMove | None) -> object:
    rules = door.engine.rules
    told = step.words if step else ()
    if step is not None and eyes is not None:
        told = next((each.words for each in step.alone if each.chair == eyes), told)
    view, touched = rules.view(state.play, eyes), step.touched if step else ()
    return app.shape(GameSight(table=state, player=eyes, view=view, offers=(), content=door.content, told=told, touched=touched))


def _eye_links(ways: _Ways, state: TableState, at: int) -> Iterator[HistoryViewer]:
    names: list[tuple[Seeing, str]] = [(None, say("The board")), *enumerate(state.names), (ALL, say("All hands"))]
    for eyes, name in names:
        yield HistoryViewer(name=name, address=_Ways(ways.here, eyes).to(at), chosen=eyes == ways.eyes)


def _move_links(ways: _Ways, steps: Sequence[HistoryMove], at: int) -> Iterator[HistoryStop]:
    for step in steps[max(at - 1 - NEAR, 0) : at + NEAR]:
        words = " ".join(step.words)
        yield HistoryStop(number=step.number, label=step.label, words=words, address=ways.to(step.number), here=step.number == at)


@never_cache
@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """The history of a table, one move at a time, for everybody who has its code."""
    return draw_history(request, table_or_404(request, code))


def draw_history(request: HttpRequest, door: TablePass, *, here: str = "", back: str = "") -> HttpResponse:
    """Render the move and the viewer that the request asks for."""
    asked: Seeing = ALL if request.GET.get("eyes") == ALL else _number(request, "eyes")
    found = history_of(door, _number(request, "move"), asked, here, back)
    context = {"history": found, "app": app_of(door.table.kind), "content": door.content, "debrief": bool(back)}
    hands = drawn_hands(request, found.hand, found.hands, {**context, "act": found.act})
    response = render(request, "tables/history.html", {**context, "hands": hands})
    patch_vary_headers(response, ("Cookie",))
    return response


def _number(request: HttpRequest, name: str) -> int | None:
    typed = request.GET.get(name, "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 7 else None


# --- the transcript -----------------------------------------------------------------------------------------------------


def transcript(door: TablePass) -> Iterator[str]:
    """All sentences of a table, one a line, undone ones marked. Private ones are included once nothing is sealed."""
    state = door.state
    names = () if is_sealed(state) else state.names
    lines = story.lines_of(door.table.stream)
    gone = story.withdrawn(lines)
    yield f"{state.title} {door.table.code}: {', '.join(state.names)}. {turn_words(state, None)}."
    for line in lines:
        back = " " + say("(taken back)") if line.seq in gone else ""
        if words := line.told(None):
            yield f"{line.seq:>5}  {timezone.localtime(line.at):%H:%M:%S}  {words}{back}"
        for each in _private_sentences((line,), names):
            alone = say("{name} alone: {words}", name=each.name, words=" ".join(each.words))
            yield f"{'':>17}{alone}{back}"


def journal_of_table(name: str) -> NamedStream | None:
    """The journal of the table with this code, or None."""
    table = find_table(name)
    if table is None:
        return None
    door = open_door(table, None)
    return NamedStream(stream=table.stream, title=f"{door.state.title} {table.code}", told=lambda: transcript(door))
