"""God Emperor as a Django app: what its rooms share."""

from __future__ import annotations

from django.apps import AppConfig


class RealmConfig(AppConfig):
    """Registers the realm."""

    name = "rooms.realm"
    label = "realm"

    def ready(self) -> None:
        from control.journal.projections import play
        from rooms.realm.registering import GOD_EMPEROR

        play(GOD_EMPEROR)
