"""Forms of a player's actions at a table of the Underground."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, form_of, hidden_number, one_error
from control.engine.modules import Command
from control.engine.typed_text import number_in
from rooms.underground.game.tables.advancement import Advance
from rooms.underground.game.tables.attack import BeginAttack, PlayOn, Reveal, StopAttack
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn, LeaveScheme
from rooms.underground.game.tables.attack_trap import ChooseLoss
from rooms.underground.game.tables.costs import HalveScheme
from rooms.underground.game.tables.drawn_schemes import KeepDrawn, PlaceDrawn
from rooms.underground.game.tables.feint import Feign
from rooms.underground.game.tables.masters import ExchangeMinion
from rooms.underground.game.tables.protection import Protect
from rooms.underground.game.tables.sovereign_look import LookAtSchemes
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.tables.undo import TakeBackAct
from rooms.underground.game.tables.written_schemes import ChooseWritten
from rooms.underground.rules.minion_cards import MinionId

MOST_PICKED: Final = 40  # limit of cards in a form
LONGEST: Final = 80  # characters of a card's id
TWICE = gettext_lazy("The minion that stands in front is not discarded too; tap another.")
NO_CARD: Final = one_error(gettext_lazy("Tap a minion of your hand first."))
NO_SCHEME: Final = one_error(gettext_lazy("Tap one of the schemes."))
NO_CHOICE: Final = one_error(gettext_lazy("Press one of the buttons."))
NO_KIND = gettext_lazy("Choose the minion you give and the Master Minion you take.")
DECISIONS: Final = {"foil": FoilScheme, "leave": LeaveScheme, "on": GoOn}


def picked(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Values tapped under this field name, cut to a form's limits."""
    found = data.getlist(name) if isinstance(data, QueryDict) else []
    return tuple(str(each)[:LONGEST] for each in found[:MOST_PICKED])


class PlayerForm(ChoiceForm):
    """Base of a player's actions, in the month the phone showed."""

    month = hidden_number(1, 999)


class TableForm(PlayerForm):
    """Base of actions at the table the phone showed. The command's id depends on the action and all tapped values."""

    table = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    several: tuple[str, ...] = ()

    def id_of_command(self) -> uuid.UUID:
        tapped = (f"{name}={','.join(picked(self.data, name))}" for name in self.several)
        return uuid.uuid5(super().id_of_command(), "&".join((type(self).__name__, *tapped)))


class SchemeForm(TableForm):
    """Base of actions on one scheme of the table."""

    scheme = forms.IntegerField(min_value=1, max_value=99999, error_messages=NO_SCHEME)


class CardForm(SchemeForm):
    """Base of actions with one minion of the hand."""

    card = forms.CharField(max_length=LONGEST, error_messages=NO_CARD)


SEAT: Final = ("seat",)
AttackForm = form_of(BeginAttack, base=CardForm, given=SEAT)
PlayOnForm = form_of(PlayOn, base=CardForm, given=SEAT)
StopForm = form_of(StopAttack, base=SchemeForm, given=SEAT)
RevealForm = form_of(Reveal, base=SchemeForm, given=SEAT, before=hidden_number(0, 999))  # minions in front of it on the phone
HalveForm = form_of(HalveScheme, base=SchemeForm, given=SEAT)
DoneForm = form_of(EndTurn, base=TableForm, given=SEAT)
FeignForm = form_of(Feign, base=TableForm, given=SEAT)
UndoActForm = form_of(TakeBackAct, base=TableForm, given=SEAT, acts=hidden_number(1, 9999))
KeepForm = form_of(KeepDrawn, base=TableForm, given=SEAT)
ExchangeForm = form_of(ExchangeMinion, base=PlayerForm, given=SEAT, errors={"given": NO_KIND, "master": NO_KIND})


class AdvanceForm(SchemeForm):
    """Put minions from the hand on a scheme."""

    several = ("cards",)

    def command(self) -> Advance:
        return self.build(Advance, cards=picked(self.data, "cards"))


class ProtectForm(CardForm):
    """Put a minion in front of a scheme. Discards are tapped in that scheme's row: "3 cat:rock-red#1"."""

    makes = Protect
    several = ("discards",)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        tapped = (each.partition(" ") for each in picked(self.data, "discards"))
        found["discards"] = tuple(MinionId(card) for row, _, card in tapped if row == str(found.get("scheme")))
        if found.get("card") in found["discards"]:
            self.add_error("card", TWICE)
        return found


class ReachedForm(SchemeForm):
    """Foil or leave a reached scheme, or let its trap strike."""

    act = forms.ChoiceField(choices=tuple((each, each) for each in DECISIONS), error_messages=NO_CHOICE)

    def command(self) -> Command:
        return self.build(DECISIONS[self.cleaned_data["act"]])


class LossForm(SchemeForm):
    """Schemes that lose Advancement to a trap, each tapped once per loss: "3 1", "3 2"."""

    makes = ChooseLoss
    several = ("losses",)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        words = [each.partition(" ")[0] for each in picked(self.data, "losses")]
        found["losses"] = tuple(number for each in words if (number := number_in(each)) is not None)
        return found


class LookForm(SchemeForm):
    """Look at a scheme, as Sovereign."""

    def command(self) -> LookAtSchemes:
        return self.build(LookAtSchemes, schemes=(self.cleaned_data["scheme"],))


class WrittenForm(TableForm):
    """Replace the old written scheme with this month's, or discard the new one."""

    written = forms.ChoiceField(choices=(("keep", "keep"), ("replace", "replace")), error_messages=NO_CHOICE)

    def command(self) -> ChooseWritten:
        return self.build(ChooseWritten, replace=self.cleaned_data["written"] == "replace")


class PlaceForm(TableForm):
    """Place a drawn card, filled in with the given `values`."""

    makes = PlaceDrawn
    card = forms.CharField(max_length=LONGEST, error_messages=NO_CARD)
    replaces = forms.IntegerField(min_value=0, max_value=99999, required=False)

    def id_of_command(self) -> uuid.UUID:
        return uuid.uuid5(super().id_of_command(), repr(self.given["values"]))
