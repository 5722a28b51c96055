"""Django project: settings, addresses, servers. It contains no game."""

from __future__ import annotations

from megagame.celery import app as celery_app

__all__ = ["celery_app"]
