"""What a player of the Court presses: a hand, for or against; the Sovereign gives the floor, chooses, names payers."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.people.access import seat_or_404
from control.phone.presses import press, pressing
from rooms.court.game.view_sovereign import TypedShares, sovereign_floor
from rooms.court.screens.phone import CHOOSING, FLOOR, NAMING
from rooms.court.screens.phone_forms import ChooseForm, HandForm, PayForm, ReturnForm, SpeakerForm, TieForm, VoteForm
from rooms.court.screens.scheme_forms import NameForm

MOST_PAYERS: Final = 40  # lines of a form that anybody may send


vote = pressing(VoteForm, FLOOR)  # for or against what is voted on
hand = pressing(HandForm, FLOOR)  # the own hand up or down
speaker = pressing(SpeakerForm, FLOOR)  # who speaks, as the Sovereign says
choose = pressing(ChooseForm, CHOOSING)  # the next proposal
take_back = pressing(ReturnForm, CHOOSING)  # a chosen proposal waits again
name_proposal = pressing(NameForm, NAMING)  # which proposal an own scheme names
tie = pressing(TieForm, CHOOSING)  # how a tie is decided


@never_cache
@require_POST
def pay(request: HttpRequest) -> HttpResponse:
    """Who pays for a law."""
    door, post = seat_or_404(request), request.POST
    columns = (post.getlist(name)[:MOST_PAYERS] for name in ("payer", "power", "favors"))
    typed = TypedShares(cycle=post.get("cycle", ""), shares=tuple(zip(*columns, strict=False)))
    form = PayForm(post, seat=door.seat, typed=typed)
    return press(request, door, form, CHOOSING, lambda sight: sight.view(sovereign_floor, typed))
