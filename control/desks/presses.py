"""Presses at a desk: a form, a command, and one sentence about the result; and the press that ends a step or vote."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from msgspec import Struct

from control import registry, system_time
from control.day.clock.steps import EndStep
from control.day.clock.view import done_sentence, running_after_words
from control.day.desk_tasks import DeskTask
from control.desks.command import CommandForm, initial
from control.desks.frame import draw, draw_page, is_fragment, look
from control.engine.language import say
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused
from control.journal import desk, journal, rows
from control.journal.desk import actor_key
from control.journal.story import lines_of, may_read, may_withdraw, withdrawn_by
from control.journal.story import who as who_did
from control.journal.story_line import StoryLine
from control.models import Entry
from control.people.access import DeskPass
from control.regions.sight import Sight

# === presses ============================================================================================================

# A press sends one form, makes one call of the door, and gets one sentence about the result.
#
# A *tap* is a button in a page; its sentence appears at the foot of the page. A *question* is a form in the dialog or, without
# JavaScript, on its own page. Both answer 200 or 303 when done, 422 when refused, and 409 when the sender's screen was out of date;
# then the whole screen refreshes.


DONE, REFUSED, STALE = "done", "refused", "stale"
JUST = timedelta(minutes=2)  # the time within which something was "just" done
STATUS = {DONE: 200, REFUSED: 422, STALE: 409}


class PressAnswer(Struct, frozen=True, kw_only=True):
    """The result of a press."""

    kind: str
    sentence: str
    rule: str = ""
    seq: int = 0  # seq of its first entry, for undo; 0 if there is none
    back: str = ""
    then: tuple[DeskTask, ...] = ()  # matters that now wait for this person, with addresses

    @property
    def status(self) -> int:
        return STATUS[self.kind]

    @property
    def done(self) -> bool:
        return self.kind == DONE

    @property
    def stale(self) -> bool:
        return self.kind == STALE


class PressPlace(Struct, frozen=True, kw_only=True):
    """The page of a button: its address, and how to redraw it."""

    address: str  # URL name that takes the event's ID
    tab: str
    draw: Callable[[HttpRequest, DeskPass, PressAnswer | None], HttpResponse]
    rest: tuple[str, ...] = ()  # further arguments of the address

    def of(self, door: DeskPass) -> str:
        """The page's address in this event."""
        return reverse(self.address, args=[door.event.pk, *self.rest])


def carry_out(door: DeskPass, form: CommandForm) -> PressAnswer:
    """Carry out the form's command."""
    if not form.is_valid():
        return PressAnswer(kind=REFUSED, sentence=form.first_error())
    command = form.command()
    try:
        done = desk.perform(stream_id=door.event.stream_id, command=command, by=door.actor, command_id=form.id_of_command())
    except Refused as no:
        said = refusal(no)
        return _late_press_answer(door, command, said) if said.stale else said
    said = done_words(door, done.entries, repeated=done.repeated, first=form.tells_first)
    sight = Sight(done.head.state, door.viewer)
    if not done.repeated and (words := sight.public(done_sentence, command)):
        said = replace(said, sentence=words)
    now = sight.public(running_after_words, command)
    return replace(said, sentence=say("{done} Now: {now}.", done=said.sentence, now=now)) if now else said


def was_carried_out(door: DeskPass, form: CommandForm) -> bool:
    """Has this person already sent this valid form's command? Then it is a second tap."""
    return bool(rows.answers_to(door.event.stream, actor_key(door.actor), form.id_of_command()))


def _late_press_answer(door: DeskPass, command: Command, said: PressAnswer) -> PressAnswer:
    """The result of a press that came too late; names the person who has just done the same, if anybody has."""
    stream = door.event.stream
    stream.refresh_from_db(fields=["head", "hash"])
    label = journal.label_of(stream, command)
    lines = lines_of(stream)
    taken, since = withdrawn_by(lines), system_time.now() - JUST
    for line in reversed(lines):
        if line.at < since:
            return said
        if line.label == label and line.seq not in taken:
            return replace(said, sentence=_faster_words(door, command, line, said.sentence))
    return said


def _faster_words(door: DeskPass, command: Command, line: StoryLine, sentence: str) -> str:
    name = "" if line.actor == actor_key(door.actor) else who_did(line)
    if not isinstance(command, EndStep):
        if not name:
            return say(
                "You have, on this screen or another of yours, just done “{what}”. {sentence}", what=line.label, sentence=sentence
            )
        return say("{name} has just done “{what}”. {sentence}", name=name, what=line.label, sentence=sentence)
    room = registry.rooms(door.event.stream.engine).get(command.room)
    step, applied = line.label.rpartition(",")[0], room is not None and room.desk.applies
    if not name:
        if applied:
            return say("You have, on this screen or another of yours, just applied {step}.", step=step)
        return say("You have, on this screen or another of yours, just ended {step}.", step=step)
    return (
        say("{name} has just applied {step}.", name=name, step=step)
        if applied
        else say("{name} has just ended {step}.", name=name, step=step)
    )


def done_words(door: DeskPass, entries: Sequence[Entry], *, repeated: bool = False, first: bool = False) -> PressAnswer:
    """The result of these entries, with undo if possible: the sentence of a single entry, else the command's label.

    `first`: the first sentence is enough, even for more entries.
    """
    if not entries:
        return PressAnswer(kind=DONE, sentence=say("Nothing changed."))
    stream = door.event.stream
    stream.refresh_from_db(fields=["head", "hash"])
    lines = lines_of(stream)
    own = [lines[entry.seq - 1] for entry in entries]
    said = (first or len(own) == 1) and may_read(own[0], door.desks)
    words = own[0].sentence if said else f"{own[0].label}."
    lasting = any(line.lasting for line in own) or not may_withdraw(own[0], door.desks)
    return PressAnswer(
        kind=DONE,
        sentence=say("Done already: {words}", words=words) if repeated else words,
        seq=0 if lasting else own[0].seq,
        back=say("Undo"),
    )


def refusal(no: Refused) -> PressAnswer:
    """The result of a refused press, stale if the sender's screen was out of date."""
    return PressAnswer(kind=STALE if no.code == "stale" else REFUSED, sentence=no.sentence, rule=no.rule)


def carry_out_and_answer(request: HttpRequest, door: DeskPass, form: CommandForm, place: PressPlace, *topics: str) -> HttpResponse:
    """Carry out a button's command and answer it."""
    return answer_press(request, door, carry_out(door, form), place, *topics)


def answer_press(request: HttpRequest, door: DeskPass, said: PressAnswer, place: PressPlace, *topics: str) -> HttpResponse:
    """Answer a button press in a page; without htmx, redraw the page."""
    if is_fragment(request):
        return refresh_regions(_draw_answer(request, door, said), said, *topics)
    if said.done:
        messages.success(request, said.sentence)
        return HttpResponseRedirect(place.of(door))
    response = place.draw(request, door, said)
    response.status_code = said.status
    return response


def draw_question(
    request: HttpRequest,
    door: DeskPass,
    fragment: str,
    context: Mapping[str, object],
    place: PressPlace,
    said: PressAnswer | None = None,
) -> HttpResponse:
    """Draw a question: a fragment for the dialog, or a page around the same fragment."""
    whole = {**context, "said": said, "event_id": door.event.pk, "back": place.of(door)}
    status = said.status if said else 200
    if is_fragment(request):
        return refresh_regions(draw(request, fragment, whole, status), said)
    return draw_page(request, "control/desk/ask.html", look(request, door), place.tab, {**whole, "fragment": fragment}, status)


def draw_closed_question(
    request: HttpRequest, door: DeskPass, place: PressPlace, title: str, now: str, said: PressAnswer | None = None
) -> HttpResponse:
    """Draw a question that nobody can answer now: the reason, and no button that must fail. `now`: the running step, or ""."""
    return draw_question(request, door, "control/desk/_closed.html", {"title": title, "now": now}, place, said)


def close_question(request: HttpRequest, door: DeskPass, said: PressAnswer, place: PressPlace, *topics: str) -> HttpResponse:
    """Close a question's dialog, and say at the foot of the page what was done."""
    if not is_fragment(request):
        messages.success(request, said.sentence)
        return HttpResponseRedirect(place.of(door))
    response = _draw_answer(request, door, said)
    response.headers["HX-Retarget"] = "#said"
    response.headers["HX-Reswap"] = "innerHTML"
    return refresh_regions(response, said, "answered", *topics)


def refresh_regions(response: HttpResponse, said: PressAnswer | None, *topics: str) -> HttpResponse:
    """Refresh the regions of the sender's own screen at once, with or without the socket."""
    if said is None or (not said.done and not said.stale):
        return response
    names = ("awake",) if said.stale else (*topics, "journal")
    response.headers["HX-Trigger"] = json.dumps(dict.fromkeys(names, ""))
    return response


def _draw_answer(request: HttpRequest, door: DeskPass, said: PressAnswer) -> HttpResponse:
    return draw(request, "control/desk/_said.html", {"said": said, "event_id": door.event.pk}, said.status)


# === end of a step ======================================================================================================

# The end of a step or vote: one press if nothing is open; otherwise a question that names what is missing or lost.


OVER = {"HX-Retarget": "#said", "HX-Reswap": "innerHTML", "HX-Trigger": "answered, awake"}
SURE = "sure"  # form field that confirms the question


class EndWarning(Struct, frozen=True, kw_only=True):
    """What a press would end: the button's text, and a sentence for each open thing."""

    verb: str = ""
    open: tuple[str, ...] = ()


def end(
    request: HttpRequest,
    door: DeskPass,
    form: CommandForm,
    place: PressPlace,
    ending: Callable[[], EndWarning],
    *topics: str,
) -> HttpResponse:
    """Carry out the form; if something is open, only after the question is confirmed."""
    is_sure = request.POST.get(SURE) == "1"
    if is_sure:
        said = carry_out(door, form)
        if said.done:
            return close_question(request, door, said, place, *topics)
        response = answer_press(request, door, said, place)
        if is_fragment(request):  # the question no longer applies: the answer goes to the foot
            for name, value in OVER.items():
                response.headers[name] = value
        return response
    asked = ending() if form.is_valid() else EndWarning()
    if not asked.open:
        return carry_out_and_answer(request, door, form, place, *topics)
    hidden = {**{name: request.POST.get(name, "") for name in form.fields}, **initial()}
    context = {"asked": asked, "hidden": hidden, "action": request.path}
    response = draw_question(request, door, "control/desk/_end.html", context, place)
    response.headers["HX-Retarget"] = "#ask"
    return response
