"""Forms of Underground Control's actions at a table: seats, turns, hands, attacks, schemes (R-116, R-119)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, CommandForm, form_of, hidden_number, one_error, reason_field
from control.engine.modules import Command
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.advancement import Advance
from rooms.underground.game.tables.attack import BeginAttack, PlayOn, Reveal, StopAttack
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn, LeaveScheme
from rooms.underground.game.tables.attack_trap import ChooseLoss
from rooms.underground.game.tables.completion import ConfirmScheme
from rooms.underground.game.tables.corrections import DealHand
from rooms.underground.game.tables.costs import HalveScheme
from rooms.underground.game.tables.drawn_schemes import KeepDrawn, PlaceDrawn
from rooms.underground.game.tables.protection import Protect
from rooms.underground.game.tables.sovereign_look import LookAtSchemes
from rooms.underground.game.tables.turns import ArrangeSeats, EndTurn, MarkBack, MarkGone
from rooms.underground.game.tables.undo import TakeBackAct
from rooms.underground.game.tables.written_schemes import ChooseWritten

PLAYER: Final = one_error(gettext_lazy("Choose a player."))
SCHEME: Final = one_error(gettext_lazy("Choose a scheme."))
ACT: Final = one_error(gettext_lazy("Choose what to do."))
CHOSEN: Final = one_error(gettext_lazy("Choose a card."))
HAND_ACTS: Final[Mapping[str, type]] = {"advance": Advance, "protect": Protect, "attack": BeginAttack, "play": PlayOn}
ATTACK_ACTS: Final[Mapping[str, type]] = {"stop": StopAttack, "foil": FoilScheme, "leave": LeaveScheme, "go-on": GoOn}
CARD: Final = re.compile(r"[\w#!:-]{1,80}")
MOST_CARDS: Final = 60
MOST_LOST: Final = 9


class DeskTableForm(CommandForm):
    """Base of actions at the table in the address, in the month its sender saw."""

    month = hidden_number(1, 99)

    def cards(self, name: str) -> tuple[str, ...]:
        """Cards chosen under this field name."""
        found = self.data.getlist(name) if hasattr(self.data, "getlist") else ()
        return tuple(dict.fromkeys(str(each) for each in found[:MOST_CARDS] if CARD.fullmatch(str(each))))


class SeatsForm(DeskTableForm, ChoiceForm):
    """Move one seat up or down in the order its sender saw: "up cat-1" (R-116)."""

    order = forms.RegexField(regex=r"^[\w-]{1,60}( [\w-]{1,60}){0,60}\Z", widget=forms.HiddenInput)
    move = forms.RegexField(regex=r"^(up|down) [\w-]{1,60}\Z", error_messages=PLAYER)

    def command(self) -> ArrangeSeats:
        order = self.cleaned_data["order"].split(" ")
        way, seat = self.cleaned_data["move"].split(" ")
        if seat in order:
            at = order.index(seat)
            to = at - 1 if way == "up" else at + 1
            if 0 <= to < len(order):
                order[at], order[to] = order[to], order[at]
        return self.build(ArrangeSeats, order=order)


class TurnForm(DeskTableForm, ChoiceForm):
    """End a player's turn, or take back the last act: "done cat-1", "back cat-1 3"."""

    step = forms.ChoiceField(choices=[(each.value, each.value) for each in TableStep], widget=forms.HiddenInput)
    who = forms.RegexField(regex=r"^(done [\w-]{1,60}|back [\w-]{1,60} [1-9][0-9]{0,3})\Z", error_messages=PLAYER)

    def command(self) -> EndTurn | TakeBackAct:
        act, seat, *count = self.cleaned_data["who"].split(" ")
        if act == "back":
            return self.build(TakeBackAct, seat=seat, acts=int(count[0]))
        return self.build(EndTurn, seat=seat)


class AwayForm(DeskTableForm, ChoiceForm):
    """Mark a player of this table as absent (R-03)."""

    away = forms.SlugField(max_length=60, error_messages=PLAYER)

    def command(self) -> MarkGone:
        return self.build(MarkGone, player=self.cleaned_data["away"])


class PlayerBackForm(DeskTableForm, ChoiceForm):
    """Mark a player missing at this table as present (R-03)."""

    back = forms.SlugField(max_length=60, error_messages=PLAYER)

    def command(self) -> MarkBack:
        return self.build(MarkBack, player=self.cleaned_data["back"])


class HandForm(DeskTableForm):
    """Play minions of an open hand: on a scheme, in front of it, or against it."""

    act = forms.ChoiceField(choices=[(each, each) for each in HAND_ACTS], error_messages=ACT)
    scheme = forms.IntegerField(min_value=1, max_value=99_999, error_messages=SCHEME)

    def clean(self) -> dict[str, Any]:
        """Also read the chosen cards."""
        found: dict[str, Any] = super().clean() or {}
        act, chosen = found.get("act"), self.cards("card")
        if act and not chosen:
            raise forms.ValidationError(gettext_lazy("Tap the minions first."))
        if act in ("attack", "play") and len(chosen) != 1:
            raise forms.ValidationError(gettext_lazy("Tap exactly 1 minion."))
        front = self.cards("front") if act == "protect" else ()
        if act == "protect" and (len(front) > 1 or (not front and len(chosen) > 1)):
            raise forms.ValidationError(gettext_lazy("Say which of them goes in front; the others are discarded."))
        found["cards"] = chosen
        found["card"] = next(iter(front or chosen), None)
        found["discards"] = tuple(each for each in chosen if each != found["card"])
        return found

    def command(self) -> Command:
        return self.build(HAND_ACTS[self.cleaned_data["act"]])


class DeskAttackForm(DeskTableForm, ChoiceForm):
    """The desk's actions in a running attack. All but revealing are for its attacker."""

    scheme = hidden_number(1, 99_999)
    seat = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    card = forms.IntegerField(min_value=0, max_value=999, required=False, widget=forms.HiddenInput)  # minions in front of it
    act = forms.ChoiceField(choices=[(each, each) for each in ("reveal", *ATTACK_ACTS)], error_messages=ACT)

    def command(self) -> Command:
        found = self.cleaned_data
        if found["act"] == "reveal":
            return self.build(Reveal, seat=None, before=found["card"])
        return self.build(ATTACK_ACTS[found["act"]])


class DeskLossForm(DeskTableForm):
    """Advancement taken by a trap: a number per scheme, in fields such as "loss-3" (GE-UND-24)."""

    scheme = hidden_number(1, 99_999)

    def command(self) -> ChooseLoss:
        named: list[int] = []
        for name in self.data:
            if (found := re.fullmatch(r"loss-([1-9][0-9]{0,4})", name)) and re.fullmatch(r"[0-9]", self.data.get(name, "")):
                named += [int(found[1])] * int(self.data[name])
        return self.build(ChooseLoss, losses=named[:MOST_LOST])


class DeskWrittenForm(DeskTableForm, ChoiceForm):
    """Choice for a waiting written scheme: "keep cat-1", "replace cat-1" (R-108)."""

    who = forms.RegexField(regex=r"^(keep|replace) [\w-]{1,60}\Z", error_messages=PLAYER)

    def command(self) -> ChooseWritten:
        act, seat = self.cleaned_data["who"].split(" ")
        return self.build(ChooseWritten, seat=seat, replace=act == "replace")


DeskPlaceForm = form_of(  # for a picker without a phone (GE-UND-31)
    PlaceDrawn,
    base=DeskTableForm,
    given=("table", "seat", "values"),
    card=forms.RegexField(regex=rf"^{CARD.pattern}\Z", error_messages=CHOSEN),
    replaces=forms.IntegerField(min_value=0, max_value=99_999, required=False),
)
DeskKeepForm = form_of(KeepDrawn, base=DeskTableForm, given=("table", "seat"))


class ConfirmForm(DeskTableForm, ChoiceForm):
    """Confirm a complete scheme. The order of confirmation is the order of effects (R-20)."""

    makes = ConfirmScheme
    scheme = forms.IntegerField(min_value=1, max_value=99_999, error_messages=SCHEME)


class DeskSchemeForm(DeskTableForm):
    """Look at a scheme for the Sovereign, or halve it for its House (R-131, R-91)."""

    act = forms.ChoiceField(choices=[("look", "look"), ("halve", "halve")], error_messages=ACT)

    def command(self) -> LookAtSchemes | HalveScheme:
        if self.cleaned_data["act"] == "look":
            return self.build(LookAtSchemes, schemes=(self.given["scheme"],))
        return self.build(HalveScheme)


class DealForm(DeskTableForm):
    """Correct a hand: remove cards, and add others of the House's pile, with a reason."""

    reason = reason_field()

    def command(self) -> DealHand:
        return self.build(DealHand, player=self.given["seat"], given=self.cards("given"), taken=self.cards("taken"))
