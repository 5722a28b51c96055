"""Forms of an Uprising, of what follows it, and of orders without a vote, for phones and the desk."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import LOST, ChoiceForm, CommandForm, form_of, hidden_number, one_error, reason_field
from control.engine.language import say
from control.engine.modules import Command
from rooms.court.game.sovereign_orders import OrderMilitary
from rooms.court.game.state import Penalty
from rooms.court.game.uprising.open_matters import NoteUprising
from rooms.court.game.uprising.punishment import Punish, ReadPunishments
from rooms.court.game.uprising.rules import CountDissent, EndUprising, PassThrone, RiseUp, SitDown

RISE, SIT = "rise", "sit"
PLAYER: Final = one_error(gettext_lazy("Choose a player."))
WHICH: Final = one_error(gettext_lazy("Choose a punishment."))
NUMBER: Final = one_error(gettext_lazy("Write a whole number."))


class UprisingMonthForm(CommandForm):
    """A form about the Court of the month on the sender's screen. A phone gives its player's `seat`, a desk none."""

    month = hidden_number(0, 999)


class UprisingNumberForm(UprisingMonthForm):
    """A form about the Uprising with a number."""

    number = hidden_number(1, 999)


class UprisingStandForm(UprisingNumberForm, ChoiceForm):
    """Stand up or sit down: the sender on a phone, the tapped player at the desk."""

    act = forms.ChoiceField(choices=((RISE, RISE), (SIT, SIT)))
    who = forms.SlugField(max_length=60, required=False, error_messages=PLAYER)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if "seat" not in self.given and not found.get("who") and not self.errors:
            self.add_error("who", PLAYER["required"])
        return found

    def command(self) -> Command:
        found = self.cleaned_data
        return self.build(RiseUp if found["act"] == RISE else SitDown, seat=self.given.get("seat", found["who"]))


EndForm = form_of(EndUprising, base=UprisingNumberForm)
NoteForm = form_of(NoteUprising, base=UprisingNumberForm)
DissentForm = form_of(
    CountDissent,
    base=UprisingNumberForm,
    errors={"house": gettext_lazy("Choose a House.")},
    votes=forms.IntegerField(min_value=0, max_value=999, error_messages=NUMBER),
)


class PassForm(UprisingMonthForm, ChoiceForm):
    """Pass the throne on within the House. At the desk `giver` is the Sovereign."""

    to = forms.SlugField(max_length=60, error_messages=PLAYER)
    giver = forms.SlugField(max_length=60, required=False, widget=forms.HiddenInput)

    def command(self) -> PassThrone:
        return self.build(PassThrone, seat=self.given.get("seat", self.cleaned_data["giver"]))


class PunishForm(UprisingMonthForm):
    """Punish a rebel, with a reason. `culprit`: the Uprising's number and the player, "1 cat-1"."""

    tells_first = True

    culprit = forms.RegexField(regex=r"^[1-9][0-9]{0,2} [\w-]{1,60}\Z", error_messages=PLAYER)
    penalty = forms.ChoiceField(choices=[(each.value, each.value) for each in Penalty], error_messages=WHICH)
    amount = forms.IntegerField(min_value=0, max_value=9999, required=False, error_messages=NUMBER)
    said = forms.CharField(
        max_length=300, required=False, error_messages={"max_length": gettext_lazy("Say it in at most 300 characters.")}
    )
    reason = reason_field()

    def command(self) -> Punish:
        number, player = self.cleaned_data["culprit"].split(" ")
        return self.build(Punish, number=int(number), player=player)


class PunishedForm(CommandForm):
    """Mark the player's own notices as read. A page from before they were numbered sends `count`."""

    count = forms.IntegerField(min_value=1, max_value=99, required=False, widget=forms.HiddenInput)
    ids = forms.RegexField(regex=r"^[0-9]{1,3}( [0-9]{1,3}){0,99}\Z", required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not (found.get("ids") or found.get("count") or self.errors):
            self.add_error("ids", say(LOST))
        return found

    def command(self) -> ReadPunishments:
        return self.build(ReadPunishments, ids=tuple(map(int, self.cleaned_data["ids"].split())))


OrderForm = form_of(OrderMilitary, base=UprisingMonthForm, given=("paper", "seat"))  # without a vote
