"""Weddings at desk and phone: forms, and the Ceremony desk's wedding with its confirmation."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from control.desks.command import CommandForm, form_of, hidden_number, initial, one_error
from control.desks.presses import PressAnswer, carry_out, close_question, draw_question
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.records import replace
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
NO_PRIEST = gettext_lazy("Choose who is to be Priest.")
NO_COUPLE = gettext_lazy("Choose the two who marry.")


def person_field(words: Any) -> forms.SlugField:
    """A player of this day."""
    return forms.SlugField(max_length=60, error_messages=one_error(words))


def hostages_field() -> forms.IntegerField:
    """Number of hostages that each House gives."""
    return forms.IntegerField(min_value=1, max_value=MOST, error_messages=one_error(COUNT))


# A player's own forms, about their own seat.
ProposeMarriageForm = form_of(
    AskToMarry, given=("seat",), other=person_field(gettext_lazy("Choose whom you ask.")), hostages=hostages_field()
)
AgreeMarriageForm = form_of(
    AgreeToMarry, given=("seat",), other=person_field(gettext_lazy("Choose whom you marry.")), hostages=hostages_field()
)
BreakForm = form_of(BreakBetrothal, given=("seat",), other=person_field(gettext_lazy("Choose whom you do not marry.")))
AnointForm = form_of(Anoint, given=("seat",), priest=person_field(NO_PRIEST))
AskForDivorceForm = form_of(AskForDivorce, given=("seat",))
AgreeToDivorceForm = form_of(AgreeToDivorce, given=("seat",))
StayMarriedForm = form_of(StayMarried, given=("seat",))


class WedForm(CommandForm):
    """Wed a couple that has agreed, as Priest."""

    makes = Wed
    month = hidden_number(0, 99)
    one = person_field(NO_COUPLE)
    other = person_field(NO_COUPLE)
    hostages = hostages_field()


class DeskAnointForm(CommandForm):
    """Anoint a player of a House with a Chapel, as its members say."""

    priest = person_field(NO_PRIEST)

    def command(self) -> Anoint:
        return self.build(Anoint, seat=self.cleaned_data["priest"])


class DeskWedForm(CommandForm):
    """Wed the two who are before a Priest, as they say."""

    month = hidden_number(0, 99)
    priest = person_field(gettext_lazy("Choose the Priest who weds them."))
    one = person_field(NO_COUPLE)
    other = person_field(NO_COUPLE)
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
        return self.build(Wed, seat=self.cleaned_data["priest"])


# === Ceremony desk ======================================================================================================

# Wedding at the Ceremony desk: Priest, couple, and their Houses' hostages.


class Doubt(Struct, frozen=True, kw_only=True):
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
