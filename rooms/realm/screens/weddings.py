"""Weddings at desk and phone: forms, and the Ceremony desk's wedding with its confirmation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from control.desks.command import CommandForm, initial
from control.desks.press import PressAnswer, carry_out, close_question, draw_question
from control.engine.ids import SeatId
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from rooms.realm.desks import Desk
from rooms.realm.game.view_weddings import agreed_hostages, exchange_words, wed_ask
from rooms.realm.game.weddings.divorce import AgreeToDivorce, AskForDivorce, StayMarried
from rooms.realm.game.weddings.priests import Anoint
from rooms.realm.game.weddings.wedding import MOST, AgreeToMarry, AskToMarry, BreakBetrothal, Wed
from rooms.realm.screens.desk_pages import look
from rooms.realm.screens.houses import HERE

# === forms ==============================================================================================================

# Forms for players and the Ceremony desk.


COUNT = gettext_lazy("Each House gives 1 to 10 hostages.")


def person_field(words: Any) -> forms.SlugField:
    """A player of this day."""
    return forms.SlugField(max_length=60, error_messages=dict.fromkeys(("required", "invalid", "max_length"), words))


def hostages_field() -> forms.IntegerField:
    """Number of hostages that each House gives."""
    return forms.IntegerField(
        min_value=1,
        max_value=MOST,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), COUNT),
    )


class OwnForm(CommandForm):
    """Base of a player's own commands."""

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat


class ProposeMarriageForm(OwnForm):
    """Propose marriage, with a number of hostages."""

    other = person_field(gettext_lazy("Choose whom you ask."))
    hostages = hostages_field()

    def command(self) -> AskToMarry:
        found = self.cleaned_data
        return AskToMarry(seat=self.seat, other=SeatId(found["other"]), hostages=found["hostages"])


class AgreeMarriageForm(OwnForm):
    """Accept a proposal."""

    other = person_field(gettext_lazy("Choose whom you marry."))
    hostages = hostages_field()

    def command(self) -> AgreeToMarry:
        found = self.cleaned_data
        return AgreeToMarry(seat=self.seat, other=SeatId(found["other"]), hostages=found["hostages"])


class BreakForm(OwnForm):
    """Refuse or take back a proposal or betrothal."""

    other = person_field(gettext_lazy("Choose whom you do not marry."))

    def command(self) -> BreakBetrothal:
        return BreakBetrothal(seat=self.seat, other=SeatId(self.cleaned_data["other"]))


class AnointForm(OwnForm):
    """Name the own House's Priest."""

    priest = person_field(gettext_lazy("Choose who is to be Priest."))

    def command(self) -> Anoint:
        return Anoint(seat=self.seat, priest=SeatId(self.cleaned_data["priest"]))


class WedForm(OwnForm):
    """Wed a couple that has agreed, as Priest."""

    month = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)
    one = person_field(gettext_lazy("Choose the two who marry."))
    other = person_field(gettext_lazy("Choose the two who marry."))
    hostages = hostages_field()

    def command(self) -> Wed:
        found = self.cleaned_data
        return Wed(
            seat=self.seat,
            month=found["month"],
            one=SeatId(found["one"]),
            other=SeatId(found["other"]),
            hostages=found["hostages"],
        )


class AskForDivorceForm(OwnForm):
    """Ask the spouse for a divorce."""

    def command(self) -> AskForDivorce:
        return AskForDivorce(seat=self.seat)


class AgreeToDivorceForm(OwnForm):
    """Agree to a divorce."""

    def command(self) -> AgreeToDivorce:
        return AgreeToDivorce(seat=self.seat)


class StayMarriedForm(OwnForm):
    """Stay married."""

    def command(self) -> StayMarried:
        return StayMarried(seat=self.seat)


class DeskAnointForm(CommandForm):
    """Anoint a player of a House with a Chapel, as its members say."""

    priest = person_field(gettext_lazy("Choose who is to be Priest."))

    def command(self) -> Anoint:
        priest = SeatId(self.cleaned_data["priest"])
        return Anoint(seat=priest, priest=priest)


class DeskWedForm(CommandForm):
    """Wed the two who are before a Priest, as they say."""

    month = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)
    priest = person_field(gettext_lazy("Choose the Priest who weds them."))
    one = person_field(gettext_lazy("Choose the two who marry."))
    other = person_field(gettext_lazy("Choose the two who marry."))
    hostages = hostages_field()
    sure = forms.CharField(required=False, max_length=400)  # couple and number that the desk has confirmed

    def couple(self) -> tuple[SeatId, SeatId, int]:
        """Couple, and number of hostages that each House gives."""
        found = self.cleaned_data
        return SeatId(found["one"]), SeatId(found["other"]), found["hostages"]

    def said_so(self) -> bool:
        """Has the desk confirmed exactly this couple and number?"""
        one, other, hostages = self.couple()
        return bool(self.cleaned_data["sure"] == f"{one} {other} {hostages}")

    def command(self) -> Wed:
        found = self.cleaned_data
        return Wed(
            seat=SeatId(found["priest"]),
            month=found["month"],
            one=SeatId(found["one"]),
            other=SeatId(found["other"]),
            hostages=found["hostages"],
        )


# === Ceremony desk ======================================================================================================

# Wedding at the Ceremony desk: Priest, couple, and their Houses' hostages.


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """The couple agreed on another number of hostages than the desk typed. `sure`: value that confirms the typed one."""

    agreed: int
    typed: int
    sure: str


@require_http_methods(["GET", "POST"])
def wed(request: HttpRequest, event_id: int) -> HttpResponse:
    """Wed two players, or anoint a Priest first."""
    door = desk_or_404(request, event_id, Desk.CEREMONY)
    ask = look(request, door).sight.view(wed_ask)
    if ask is None:
        raise Http404(say("There is nothing here."))
    first = ask.couples[0] if ask.couples else None
    chosen = (
        {"one": first.one, "other": first.other, "hostages": first.hostages, "priest": first.priest or ""}
        if first is not None
        else {"one": request.GET.get("one", ""), "other": "", "hostages": 1}
    )
    fresh = DeskWedForm(initial=initial(month=ask.month, **chosen))
    form: CommandForm = fresh
    said = doubt = None
    if request.method == "POST":
        form = DeskAnointForm(request.POST) if "anoint" in request.POST else DeskWedForm(request.POST)
        doubt = _doubt(request, door, form)
        if doubt is None:
            said = _given(request, door, form)
            if said.done:
                return close_question(request, door, said, HERE, "ceremonies")
            form = fresh if said.stale or isinstance(form, DeskAnointForm) else form
    context = {"form": form, "ask": ask, "key": initial()["command_id"], "doubt": doubt}
    return draw_question(request, door, "realm/desk/_wed.html", context, HERE, said)


def _doubt(request: HttpRequest, door: DeskPass, form: CommandForm) -> Doubt | None:
    """Return what to confirm before this wedding; None if the numbers agree, nothing was agreed, or it is confirmed."""
    if not isinstance(form, DeskWedForm) or not form.is_valid() or form.said_so():
        return None
    one, other, typed = form.couple()
    agreed = look(request, door).sight.view(agreed_hostages, one, other)
    return Doubt(agreed=agreed, typed=typed, sure=f"{one} {other} {typed}") if agreed not in (None, typed) else None


def _given(request: HttpRequest, door: DeskPass, form: CommandForm) -> PressAnswer:
    """Carry out the form; after a wedding also say what each House gave."""
    said = carry_out(door, form)
    if not said.done or not isinstance(form, DeskWedForm):
        return said
    words = look(request, door).sight.view(exchange_words, *form.couple())
    return replace(said, sentence=f"{said.sentence} {words}")
