"""Migration of desks from account groups, which earlier releases used for all events, to memberships."""

from __future__ import annotations

from typing import Any

from control import system_time

PREFIX = "desk: "
ALL = "ceremony check-in court organizer underground war"


def groups_to_memberships(apps: Any) -> None:
    """Give every account a membership with its desks in every event, so that nobody is locked out; delete the groups.

    `apps`: the current models, or those of the calling migration. A superuser gets every desk.
    """
    membership = apps.get_model("control", "Membership")
    events = list(apps.get_model("control", "Event").objects.values_list("pk", flat=True))
    for user in apps.get_model("auth", "User").objects.prefetch_related("groups"):
        own = sorted(group.name.removeprefix(PREFIX) for group in user.groups.all() if group.name.startswith(PREFIX))
        desks = ALL if user.is_superuser else " ".join(own)
        if desks:
            alone, now = len(events) == 1, system_time.now()
            membership.objects.bulk_create(
                membership(event_id=event, user=user, desks=desks, made_here=alone, given_at=now) for event in events
            )
    apps.get_model("auth", "Group").objects.filter(name__startswith=PREFIX).delete()


def memberships_to_groups(apps: Any) -> None:
    """Migrate back: a desk in any event becomes a desk in all events."""
    groups = apps.get_model("auth", "Group").objects
    for row in apps.get_model("control", "Membership").objects.select_related("user"):
        for desk in row.desks.split():
            row.user.groups.add(groups.get_or_create(name=PREFIX + desk)[0])
