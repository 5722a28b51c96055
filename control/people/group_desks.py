"""Desks as releases before memberships kept them: groups of accounts that counted in every event alike."""

from __future__ import annotations

from typing import Any

from control import system_time

PREFIX = "desk: "
ALL = "ceremony check-in court organizer underground war"


def become_memberships(apps: Any) -> None:
    """Let every account go on at its desks in every event there is, so that nobody is locked out; the groups go.

    `apps` are the models of now, or of the migration that calls this. A superuser, who sat everywhere, sits at every desk.
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


def become_groups(apps: Any) -> None:
    """The way back: desks in any event are desks in all."""
    groups = apps.get_model("auth", "Group").objects
    for row in apps.get_model("control", "Membership").objects.select_related("user"):
        for desk in row.desks.split():
            row.user.groups.add(groups.get_or_create(name=PREFIX + desk)[0])
