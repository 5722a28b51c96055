"""Opening and shutting a debrief. None of it is the game's: no journal, no undo; the access log keeps who did it."""

from __future__ import annotations

from django.db import transaction

from control import steady
from control.debrief.access import FOR_PLAYERS, Audience, by_itself, is_over, new_key
from control.debrief.anonymity.removal import take_out_wished
from control.debrief.stored import Debrief
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.models import Event
from control.people import audit
from control.people.audit import Kind

NOT_OVER = later("The day is not over yet. The debrief shows every secret, so it opens when the last phase has ended.")


def open_for(event: Event, audience: Audience, by: str) -> Debrief:
    """Let these people look back.

    Nobody, and the team alone after others, makes every address that was handed out open nothing any more: links, and walls.
    Who has asked at check-in for no name there has none before anybody looks.

    Raises:
        Refused: the day is not over.
    """
    if audience is not Audience.SHUT and not is_over(event):
        raise Refused(say(NOT_OVER))
    with transaction.atomic():
        if audience is not Audience.SHUT:
            take_out_wished(event)
        row, _made = Debrief.objects.select_for_update().get_or_create(
            event=event, defaults={"audience": Audience.SHUT.value, "key": new_key(), "at": steady.now()}
        )
        if row.audience == audience and not by_itself(event, row):
            return row
        if audience is Audience.SHUT or (audience is Audience.TEAM and row.audience in FOR_PLAYERS):
            row.key = new_key()
        row.audience, row.by, row.at = audience.value, by[:150], steady.now()
        row.save(update_fields=["audience", "key", "by", "at"])
        audit.write(Kind.DEBRIEF, event.pk, audience=audience.value)
    return row
