"""What a player presses on the phone, as forms."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control import registry
from control.day.calls import CallControl, CallKind, SettleCall
from control.day.people.room_choice import ChooseRoom
from control.desks.command import ChoiceForm, CommandForm, NumberField
from control.engine.ids import SeatId

NO_ROOM = gettext_lazy("Tap one of the rooms.")


class RoomForm(ChoiceForm):
    """One of the rooms, and the table where it has tables."""

    month = NumberField(widget=forms.HiddenInput)
    room = forms.ChoiceField(error_messages={"required": NO_ROOM, "invalid_choice": NO_ROOM})
    table = forms.CharField(required=False, max_length=60)

    def __init__(self, *args: Any, seat: SeatId, realm: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat
        self.realm = realm
        self.fields["room"].choices = [(room, room) for room in registry.realm(realm).frame.room_ids]  # type: ignore[attr-defined]

    def command(self) -> ChooseRoom:
        """The choice."""
        room = self.cleaned_data["room"]
        table = self.cleaned_data["table"] if registry.has_tables(self.realm, room) else ""
        return ChooseRoom(seat=self.seat, month=self.cleaned_data["month"], room=room, table=table)


class CallForm(CommandForm):
    """Somebody of the control team, please: why, where, and what about."""

    kind = forms.ChoiceField(
        required=False,
        choices=[(kind.value, kind.value) for kind in CallKind],
        error_messages={"invalid_choice": gettext_lazy("Choose what it is about from the list.")},
    )
    place = forms.CharField(
        required=False, max_length=60, error_messages={"max_length": gettext_lazy("Say where you are in 60 characters.")}
    )
    text = forms.CharField(
        required=False,
        max_length=200,
        error_messages={"max_length": gettext_lazy("Say it in 200 characters; Control will come and listen.")},
    )

    def __init__(self, *args: Any, seat: SeatId, place: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat
        self.known = place

    def clean(self) -> dict[str, Any]:
        """Whoever comes must know where to, unless the console knows it. Who is hurt is never sent back to a form."""
        given = super().clean() or {}
        if not (given.get("place") or self.known or "place" in self.errors or given.get("kind") == CallKind.HURT):
            self.add_error("place", gettext_lazy("Say where you are, so that somebody finds you."))
        return given

    def command(self) -> CallControl:
        """The call."""
        kind = CallKind(self.cleaned_data["kind"] or CallKind.OTHER)
        return CallControl(seat=self.seat, text=self.cleaned_data["text"], kind=kind, place=self.cleaned_data["place"])


class SettleForm(CommandForm):
    """Nobody needs to come any more."""

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> SettleCall:
        """The call is settled."""
        return SettleCall(seat=self.seat)


class UnderstoodForm(forms.Form):
    """The corrections up to a command have been read; it is no command, for it changes nothing in the game."""

    seq = NumberField(min_value=1, widget=forms.HiddenInput)
