"""The control room as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class ControlConfig(AppConfig):
    """Registers the control room."""

    name = "control"
    label = "control"
