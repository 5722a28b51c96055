"""Django app of what God Emperor's rooms share."""

from __future__ import annotations

from django.apps import AppConfig


class RealmConfig(AppConfig):
    """Registers the realm."""

    name = "rooms.realm"
    label = "realm"

    def ready(self) -> None:
        from control.desks.actions import DeskAction, register_action
        from control.engine.language import later
        from control.journal.projections import register_playable_realm
        from rooms.realm.desks import Desk
        from rooms.realm.registration import GOD_EMPEROR

        register_playable_realm(GOD_EMPEROR)
        for desk in (Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY):
            register_action(DeskAction(name=later("Favors …"), desk=desk, address="realm_desk:favors-now"))
