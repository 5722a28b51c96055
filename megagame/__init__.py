"""The Django project: settings, addresses, servers. No game in it."""

from __future__ import annotations

from megagame.celery import app as celery_app

__all__ = ["celery_app"]
