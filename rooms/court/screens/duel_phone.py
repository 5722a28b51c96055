"""Challenges and duels on the phone: the region, and what is pressed in it."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.people.access import seat_or_404
from control.phone.presses import press, pressing
from control.regions.kinds import RegionKind
from rooms.court.game.roll import TOPIC
from rooms.court.game.view_duels import TypedStake, phone_duels, staying
from rooms.court.screens.duel_phone_forms import AcceptForm, ChallengeForm, FirstForm, RefuseForm, StandForm

DUEL, STAYING = "duel", "staying"  # the regions
MOST_PRIZES: Final = 40  # castles or buildings of a form that anybody may send
LONGEST: Final = 1000  # characters of words that anybody may send

REGIONS: Final = (
    RegionKind(
        name=DUEL,
        template="court/_play_duel.html",
        topics=(TOPIC, "clock", "map"),
        view=phone_duels,
        tab="now",
        after="now",
    ),
    RegionKind(name=STAYING, template="court/_play_staying.html", topics=(TOPIC, "clock"), view=staying, tab="now", first=True),
)


challenge = pressing(ChallengeForm, DUEL)  # call somebody out
first = pressing(FirstForm, DUEL)  # who challenges first, as the Sovereign says
refuse = pressing(RefuseForm, DUEL)  # the challenged refuses
stand = pressing(StandForm, DUEL)  # the challenger stands by it, or withdraws


@never_cache
@require_POST
def accept(request: HttpRequest) -> HttpResponse:
    """The challenged accepts and names the stake."""
    door, post = seat_or_404(request), request.POST
    typed = TypedStake(
        power=post.get("power", ""),
        favors=post.get("favors", ""),
        hostages=post.get("hostages", ""),
        words=post.get("words", "")[:LONGEST],
        flags=tuple(post.getlist("flags")[:MOST_PRIZES]),
        buildings=tuple(post.getlist("buildings")[:MOST_PRIZES]),
    )
    form = AcceptForm(post, seat=door.seat, typed=typed)
    return press(request, door, form, DUEL, lambda sight: sight.view(phone_duels, typed))


urlpatterns = [
    path("play/court/duel/", challenge, name="challenge"),
    path("play/court/duel/first/", first, name="challenge-first"),
    path("play/court/duel/refuse/", refuse, name="refuse"),
    path("play/court/duel/accept/", accept, name="accept"),
    path("play/court/duel/stand/", stand, name="stand-by"),
]
