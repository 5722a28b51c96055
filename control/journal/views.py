"""Journal page: every command in words, with its sender; search; and undo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods
from msgspec import Struct

from control import registry
from control.day.decisions.answers import DecisionMade
from control.day.desk_tasks import question_asked
from control.day.words import plain_name
from control.desks.command import CommandForm, NumberField, initial, reason_field
from control.desks.frame import Look, draw_page, look, regions, room_address
from control.desks.presses import PressAnswer, PressPlace, close_question, done_words, draw_question, refusal
from control.engine.context import ORGANIZER
from control.engine.language import say
from control.engine.records import replace
from control.engine.refusal import Refused
from control.journal import desk
from control.journal.journal import event_of, game_of
from control.journal.story import (
    CommandStory,
    Story,
    command_stories,
    commands_of,
    lines_of,
    may_read,
    may_withdraw,
    names_of_doers,
    who,
)
from control.journal.story_line import OF_WITHDRAWALS, StoryLine
from control.journal.withdrawals import WITHDRAWN, is_redo_label, plain_label
from control.journal.witnesses import Witnesses, witnesses
from control.models import Stream
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from control.registry import CorrectionLink

# === forms ==============================================================================================================

# Forms for undo and search.


class WithdrawForm(CommandForm):
    """Withdraw one command, with a reason."""

    reason = reason_field()


class JournalFilterForm(forms.Form):
    """Filter of the journal page."""

    q = forms.CharField(max_length=60, required=False)
    about = forms.CharField(max_length=40, required=False)
    who = forms.CharField(max_length=120, required=False)
    before = NumberField(min_value=1, required=False)


# === pages ==============================================================================================================

# The journal: every command in words, with its sender; and undo.


PAGE = 50  # entries


def about_words(realm: str, module: str) -> str:
    """The name of a game module at the desks. A room's further modules have the room's name."""
    if module == OF_WITHDRAWALS:
        return say("Withdrawals")
    known = next((each.title for each in registry.game(realm).modules if each.name == module), "")
    if known:
        return say(known)
    room, frame = module.partition("-")[0], registry.realm(realm).frame
    return frame.room_name(room) if room in frame.room_ids else say(module.replace("-", " ").capitalize())


class JournalView(Struct, frozen=True, kw_only=True):
    """One page of the journal, newest first. `older`: the seq where the next page begins; 0 at the end."""

    told: tuple[CommandStory, ...]
    older: int
    total: int
    filtered: bool
    query: str  # the filter, for the address of the next page


def journal_view(seen: Look) -> JournalView:
    """The page of commands that match the filter."""
    asked = JournalFilterForm(seen.query)
    asked.is_valid()
    words, about, name = (asked.cleaned_data.get(key, "") for key in ("q", "about", "who"))
    before = asked.cleaned_data.get("before") or 0
    lines, desks = lines_of(seen.door.event.stream), seen.door.desks
    groups: list[tuple[StoryLine, ...]] = []
    count = older = 0
    for group in commands_of(lines.begun_before(before) if before else lines):
        if not _fits_filter(seen.sight.realm, group, desks, plain_name(words), about, name):
            continue
        if count >= PAGE:
            older = groups[-1][0].seq
            break
        groups.append(group)
        count += len(group)
    query = seen.query.copy()
    query.pop("before", None)
    return JournalView(
        told=command_stories(groups, lines, desks),
        older=older,
        total=len(lines),
        filtered=bool(words or about or name),
        query=query.urlencode(),
    )


def _fits_filter(realm: str, group: Sequence[StoryLine], desks: frozenset[object], words: str, about: str, name: str) -> bool:
    first = group[0]
    if about and all(about_words(realm, line.module) != about_words(realm, about) for line in group):
        return False
    if name and who(first) != name:
        return False
    if not words:
        return True
    readable = (line.sentence for line in group if may_read(line, desks))  # type: ignore[arg-type]
    return any(words in plain_name(text) for text in (first.label, who(first), *readable))


register(
    DeskRegion(
        name="journal",
        template="control/desk/_journal.html",
        topics=("journal",),
        view=journal_view,
        also="input from:#journal-filter delay:200ms, change from:#journal-filter",
        include="#journal-filter",
    )
)


@require_GET
def journal(request: HttpRequest, event_id: int) -> HttpResponse:
    """The journal page, for every desk."""
    return journal_page(request, desk_or_404(request, event_id))


def journal_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Draw the journal page; `said` is the result of a press."""
    seen = look(request, door)
    lines = lines_of(door.event.stream)
    filters = JournalFilterForm(request.GET)
    filters.is_valid()
    modules = {each.module for each in lines.doers} - {"setup"}
    # Modules with the same name are one choice; the first of them stands for all.
    abouts = {about_words(seen.sight.realm, name): name for name in sorted(modules, reverse=True)}
    context = {
        "said": said,
        "filters": {name: filters.cleaned_data.get(name) or "" for name in ("q", "about", "who", "before")},
        "abouts": {name: words for words, name in sorted(abouts.items())},
        "names": names_of_doers(lines.doers),
        **regions(seen, "journal"),
    }
    return draw_page(request, "control/desk/journal.html", seen, "journal", context)


HERE = PressPlace(address="desk:journal", tab="journal", draw=journal_page)


# --- undo ---------------------------------------------------------------------------------------------------------------


class Going(Struct, frozen=True, kw_only=True):
    """What an undo removes from one part of the game: sentences that this desk may read, and the number of hidden ones."""

    title: str
    sentences: tuple[str, ...]
    hidden: int


class Leaning(Struct, frozen=True, kw_only=True):
    """A later command that depends on the one to withdraw. `may_withdraw`: this desk may withdraw it first.

    `what`: its first sentence that this desk may read. The label does not say which decision it was.
    """

    seq: int
    label: str
    what: str
    who: str
    may_withdraw: bool


class UndoView(Struct, frozen=True, kw_only=True):
    """The effects of an undo: what goes in each room, what depends on it, who has seen it, why it may be forbidden."""

    seq: int
    label: str
    is_redo: bool
    goes: tuple[Going, ...]
    leaning: tuple[Leaning, ...]
    seen: Witnesses
    forbidden: str
    rooms: tuple[CorrectionLink, ...]
    ways: tuple[CorrectionLink, ...]


def undo_view(seen: Look, line: StoryLine, lines: Story) -> UndoView:
    """The effects of withdrawing this line's command."""
    stream, desks = seen.door.event.stream, seen.door.desks
    group = lines.command_of(line)
    reach = desk.withdrawal_reach(stream=stream, entries=list(stream.entries.filter(seq__in=[each.seq for each in group])))
    of_withdrawal = group[0].kind == WITHDRAWN
    is_redo = of_withdrawal and not is_redo_label(group[0].label)
    turned = [lines[entry.seq - 1] for entry in reach.turned] or group
    return UndoView(
        seq=group[0].seq,
        label=_question(seen, stream, group[0]) or (plain_label(group[0].label) if of_withdrawal else group[0].label),
        is_redo=is_redo,
        goes=tuple(_removed_by_room(seen.sight.realm, turned, desks)),
        leaning=tuple(_dependent_commands(lines, [entry.seq for entry in reach.dependants], desks)),
        seen=witnesses(seen.event_id, stream.key, seen.sight, group, seen.door.name),
        forbidden=reach.forbidden,
        rooms=tuple(_rooms(seen, turned)),
        ways=tuple(_other_corrections(seen, turned)),
    )


def _question(seen: Look, stream: Stream, line: StoryLine) -> str:
    """The question that this line answers, for those who may read it. One round has many answers."""
    if line.kind != DecisionMade.__name__:
        return ""
    made: DecisionMade = event_of(game_of(stream), stream.entries.get(seq=line.seq))
    return seen.sight.view(question_asked, made.id)


def _removed_by_room(realm: str, turned: Sequence[StoryLine], desks: frozenset[str]) -> Iterator[Going]:
    """What an undo removes, room by room; what all rooms share comes last."""
    titles = dict.fromkeys(_title(realm, each) for each in sorted(turned, key=lambda each: each.room is None))
    for title in titles:
        here = [each for each in turned if _title(realm, each) == title]
        readable = tuple(each.sentence for each in here if may_read(each, desks))
        yield Going(title=title, sentences=readable, hidden=len(here) - len(readable))


def _title(realm: str, line: StoryLine) -> str:
    return registry.realm(realm).frame.room_name(line.room) if line.room else about_words(realm, line.module)


def _dependent_commands(lines: Story, seqs: Sequence[int], desks: frozenset[str]) -> Iterator[Leaning]:
    """The command of each of these entries once, newest first: they can be withdrawn in this order."""
    newest_first = [lines[seq - 1] for seq in sorted(seqs, reverse=True) if seq <= len(lines)]
    for line in {each.command: each for each in newest_first}.values():
        group = lines.command_of(line)
        what = next((each.sentence for each in group if may_read(each, desks)), "")
        yield Leaning(
            seq=group[0].seq, label=group[0].label, what=what, who=who(group[0]), may_withdraw=may_withdraw(group[0], desks)
        )


def _rooms(seen: Look, turned: Sequence[StoryLine]) -> Iterator[CorrectionLink]:
    """Links to this member's room desks that can correct these lines by hand."""
    for room in dict.fromkeys(each.room for each in turned if each.room):
        address = room_address(seen, room)
        if address and seen.sits_at(seen.sight.frame.desk_of(room)):
            yield CorrectionLink(
                words=say("{room} by hand", room=seen.sight.frame.room_name(room)), address=address, in_dialog=False
            )


def _other_corrections(seen: Look, turned: Sequence[StoryLine]) -> Iterator[CorrectionLink]:
    """Other pages where this desk can correct these lines."""
    by_hand = registry.realm(seen.sight.realm).desk.by_hand
    if by_hand is not None:
        yield from by_hand(
            seen.event_id, seen.sight, seen.door.actor, [invalidation for each in turned for invalidation in each.heard]
        )
    if seen.sits_at(ORGANIZER) and any(each.module == "clock" and each.room is None for each in turned):
        yield CorrectionLink(words=say("The clock"), address=seen.address("clock"), in_dialog=False)
    yield CorrectionLink(words=say("Announce it"), address=seen.address("announce"), in_dialog=True)


WHOLE_QUESTION = {"HX-Retarget": "#ask", "HX-Reswap": "innerHTML", "HX-Reselect": "form"}


@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, event_id: int, seq: int) -> HttpResponse:
    """Show what an undo of this command does; on POST, withdraw it."""
    door = desk_or_404(request, event_id)
    lines = lines_of(door.event.stream)
    line = lines[seq - 1] if 0 < seq <= len(lines) else None
    if line is None or not (may_withdraw(line, door.desks) or line.lasting):
        raise Http404(say("Nothing to take back here."))
    form, said = WithdrawForm(initial=initial()), None
    if request.method == "POST":
        form = WithdrawForm(request.POST)
        said = _withdraw(door, line, form)
        if said.done:
            return close_question(request, door, said, HERE, "awake")
        door.event.stream.refresh_from_db()
    view = undo_view(look(request, door), line, lines)
    if not view.is_redo and not view.seen.anybody:
        form.initial["reason"] = say("by mistake")  # nobody outside the team has seen it: no other reason is needed
    response = draw_question(request, door, "control/desk/_undo.html", {"undo": view, "form": form}, HERE, said)
    if "list" in request.GET and (view.forbidden or not view.leaning):  # the list asked, and has nothing left to name
        for name, value in WHOLE_QUESTION.items():
            response.headers[name] = value
    return response


def _withdraw(door: DeskPass, line: StoryLine, form: WithdrawForm) -> PressAnswer:
    if not form.is_valid():
        return PressAnswer(kind="refused", sentence=form.first_error())
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
        done_words(door, done.entries, repeated=done.repeated), back=say("Redo") if line.kind != WITHDRAWN else say("Undo")
    )
