"""The JSON Schema for editors: it accepts every sound file, and refuses what the loader refuses in a single file."""

from __future__ import annotations

from functools import cache

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from rooms.realm.scenario.json_schema import json_schema, remarks_of
from rooms.realm.scenario.schema import House, Scenario
from tests.records import field_names
from tests.rooms.realm.scenario.broken import errors_of, texts, with_changes
from tests.rooms.realm.scenario.test_loader import FORM

FILES = [(name, file) for name in ("god_emperor", "god_emperor_small") for file in texts(name)]
BEYOND_ONE_FILE = {"unknown region", "unknown province", "unknown House", "not YAML", "bad outline", "phase written twice"}


@cache
def validator() -> Draft202012Validator:
    Draft202012Validator.check_schema(json_schema())
    return Draft202012Validator(json_schema())


def refused(text: str) -> list[str]:
    return [error.json_path for error in validator().iter_errors(YAML(typ="safe", pure=True).load(text))]


@pytest.mark.parametrize(("name", "file"), FILES)
def test_each_file_of_a_sound_scenario_is_taken(name, file):
    assert refused(texts(name)[file]) == []


@pytest.mark.parametrize("change", [case.values[0] for case in FORM if case.id not in BEYOND_ONE_FILE])
def test_what_is_wrong_in_form_is_refused(change):
    files = with_changes(change)

    assert errors_of(files)
    assert refused(files[change[0]])


def test_every_key_of_a_scenario_may_stand_in_a_file_and_is_explained():
    schema = json_schema()

    assert set(schema["properties"]) == {*field_names(Scenario)} | {"format", "like", "shapes"}
    assert "required" not in schema
    assert not [key for key, part in schema["properties"].items() if not part.get("description")]
    assert all(part["description"] for name, part in schema["$defs"].items() if "properties" in part)


def test_what_the_source_remarks_is_what_the_editor_shows():
    house = json_schema()["$defs"]["House"]

    assert remarks_of(House)["color"] == '"#rrggbb", the background of the team\'s counters'
    assert house["properties"]["color"]["description"] == '"#rrggbb", the background of the team\'s counters.'
    assert house["description"] == House.__doc__
    assert json_schema()["$defs"]["Settings"]["properties"]["free_castles"]["description"] == "See R-52 in the rulebook."
