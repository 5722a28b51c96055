"""What a player of the Court presses: a hand, for or against; the Sovereign gives the floor, chooses, names payers."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.people.access import seat_or_404
from control.phone.presses import press
from rooms.court.game.view_sovereign import TypedShares, sovereign_floor
from rooms.court.screens.phone import CHOOSING, FLOOR
from rooms.court.screens.phone_forms import ChooseForm, HandForm, PayForm, ReturnForm, SpeakerForm, TieForm, VoteForm

MOST_PAYERS: Final = 40  # lines of a form that anybody may send


@never_cache
@require_POST
def vote(request: HttpRequest) -> HttpResponse:
    """For or against what is voted on."""
    door = seat_or_404(request)
    return press(request, door, VoteForm(request.POST, seat=door.seat), FLOOR)


@never_cache
@require_POST
def hand(request: HttpRequest) -> HttpResponse:
    """The own hand up or down."""
    door = seat_or_404(request)
    return press(request, door, HandForm(request.POST, seat=door.seat), FLOOR)


@never_cache
@require_POST
def speaker(request: HttpRequest) -> HttpResponse:
    """Who speaks, as the Sovereign says."""
    door = seat_or_404(request)
    return press(request, door, SpeakerForm(request.POST, seat=door.seat), FLOOR)


@never_cache
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """The next proposal."""
    door = seat_or_404(request)
    return press(request, door, ChooseForm(request.POST, seat=door.seat), CHOOSING)


@never_cache
@require_POST
def take_back(request: HttpRequest) -> HttpResponse:
    """A chosen proposal waits again."""
    door = seat_or_404(request)
    return press(request, door, ReturnForm(request.POST, seat=door.seat), CHOOSING)


@never_cache
@require_POST
def tie(request: HttpRequest) -> HttpResponse:
    """How a tie is decided."""
    door = seat_or_404(request)
    return press(request, door, TieForm(request.POST, seat=door.seat), CHOOSING)


@never_cache
@require_POST
def pay(request: HttpRequest) -> HttpResponse:
    """Who pays for a law."""
    door, post = seat_or_404(request), request.POST
    columns = (post.getlist(name)[:MOST_PAYERS] for name in ("payer", "power", "favors"))
    typed = TypedShares(cycle=post.get("cycle", ""), shares=tuple(zip(*columns, strict=False)))
    form = PayForm(post, seat=door.seat, typed=typed)
    return press(request, door, form, CHOOSING, lambda sight: sight.view(sovereign_floor, typed))
