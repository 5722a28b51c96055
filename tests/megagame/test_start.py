"""Modules that a start leaves out, because every command and every server would wait for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from django.conf import settings
from django.template.base import Node
from django.template.loader import get_template
from django.template.loaders.filesystem import Loader

from megagame.warm_up import SLICE, WarmUp, compile_template, own_templates, warm_up
from rooms.tables import registry

START = """
import importlib, json, os, sys
import django

os.environ["DJANGO_SETTINGS_MODULE"] = "megagame.settings"
django.setup()
importlib.import_module(sys.argv[1])
print(json.dumps(sorted(sys.modules)))
"""
WARM = """
import json, os, sys
import django

os.environ["DJANGO_SETTINGS_MODULE"] = "megagame.settings"
django.setup()
from control import registry
from control.engine import codec, upcasting
from megagame.warm_up import warm_up

warm_up()
made = upcasting.reader.cache_info().misses
for realm in registry.realms():
    codec.prepare(registry.game(realm.name))
print(json.dumps([*sys.modules, upcasting.reader.cache_info().misses - made]))
"""
# Packages of other consoles (Redis), of workers (Celery and what it needs), and of rare pages.
LEFT_OUT = {"amqp", "celery", "channels_redis", "click", "dateutil", "kombu", "openpyxl", "psycopg", "redis", "uvicorn", "yaml"}


def loaded(tmp_path, module):
    """Modules of an embedded process that has set up Django and imported this one."""
    return set(said(tmp_path, START, module))


def said(tmp_path, program, *given):
    """The answer of an embedded process that runs this program."""
    embedded = {
        "MEGAGAME_VAR": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "LIVE_REDIS_URLS": "",
        "MEGAGAME_PRODUCTION": "",
    }
    ended = subprocess.run(
        [sys.executable, "-c", program, *given],
        cwd=settings.BASE_DIR,
        env={**os.environ, **embedded},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ended.stdout)


def test_a_command_loads_neither_redis_nor_celery(tmp_path):
    assert loaded(tmp_path, "control.models") & LEFT_OUT == set()


def test_a_command_loads_no_game_of_a_side_table(tmp_path):
    games = tuple(f"rooms.tables.{kind}." for kind in registry.games())
    assert len(games) == 3
    assert {module for module in loaded(tmp_path, "control.models") if module.startswith(games)} == {
        f"{game}apps" for game in games
    }


def test_each_game_of_a_side_table_is_registered_under_its_own_id():
    assert all(kind == game.kind.id for kind, game in registry.games().items())


def test_the_addresses_load_neither_redis_nor_celery(tmp_path):
    found = loaded(tmp_path, "megagame.urls")
    assert "control.desks.urls" in found
    assert found & LEFT_OUT == set()


def test_a_warm_process_compiles_no_template_for_a_first_page(monkeypatch):
    warm_up()
    missed = []
    real = Loader.get_contents
    monkeypatch.setattr(Loader, "get_contents", lambda self, origin: missed.append(origin.template_name) or real(self, origin))
    names = [*own_templates()]
    assert len(names) > 500
    for name in names:
        get_template(name)
    assert missed == []
    assert {type(app) for app in registry._apps.values()} == {registry.TableApp}


def test_a_warm_process_imports_no_view_and_makes_no_decoder_for_a_first_page(tmp_path):
    *modules, decoders = said(tmp_path, WARM)
    assert {"control.desks.urls", "rooms.war.screens.desk_views", "rooms.court.urls_desk"} <= set(modules)
    assert decoders == 0


def test_a_warm_template_keeps_only_what_a_page_needs():
    compile_template("control/base.html")
    template = get_template("control/base.html").template
    nodes = template.nodelist.get_nodes_by_type(Node)
    assert len(nodes) > 10
    assert {node.token for node in nodes} == {None}
    assert template.source == ""


def test_a_template_that_cannot_be_compiled_stops_no_warm_up(monkeypatch, caplog):
    monkeypatch.setattr("megagame.warm_up.own_templates", lambda: iter(["nobody/wrote/this.html", "control/base.html"]))
    compiled = []
    monkeypatch.setattr("megagame.warm_up.get_template", lambda name: compiled.append(name) or get_template(name))
    warm_up()
    assert compiled == ["nobody/wrote/this.html", "control/base.html"]
    assert "nobody/wrote/this.html cannot be loaded ahead" in caplog.text


def test_a_warm_up_begins_when_the_server_listens(monkeypatch):
    looks = iter([False, False, True])
    asked, warmed = [], []
    monkeypatch.setattr("megagame.warm_up.LISTENING", 0)
    monkeypatch.setattr("megagame.warm_up.warm_up", lambda pause: warmed.append((len(asked), pause)))
    WarmUp(lambda: asked.append(1) or next(looks)).run()
    assert warmed == [(3, SLICE)]
