"""Duels and challenges on the tablets that lead them: region, forms, buttons, and undo of the last round (R-102, R-104)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control.desks.command import ChoiceForm, CommandForm, form_of, hidden_number, initial, one_error
from control.desks.frame import is_fragment
from control.desks.presses import (
    PressAnswer,
    PressPlace,
    carry_out,
    carry_out_and_answer,
    close_question,
    draw_question,
    refresh_regions,
)
from control.desks.tabs import DeskTab
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import Command
from control.engine.records import replace
from control.journal.story import lines_of, may_withdraw, withdrawn_by
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.court.game.duel.challenge import Accept, CallOut, NameFirst, Refuse, StandBy, Withdraw
from rooms.court.game.duel.events import RoundFought
from rooms.court.game.duel.rounds import DUEL_DESKS, CallOff, FightRound, PutOff
from rooms.court.game.duel.state import DUE, DuelistRound, Stake
from rooms.court.game.duel.view_desk import Bout, DeskChallenges, bout_ask, call_ask, desk_challenges, due_bouts, gloved
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.screens import houses
from rooms.realm.screens.desk_pages import Look, look

# === last round =========================================================================================================

# Undo of a duel's last round, for the card that shows it.


def last_round(door: DeskPass, number: int) -> int:
    """The entry of the command with this duel's last round that was not withdrawn. 0 if this desk may not withdraw it."""
    stream = door.event.stream
    lines = lines_of(stream)
    taken = withdrawn_by(lines)
    found = stream.entries.filter(kind=RoundFought.__name__).order_by("-seq").values_list("seq", "body")
    seq = next((seq for seq, body in found if seq not in taken and json.loads(body)["number"] == number), 0)
    if not seq:
        return 0
    first = lines.command_of(lines[seq - 1])[0]
    return first.seq if may_withdraw(first, door.desks) else 0


# === forms ==============================================================================================================

# Forms about challenges and duels at a desk.


HIT, MISSED = "hit", "missed"
REFUSE, FREE, STAND, WITHDRAW = "refuse", "free", "stand", "withdraw"
ANSWERS: Final[Mapping[str, type]] = {REFUSE: Refuse, FREE: Refuse, STAND: StandBy, WITHDRAW: Withdraw}
PLAYER: Final = one_error(gettext_lazy("Choose a player."))
NUMBER: Final = one_error(gettext_lazy("Write a whole number."))
WHETHER: Final = one_error(gettext_lazy("Say of both whether they were hit."))


class DuelMonthForm(CommandForm):
    """A form about the Court of the month on the sender's screen."""

    month = hidden_number(1, 999)


class DeskChallengeForm(DuelMonthForm, ChoiceForm):
    """Challenge a player. `glove`: by a Favor card."""

    who = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    whom = forms.SlugField(max_length=60, error_messages=PLAYER)
    glove = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def command(self) -> CallOut:
        return self.build(CallOut, seat=self.cleaned_data["who"], target=self.cleaned_data["whom"])


class FirstChallengerForm(DuelMonthForm, ChoiceForm):
    """Name who challenges first."""

    who = forms.SlugField(max_length=60, error_messages=PLAYER)

    def command(self) -> NameFirst:
        return self.build(NameFirst, player=self.cleaned_data["who"])


class DuelAnswerForm(DuelMonthForm, ChoiceForm):
    """An answer with the player who gives it: "refuse wolf-1"."""

    number = hidden_number(1, 9999)
    says = forms.RegexField(regex=rf"^({'|'.join(ANSWERS)}) [\w-]{{1,60}}\Z", error_messages=PLAYER)

    def command(self) -> Command:
        act, seat = self.cleaned_data["says"].split(" ")
        return self.build(ANSWERS[act], seat=seat, free=act == FREE)


class ListField(forms.MultipleChoiceField):
    """Ticked boxes. The rules check which ones are allowed."""

    def validate(self, value: object) -> None:
        """Accept any box."""


class DuelStakeForm(DuelMonthForm):
    """The stake of a duel."""

    seat = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    power = forms.IntegerField(min_value=0, max_value=999, required=False, error_messages=NUMBER)
    favors = forms.IntegerField(min_value=0, max_value=999, required=False, error_messages=NUMBER)
    hostages = forms.IntegerField(min_value=0, max_value=999, required=False, error_messages=NUMBER)
    flags = ListField(required=False)
    buildings = forms.TypedMultipleChoiceField(coerce=int, required=False)
    words = forms.CharField(max_length=1000, required=False)

    def __init__(self, *args: Any, buildings: tuple[str, ...] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["buildings"].choices = [(each, each) for each in buildings]  # type: ignore[attr-defined]

    def command(self) -> Accept:
        return self.build(Accept, stake=self.build(Stake))


class RoundForm(CommandForm):
    """A round as the marshal saw it. The page's field `sure` confirms third wounds."""

    round = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)
    one = forms.ChoiceField(choices=((HIT, HIT), (MISSED, MISSED)), error_messages=WHETHER)
    one_forfeits = forms.BooleanField(required=False)
    other = forms.ChoiceField(choices=((HIT, HIT), (MISSED, MISSED)), error_messages=WHETHER)
    other_forfeits = forms.BooleanField(required=False)

    def command(self) -> FightRound:
        found = self.cleaned_data
        return self.build(
            FightRound,
            challenger=DuelistRound(hit=found["one"] == HIT, forfeits=found["one_forfeits"]),
            target=DuelistRound(hit=found["other"] == HIT, forfeits=found["other_forfeits"]),
        )


LaterForm = form_of(PutOff, given=("number",))
OffForm = form_of(CallOff, given=("number",))


# === region and presses =================================================================================================

# A live region of Court Control's desk, its questions, and the duel as one card.
# The Ceremony desk leads duels that were put off, on the same card.


COURT_DESK = frozenset({Desk.COURT})
REGION = "court_duels"
TOPICS = ("court", "people", "ceremonies", "strip")


def challenges_desk(seen: Look) -> DeskChallenges:
    """Challenges and duels for Court Control."""
    found = seen.sight.view(desk_challenges)
    if found is None:  # only this desk has the region
        raise LookupError("challenges")
    return found


register(
    DeskRegion(
        name=REGION,
        template="court/desk/_duels.html",
        topics=("court", "clock", "people", "strip", "buildings"),
        view=challenges_desk,
        desks=COURT_DESK,
    ),
    realm=NAME,
)


def duels_waiting(seen: Look) -> tuple[DeskTab, ...]:
    """Duels that the Ceremony desk leads now, because they were put off to this Ceremony (R-102)."""
    bouts = (each for each in seen.sight.view(due_bouts) or () if each.in_ceremony)
    return tuple(
        DeskTab(
            name=say(
                "Duel: {one} against {other}, round {round} …", one=each.challenger.name, other=each.target.name, round=each.round
            ),
            address=reverse("court_desk:duel", args=[seen.event_id, each.number]),
            here=not each.why_not,
        )
        for each in bouts
    )


def players_who_would_die(form: RoundForm, bout: Bout) -> Iterator[tuple[SeatId, str]]:
    """Players whom this round would give the third wound."""
    for field, each in (("one", bout.challenger), ("other", bout.target)):
        if form.cleaned_data[field] == HIT and each.deadly:
            yield each.seat, each.name


class DuelPresses:
    """Views of the region's buttons and questions, on the page of its desk."""

    def __init__(self, place: PressPlace) -> None:
        self.place = place

    def _court(self, request: HttpRequest, event_id: int) -> DeskPass:
        return desk_or_404(request, event_id, Desk.COURT)

    def _either(self, request: HttpRequest, event_id: int) -> tuple[DeskPass, PressPlace]:
        door = desk_or_404(request, event_id, *DUEL_DESKS)
        return door, self.place if door.actor.sits_at(COURT_DESK) else houses.HERE

    def _tap(self, request: HttpRequest, event_id: int, form: CommandForm) -> HttpResponse:
        return carry_out_and_answer(request, self._court(request, event_id), form, self.place, *TOPICS)

    def first(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Name who challenges first, as the Sovereign says (GE-SOV-27)."""
        return self._tap(request, event_id, FirstChallengerForm(request.POST))

    def answer(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Enter a refusal, a withdrawal, or that the challenger stands by it."""
        return self._tap(request, event_id, DuelAnswerForm(request.POST))

    def glove(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Choose who challenges by a Favor card. The next question is whom, as for everybody."""
        door = self._court(request, event_id)
        context = {"gloved": look(request, door).sight.view(gloved)}
        return draw_question(request, door, "court/desk/_duel_glove.html", context, self.place)

    def call(self, request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
        """Choose whom this player challenges."""
        door, said = self._court(request, event_id), None
        if request.method == "POST":
            said = carry_out(door, DeskChallengeForm(request.POST))
            if said.done:
                return close_question(request, door, said, self.place, *TOPICS)
        asked = look(request, door).sight.view(call_ask, SeatId(seat))
        if asked is None:
            raise Http404(say("No such player."))
        context = {"panel": asked, "form": DeskChallengeForm(initial=initial())}
        return draw_question(request, door, "court/desk/_duel_call.html", context, self.place, said)

    def stake(self, request: HttpRequest, event_id: int, challenge: int) -> HttpResponse:
        """Enter the stake that the challenged names, or replace it before the first round (R-103)."""
        door, said = self._court(request, event_id), None
        bout = _bout(request, door, challenge)
        known = tuple(prize.key for prize in bout.buildings)
        named = bout.named
        held = {name: getattr(named, name) for name in ("power", "favors", "hostages", "words")}
        ticked = {"flags": [str(each) for each in named.flags], "buildings": [str(each) for each in named.buildings]}
        form = DuelStakeForm(initial=initial(**held, **ticked), number=challenge, buildings=known)
        if request.method == "POST":
            given = DuelStakeForm(request.POST, number=challenge, buildings=known)
            said = carry_out(door, given)
            if said.done:
                return close_question(request, door, said, self.place, *TOPICS)
            form = form if said.stale else given
            bout = _bout(request, door, challenge)
        context = {"bout": bout, "form": form, "heads": bout.two}
        return draw_question(request, door, "court/desk/_duel_stake.html", context, self.place, said)

    def off(self, request: HttpRequest, event_id: int, challenge: int) -> HttpResponse:
        """Call off a duel or challenge, with a reason."""
        (door, place), said = self._either(request, event_id), None
        form = OffForm(initial=initial(), number=challenge)
        if request.method == "POST":
            given = OffForm(request.POST, number=challenge)
            said = carry_out(door, given)
            if said.done:
                return close_question(request, door, said, place, *TOPICS)
            form = form if said.stale else given
        context = {"bout": _bout(request, door, challenge), "form": form}
        return draw_question(request, door, "court/desk/_duel_off.html", context, place, said)

    def due(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Duels that are due, as buttons. A single one is shown as its card."""
        door, place = self._either(request, event_id)
        bouts = look(request, door).sight.view(due_bouts) or ()
        if len(bouts) == 1:
            return self._card(request, door, place, bouts[0], None)
        return draw_question(request, door, "court/desk/_duels_due.html", {"bouts": bouts}, place)

    def duel(self, request: HttpRequest, event_id: int, challenge: int) -> HttpResponse:
        """The duel as one card. It stays open from round to round until the duel is over."""
        door, place = self._either(request, event_id)
        bout = _bout(request, door, challenge)
        if request.method != "POST":
            return self._card(request, door, place, bout, None)
        if request.POST.get("act") == "later":
            said = carry_out(door, LaterForm(request.POST, number=challenge))
            if said.done:
                return close_question(request, door, said, place, *TOPICS)
            return self._card(request, door, place, _bout(request, door, challenge), said)
        form = RoundForm(request.POST, number=challenge)
        dying = dict(players_who_would_die(form, bout)) if form.is_valid() else {}
        if dying and set(request.POST.getlist("sure")) != set(dying):
            return self._card(request, door, place, bout, None, form, dying)
        said = carry_out(door, form)
        bout = _bout(request, door, challenge)
        if not said.done:
            return self._card(request, door, place, bout, said, None if said.stale else form)
        if bout.stand not in DUE:
            ended = (said.sentence, bout.outcome, bout.received, *bout.undone)
            told = replace(said, sentence=" ".join(each for each in ended if each))
            return close_question(request, door, told, place, *TOPICS)
        if not is_fragment(request):
            messages.success(request, said.sentence)
            return HttpResponseRedirect(reverse("court_desk:duel", args=[event_id, challenge]))
        return refresh_regions(self._card(request, door, place, bout, said), said, *TOPICS)

    def _card(
        self,
        request: HttpRequest,
        door: DeskPass,
        place: PressPlace,
        bout: Bout,
        said: PressAnswer | None,
        form: RoundForm | None = None,
        dying: dict[SeatId, str] | None = None,
    ) -> HttpResponse:
        drawn = RoundForm(initial=initial(round=bout.round), number=bout.number) if form is None else form
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
        return draw_question(request, door, "court/desk/_duel.html", context, place, said)


def _bout(request: HttpRequest, door: DeskPass, number: int) -> Bout:
    """The challenge with this number.

    Raises:
        Http404: there is none.
    """
    found = look(request, door).sight.view(bout_ask, number)
    if found is None:
        raise Http404(say("No such challenge."))
    return found


def addresses(place: PressPlace) -> list[URLPattern]:
    """The addresses of the region, for the page of its desk."""
    own, both = DuelPresses(place), require_http_methods(["GET", "POST"])
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
