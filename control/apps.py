"""The control room as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class ControlConfig(AppConfig):
    """Registers the control room."""

    name = "control"
    label = "control"

    def ready(self) -> None:
        """Let the main game's streams be played."""
        from control import projections, registry, streams
        from control.watch import tasks  # noqa: F401  # the worker must know them

        streams.register(registry.GOD_EMPEROR, projections.MainStream())
