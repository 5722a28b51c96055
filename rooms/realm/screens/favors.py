"""Favors at a desk: who may use one now and what was used, and one used for a player without a phone.

A hand is its owner's secret: it is opened on a press of its own, and the access log says who has looked at it and when.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from control.desks.command import initial
from control.desks.press import answered, give, question
from control.engine.ids import SeatId
from control.engine.language import say
from control.people import audit
from control.people.access import desk_or_404
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.game.view_favors import favors_desk, hand_of
from rooms.realm.screens.favor_forms import UseFavorForm, typed_in
from rooms.realm.screens.houses import HERE
from rooms.realm.screens.seen import look


@require_GET
def favors_now(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who may use a Favor now, and what was used this month."""
    door = desk_or_404(request, event_id, *HOUSE_DESKS)
    return question(request, door, "realm/desk/_favors.html", {"panel": look(request, door).sight.view(favors_desk)}, HERE)


@require_http_methods(["GET", "POST"])
def favor_of(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """The Favors of one hand that may be used now, with a form for each."""
    door, post, said, typed = desk_or_404(request, event_id, *HOUSE_DESKS), request.POST, None, None
    if request.method == "POST":
        said = give(door, UseFavorForm(post, seat=SeatId(seat)))
        if said.done:
            return answered(request, door, said, HERE, "favors", "people", "war")
        typed = typed_in(post)
    hand = look(request, door).sight.view(hand_of, seat, typed)
    if hand is None:
        raise Http404(say("No such player."))
    audit.seen(audit.Kind.CARDS_SEEN, door.event.pk, about=f"favors:{hand.seat}", name=say("Favors of {name}", name=hand.name))
    form = UseFavorForm(initial=initial(), seat=hand.seat)
    return question(request, door, "realm/desk/_favor_hand.html", {"hand": hand, "form": form}, HERE, said)
