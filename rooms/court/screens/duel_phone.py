"""Duels and challenges on the phone: regions, forms and buttons (R-102, R-103)."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.desks.command import ChoiceForm, form_of, hidden_number, one_error
from control.engine.modules import Command
from control.people.access import seat_or_404
from control.phone.presses import press, press_view
from control.regions.kinds import TOP, PhoneRegion
from rooms.court.game.duel.challenge import Accept, CallOut, NameFirst, Refuse, StandBy, Withdraw
from rooms.court.game.duel.state import Stake
from rooms.court.game.duel.view_phone import TypedStake, phone_duels, staying_view
from rooms.court.game.roll import TOPIC
from rooms.realm.scenario.ids import RegionId

# === forms ==============================================================================================================

# Forms about challenges on the phone.


STAND, WITHDRAW = "stand", "withdraw"
PLAYER: Final = one_error(gettext_lazy("Choose a player."))
NUMBER = gettext_lazy("Write a whole number.")
WHICH: Final = one_error(gettext_lazy("Stand by it, or withdraw."))


class OwnForm(ChoiceForm):
    """A player's form about the Court of the month on the phone."""

    month = hidden_number(1, 999)


class ChallengeForm(OwnForm):
    """Challenge a player."""

    whom = forms.SlugField(max_length=60, error_messages=PLAYER)

    def command(self) -> CallOut:
        return self.build(CallOut, target=self.cleaned_data["whom"])


class DuelNumberForm(OwnForm):
    """A form about the challenge with a number."""

    number = hidden_number(1, 9999)


OwnFirstForm = form_of(NameFirst, base=OwnForm, given=("seat",), errors={"player": PLAYER})
RefuseForm = form_of(Refuse, base=DuelNumberForm, given=("seat", "free"))


class AcceptForm(DuelNumberForm):
    """Accept a challenge with the typed stake."""

    makes = Accept

    def __init__(self, *args: Any, typed: TypedStake, **more: Any) -> None:
        super().__init__(*args, **more)
        self.typed = typed

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        try:
            found["stake"] = stake_of(self.typed)
        except ValueError:
            self.add_error(None, NUMBER)
        return found


class DuelStandForm(DuelNumberForm):
    """Stand by the challenge, or withdraw, after hearing the stake."""

    act = forms.ChoiceField(choices=((STAND, STAND), (WITHDRAW, WITHDRAW)), error_messages=WHICH)

    def command(self) -> Command:
        return self.build(StandBy if self.cleaned_data["act"] == STAND else Withdraw)


def stake_of(typed: TypedStake) -> Stake:
    """The typed stake. Empty fields are 0.

    Raises:
        ValueError: a field is not a whole number.
    """
    return Stake(
        power=_whole_number(typed.power),
        favors=_whole_number(typed.favors),
        hostages=_whole_number(typed.hostages),
        flags=tuple(RegionId(each) for each in typed.flags),
        buildings=tuple(_whole_number(each) for each in typed.buildings),
        words=typed.words,
    )


def _whole_number(typed: str) -> int:
    text = typed.strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise ValueError(typed)
    return int(text)


# === region and presses =================================================================================================

# The regions and their buttons.


DUEL, STAYING = "duel", "staying"  # names of the regions
MOST_PRIZES: Final = 40  # castles or buildings read from a form
LONGEST: Final = 1000  # characters read from a text field

REGIONS: Final = (
    PhoneRegion(
        name=DUEL,
        template="court/_play_duel.html",
        topics=(TOPIC, "clock", "map"),
        view=phone_duels,
        tab="now",
        after="now",
    ),
    PhoneRegion(
        name=STAYING, template="court/_play_staying.html", topics=(TOPIC, "clock"), view=staying_view, tab="now", after=TOP
    ),
)


challenge = press_view(ChallengeForm, DUEL)  # challenge a player
first = press_view(OwnFirstForm, DUEL)  # who challenges first, as the Sovereign says
refuse = press_view(RefuseForm, DUEL)  # refuse a challenge
stand = press_view(DuelStandForm, DUEL)  # stand by a challenge, or withdraw


@never_cache
@require_POST
def accept(request: HttpRequest) -> HttpResponse:
    """Accept a challenge and name the stake."""
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
