"""Forms of a player's actions at a table of the Underground."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.typed_text import number_in
from rooms.realm.papers.game.types import Paper
from rooms.underground.game.state import SchemeCardId, TableId, TableStep
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
NO_CARD = gettext_lazy("Tap a minion of your hand first.")
NO_SCHEME = gettext_lazy("Tap one of the schemes.")
TWICE = gettext_lazy("The minion that stands in front is not discarded too; tap another.")
NO_CHOICE = gettext_lazy("Press one of the buttons.")
NO_KIND = gettext_lazy("Choose the minion you give and the Master Minion you take.")
DECISIONS: Final[dict[str, type[FoilScheme | LeaveScheme | GoOn]]] = {"foil": FoilScheme, "leave": LeaveScheme, "on": GoOn}


def picked(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Values tapped under this field name, cut to a form's limits."""
    found = data.getlist(name) if isinstance(data, QueryDict) else []
    return tuple(str(each)[:LONGEST] for each in found[:MOST_PICKED])


def _scheme() -> forms.IntegerField:
    return forms.IntegerField(min_value=1, max_value=99999, error_messages=dict.fromkeys(("required", "invalid"), NO_SCHEME))


def _card() -> forms.CharField:
    return forms.CharField(max_length=LONGEST, error_messages=dict.fromkeys(("required", "max_length"), NO_CARD))


def _step() -> forms.ChoiceField:
    return forms.ChoiceField(choices=tuple((each.value, each.value) for each in TableStep), widget=forms.HiddenInput)


class PlayerForm(ChoiceForm):
    """Base of a player's actions, in the month the phone showed."""

    month = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat


class TableForm(PlayerForm):
    """Base of actions at the table the phone showed. The command's id depends on the action and all tapped values."""

    table = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    several: tuple[str, ...] = ()

    def id_of_command(self) -> uuid.UUID:
        tapped = (f"{name}={','.join(picked(self.data, name))}" for name in self.several)
        return uuid.uuid5(super().id_of_command(), "&".join((type(self).__name__, *tapped)))

    @property
    def at(self) -> dict[str, Any]:
        """Month, table and seat, for every command."""
        return {"month": self.cleaned_data["month"], "table": TableId(self.cleaned_data["table"]), "seat": self.seat}


class SchemeForm(TableForm):
    """Base of actions on one scheme of the table."""

    scheme = _scheme()


class AdvanceForm(SchemeForm):
    """Put minions from the hand on a scheme."""

    several = ("cards",)

    def command(self) -> Advance:
        cards = tuple(MinionId(each) for each in picked(self.data, "cards"))
        return Advance(**self.at, scheme=self.cleaned_data["scheme"], cards=cards)


class CardForm(SchemeForm):
    """Base of actions with one minion of the hand."""

    card = _card()

    @property
    def minion(self) -> MinionId:
        return MinionId(self.cleaned_data["card"])


class ProtectForm(CardForm):
    """Put a minion in front of a scheme. Discards are tapped in that scheme's row: "3 cat:rock-red#1"."""

    several = ("discards",)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        tapped = (each.partition(" ") for each in picked(self.data, "discards"))
        found["discards"] = tuple(MinionId(card) for row, _, card in tapped if row == str(found.get("scheme")))
        if found.get("card") in found["discards"]:
            self.add_error("card", TWICE)
        return found

    def command(self) -> Protect:
        found = self.cleaned_data
        return Protect(**self.at, scheme=found["scheme"], card=self.minion, discards=found["discards"])


class AttackForm(CardForm):
    """Attack a scheme with a minion."""

    def command(self) -> BeginAttack:
        return BeginAttack(**self.at, scheme=self.cleaned_data["scheme"], card=self.minion)


class PlayOnForm(CardForm):
    """Continue the attack with another minion."""

    def command(self) -> PlayOn:
        return PlayOn(**self.at, scheme=self.cleaned_data["scheme"], card=self.minion)


class StopForm(SchemeForm):
    """Stop the attack."""

    def command(self) -> StopAttack:
        return StopAttack(**self.at, scheme=self.cleaned_data["scheme"])


class RevealForm(SchemeForm):
    """Reveal the outermost Protection. `before`: number of minions that were in front of the scheme."""

    before = forms.IntegerField(min_value=0, max_value=999, widget=forms.HiddenInput)

    def command(self) -> Reveal:
        return Reveal(**self.at, scheme=self.cleaned_data["scheme"], before=self.cleaned_data["before"])


class ReachedForm(SchemeForm):
    """Foil or leave a reached scheme, or let its trap strike."""

    act = forms.ChoiceField(
        choices=tuple((each, each) for each in DECISIONS),
        error_messages=dict.fromkeys(("required", "invalid_choice"), NO_CHOICE),
    )

    def command(self) -> FoilScheme | LeaveScheme | GoOn:
        return DECISIONS[self.cleaned_data["act"]](**self.at, scheme=self.cleaned_data["scheme"])


class LossForm(SchemeForm):
    """Schemes that lose Advancement to a trap, each tapped once per loss: "3 1", "3 2"."""

    several = ("losses",)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        words = [each.partition(" ")[0] for each in picked(self.data, "losses")]
        found["losses"] = tuple(number for each in words if (number := number_in(each)) is not None)
        return found

    def command(self) -> ChooseLoss:
        return ChooseLoss(**self.at, scheme=self.cleaned_data["scheme"], losses=self.cleaned_data["losses"])


class LookForm(SchemeForm):
    """Look at a scheme, as Sovereign."""

    def command(self) -> LookAtSchemes:
        return LookAtSchemes(**self.at, schemes=(self.cleaned_data["scheme"],))


class HalveForm(SchemeForm):
    """Halve a scheme of the viewer's House by Recruitment."""

    def command(self) -> HalveScheme:
        return HalveScheme(**self.at, scheme=self.cleaned_data["scheme"])


class DoneForm(TableForm):
    """Be done with the step."""

    step = _step()

    def command(self) -> EndTurn:
        return EndTurn(**self.at, step=TableStep(self.cleaned_data["step"]))


class FeignForm(TableForm):
    """A tap without effect in the prompt of this step."""

    step = _step()

    def command(self) -> Feign:
        return Feign(**self.at, step=TableStep(self.cleaned_data["step"]))


class UndoActForm(DoneForm):
    """Take back the last act."""

    acts = forms.IntegerField(min_value=1, max_value=9999, widget=forms.HiddenInput)

    def command(self) -> Command:
        return TakeBackAct(**self.at, step=TableStep(self.cleaned_data["step"]), acts=self.cleaned_data["acts"])


class WrittenForm(TableForm):
    """Replace the old written scheme with this month's, or discard the new one."""

    written = forms.ChoiceField(
        choices=(("keep", "keep"), ("replace", "replace")),
        error_messages=dict.fromkeys(("required", "invalid_choice"), NO_CHOICE),
    )

    def command(self) -> ChooseWritten:
        return ChooseWritten(**self.at, replace=self.cleaned_data["written"] == "replace")


class KeepForm(TableForm):
    """Keep the House's drawn scheme."""

    def command(self) -> KeepDrawn:
        return KeepDrawn(**self.at)


class PlaceForm(TableForm):
    """Place a drawn card, filled in as `paper`."""

    card = _card()
    replaces = forms.IntegerField(min_value=0, max_value=99999, required=False)

    def __init__(self, *args: Any, paper: Paper, **more: Any) -> None:
        super().__init__(*args, **more)
        self.paper = paper

    def id_of_command(self) -> uuid.UUID:
        return uuid.uuid5(super().id_of_command(), repr(self.paper.values))

    def command(self) -> PlaceDrawn:
        found = self.cleaned_data
        card = SchemeCardId(found["card"])
        return PlaceDrawn(**self.at, card=card, values=self.paper.values, replaces=found.get("replaces") or 0)


class ExchangeForm(PlayerForm):
    """Exchange a minion for a Master Minion, for a House with a Spy Tower."""

    given = forms.CharField(max_length=LONGEST, error_messages=dict.fromkeys(("required", "max_length"), NO_KIND))
    master = forms.CharField(max_length=LONGEST, error_messages=dict.fromkeys(("required", "max_length"), NO_KIND))

    def command(self) -> ExchangeMinion:
        found = self.cleaned_data
        return ExchangeMinion(month=found["month"], seat=self.seat, given=found["given"], master=found["master"])
