"""Hostages at desk and phone: the mat of each House, and forms for its holder and the desks."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from control.desks.command import CommandForm, NumberField, form_of, hidden_number, initial, one_error, reason_field
from control.desks.presses import carry_out, close_question, draw_question
from control.engine.language import say, say_count
from control.people.access import desk_or_404
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.game.hostages.commands import MOST, HostageAct, KillHostage, MoveHostages, ReleaseHostage, TakeHostages
from rooms.realm.game.view_hostages import mat_ask
from rooms.realm.screens.desk_pages import look
from rooms.realm.screens.houses import HERE
from rooms.realm.screens.in_force_forms import house_field

# === forms ==============================================================================================================

# Forms for holders and desks.


KillForm = form_of(KillHostage, given=("seat",), hostage=hidden_number(1, 10**6))  # a hostage on the own House's mat
ReleaseForm = form_of(ReleaseHostage, given=("seat",), hostage=hidden_number(1, 10**6))  # it goes home


def _count_field() -> NumberField:
    no_number = one_error(gettext_lazy("Say how many hostages, a whole number."))
    return NumberField(min_value=1, error_messages={**no_number, "min_value": gettext_lazy("It is 1 hostage at least.")})


def _at_most(count: int, held: int | None = None) -> None:
    """Refuse more hostages than are held, or than one command moves.

    Raises:
        ValidationError: too many.
    """
    if held is not None and count > held:
        raise forms.ValidationError(say_count("Only {count} is held.", "Only {count} are held.", held))
    if count > MOST:
        raise forms.ValidationError(say("It is {most} hostages at once at most.", most=MOST))


class MoveForm(CommandForm):
    """Release, hand over or kill some hostages of a lot, "3 4 9", oldest first."""

    act = forms.ChoiceField(
        choices=[(act.value, act.value) for act in HostageAct],
        error_messages=one_error(gettext_lazy("Say what becomes of them.")),
    )
    lot = forms.RegexField(
        regex=r"^\d{1,6}( \d{1,6}){0,99}\Z",
        error_messages=one_error(gettext_lazy("Choose which hostages.")),
    )
    count = _count_field()
    to = forms.SlugField(max_length=60, required=False, error_messages=one_error(gettext_lazy("Choose the House.")))
    reason = reason_field()

    def clean_count(self) -> int:
        found = self.cleaned_data
        _at_most(found["count"], len(found["lot"].split(" ")) if found.get("lot") else None)
        count: int = found["count"]
        return count

    def command(self) -> MoveHostages:
        found = self.cleaned_data
        return self.build(MoveHostages, hostages=tuple(int(number) for number in found["lot"].split(" "))[: found["count"]])


class TakeForm(CommandForm):
    """Take hostages of another House."""

    makes = TakeHostages
    of = house_field()
    count = _count_field()
    reason = reason_field()

    def clean_count(self) -> int:
        count: int = self.cleaned_data["count"]
        _at_most(count)
        return count


# === mats ===============================================================================================================

# Pages: each House's mat with its forms.


@require_http_methods(["GET", "POST"])
def mat(request: HttpRequest, event_id: int, mat: str) -> HttpResponse:
    """Show one mat with its forms: release, hand over, kill, take."""
    door = desk_or_404(request, event_id, *HOUSE_DESKS)
    found = look(request, door).sight.view(mat_ask, mat)
    if found is None:
        raise Http404(say("No such House."))
    said, opened = None, request.POST.get("act", "")
    holder = found.mat.house
    if request.method == "POST":
        taking = opened == "take" and holder is not None
        sent = TakeForm(request.POST, holder=holder) if taking and holder is not None else MoveForm(request.POST)
        said = carry_out(door, sent)
        if said.done:
            return close_question(request, door, said, HERE, "people", "laws")
        found = look(request, door).sight.view(mat_ask, mat) or found
    typed = {name: request.POST.get(name, "") for name in ("lot", "to", "of", "count", "reason")}
    context = {"ask": found, "form": MoveForm(initial=initial()), "typed": typed, "opened": opened}
    return draw_question(request, door, "realm/desk/_hostages.html", context, HERE, said)
