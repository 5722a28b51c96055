"""Challenges and duels on the tablets that lead them: a live region of Court Control's desk, its questions, the duel as one card.

Whoever sits at the Ceremony desk comes to a duel that was put off by the same card (R-102).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control.desks.command import CommandForm, initial
from control.desks.frame import is_fragment
from control.desks.press import Place, Said, answered, give, question, tap, wake
from control.desks.tabs import Tab
from control.engine.ids import SeatId
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register
from rooms.court.game.duel_types import DUE
from rooms.court.game.duels import DUEL_DESKS
from rooms.court.game.view_challenges import Bout, DeskChallenges, bout_ask, call_ask, desk_challenges, due_bouts, gloved
from rooms.court.screens import duel_forms as forms
from rooms.court.screens.rounds import last_round
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.screens import houses
from rooms.realm.screens.seen import Look, look

COURT_DESK = frozenset({Desk.COURT})
REGION = "court_duels"
TOPICS = ("court", "people", "ceremonies", "strip")


def challenges_desk(seen: Look) -> DeskChallenges:
    """Challenges and duels as Court Control sees them."""
    found = seen.sight.view(desk_challenges)
    if found is None:  # a region of this desk is shown to nobody else
        raise LookupError("challenges")
    return found


register(
    RegionKind(
        name=REGION,
        template="court/desk/_duels.html",
        topics=("court", "clock", "people", "strip", "buildings"),
        view=challenges_desk,
        desks=COURT_DESK,
    ),
    realm=NAME,
)


def duels_waiting(seen: Look) -> tuple[Tab, ...]:
    """The duels that the Ceremony desk leads now: they were put off to this Ceremony (R-102)."""
    bouts = (each for each in seen.sight.view(due_bouts) or () if each.in_ceremony)
    return tuple(
        Tab(
            name=say(
                "Duel: {one} against {other}, round {round} …", one=each.challenger.name, other=each.target.name, round=each.round
            ),
            address=reverse("court_desk:duel", args=[seen.event_id, each.number]),
            here=not each.why_not,
        )
        for each in bouts
    )


def doomed(form: forms.RoundForm, bout: Bout) -> Iterator[tuple[SeatId, str]]:
    """Whom this round would give the third wound."""
    for field, each in (("one", bout.challenger), ("other", bout.target)):
        if form.cleaned_data[field] == forms.HIT and each.deadly:
            yield each.seat, each.name


class Presses:
    """What is pressed in the region and in its questions, on the page of the desk that it stands in."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def _court(self, request: HttpRequest, event_id: int) -> DeskPass:
        return desk_or_404(request, event_id, Desk.COURT)

    def _either(self, request: HttpRequest, event_id: int) -> tuple[DeskPass, Place]:
        door = desk_or_404(request, event_id, *DUEL_DESKS)
        return door, self.place if door.actor.sits_at(COURT_DESK) else houses.HERE

    def _tap(self, request: HttpRequest, event_id: int, form: CommandForm) -> HttpResponse:
        return tap(request, self._court(request, event_id), form, self.place, *TOPICS)

    def first(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Who challenges first, as the Sovereign says (GE-SOV-27)."""
        return self._tap(request, event_id, forms.FirstForm(request.POST))

    def answer(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """The challenged refuses; the challenger stands by it or withdraws."""
        return self._tap(request, event_id, forms.AnswerForm(request.POST))

    def glove(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Who challenges by a Favor card: then whom, as everybody else."""
        door = self._court(request, event_id)
        context = {"gloved": look(request, door).sight.view(gloved)}
        return question(request, door, "court/desk/_duel_glove.html", context, self.place)

    def call(self, request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
        """Whom this player challenges."""
        door, said = self._court(request, event_id), None
        if request.method == "POST":
            said = give(door, forms.CallForm(request.POST))
            if said.done:
                return answered(request, door, said, self.place, *TOPICS)
        asked = look(request, door).sight.view(call_ask, SeatId(seat))
        if asked is None:
            raise Http404(say("No such player."))
        context = {"panel": asked, "form": forms.CallForm(initial=initial())}
        return question(request, door, "court/desk/_duel_call.html", context, self.place, said)

    def stake(self, request: HttpRequest, event_id: int, challenge: int) -> HttpResponse:
        """What the winner receives, as the challenged says; another one before the first round (R-103)."""
        door, said = self._court(request, event_id), None
        bout = _bout(request, door, challenge)
        known = tuple(prize.key for prize in bout.buildings)
        named = bout.named
        held = {name: getattr(named, name) for name in ("power", "favors", "hostages", "words")}
        ticked = {"flags": [str(each) for each in named.flags], "buildings": [str(each) for each in named.buildings]}
        form = forms.StakeForm(initial=initial(**held, **ticked), number=challenge, buildings=known)
        if request.method == "POST":
            given = forms.StakeForm(request.POST, number=challenge, buildings=known)
            said = give(door, given)
            if said.done:
                return answered(request, door, said, self.place, *TOPICS)
            form = form if said.stale else given
            bout = _bout(request, door, challenge)
        context = {"bout": bout, "form": form, "heads": bout.two}
        return question(request, door, "court/desk/_duel_stake.html", context, self.place, said)

    def off(self, request: HttpRequest, event_id: int, challenge: int) -> HttpResponse:
        """It comes to nothing, with the reason."""
        (door, place), said = self._either(request, event_id), None
        form = forms.OffForm(initial=initial(), number=challenge)
        if request.method == "POST":
            given = forms.OffForm(request.POST, number=challenge)
            said = give(door, given)
            if said.done:
                return answered(request, door, said, place, *TOPICS)
            form = form if said.stale else given
        context = {"bout": _bout(request, door, challenge), "form": form}
        return question(request, door, "court/desk/_duel_off.html", context, place, said)

    def due(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """The duels that are to be fought, each by its button; the only one as its card."""
        door, place = self._either(request, event_id)
        bouts = look(request, door).sight.view(due_bouts) or ()
        if len(bouts) == 1:
            return self._card(request, door, place, bouts[0], None)
        return question(request, door, "court/desk/_duels_due.html", {"bouts": bouts}, place)

    def duel(self, request: HttpRequest, event_id: int, challenge: int) -> HttpResponse:
        """The duel as one card: it stays open from round to round, until the duel is over."""
        door, place = self._either(request, event_id)
        bout = _bout(request, door, challenge)
        if request.method != "POST":
            return self._card(request, door, place, bout, None)
        if request.POST.get("act") == "later":
            said = give(door, forms.LaterForm(request.POST, number=challenge))
            if said.done:
                return answered(request, door, said, place, *TOPICS)
            return self._card(request, door, place, _bout(request, door, challenge), said)
        form = forms.RoundForm(request.POST, number=challenge)
        dying = dict(doomed(form, bout)) if form.is_valid() else {}
        if dying and set(request.POST.getlist("sure")) != set(dying):
            return self._card(request, door, place, bout, None, form, dying)
        said = give(door, form)
        bout = _bout(request, door, challenge)
        if not said.done:
            return self._card(request, door, place, bout, said, None if said.stale else form)
        if bout.stand not in DUE:
            ended = (said.sentence, bout.outcome, bout.received, *bout.undone)
            told = replace(said, sentence=" ".join(each for each in ended if each))
            return answered(request, door, told, place, *TOPICS)
        if not is_fragment(request):
            messages.success(request, said.sentence)
            return HttpResponseRedirect(reverse("court_desk:duel", args=[event_id, challenge]))
        return wake(self._card(request, door, place, bout, said), said, *TOPICS)

    def _card(
        self,
        request: HttpRequest,
        door: DeskPass,
        place: Place,
        bout: Bout,
        said: Said | None,
        form: forms.RoundForm | None = None,
        dying: dict[SeatId, str] | None = None,
    ) -> HttpResponse:
        drawn = forms.RoundForm(initial=initial(round=bout.round), number=bout.number) if form is None else form
        context = {
            "bout": bout,
            "form": drawn,
            "fresh": initial()["command_id"],
            "dying": dying or {},
            "columns": (
                (bout.challenger, "one", drawn["one"].value(), drawn["one_forfeits"].value()),
                (bout.target, "other", drawn["other"].value(), drawn["other_forfeits"].value()),
            ),
            "is_due": bout.stand in DUE,
            "undo": last_round(door, bout.number) if bout.rounds else 0,
        }
        return question(request, door, "court/desk/_duel.html", context, place, said)


def _bout(request: HttpRequest, door: DeskPass, number: int) -> Bout:
    """The challenge of that number.

    Raises:
        Http404: there is none.
    """
    found = look(request, door).sight.view(bout_ask, number)
    if found is None:
        raise Http404(say("No such challenge."))
    return found


def addresses(place: Place) -> list[URLPattern]:
    """The addresses of the region, for the desk whose page it stands in."""
    own, both = Presses(place), require_http_methods(["GET", "POST"])
    return [
        path("duels/", require_GET(own.due), name="duels"),
        path("duels/first/", require_POST(own.first), name="duel-first"),
        path("duels/answer/", require_POST(own.answer), name="duel-answer"),
        path("duels/call/", require_GET(own.glove), name="duel-glove"),
        path("duels/call/<slug:seat>/", both(own.call), name="duel-call"),
        path("duels/<int:challenge>/", both(own.duel), name="duel"),
        path("duels/<int:challenge>/stake/", both(own.stake), name="duel-stake"),
        path("duels/<int:challenge>/off/", both(own.off), name="duel-off"),
    ]
