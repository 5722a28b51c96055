"""The journal: everything that was done, by whom, in words; and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from control import desk
from control import journal as entries
from control.access import DeskPass, desk_or_404
from control.forms.command import initial
from control.forms.journal import JournalFilterForm, WithdrawForm
from control.game.refused import Refused
from control.game.treasury import house_name
from control.models import Stream
from control.scenario.ids import HouseId
from control.story import Line, lines_of, may_read, may_withdraw
from control.views.desk.frame import Look, Part, draw_page, look, regions, register
from control.views.desk.people import plain
from control.views.desk.press import Place, Said, answered, done_words, question, refusal
from control.views.desk.stories import Told, commands_of, tell, who

PAGE = 50  # entries
ABOUT = {
    "clock": "Clock",
    "people": "People",
    "treasury": "Power and Favors",
    "ceremonies": "Ceremonies",
    "notices": "Announcements and calls",
    "journal": "Withdrawals",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalView:
    """A page of the journal, newest first. `older` is where the next page begins, 0 at the end."""

    told: tuple[Told, ...]
    older: int
    total: int
    filtered: bool
    query: str  # the filter, for the address of the next page


def journal_view(seen: Look) -> JournalView:
    """The commands that the filter leaves."""
    asked = JournalFilterForm(seen.query)
    asked.is_valid()
    words, about, name = (asked.cleaned_data.get(key, "") for key in ("q", "about", "who"))
    before = asked.cleaned_data.get("before") or 0
    lines, desks = lines_of(seen.door.event.stream), seen.door.desks
    groups: list[tuple[Line, ...]] = []
    count = older = 0
    for group in commands_of(lines):
        if (before and group[0].seq >= before) or not _wanted(group, desks, plain(words), about, name):
            continue
        if count >= PAGE:
            older = groups[-1][0].seq
            break
        groups.append(group)
        count += len(group)
    query = seen.query.copy()
    query.pop("before", None)
    return JournalView(
        told=tell(groups, lines, desks),
        older=older,
        total=len(lines),
        filtered=bool(words or about or name),
        query=query.urlencode(),
    )


def _wanted(group: Sequence[Line], desks: frozenset[object], words: str, about: str, name: str) -> bool:
    first = group[0]
    if about and all(line.chapter != about for line in group):
        return False
    if name and who(first) != name:
        return False
    if not words:
        return True
    readable = (line.sentence for line in group if may_read(line, desks))  # type: ignore[arg-type]
    return any(words in plain(text) for text in (first.label, who(first), *readable))


register(
    journal=Part(
        template="control/desk/_journal.html",
        topics=("journal",),
        shape=journal_view,
        also="input from:#journal-filter delay:200ms, change from:#journal-filter",
        include="#journal-filter",
    )
)


@require_GET
def journal(request: HttpRequest, event_id: int) -> HttpResponse:
    """The journal, for every desk."""
    return journal_page(request, desk_or_404(request, event_id))


def journal_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """The journal, with what became of a press."""
    seen = look(request, door)
    lines = lines_of(door.event.stream)
    filters = JournalFilterForm(request.GET)
    filters.is_valid()
    chapters = {line.chapter for line in lines}
    rooms = {name: name.capitalize() for name in sorted(chapters - set(ABOUT) - {"setup", "court-sits"})}
    context = {
        "said": said,
        "filters": {name: filters.cleaned_data.get(name) or "" for name in ("q", "about", "who", "before")},
        "abouts": {name: words for name, words in {**ABOUT, **rooms}.items() if name in chapters},
        "names": sorted({who(line) for line in lines}),
        **regions(seen, "journal"),
    }
    return draw_page(request, "control/desk/journal.html", seen, "journal", context)


HERE = Place(address="desk:journal", tab="journal", draw=journal_page)


# --- the way back -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoView:
    """What taking back a command means: what goes, what leans on it, who has seen it, why it may be impossible."""

    seq: int
    label: str
    is_redo: bool
    goes: tuple[str, ...]
    leaning: tuple[str, ...]
    seen_by: str
    forbidden: str


def undo_view(door: DeskPass, line: Line, lines: Sequence[Line]) -> UndoView:
    """What taking back the command of this line means."""
    stream = door.event.stream
    group = [each for each in lines if each.command == line.command]
    reach = desk.reach(stream=stream, entries=list(stream.entries.filter(seq__in=[each.seq for each in group])))
    is_redo = group[0].kind == entries.WITHDRAWN
    return UndoView(
        seq=group[0].seq,
        label=group[0].label.removeprefix("Withdrawn: ") if is_redo else group[0].label,
        is_redo=is_redo,
        goes=tuple(each.sentence for each in group if may_read(each, door.desks)),
        leaning=tuple(dict.fromkeys(each.label for each in reach.dependants)),
        seen_by=_seen_by(stream, group),
        forbidden=reach.forbidden,
    )


def _seen_by(stream: Stream, group: Sequence[Line]) -> str:
    """Who was told to look when it happened."""
    told = {audience for line in group for audience in line.told}
    if "all" in told:
        return "Everybody has seen it."
    state = entries.head(stream).state
    names = [house_name(state, HouseId(audience.partition(":")[2])) for audience in sorted(told) if audience.startswith("house:")]
    seats = [audience.partition(":")[2] for audience in sorted(told) if audience.startswith("seat:")]
    names += [seat.name for key, seat in sorted(state.seats.items()) if key in seats]
    return f"Seen so far by {', '.join(names)} and the control team." if names else "Seen so far by the control team only."


@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, event_id: int, seq: int) -> HttpResponse:
    """Say what taking a command back means; on the answer, take it back."""
    door = desk_or_404(request, event_id)
    lines = lines_of(door.event.stream)
    line = lines[seq - 1] if 0 < seq <= len(lines) else None
    if line is None or not (may_withdraw(line, door.desks) or line.lasting):
        raise Http404("Nothing to take back here.")
    form, said = WithdrawForm(initial=initial()), None
    if request.method == "POST":
        form = WithdrawForm(request.POST)
        said = _withdraw(door, line, form)
        if said.done:
            return answered(request, door, said, HERE, "awake")
        door.event.stream.refresh_from_db()
    context = {"undo": undo_view(door, line, lines), "form": form}
    return question(request, door, "control/desk/_undo.html", context, HERE, said)


def _withdraw(door: DeskPass, line: Line, form: WithdrawForm) -> Said:
    if not form.is_valid():
        return Said(kind="refused", sentence=form.first_error())
    try:
        done = desk.withdraw(
            stream_id=door.event.stream_id,
            entries=(line.seq,),
            reason=form.cleaned_data["reason"],
            by=door.actor,
            command_id=form.id_of_command(),
        )
    except Refused as no:
        return refusal(no)
    return replace(
        done_words(door, done.entries, repeated=done.repeated), back="Redo" if line.kind != entries.WITHDRAWN else "Undo"
    )
