"""Forms of Underground Control's actions at a table: seats, turns, hands, attacks, schemes (R-116, R-119)."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, CommandForm, reason_field
from control.engine.ids import SeatId
from control.engine.modules import Command
from rooms.realm.papers.game.types import Paper
from rooms.underground.game.state import SchemeCardId, TableId, TableStep
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
from rooms.underground.rules.minion_cards import MinionId

PLAYER: Final = dict.fromkeys(("required", "invalid"), gettext_lazy("Choose a player."))
SCHEME: Final = dict.fromkeys(("required", "invalid", "min_value", "max_value"), gettext_lazy("Choose a scheme."))
ACT: Final = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose what to do."))
CHOSEN: Final = dict.fromkeys(("required", "invalid"), gettext_lazy("Choose a card."))
CARD: Final = re.compile(r"[\w#!:-]{1,80}")
MOST_CARDS: Final = 60
MOST_LOST: Final = 9


class DeskTableForm(CommandForm):
    """Base of actions at the table in the address, in the month its sender saw."""

    month = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)

    def __init__(self, *args: Any, table: TableId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.table = table

    @property
    def at(self) -> dict[str, Any]:
        """Month and table, for every command."""
        return {"month": self.cleaned_data["month"], "table": self.table}

    def cards(self, name: str) -> tuple[str, ...]:
        """Cards chosen under this field name."""
        found = self.data.getlist(name) if hasattr(self.data, "getlist") else ()
        return tuple(dict.fromkeys(str(each) for each in found[:MOST_CARDS] if CARD.fullmatch(str(each))))


class SeatsForm(DeskTableForm, ChoiceForm):
    """Move one seat up or down in the order its sender saw: "up cat-1" (R-116)."""

    order = forms.RegexField(regex=r"^[\w-]{1,60}( [\w-]{1,60}){0,60}$", widget=forms.HiddenInput)
    move = forms.RegexField(regex=r"^(up|down) [\w-]{1,60}$", error_messages=PLAYER)

    def command(self) -> ArrangeSeats:
        order = self.cleaned_data["order"].split(" ")
        way, seat = self.cleaned_data["move"].split(" ")
        if seat in order:
            at = order.index(seat)
            to = at - 1 if way == "up" else at + 1
            if 0 <= to < len(order):
                order[at], order[to] = order[to], order[at]
        return ArrangeSeats(**self.at, order=tuple(SeatId(each) for each in order))


class TurnForm(DeskTableForm, ChoiceForm):
    """End a player's turn, or take back the last act: "done cat-1", "back cat-1 3"."""

    step = forms.ChoiceField(choices=[(each.value, each.value) for each in TableStep], widget=forms.HiddenInput)
    who = forms.RegexField(regex=r"^(done [\w-]{1,60}|back [\w-]{1,60} [1-9][0-9]{0,3})$", error_messages=PLAYER)

    def command(self) -> EndTurn | TakeBackAct:
        step = TableStep(self.cleaned_data["step"])
        act, seat, *count = self.cleaned_data["who"].split(" ")
        if act == "back":
            return TakeBackAct(**self.at, step=step, seat=SeatId(seat), acts=int(count[0]))
        return EndTurn(**self.at, step=step, seat=SeatId(seat))


class AwayForm(DeskTableForm, ChoiceForm):
    """Mark a player of this table as absent (R-03)."""

    away = forms.SlugField(max_length=60, error_messages=PLAYER)

    def command(self) -> MarkGone:
        return MarkGone(**self.at, player=SeatId(self.cleaned_data["away"]))


class PlayerBackForm(DeskTableForm, ChoiceForm):
    """Mark a player missing at this table as present (R-03)."""

    back = forms.SlugField(max_length=60, error_messages=PLAYER)

    def command(self) -> MarkBack:
        return MarkBack(**self.at, player=SeatId(self.cleaned_data["back"]))


class SeatForm(DeskTableForm):
    """Base of actions for the player whose hand is open."""

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    @property
    def theirs(self) -> dict[str, Any]:
        """Month, table and player, for every command."""
        return {**self.at, "seat": self.seat}


class HandForm(SeatForm):
    """Play minions of an open hand: on a scheme, in front of it, or against it."""

    act = forms.ChoiceField(choices=[(each, each) for each in ("advance", "protect", "attack", "play")], error_messages=ACT)
    scheme = forms.IntegerField(min_value=1, max_value=99_999, error_messages=SCHEME)

    def clean(self) -> dict[str, Any]:
        """Also read the chosen cards."""
        found: dict[str, Any] = super().clean() or {}
        act, chosen = found.get("act"), self.cards("card")
        if act and not chosen:
            raise forms.ValidationError(gettext_lazy("Tap the minions first."))
        if act in ("attack", "play") and len(chosen) != 1:
            raise forms.ValidationError(gettext_lazy("Tap exactly 1 minion."))
        front = self.cards("front")
        if act == "protect" and (len(front) > 1 or (not front and len(chosen) > 1)):
            raise forms.ValidationError(gettext_lazy("Say which of them goes in front; the others are discarded."))
        found["cards"] = tuple(MinionId(each) for each in chosen)
        found["front"] = MinionId(front[0] if front else chosen[0]) if chosen else None
        return found

    def command(self) -> Command:
        found = self.cleaned_data
        where = {**self.theirs, "scheme": found["scheme"]}
        match found["act"]:
            case "advance":
                return Advance(**where, cards=found["cards"])
            case "protect":
                paid = tuple(each for each in found["cards"] if each != found["front"])
                return Protect(**where, card=found["front"], discards=paid)
            case "attack":
                return BeginAttack(**where, card=found["cards"][0])
        return PlayOn(**where, card=found["cards"][0])


class DeskAttackForm(DeskTableForm, ChoiceForm):
    """The desk's actions in a running attack. All but revealing are for its attacker."""

    scheme = forms.IntegerField(min_value=1, max_value=99_999, widget=forms.HiddenInput)
    seat = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    card = forms.IntegerField(min_value=0, max_value=999, required=False, widget=forms.HiddenInput)  # minions in front of it
    act = forms.ChoiceField(choices=[(each, each) for each in ("reveal", "stop", "foil", "leave", "go-on")], error_messages=ACT)

    def command(self) -> Command:
        found = self.cleaned_data
        if found["act"] == "reveal":
            return Reveal(**self.at, scheme=found["scheme"], before=found["card"] or 0)
        kind = {"stop": StopAttack, "foil": FoilScheme, "leave": LeaveScheme, "go-on": GoOn}[found["act"]]
        return kind(**self.at, scheme=found["scheme"], seat=SeatId(found["seat"]))


class DeskLossForm(SeatForm):
    """Advancement taken by a trap: a number per scheme, in fields such as "loss-3" (GE-UND-24)."""

    scheme = forms.IntegerField(min_value=1, max_value=99_999, widget=forms.HiddenInput)

    def command(self) -> ChooseLoss:
        named: list[int] = []
        for name in self.data:
            if (found := re.fullmatch(r"loss-([1-9][0-9]{0,4})", name)) and re.fullmatch(r"[0-9]", self.data.get(name, "")):
                named += [int(found[1])] * int(self.data[name])
        return ChooseLoss(**self.theirs, scheme=self.cleaned_data["scheme"], losses=tuple(named[:MOST_LOST]))


class DeskWrittenForm(DeskTableForm, ChoiceForm):
    """Choice for a waiting written scheme: "keep cat-1", "replace cat-1" (R-108)."""

    who = forms.RegexField(regex=r"^(keep|replace) [\w-]{1,60}$", error_messages=PLAYER)

    def command(self) -> ChooseWritten:
        act, seat = self.cleaned_data["who"].split(" ")
        return ChooseWritten(**self.at, seat=SeatId(seat), replace=act == "replace")


class DeskPlaceForm(SeatForm):
    """Place a drawn card, filled in, for a picker without a phone (GE-UND-31)."""

    card = forms.RegexField(
        regex=CARD.pattern, error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Choose a card."))
    )
    replaces = forms.IntegerField(min_value=0, max_value=99_999, required=False)

    def __init__(self, *args: Any, paper: Paper, **more: Any) -> None:
        super().__init__(*args, **more)
        self.paper = paper

    def command(self) -> PlaceDrawn:
        found = self.cleaned_data
        return PlaceDrawn(
            **self.theirs, card=SchemeCardId(found["card"]), values=self.paper.values, replaces=found["replaces"] or 0
        )


class DeskKeepForm(SeatForm):
    """Discard the drawn cards and keep the scheme in play."""

    def command(self) -> KeepDrawn:
        return KeepDrawn(**self.theirs)


class ConfirmForm(DeskTableForm, ChoiceForm):
    """Confirm a complete scheme. The order of confirmation is the order of effects (R-20)."""

    scheme = forms.IntegerField(min_value=1, max_value=99_999, error_messages=SCHEME)

    def command(self) -> ConfirmScheme:
        return ConfirmScheme(**self.at, scheme=self.cleaned_data["scheme"])


class DeskSchemeForm(SeatForm):
    """Look at a scheme for the Sovereign, or halve it for its House (R-131, R-91)."""

    act = forms.ChoiceField(choices=[("look", "look"), ("halve", "halve")], error_messages=ACT)

    def __init__(self, *args: Any, scheme: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.scheme = scheme

    def command(self) -> LookAtSchemes | HalveScheme:
        if self.cleaned_data["act"] == "look":
            return LookAtSchemes(**self.theirs, schemes=(self.scheme,))
        return HalveScheme(**self.theirs, scheme=self.scheme)


class DealForm(SeatForm):
    """Correct a hand: remove cards, and add others of the House's pile, with a reason."""

    reason = reason_field()

    def command(self) -> DealHand:
        given = tuple(MinionId(each) for each in self.cards("given"))
        taken = tuple(MinionId(each) for each in self.cards("taken"))
        return DealHand(**self.at, player=self.seat, given=given, taken=taken, reason=self.cleaned_data["reason"])
