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
from control.desks.command import ChoiceForm, CommandForm, NumberField
from control.engine.frame import Frame
from control.engine.ids import SeatId, TeamId
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
        regex=r"^[\w-]{1,60} (expected|present|late|absent|gone) (expected|present|late|absent)$",
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
    team = forms.ChoiceField()
    another = another_field()

    def __init__(self, *args: Any, frame: Frame, teams: Iterable[Team], **more: Any) -> None:
        super().__init__(*args, **more)
        team = self.fields["team"]
        team.choices = [(each.id, each.name) for each in teams]  # type: ignore[attr-defined]
        team.error_messages.update(required=frame.said("choose-team"), invalid_choice=frame.said("no-team"))

    def command(self) -> AddPlayer:
        return AddPlayer(team=TeamId(self.cleaned_data["team"]), name=self.cleaned_data["name"])


class OnePlayerForm(CommandForm):
    """Base of forms about one player, whose seat comes from the address."""

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat


class LeaveForm(OnePlayerForm):
    """Let a player leave for good."""

    def command(self) -> LeaveForGood:
        return LeaveForGood(seat=self.seat)


class MarksForm(OnePlayerForm):
    """Change the marks of a player. The hidden fields hold the marks that the sender saw."""

    first_timer = forms.BooleanField(required=False)
    phoneless = forms.BooleanField(required=False)
    nameless = forms.BooleanField(required=False)
    note = forms.CharField(
        required=False,
        max_length=LONGEST_NOTE,
        error_messages={"max_length": gettext_lazy("A note has at most %(limit_value)d characters.")},
    )
    saw_flags = forms.RegexField(regex=r"^[01]{3}$", widget=forms.HiddenInput)
    saw_note = forms.CharField(required=False, max_length=LONGEST_NOTE, widget=forms.HiddenInput)

    def command(self) -> MarkPerson:
        found = self.cleaned_data
        first, phoneless, nameless = (flag == "1" for flag in found["saw_flags"])
        return MarkPerson(
            seat=self.seat,
            before=PersonMarks(first_timer=first, phoneless=phoneless, nameless=nameless, note=found["saw_note"]),
            after=PersonMarks(**{name: found[name] for name in ("first_timer", "phoneless", "nameless", "note")}),
        )


class SubstituteForm(OnePlayerForm):
    """Let somebody else play a character from now on."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        error_messages={
            "required": gettext_lazy("Write the substitute’s name."),
            "max_length": gettext_lazy("A name has 1 to 60 characters."),
        },
    )
    before = forms.CharField(max_length=LONGEST_NAME, widget=forms.HiddenInput)
    issue = NumberField(min_value=0, widget=forms.HiddenInput)
    first_timer = forms.BooleanField(required=False)
    phoneless = forms.BooleanField(required=False)
    another = another_field()

    def command(self) -> Substitute:
        found = self.cleaned_data
        marks = PersonMarks(first_timer=found["first_timer"], phoneless=found["phoneless"])
        return Substitute(seat=self.seat, before=found["before"], name=found["name"], marks=marks)


class SwapForm(OnePlayerForm):
    """Swap the seats of two people. Each choice carries the name that the sender saw."""

    other = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose with whom."),
            "invalid_choice": gettext_lazy("Somebody else plays there by now; look again."),
        }
    )
    before = forms.CharField(max_length=LONGEST_NAME, widget=forms.HiddenInput)
    issue = NumberField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, others: Iterable[PlayerView] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["other"].choices = [(f"{each.seat} {each.name}", each.name) for each in others]  # type: ignore[attr-defined]

    def command(self) -> SwapSeats:
        other, _blank, name = self.cleaned_data["other"].partition(" ")
        return SwapSeats(one=self.seat, one_name=self.cleaned_data["before"], other=SeatId(other), other_name=name)


class SeatInRoomForm(ChoiceForm):
    """Seat a player at one of these places: a room, or a table as room, blank, table."""

    month = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)
    place = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose a room."),
            "invalid_choice": gettext_lazy("There is no such room or table."),
        }
    )

    def __init__(self, *args: Any, seat: SeatId, places: Iterable[str], **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat
        self.fields["place"].choices = [(place, place) for place in places]  # type: ignore[attr-defined]

    def command(self) -> SeatInRoom:
        room, _blank, table = self.cleaned_data["place"].partition(" ")
        return SeatInRoom(player=self.seat, month=self.cleaned_data["month"], room=room, table=table)


class SeatHereForm(ChoiceForm):
    """Seat a player of a list in one room."""

    month = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)
    player = forms.SlugField(max_length=60, error_messages={"required": gettext_lazy("Choose a player.")})
    table = forms.SlugField(max_length=60, required=False)

    def __init__(self, *args: Any, room: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.room = room

    def command(self) -> SeatInRoom:
        found = self.cleaned_data
        return SeatInRoom(player=SeatId(found["player"]), month=found["month"], room=self.room, table=found["table"])


class CodeForm(forms.Form):
    """Issue a new join code. `issue`: number of the code that the sender saw."""

    issue = NumberField(min_value=0, widget=forms.HiddenInput)


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
