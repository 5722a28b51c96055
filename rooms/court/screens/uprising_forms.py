"""Forms of an Uprising, of what follows it, and of orders without a vote, for phones and the desk."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import LOST, ChoiceForm, CommandForm, reason_field
from control.engine.ids import SeatId
from control.engine.language import say
from rooms.court.game.punishment_notice import ReadPunishments
from rooms.court.game.sovereign_orders import OrderMilitary
from rooms.court.game.state import Penalty
from rooms.court.game.uprising import CountDissent, EndUprising, RiseUp, SitDown
from rooms.court.game.uprising_aftermath import PassThrone, Punish
from rooms.court.game.uprising_settlement import NoteUprising
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId

RISE, SIT = "rise", "sit"
PLAYER: Final = dict.fromkeys(("required", "invalid", "max_length"), gettext_lazy("Choose a player."))
WHICH: Final = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose a punishment."))
NUMBER: Final = dict.fromkeys(("required", "invalid", "min_value", "max_value"), gettext_lazy("Write a whole number."))


class UprisingMonthForm(CommandForm):
    """A form about the Court of the month on the sender's screen. `seat`: the player; None for the desk."""

    month = forms.IntegerField(min_value=0, max_value=999, widget=forms.HiddenInput)

    def __init__(self, *args: Any, seat: SeatId | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat


class UprisingNumberForm(UprisingMonthForm):
    """A form about the Uprising with a number."""

    number = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)


class UprisingStandForm(UprisingNumberForm, ChoiceForm):
    """Stand up or sit down: the sender on a phone, the tapped player at the desk."""

    act = forms.ChoiceField(choices=((RISE, RISE), (SIT, SIT)))
    who = forms.SlugField(max_length=60, required=False, error_messages=PLAYER)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if self.seat is None and not found.get("who") and not self.errors:
            self.add_error("who", PLAYER["required"])
        return found

    def command(self) -> RiseUp | SitDown:
        found = self.cleaned_data
        seat = self.seat if self.seat is not None else SeatId(found["who"])
        kind = RiseUp if found["act"] == RISE else SitDown
        return kind(month=found["month"], number=found["number"], seat=seat)


class EndForm(UprisingNumberForm):
    """Close the Uprising."""

    def command(self) -> EndUprising:
        return EndUprising(month=self.cleaned_data["month"], number=self.cleaned_data["number"])


class NoteForm(UprisingNumberForm):
    """Mark an Uprising as settled."""

    def command(self) -> NoteUprising:
        return NoteUprising(month=self.cleaned_data["month"], number=self.cleaned_data["number"])


class DissentForm(UprisingNumberForm):
    """Count extra votes of a House for the Uprising."""

    house = forms.SlugField(max_length=60, error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Choose a House.")))
    votes = forms.IntegerField(min_value=0, max_value=999, error_messages=NUMBER)

    def command(self) -> CountDissent:
        found = self.cleaned_data
        return CountDissent(month=found["month"], number=found["number"], house=HouseId(found["house"]), votes=found["votes"])


class PassForm(UprisingMonthForm, ChoiceForm):
    """Pass the throne on within the House. At the desk `giver` is the Sovereign."""

    to = forms.SlugField(max_length=60, error_messages=PLAYER)
    giver = forms.SlugField(max_length=60, required=False, widget=forms.HiddenInput)

    def command(self) -> PassThrone:
        found = self.cleaned_data
        giver = self.seat if self.seat is not None else SeatId(found["giver"])
        return PassThrone(month=found["month"], seat=giver, to=SeatId(found["to"]))


class PunishForm(UprisingMonthForm):
    """Punish a rebel, with a reason. `culprit`: the Uprising's number and the player, "1 cat-1"."""

    tells_first = True

    culprit = forms.RegexField(regex=r"^[1-9][0-9]{0,2} [\w-]{1,60}$", error_messages=PLAYER)
    penalty = forms.ChoiceField(choices=[(each.value, each.value) for each in Penalty], error_messages=WHICH)
    amount = forms.IntegerField(min_value=0, max_value=9999, required=False, error_messages=NUMBER)
    said = forms.CharField(
        max_length=300, required=False, error_messages={"max_length": gettext_lazy("Say it in at most 300 characters.")}
    )
    reason = reason_field()

    def command(self) -> Punish:
        found = self.cleaned_data
        number, player = found["culprit"].split(" ")
        return Punish(
            month=found["month"],
            number=int(number),
            player=SeatId(player),
            penalty=Penalty(found["penalty"]),
            amount=found["amount"] or 0,
            said=found["said"],
            reason=found["reason"],
            seat=self.seat,
        )


class PunishedForm(CommandForm):
    """Mark the player's own notices as read. A page from before they were numbered sends `count`."""

    count = forms.IntegerField(min_value=1, max_value=99, required=False, widget=forms.HiddenInput)
    ids = forms.RegexField(regex=r"^[0-9]{1,3}( [0-9]{1,3}){0,99}$", required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not (found.get("ids") or found.get("count") or self.errors):
            self.add_error("ids", say(LOST))
        return found

    def command(self) -> ReadPunishments:
        found = self.cleaned_data
        return ReadPunishments(seat=self.seat, count=found["count"] or 0, ids=tuple(map(int, found["ids"].split())))


class OrderForm(UprisingMonthForm):
    """Order a Court Military Action without a vote, as typed."""

    favors_first = forms.BooleanField(required=False)

    def __init__(self, *args: Any, paper: Paper, **more: Any) -> None:
        super().__init__(*args, **more)
        self.paper = paper

    def command(self) -> OrderMilitary:
        found = self.cleaned_data
        return OrderMilitary(month=found["month"], paper=self.paper, seat=self.seat, favors_first=found["favors_first"])
