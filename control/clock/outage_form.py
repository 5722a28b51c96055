"""Giving back the time in which the console was away, and taking over a jump of the machine's clock, as forms."""

from __future__ import annotations

from datetime import datetime

from django import forms

from control.clock.forms import SeenForm
from control.day.outages import GiveBack
from control.desks.command import LOST, CommandForm
from control.engine.language import say
from control.watch.outage import Offer

FARTHEST = 10**10  # seconds: three hundred years, farther than any clock jumps


class TakeOverForm(CommandForm):
    """One jump, by as much as its sender saw."""

    seconds = forms.IntegerField(min_value=-FARTHEST, max_value=FARTHEST, widget=forms.HiddenInput)


class GiveBackForm(SeenForm):
    """One absence, exactly as it was offered."""

    since = forms.CharField(max_length=40, widget=forms.HiddenInput)
    told = forms.RegexField(r"^\d\d:\d\d:\d\d$", widget=forms.HiddenInput)
    seconds = forms.IntegerField(min_value=1, max_value=12 * 3600, widget=forms.HiddenInput)

    def clean_since(self) -> datetime:
        """From when."""
        try:
            found = datetime.fromisoformat(self.cleaned_data["since"])
        except ValueError as wrong:
            raise forms.ValidationError(say(LOST)) from wrong
        if found.tzinfo is None:
            raise forms.ValidationError(say(LOST))
        return found

    def means(self, offer: Offer) -> bool:
        """Is this the offer that was pressed?"""
        return (offer.since, offer.told, offer.seconds) == tuple(self.cleaned_data[name] for name in ("since", "told", "seconds"))

    def command(self) -> GiveBack:
        """The command."""
        data = self.cleaned_data
        return GiveBack(since=data["since"], told=data["told"], seconds=data["seconds"], **self.seen())
