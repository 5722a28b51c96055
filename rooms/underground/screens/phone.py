"""The Underground on the phone: own table with private choices, own hand, own schemes between months."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.desks.command import CommandForm
from control.people.access import SeatPass, seat_or_404
from control.phone.play import answer
from control.phone.presses import press, press_view
from control.regions.kinds import PhoneRegion
from control.regions.sight import Sight
from rooms.realm.papers.game.view_form import as_typed
from rooms.underground.game.tables.lookup import TOPIC
from rooms.underground.game.view_choice import TypedCard, phone_choice
from rooms.underground.game.view_phone import own_schemes, phone_exchange, phone_play, phone_table
from rooms.underground.screens import phone_forms as given

TABLE, CHOICE, PLAY, OWN, EXCHANGE = "und-table", "und-choice", "und-play", "und-own", "und-exchange"  # the regions
TOPICS = (TOPIC, "clock", "laws")  # laws change the costs of schemes
EXCHANGED = (TOPIC, "clock", "buildings")

REGIONS: Final = (
    PhoneRegion(name=TABLE, template="underground/_play_table.html", topics=TOPICS, view=phone_table, tab="now", after="now"),
    PhoneRegion(
        name=CHOICE,
        template="underground/_play_choice.html",
        topics=TOPICS,
        view=phone_choice,
        tab="now",
        after=TABLE,
        even="always",
    ),
    PhoneRegion(
        name=PLAY,
        template="underground/_play_hand.html",
        topics=TOPICS,
        view=phone_play,
        tab="now",
        after=CHOICE,
        even="always",
    ),
    PhoneRegion(
        name=OWN,
        template="underground/_play_own.html",
        topics=TOPICS,
        view=own_schemes,
        tab="team",
        after="buildings",
        even="news",
    ),
    PhoneRegion(
        name=EXCHANGE, template="underground/_play_exchange.html", topics=EXCHANGED, view=phone_exchange, tab="team", after=OWN
    ),
)
DRUMMING: Final = 2  # seconds between two feints of a player that refresh screens
CHOICES: Final[dict[str, tuple[str, type[CommandForm], str]]] = {  # by button: its field, form and region
    "look": ("scheme", given.LookForm, PLAY),
    "reached": ("act", given.ReachedForm, CHOICE),
    "written": ("written", given.WrittenForm, CHOICE),
    "keep": ("kept", given.KeepForm, CHOICE),
}
PICKED: Final = ("cards", "card", "discards", "losses")  # tapped fields that are kept after a refusal


def tapping(form: type[CommandForm], name: str) -> Callable[[HttpRequest], HttpResponse]:
    """View for a form with tapped cards. A refusal keeps them tapped."""

    @never_cache
    @require_POST
    def view(request: HttpRequest) -> HttpResponse:
        door, post = seat_or_404(request), request.POST
        tapped = tuple(each for field in PICKED for each in given.picked(post, field))

        def again(sight: Sight[Any]) -> object:
            if name == CHOICE:
                return sight.view(phone_choice, None, tapped)
            return sight.view(phone_play, tapped)

        return press(request, door, form(post, seat=door.seat), name, again)

    return view


advance = tapping(given.AdvanceForm, PLAY)
protect = tapping(given.ProtectForm, PLAY)
attack = tapping(given.AttackForm, PLAY)
play_on = tapping(given.PlayOnForm, PLAY)
lose = tapping(given.LossForm, CHOICE)
stop = press_view(given.StopForm, PLAY)
done = press_view(given.DoneForm, PLAY)
take_back = press_view(given.UndoActForm, PLAY)
halve = press_view(given.HalveForm, PLAY)
reveal = press_view(given.RevealForm, TABLE)
exchange = press_view(given.ExchangeForm, EXCHANGE)


@never_cache
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """A private choice. Choices and feints use the same address, so that addresses reveal nothing."""
    door, (what, _, word) = seat_or_404(request), request.POST.get("choice", "").partition(" ")
    post = request.POST.copy()
    if what in CHOICES:
        field, form, name = CHOICES[what]
        post[field] = word
        return press(request, door, form(post, seat=door.seat), name)
    if what == "feign":
        return _feigned(request, door, given.FeignForm(post, seat=door.seat))
    post["card"] = card = word[: given.LONGEST]
    paper = as_typed({name: [str(each) for each in words] for name, words in post.lists()})
    typed = TypedCard(card=card, paper=paper, replaces=post.get("replaces", "")[:9])
    form_of_card = given.PlaceForm(post, seat=door.seat, values=paper.values)
    return press(request, door, form_of_card, CHOICE, lambda sight: sight.view(phone_choice, typed))


def _feigned(request: HttpRequest, door: SeatPass, form: CommandForm) -> HttpResponse:
    """Accept a feint. Rapid taps do not refresh other screens more often than real choices would."""
    if form.is_valid() and not cache.add(f"feint:{door.event.pk}:{door.seat}", 1, DRUMMING):
        return answer(request, door, CHOICE)
    return press(request, door, form, CHOICE)


urlpatterns = [
    path("play/underground/advance/", advance, name="advance"),
    path("play/underground/protect/", protect, name="protect"),
    path("play/underground/done/", done, name="done"),
    path("play/underground/back/", take_back, name="take-back"),
    path("play/underground/attack/", attack, name="attack"),
    path("play/underground/attack/on/", play_on, name="play-on"),
    path("play/underground/attack/stop/", stop, name="stop"),
    path("play/underground/attack/reveal/", reveal, name="reveal"),
    path("play/underground/attack/loss/", lose, name="loss"),
    path("play/underground/halve/", halve, name="halve"),
    path("play/underground/choice/", choose, name="choice"),
    path("play/underground/exchange/", exchange, name="exchange"),
]
