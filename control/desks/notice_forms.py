"""Announcements and calls as forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.day.calls import AnswerCall, EndCall, ReleaseCall
from control.day.notices import ALL, HALL, ROOM, SEAT, Announce
from control.day.state import DayState, Presence
from control.desks.command import ChoiceForm, CommandForm
from control.engine.language import say


class AnnounceForm(CommandForm):
    """Words to all, to the hall, to a room, to one team or to one player."""

    to = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Say to whom."),
        }
    )
    text = forms.CharField(
        max_length=500,
        widget=forms.Textarea,
        error_messages={
            "required": gettext_lazy("Say what is to be announced."),
            "max_length": gettext_lazy("An announcement has 1 to 500 characters."),
        },
    )

    def __init__(self, *args: Any, state: DayState, **more: Any) -> None:
        super().__init__(*args, **more)
        self.groups = list(_groups(state))
        self.fields["to"].error_messages["invalid_choice"] = state.frame.said("to-whom")
        self.fields["to"].choices = self.groups  # type: ignore[attr-defined]

    def command(self) -> Announce:
        """The announcement."""
        return Announce(text=self.cleaned_data["text"], to=self.cleaned_data["to"])

    def words(self) -> str:
        """What has been done, for the sender."""
        names = {id_: name for _group, choices in self.groups for id_, name in choices}
        return say("Announced to {name}.", name=names[self.cleaned_data["to"]])


def _groups(state: DayState) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """To whom something can be said, in groups."""
    yield say("Everybody"), [(ALL, say("everybody")), (HALL, say("the screens in the hall"))]
    yield (
        say("Who is in a room now"),
        [(f"{ROOM}{room}", say(state.frame.room(room).the)) for room in state.timetable.steps],
    )
    yield state.frame.said("a-team"), [(team.id, team.name) for team in state.teams]
    here = [seat for seat in state.seats.values() if seat.presence in (Presence.PRESENT, Presence.EXPECTED)]
    short = {team.id: team.short for team in state.teams}
    yield (
        say("One player"),
        [(f"{SEAT}{seat.id}", f"{seat.name} ({short[seat.team]})") for seat in sorted(here, key=lambda each: each.name)],
    )


class AnswerForm(ChoiceForm):
    """A call that somebody of the team takes, gives back or has settled: its number, under what is done with it."""

    call = forms.IntegerField(required=False, min_value=1, error_messages={"invalid": gettext_lazy("No such call.")})
    release = forms.IntegerField(required=False, min_value=1, error_messages={"invalid": gettext_lazy("No such call.")})
    end = forms.IntegerField(required=False, min_value=1, error_messages={"invalid": gettext_lazy("No such call.")})

    def clean(self) -> dict[str, Any]:
        """Raises: ValidationError, when no call is named."""
        given = super().clean() or self.cleaned_data
        if not self.errors and not any(given.get(name) for name in ("call", "release", "end")):
            raise forms.ValidationError(say("Say which call."))
        return given

    def command(self) -> AnswerCall | ReleaseCall | EndCall:
        """The answer."""
        given = self.cleaned_data
        if given["release"]:
            return ReleaseCall(call=given["release"])
        return EndCall(call=given["end"]) if given["end"] else AnswerCall(call=given["call"])
