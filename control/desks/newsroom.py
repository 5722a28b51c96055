"""Newsroom: the news of a round at the desks, looked over, edited and sent, with its forms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from control.day.news.drafts import LONGEST, HoldNews, SendNews
from control.day.news.edits import MoveNews, RewordNews, StrikeNews
from control.day.news.view import NewsroomView, newsroom, on_the_wall
from control.desks.announcements import HERE
from control.desks.command import ChoiceForm, CommandForm, NumberField, initial
from control.desks.frame import Look, look
from control.desks.press import DONE, REFUSED, Said, answered, give, question, tap, told
from control.engine.context import ORGANIZER
from control.engine.language import say
from control.engine.typed_text import one_line
from control.journal.news import gone_of
from control.people.access import desk_or_404
from control.regions.kinds import RegionKind, register

# === forms ==============================================================================================================

# The news as forms: one tap on a line, words in a question of their own.


NO_LINE: Final = gettext_lazy("Say which line.")
NUMBER: Final = r"[1-9]\d{0,4}"
PLACE: Final = r"\d{1,4}"


class LineForm(ChoiceForm):
    """One tap on a line: "strike 3 5" is month 3, line 5; "up 3 5 2" the same line, where it stood third."""

    act = forms.RegexField(
        regex=rf"^((strike|stand) {NUMBER} {NUMBER}|(up|down) {NUMBER} {NUMBER} {PLACE})$",
        error_messages={"required": NO_LINE, "invalid": NO_LINE},
    )

    def command(self) -> StrikeNews | MoveNews:
        what, *numbers = self.cleaned_data["act"].split(" ")
        number, line, *place = map(int, numbers)
        if place:
            return MoveNews(round=number, line=line, before=place[0], up=what == "up")
        return StrikeNews(round=number, line=line, on=what == "strike")


class SendForm(CommandForm):
    """The news of a round go out now; lines go with what has been taken back since."""

    round = NumberField(min_value=1, error_messages={"required": NO_LINE, "invalid": NO_LINE, "min_value": NO_LINE})

    def __init__(self, *args: Any, gone: tuple[int, ...] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.gone = gone

    def command(self) -> SendNews:
        return SendNews(round=self.cleaned_data["round"], gone=self.gone)


class HoldForm(ChoiceForm):
    """Whether news wait for somebody."""

    hold = forms.ChoiceField(choices=(("yes", ""), ("no", "")), error_messages={"required": NO_LINE, "invalid_choice": NO_LINE})

    def command(self) -> HoldNews:
        return HoldNews(on=self.cleaned_data["hold"] == "yes")


class WordsForm(CommandForm):
    """A line in other words, or a new one."""

    text = forms.CharField(
        error_messages={"required": gettext_lazy("Write what the line says.")}, widget=forms.Textarea, max_length=5 * LONGEST
    )

    def __init__(self, *args: Any, number: int, line: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.number, self.line = number, line

    def command(self) -> RewordNews:
        return RewordNews(round=self.number, line=self.line, text=self.cleaned_data["text"])


# === newsroom ===========================================================================================================

# The news of a round at the desks: looked over, edited, sent; and whether they wait for that.


EDITED = 2  # rounds whose lines can be reached: the newest, and the one before it


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsroomPanel:
    """The newest news with their lines. `gone` are the entries told of that have been taken back since."""

    room: NewsroomView
    gone: tuple[int, ...]


def newsroom_panel(seen: Look) -> NewsroomPanel:
    """The news as this desk sees them."""
    room = seen.sight.view(newsroom)
    shown = replace(room, drafts=room.drafts[:EDITED])
    sources = {line.source for draft in shown.drafts for line in draft.lines if line.source}
    gone = gone_of(seen.door.event.stream, sources) if sources else ()
    return NewsroomPanel(room=replace(shown, drafts=on_the_wall(shown.drafts, gone)), gone=gone)


def news_waiting(seen: Look) -> str:
    """The round whose news wait to be sent, in words; empty for none."""
    return next((each.words for each in seen.sight.view(newsroom).drafts if each.sent_at is None), "")


register(
    RegionKind(
        name="newsroom", template="control/desk/_newsroom.html", topics=("news", "journal"), view=newsroom_panel, in_place=True
    ),
    RegionKind(name="news_waiting", template="control/desk/_news_waiting.html", topics=("news",), view=news_waiting),
)


@require_POST
def line(request: HttpRequest, event_id: int) -> HttpResponse:
    """Strike a line, let it stand, move it."""
    return tap(request, desk_or_404(request, event_id), LineForm(request.POST), HERE, "news")


@require_POST
def hold(request: HttpRequest, event_id: int) -> HttpResponse:
    """Let news wait from now on, or go out by themselves."""
    return tap(request, desk_or_404(request, event_id, ORGANIZER), HoldForm(request.POST), HERE, "news")


@require_POST
def send(request: HttpRequest, event_id: int) -> HttpResponse:
    """Send the news as they stand."""
    door = desk_or_404(request, event_id)
    panel = newsroom_panel(look(request, door))
    return tap(request, door, SendForm(request.POST, gone=panel.gone), HERE, "news")


@require_http_methods(["GET", "POST"])
def words(request: HttpRequest, event_id: int, number: int, line: int) -> HttpResponse:
    """A line in other words; line 0 is a new one."""
    door = desk_or_404(request, event_id)
    draft = next((each for each in look(request, door).sight.view(newsroom).drafts if each.round == number), None)
    found = next((each for each in draft.lines if each.id == line), None) if draft is not None else None
    if draft is None or (line and found is None):
        return told(request, door, Said(kind=REFUSED, sentence=say("No such line of the news.")), HERE)
    form = WordsForm(initial=initial(text=found.text if found else ""), number=number, line=line)
    said = None
    if request.method == "POST":
        given = WordsForm(request.POST, number=number, line=line)
        same = found is not None and given.is_valid() and one_line(given.cleaned_data["text"]) == found.text
        said = Said(kind=DONE, sentence=say("Nothing changed: the line says so already.")) if same else give(door, given)
        if said.done:
            return answered(request, door, said, HERE, "news")
        form = form if said.stale else given
    context = {"draft": draft, "line": found, "form": form, "most": LONGEST, "number": number, "at": line}
    return question(request, door, "control/desk/_news_words.html", context, HERE, said)
