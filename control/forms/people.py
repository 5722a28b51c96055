"""The check-in list's commands as forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from control.forms.command import ChoiceForm, CommandForm
from control.game.people import AddPlayer, CheckIn, LeaveForGood, SeatInRoom
from control.game.state import Presence
from control.scenario.ids import HouseId, Room, SeatId
from control.scenario.schema import House, Province

MARKS = {Presence.PRESENT: "Here", Presence.LATE: "Late", Presence.ABSENT: "Absent", Presence.EXPECTED: "Expected"}


class MarkForm(ChoiceForm):
    """One button of the check-in list: who, the mark its sender saw, the mark it gives: "cat-1 expected present"."""

    mark = forms.RegexField(
        regex=r"^[\w-]{1,60} (expected|present|late|absent|gone) (expected|present|late|absent)$",
        error_messages={"required": "Tap a player’s mark.", "invalid": "No such mark; load the page again."},
    )

    def command(self) -> CheckIn:
        """The mark."""
        seat, before, after = self.cleaned_data["mark"].split(" ")
        return CheckIn(seat=SeatId(seat), before=Presence(before), presence=Presence(after))


class WalkInForm(CommandForm):
    """A player who is on no list."""

    name = forms.CharField(
        max_length=60, error_messages={"required": "Write the player’s name.", "max_length": "A name has 1 to 60 characters."}
    )
    house = forms.ChoiceField(error_messages={"required": "Choose a House.", "invalid_choice": "No such House in this scenario."})

    def __init__(self, *args: Any, houses: Iterable[House] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["house"].choices = [(house.id, house.name) for house in houses]  # type: ignore[attr-defined]

    def command(self) -> AddPlayer:
        """The new player."""
        return AddPlayer(house=HouseId(self.cleaned_data["house"]), name=self.cleaned_data["name"])


class SeatForm(CommandForm):
    """Something that is done to one player; the address says to whom."""

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat


class LeaveForm(SeatForm):
    """A player leaves for good."""

    def command(self) -> LeaveForGood:
        """The leaving."""
        return LeaveForGood(seat=self.seat)


class RoomForm(ChoiceForm):
    """Seat a player in a room: the button says which, and at which table of the Underground: "underground west"."""

    month = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)
    place = forms.ChoiceField(error_messages={"required": "Choose a room.", "invalid_choice": "There is no such room or table."})

    def __init__(self, *args: Any, seat: SeatId, provinces: Iterable[Province] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat
        tables = [(f"{Room.UNDERGROUND.value} {province.id}", province.name) for province in provinces]
        self.fields["place"].choices = [  # type: ignore[attr-defined]
            *((room.value, room.value.capitalize()) for room in Room),
            *tables,
        ]

    def command(self) -> SeatInRoom:
        """The seating."""
        room, _blank, table = self.cleaned_data["place"].partition(" ")
        return SeatInRoom(player=self.seat, month=self.cleaned_data["month"], room=Room(room), table=table)


class SeatHereForm(ChoiceForm):
    """Seat a player of a list in one room."""

    month = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)
    player = forms.SlugField(max_length=60, error_messages={"required": "Choose a player."})
    table = forms.SlugField(max_length=60, required=False)

    def __init__(self, *args: Any, room: Room, **more: Any) -> None:
        super().__init__(*args, **more)
        self.room = room

    def command(self) -> SeatInRoom:
        """The seating."""
        found = self.cleaned_data
        return SeatInRoom(player=SeatId(found["player"]), month=found["month"], room=self.room, table=found["table"])


class CodeForm(forms.Form):
    """A new join code, in place of the issue that its sender saw."""

    issue = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class FilterForm(forms.Form):
    """What of the check-in list is shown."""

    q = forms.CharField(max_length=60, required=False)
    house = forms.CharField(max_length=60, required=False)
    mark = forms.ChoiceField(
        choices=[("", "All"), *((mark.value, words) for mark, words in MARKS.items()), ("gone", "Left")], required=False
    )
