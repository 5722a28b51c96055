"""Newsroom: a round's news, checked, edited and sent by the desks; and its forms."""

from __future__ import annotations

from typing import Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from control.day.news.drafts import LONGEST, HoldNews, SendNews
from control.day.news.edits import MoveNews, RewordNews, StrikeNews
from control.day.news.view import NewsroomView, newsroom_view, with_wall_lines
from control.desks.announcements import HERE
from control.desks.command import ChoiceForm, NumberField, form_of, initial, one_error
from control.desks.frame import Look, look
from control.desks.presses import (
    DONE,
    REFUSED,
    PressAnswer,
    answer_press,
    carry_out,
    carry_out_and_answer,
    close_question,
    draw_question,
)
from control.engine.context import ORGANIZER
from control.engine.language import say
from control.engine.records import replace
from control.engine.typed_text import one_line
from control.journal.news import withdrawn_of
from control.people.access import desk_or_404
from control.regions.kinds import DeskRegion, register

# === forms ==============================================================================================================

# Forms for the news: one tap on a line, or a dialog for its text.


NO_LINE: Final = gettext_lazy("Say which line.")
NUMBER: Final = r"[1-9]\d{0,4}"
PLACE: Final = r"\d{1,4}"


class NewsLineForm(ChoiceForm):
    """One action on a line: "strike 3 5" is month 3, line 5. "up 3 5 2" moves that line up; two lines stood before it."""

    act = forms.RegexField(
        regex=rf"^((strike|stand) {NUMBER} {NUMBER}|(up|down) {NUMBER} {NUMBER} {PLACE})\Z",
        error_messages=one_error(NO_LINE),
    )

    def command(self) -> StrikeNews | MoveNews:
        what, *numbers = self.cleaned_data["act"].split(" ")
        number, line, *place = map(int, numbers)
        if place:
            return MoveNews(round=number, line=line, before=place[0], up=what == "up")
        return StrikeNews(round=number, line=line, on=what == "strike")


SendNewsForm = form_of(SendNews, given=("gone",), round=NumberField(min_value=1, error_messages=one_error(NO_LINE)))


class HoldForm(ChoiceForm):
    """Hold the news until somebody sends them, or not."""

    hold = forms.ChoiceField(choices=(("yes", ""), ("no", "")), error_messages=one_error(NO_LINE))

    def command(self) -> HoldNews:
        return HoldNews(on=self.cleaned_data["hold"] == "yes")


WordsForm = form_of(
    RewordNews,
    given=("round", "line"),
    text=forms.CharField(
        error_messages={"required": gettext_lazy("Write what the line says.")}, widget=forms.Textarea, max_length=5 * LONGEST
    ),
)


# === newsroom ===========================================================================================================

# A round's news at the desks: check, edit, send, and hold.


EDITED = 2  # rounds that can be edited: the newest and the one before


class NewsroomPanel(Struct, frozen=True, kw_only=True):
    """The newest news with their lines. `gone`: reported entries that have been withdrawn since."""

    room: NewsroomView
    gone: tuple[int, ...]


def newsroom_panel(seen: Look) -> NewsroomPanel:
    """The news for this desk."""
    room = seen.sight.view(newsroom_view)
    shown = replace(room, drafts=room.drafts[:EDITED])
    sources = {line.source for draft in shown.drafts for line in draft.lines if line.source}
    gone = withdrawn_of(seen.door.event.stream, sources) if sources else ()
    return NewsroomPanel(room=replace(shown, drafts=with_wall_lines(shown.drafts, gone)), gone=gone)


def news_waiting(seen: Look) -> str:
    """The round with unsent news, in words; "" for none."""
    return next((each.words for each in seen.sight.view(newsroom_view).drafts if each.sent_at is None), "")


register(
    DeskRegion(
        name="newsroom", template="control/desk/_newsroom.html", topics=("news", "journal"), view=newsroom_panel, in_place=True
    ),
    DeskRegion(name="news_waiting", template="control/desk/_news_waiting.html", topics=("news",), view=news_waiting),
)


@require_POST
def line(request: HttpRequest, event_id: int) -> HttpResponse:
    """Strike, restore or move a line."""
    return carry_out_and_answer(request, desk_or_404(request, event_id), NewsLineForm(request.POST), HERE, "news")


@require_POST
def hold(request: HttpRequest, event_id: int) -> HttpResponse:
    """Hold the news from now on, or let them go out by themselves."""
    return carry_out_and_answer(request, desk_or_404(request, event_id, ORGANIZER), HoldForm(request.POST), HERE, "news")


@require_POST
def send(request: HttpRequest, event_id: int) -> HttpResponse:
    """Send the news in their current form."""
    door = desk_or_404(request, event_id)
    panel = newsroom_panel(look(request, door))
    return carry_out_and_answer(request, door, SendNewsForm(request.POST, gone=panel.gone), HERE, "news")


@require_http_methods(["GET", "POST"])
def words(request: HttpRequest, event_id: int, number: int, line: int) -> HttpResponse:
    """Reword a line; line 0 is a new one."""
    door = desk_or_404(request, event_id)
    draft = next((each for each in look(request, door).sight.view(newsroom_view).drafts if each.round == number), None)
    found = next((each for each in draft.lines if each.id == line), None) if draft is not None else None
    if draft is None or (line and found is None):
        return answer_press(request, door, PressAnswer(kind=REFUSED, sentence=say("No such line of the news.")), HERE)
    form = WordsForm(initial=initial(text=found.text if found else ""), round=number, line=line)
    said = None
    if request.method == "POST":
        given = WordsForm(request.POST, round=number, line=line)
        same = found is not None and given.is_valid() and one_line(given.cleaned_data["text"]) == found.text
        said = (
            PressAnswer(kind=DONE, sentence=say("Nothing changed: the line says so already.")) if same else carry_out(door, given)
        )
        if said.done:
            return close_question(request, door, said, HERE, "news")
        form = form if said.stale else given
    context = {"draft": draft, "line": found, "form": form, "most": LONGEST, "number": number, "at": line}
    return draw_question(request, door, "control/desk/_news_words.html", context, HERE, said)
