"""Warm-up of a web process: what first pages need is loaded beside the server, so that no first page waits for it.

A start loads only what it needs to listen. Templates are compiled and some modules imported when they are first used. Without a
warm-up the first page of a desk takes ten times as long as the second.
"""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Thread

from django.apps import apps
from django.conf import settings
from django.template.base import Node
from django.template.loader import get_template

log = logging.getLogger(__name__)

SLICE = 0.005  # seconds between two steps: a request that comes meanwhile goes first
LISTENING = 0.1  # seconds between two looks whether the server listens


class WarmUp(Thread):
    """Thread that warms this process once, as soon as `listens()` is true."""

    def __init__(self, listens: Callable[[], bool]) -> None:
        super().__init__(name="warm-up", daemon=True)
        self._listens = listens

    def run(self) -> None:
        """Wait for the server, then load piece by piece."""
        while not self._listens():
            time.sleep(LISTENING)
        warm_up(pause=SLICE)


def warm_up(pause: float = 0.0) -> None:
    """Load what each app names in a method `warm_up`, then compile every template. `pause`: seconds after each."""
    steps = [(app.label, getattr(app, "warm_up", _nothing)) for app in apps.get_app_configs()]
    steps += [(name, partial(compile_template, name)) for name in own_templates()]
    for name, load in steps:
        try:
            load()
        except Exception:  # its page says so when somebody opens it; all others are warmed
            log.exception("%s cannot be loaded ahead", name)
        time.sleep(pause)
    gc.freeze()  # what is loaded now stays: no later collection needs to search it


def compile_template(name: str) -> None:
    """Compile a template. Without what only Django's debug page shows, it takes a quarter less memory."""
    template = get_template(name).template  # type: ignore[attr-defined]  # the stubs know no engine
    if not template.engine.debug:
        template.source = ""
        for node in template.nodelist.get_nodes_by_type(Node):
            node.token = None


def own_templates() -> Iterator[str]:
    """Names of the templates of this project's apps."""
    for app in apps.get_app_configs():
        folder = Path(app.path) / "templates"
        if folder.is_relative_to(settings.BASE_DIR / "control") or folder.is_relative_to(settings.BASE_DIR / "rooms"):
            yield from sorted(str(file.relative_to(folder)) for file in folder.rglob("*.*") if file.is_file())


def _nothing() -> None:
    """What most apps have to load."""
