"""The news as forms: one tap on a line, words in a question of their own."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.day.news.composing import LONGEST
from control.day.news.drafting import HoldNews, SendNews
from control.day.news.editing import MoveNews, RewordNews, StrikeNews
from control.desks.command import ChoiceForm, CommandForm

NO_LINE: Final = gettext_lazy("Say which line.")
NUMBER: Final = r"[1-9]\d{0,4}"


class LineForm(ChoiceForm):
    """One tap on a line: "up 3 5" is month 3, line 5."""

    act = forms.RegexField(
        regex=rf"^(strike|stand|up|down) {NUMBER} {NUMBER}$", error_messages={"required": NO_LINE, "invalid": NO_LINE}
    )

    def command(self) -> StrikeNews | MoveNews:
        what, number, line = self.cleaned_data["act"].split(" ")
        if what in ("up", "down"):
            return MoveNews(round=int(number), line=int(line), up=what == "up")
        return StrikeNews(round=int(number), line=int(line), on=what == "strike")


class SendForm(CommandForm):
    """The news of a round go out now; lines go with what has been taken back since."""

    round = forms.IntegerField(min_value=1, error_messages={"required": NO_LINE, "invalid": NO_LINE, "min_value": NO_LINE})

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
