"""Background work: deadlines and the sweep that catches up on what was missed."""

from __future__ import annotations

import os

from celery import Celery

from megagame import environment

environment.speak_plainly()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "megagame.settings")

app = Celery("megagame")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
