"""Favors at desk and phone: players who may use one, Favors used, and the form to use one."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from control.desks.command import CommandForm, hidden_number, initial, one_error
from control.desks.presses import carry_out, close_question, draw_question
from control.engine.ids import SeatId
from control.engine.language import say
from control.people import audit
from control.people.access import desk_or_404
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.game.favors.use import LONGEST_NOTE, UseFavor
from rooms.realm.game.view_favors import FavorTyped, favors_desk, hand_of
from rooms.realm.screens.desk_pages import look
from rooms.realm.screens.houses import HERE

# === form ===============================================================================================================

# Form to use a Favor: on the holder's phone, and at a desk for players without a phone.


CHOOSE = one_error(gettext_lazy("Choose from the list."))
NUMBER = one_error(gettext_lazy("Choose a number from the list."))
FIELDS = ("card", "target", "region", "other", "number", "given", "note")


def typed_in(post: Mapping[str, str]) -> FavorTyped:
    """Input of a sent form."""
    return FavorTyped(card=post.get("card", ""), values=tuple((name, post.get(name, "")) for name in FIELDS))


class UseFavorForm(CommandForm):
    """A card of the hand, with what it names."""

    makes = UseFavor
    month = hidden_number(0, 999)
    card = forms.RegexField(regex=r"^[\w-]{1,60}#\d{1,6}\Z", error_messages=CHOOSE)
    target = forms.SlugField(max_length=60, required=False, error_messages=CHOOSE)
    region = forms.SlugField(max_length=60, required=False, error_messages=CHOOSE)
    other = forms.SlugField(max_length=60, required=False, error_messages=CHOOSE)
    number = forms.IntegerField(min_value=1, max_value=10**6, required=False, error_messages=NUMBER)
    given = forms.RegexField(regex=r"^[\w-]{1,60}#\d{1,6}\Z", required=False, error_messages=CHOOSE)
    note = forms.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        error_messages={"max_length": gettext_lazy("Say it in 200 characters.")},
    )


# === desk ===============================================================================================================

# Favors at a desk: players who may use one, Favors used, and use for a player without a phone.
# A hand is its owner's secret: a desk opens it with its own button, and the access log records who looked and when.


@require_GET
def favors_now(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show players who may use a Favor now, and Favors used this month."""
    door = desk_or_404(request, event_id, *HOUSE_DESKS)
    return draw_question(request, door, "realm/desk/_favors.html", {"panel": look(request, door).sight.view(favors_desk)}, HERE)


@require_http_methods(["GET", "POST"])
def favor_of(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Show usable Favors of one hand, with a form for each."""
    door, post, said, typed = desk_or_404(request, event_id, *HOUSE_DESKS), request.POST, None, None
    if request.method == "POST":
        said = carry_out(door, UseFavorForm(post, seat=SeatId(seat)))
        if said.done:
            return close_question(request, door, said, HERE, "favors", "people", "war")
        typed = typed_in(post)
    hand = look(request, door).sight.view(hand_of, seat, typed)
    if hand is None:
        raise Http404(say("No such player."))
    audit.log_look(
        audit.AuditKind.CARDS_SEEN, door.event.pk, about=f"favors:{hand.seat}", name=say("Favors of {name}", name=hand.name)
    )
    form = UseFavorForm(initial=initial(), seat=hand.seat)
    return draw_question(request, door, "realm/desk/_favor_hand.html", {"hand": hand, "form": form}, HERE, said)
