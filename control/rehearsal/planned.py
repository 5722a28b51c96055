"""The plan of trouble in the row of a rehearsal: an organizer adds to it while its thread follows what is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from control.models import Rehearsal
from control.rehearsal.troubles import Trouble, plan_of, stored

MOST_AT_ONCE: Final = 12  # troubles that are not mended
MOST: Final = 60  # of a whole rehearsal


def add_to_plan(event_id: int, trouble: Trouble) -> bool:
    """Let this go wrong too; False, and nothing added, where there is as much as anybody can mend."""
    with transaction.atomic():
        row = Rehearsal.objects.select_for_update().get(event=event_id)
        plan = plan_of(row.plan)
        if len(plan) >= MOST or sum(not each.mended for each in plan) >= MOST_AT_ONCE:
            return False
        row.plan = stored((*plan, trouble))
        row.save(update_fields=["plan"])
    return True


def keep_plan(event_id: int, followed: Sequence[Trouble]) -> None:
    """Store what became of these, the first ones of the plan; what was added meanwhile stays behind them."""
    with transaction.atomic():
        row = Rehearsal.objects.select_for_update().filter(event=event_id).first()
        if row is not None:
            row.plan = stored((*followed, *plan_of(row.plan)[len(followed) :]))
            row.save(update_fields=["plan"])
