"""The news as forms: one tap on a line, words in a question of their own."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.day.news.drafts import LONGEST, HoldNews, SendNews
from control.day.news.edits import MoveNews, RewordNews, StrikeNews
from control.desks.command import ChoiceForm, CommandForm, NumberField

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
