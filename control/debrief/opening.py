"""Opening of a debrief at the organizer's desk: its audience and links. None of this is in the game's journal."""

from __future__ import annotations

from typing import Final

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from control import system_time
from control.debrief.access import FOR_PLAYERS, Audience, debrief_row, is_over, is_unopened_rehearsal, new_key
from control.debrief.anonymity.names import players_of
from control.debrief.anonymity.removal import remove_wished_names
from control.debrief.models import Debrief
from control.desks.frame import draw_page, look
from control.desks.presses import DONE, REFUSED, PressAnswer, PressPlace, close_question
from control.desks.tabs import register_page
from control.engine.context import ORGANIZER, ORGANIZER_ONLY
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.models import Event
from control.people import audit
from control.people.access import DeskPass, desk_or_404
from control.people.audit import AuditKind
from control.people.check_in import qr_svg
from control.registry import DeskPage

# === opening ============================================================================================================

# Opening and closing a debrief. It is not part of the game: no journal, no undo. The access log records who did it.


NOT_OVER = later("The day is not over yet. The debrief shows every secret, so it opens when the last phase has ended.")


def open_for(event: Event, audience: Audience, by: str) -> Debrief:
    """Open the debrief for this audience, or close it.

    Closing it, or narrowing it to the team, invalidates every link and wall address. Before it opens, the names of players who
    asked for that at check-in are removed.

    Raises:
        Refused: the day is not over.
    """
    if audience is not Audience.SHUT and not is_over(event):
        raise Refused(say(NOT_OVER))
    with transaction.atomic():
        if audience is not Audience.SHUT:
            remove_wished_names(event)
        row, _made = Debrief.objects.select_for_update().get_or_create(
            event=event, defaults={"audience": Audience.SHUT.value, "key": new_key(), "at": system_time.now()}
        )
        if row.audience == audience and not is_unopened_rehearsal(event, row):
            return row
        if audience is Audience.SHUT or (audience is Audience.TEAM and row.audience in FOR_PLAYERS):
            row.key = new_key()
        row.audience, row.by, row.at = audience.value, by[:150], system_time.now()
        row.save(update_fields=["audience", "key", "by", "at"])
        audit.log_line(AuditKind.DEBRIEF, event.pk, audience=audience.value)
    return row


# === desk ===============================================================================================================

# Page of the debrief at the organizer's desk: audience and links.


NAMES: Final = {
    Audience.SHUT: (later("Nobody"), later("Links that were handed out open nothing any more.")),
    Audience.TEAM: (
        later("The control team"),
        later("Everybody with a desk in this event. Links that were handed out open nothing any more."),
    ),
    Audience.PLAYERS: (later("Players of the day"), later("On the phones they played with, and by each player’s own link.")),
    Audience.LINK: (later("Anybody with the link"), later("Without an account: families, those who write about it.")),
}


class AudienceForm(forms.Form):
    """Audience for the debrief."""

    audience = forms.ChoiceField(
        choices=[(each.value, each.value) for each in Audience],
        error_messages={
            "required": gettext_lazy("Say for whom the debrief is open."),
            "invalid_choice": gettext_lazy("Choose one of the four."),
        },
    )


class AudienceChoice(Struct, frozen=True, kw_only=True):
    """One audience on the page."""

    value: str
    name: str
    words: str
    chosen: bool


class DebriefOpeningView(Struct, frozen=True, kw_only=True):
    """Page of the debrief's opening: choices, obstacle, addresses."""

    choices: tuple[AudienceChoice, ...]
    hindrance: str  # why it cannot be opened yet; "" if it can
    address: str  # for visitors with an account or a phone; "" while it is closed
    link: str  # for anybody; "" unless the link is open
    qr: str
    own_links: str  # address of the page of players' own links; "" while it is closed for players
    by: str
    wishes: tuple[str, ...]  # players whose names are removed on opening


def opening_view(request: HttpRequest, door: DeskPass) -> DebriefOpeningView:
    row, event = debrief_row(door.event), door.event
    audience = Audience(row.audience) if row is not None and not is_unopened_rehearsal(event, row) else Audience.SHUT
    opens = row.key if row is not None and audience is Audience.LINK else ""
    address = request.build_absolute_uri(reverse("debrief:start", args=[event.pk])) if audience is not Audience.SHUT else ""
    link = request.build_absolute_uri(reverse("debrief:link", args=[event.pk, opens])) if opens else ""
    return DebriefOpeningView(
        choices=tuple(
            AudienceChoice(value=each.value, name=say(name), words=say(words), chosen=each is audience)
            for each, (name, words) in NAMES.items()
        ),
        hindrance="" if is_over(event) else say(NOT_OVER),
        address=address,
        link=link,
        own_links=reverse("desk:debrief-links", args=[event.pk]) if audience in FOR_PLAYERS else "",
        qr=qr_svg(link or address) if address else "",
        by=row.by if row is not None and audience is not Audience.SHUT else "",
        wishes=tuple(each.called for each in players_of(event).values() if each.wishes and each.names),
    )


def opening_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Render the page with the answer to a press."""
    context = {"said": said, "opening": opening_view(request, door)}
    return draw_page(request, "control/debrief/opening.html", look(request, door), "debrief", context)


HERE: Final = PressPlace(address="desk:debrief", tab="debrief", draw=opening_page)
register_page(DeskPage(page="debrief", name=later("Debrief"), word=later("debrief"), address="desk:debrief", desks=ORGANIZER_ONLY))


@require_http_methods(["GET", "POST"])
def opening(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the debrief's audience. POST changes it."""
    door = desk_or_404(request, event_id, ORGANIZER)
    if request.method == "GET":
        return opening_page(request, door)
    form = AudienceForm(request.POST)
    if not form.is_valid():
        said = PressAnswer(kind=REFUSED, sentence=str(next(iter(form.errors.values()))[0]))
    else:
        try:
            row = open_for(door.event, Audience(form.cleaned_data["audience"]), door.name)
            name, words = NAMES[Audience(row.audience)]
            said = PressAnswer(
                kind=DONE, sentence=say("The debrief is open for: {name}. {words}", name=say(name), words=say(words))
            )
        except Refused as no:
            said = PressAnswer(kind=REFUSED, sentence=no.sentence, rule=no.rule)
    return close_question(request, door, said, HERE, "awake")
