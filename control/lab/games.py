"""Replay one simulated game of a study into a journal, for the debrief. The journal is kept.

Its slug marks it as the lab's: no event of the console can have such a slug. It is in no list of events. Visitors who may see the
study reach it by the link of its debrief.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction

from control import registry
from control.backup.rows import erase
from control.bots.stored_days import commands_of_day, write_day
from control.debrief.access import Audience
from control.debrief.models import Debrief
from control.debrief.opening import open_for
from control.engine.language import say
from control.engine.refusal import Refused
from control.lab import studies
from control.lab.models import LAB, StudyState
from control.lab.reports import StoredStudy
from control.lab.workers import event_in_play
from control.models import Event


def slug_of(study: StoredStudy, side: str, seed: int) -> str:
    """Slug of the event that holds a game's day."""
    return f"{LAB}{study.id}-{side}-{seed}"


def find_debrief(study: StoredStudy, side: str, seed: int) -> Debrief | None:
    """Debrief of a game that was written before. None if it was not, or is being written."""
    return Debrief.objects.select_related("event").filter(event__slug=slug_of(study, side, seed)).first()


def throw_away(study_id: int) -> bool:
    """Delete a study that is not running, with every day written from its games. Return whether there was one."""
    with transaction.atomic():
        found = (
            studies.studies_without_documents().select_for_update().filter(pk=study_id).exclude(state=StudyState.RUNNING).first()
        )
        if found is None:
            return False
        for day in Event.objects.filter(slug__startswith=f"{LAB}{study_id}-").select_related("stream"):
            erase(day)
        found.delete()
    return True


def debrief_of_game(study: StoredStudy, side: str, seed: int, by: str) -> Debrief:
    """Return the debrief of a game. Play and write the game first if that has not been done.

    Raises:
        Refused: another request is writing it, an event is being played, or it is a game of a side table, which has no day.
        Stuck: the game does not end.
    """
    known = find_debrief(study, side, seed)
    if known is not None:
        return known
    if not study.realm:
        raise Refused(say("This game is no day; it cannot be looked back on."))
    if event_in_play():
        raise Refused(say("A day is being played here, and to play this one too would slow it down. Look again when it is over."))
    realm = registry.realm(study.realm)
    scenario = realm.rules.load(study.documents[side])
    casting = realm.folders.casting(scenario) if realm.folders is not None else ()
    carried = commands_of_day(realm.name, scenario, casting, seed)
    name = say("Lab: {title}, seed {seed}", title=study.titles[side], seed=seed)[:120]
    try:
        event = write_day(
            carried, realm=realm.name, name=name, scenario=scenario, seed=seed, demo=True, slug=slug_of(study, side, seed)
        )
    except IntegrityError as twice:
        raise Refused(say("This day is being written at this moment. Look again in half a minute.")) from twice
    return open_for(event, Audience.LINK, by)
