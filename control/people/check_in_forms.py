"""Forms of the check-in desk, one for each command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.day.people.presence import AddPlayer, CheckIn, LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.day.plan import Team
from control.day.roster.marks import LONGEST_NOTE, MarkPerson
from control.day.roster.substitutes import LONGEST_NAME, Substitute, SwapSeats
from control.day.state import PersonMarks, Presence
from control.day.view import PlayerView
from control.desks.command import ChoiceForm, CommandForm, form_of, hidden_number
from control.engine.frame import Frame
from control.engine.ids import SeatId
from control.engine.language import later

# === check in forms =====================================================================================================


REMEMBERED = {"first_timer": later("First time"), "phoneless": later("No phone"), "nameless": later("No name in the debrief")}
MARKS = {
    Presence.PRESENT: later("Here"),
    Presence.LATE: later("Late"),
    Presence.ABSENT: later("Absent"),
    Presence.EXPECTED: later("Expected"),
}


class MarkForm(ChoiceForm):
    """One button of the check-in list, as seat, mark seen, new mark: "cat-1 expected present"."""

    mark = forms.RegexField(
        regex=r"^[\w-]{1,60} (expected|present|late|absent|gone) (expected|present|late|absent)\Z",
        error_messages={
            "required": gettext_lazy("Tap a player’s mark."),
            "invalid": gettext_lazy("No such mark; load the page again."),
        },
    )

    def command(self) -> CheckIn:
        seat, before, after = self.cleaned_data["mark"].split(" ")
        return CheckIn(seat=SeatId(seat), before=Presence(before), presence=Presence(after))


def another_field() -> forms.CharField:
    """A field with the seats of namesakes that the sender has confirmed to be other people."""
    return forms.CharField(required=False, max_length=2_000, widget=forms.HiddenInput)


class WalkInForm(CommandForm):
    """Add a player who is not on the list."""

    name = forms.CharField(
        max_length=60,
        error_messages={
            "required": gettext_lazy("Write the player’s name."),
            "max_length": gettext_lazy("A name has 1 to 60 characters."),
        },
    )
    makes = AddPlayer
    team = forms.ChoiceField()
    another = another_field()

    def __init__(self, *args: Any, frame: Frame, teams: Iterable[Team], **more: Any) -> None:
        super().__init__(*args, **more)
        team = self.fields["team"]
        team.choices = [(each.id, each.name) for each in teams]  # type: ignore[attr-defined]
        team.error_messages.update(required=frame.said("choose-team"), invalid_choice=frame.said("no-team"))


LeaveForm = form_of(LeaveForGood, given=("seat",))


class MarksForm(CommandForm):
    """Change the marks of a player. The hidden fields hold the marks that the sender saw."""

    first_timer = forms.BooleanField(required=False)
    phoneless = forms.BooleanField(required=False)
    nameless = forms.BooleanField(required=False)
    note = forms.CharField(
        required=False,
        max_length=LONGEST_NOTE,
        error_messages={"max_length": gettext_lazy("A note has at most %(limit_value)d characters.")},
    )
    saw_flags = forms.RegexField(regex=r"^[01]{3}\Z", widget=forms.HiddenInput)
    saw_note = forms.CharField(required=False, max_length=LONGEST_NOTE, widget=forms.HiddenInput)

    def command(self) -> MarkPerson:
        found = self.cleaned_data
        first, phoneless, nameless = (flag == "1" for flag in found["saw_flags"])
        return MarkPerson(
            seat=self.given["seat"],
            before=PersonMarks(first_timer=first, phoneless=phoneless, nameless=nameless, note=found["saw_note"]),
            after=PersonMarks(**{name: found[name] for name in ("first_timer", "phoneless", "nameless", "note")}),
        )


class SubstituteForm(CommandForm):
    """Let somebody else play a character from now on."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        error_messages={
            "required": gettext_lazy("Write the substitute’s name."),
            "max_length": gettext_lazy("A name has 1 to 60 characters."),
        },
    )
    before = forms.CharField(max_length=LONGEST_NAME, widget=forms.HiddenInput)
    issue = hidden_number(0)
    first_timer = forms.BooleanField(required=False)
    phoneless = forms.BooleanField(required=False)
    another = another_field()

    def command(self) -> Substitute:
        found = self.cleaned_data
        marks = PersonMarks(first_timer=found["first_timer"], phoneless=found["phoneless"])
        return self.build(Substitute, marks=marks)


class SwapForm(CommandForm):
    """Swap the seats of two people. Each choice carries the name that the sender saw."""

    other = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose with whom."),
            "invalid_choice": gettext_lazy("Somebody else plays there by now; look again."),
        }
    )
    before = forms.CharField(max_length=LONGEST_NAME, widget=forms.HiddenInput)
    issue = hidden_number(0)

    def __init__(self, *args: Any, others: Iterable[PlayerView] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["other"].choices = [(f"{each.seat} {each.name}", each.name) for each in others]  # type: ignore[attr-defined]

    def command(self) -> SwapSeats:
        other, _blank, name = self.cleaned_data["other"].partition(" ")
        return SwapSeats(one=self.given["seat"], one_name=self.cleaned_data["before"], other=SeatId(other), other_name=name)


class SeatInRoomForm(ChoiceForm):
    """Seat a player at one of these places: a room, or a table as room, blank, table."""

    month = hidden_number(0, 99)
    place = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose a room."),
            "invalid_choice": gettext_lazy("There is no such room or table."),
        }
    )

    def __init__(self, *args: Any, places: Iterable[str], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["place"].choices = [(place, place) for place in places]  # type: ignore[attr-defined]

    def command(self) -> SeatInRoom:
        room, _blank, table = self.cleaned_data["place"].partition(" ")
        return self.build(SeatInRoom, player=self.given["seat"], room=room, table=table)


class SeatHereForm(ChoiceForm):
    """Seat a player of a list in one room."""

    makes = SeatInRoom
    month = hidden_number(0, 99)
    player = forms.SlugField(max_length=60, error_messages={"required": gettext_lazy("Choose a player.")})
    table = forms.SlugField(max_length=60, required=False)


class CodeForm(forms.Form):
    """Issue a new join code. `issue`: number of the code that the sender saw."""

    issue = hidden_number(0)


class FilterForm(forms.Form):
    """The filter of the check-in list."""

    q = forms.CharField(max_length=60, required=False)
    team = forms.CharField(max_length=60, required=False)
    mark = forms.ChoiceField(
        choices=[
            ("", gettext_lazy("All")),
            *((mark.value, gettext_lazy(words)) for mark, words in MARKS.items()),
            ("gone", gettext_lazy("Left")),
            *((name, gettext_lazy(words)) for name, words in REMEMBERED.items()),
        ],
        required=False,
    )
