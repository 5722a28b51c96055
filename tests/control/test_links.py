"""Hashes of an entry: what they cover, and how a name is removed."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from control.journal import links

KEY = UUID("3f8c1ab0-6e0f-4a1b-9d64-0a4c1f0d3e21")
COMMAND = UUID("0b0c6a9e-92a1-4f5c-8d68-2d1d5b1f7a10")
BEFORE = links.first_hash(KEY)
GOLDEN = "1234ccd60f0d60c0e804d96a9502951f7085f2c23d9465f3830753c916c6b225"


@dataclass(frozen=True)
class Stored:
    seq: int = 7
    part: int = 0
    command_id: UUID = COMMAND
    at: datetime = datetime(2026, 11, 22, 14, 3, 22, 400, tzinfo=UTC)
    kind: str = "PersonReplaced"
    command_kind: str = "ReplacePerson"
    release: str = "2026-12"
    actor: str = "staff:Livia"
    name: str = "Livia"
    label: str = "Cat 1 is now Livia"
    body: str = '{"seat":"cat-1","before":"Ada","name":"Livia","marks":{"note":"Livia’s \\"first\\" day: \\\\"},"rank":3,"gone":[]}'
    command_body: str = '{"seat":"cat-1","name":"Livia:"}'
    salt: str = "00112233445566778899aabbccddeeff"


def without(name, instead):
    return lambda text: text.replace(name, instead)


def test_what_has_been_hashed_once_is_hashed_the_same_for_ever():
    assert links.hash_of(BEFORE, Stored()) == GOLDEN


@pytest.mark.parametrize(
    "changed",
    [
        {"seq": 8},
        {"part": 1},
        {"command_id": KEY},
        {"at": Stored.at + timedelta(microseconds=1)},
        {"kind": "PersonMarked"},
        {"command_kind": ""},
        {"release": ""},
        {"actor": "staff:Ada"},
        {"name": "Ada"},
        {"label": "Cat 1 is now Ada"},
        {"body": Stored.body.replace("Ada", "Eva")},
        {"body": Stored.body.replace('"rank":3', '"rank":4')},
        {"body": Stored.body.replace('"before":', '"after":')},
        {"body": Stored.body.replace("[]", '[""]')},
        {"command_body": '{"seat":"cat-1","name":"Livia"}'},
        {"salt": Stored.salt.replace("0", "1")},
    ],
)
def test_nothing_of_an_entry_can_be_changed(changed):
    assert links.hash_of(BEFORE, dataclasses.replace(Stored(), **changed)) != links.hash_of(BEFORE, Stored())


def test_an_entry_fits_behind_one_other_alone():
    assert links.hash_of(links.first_hash(UUID(int=1)), Stored()) != links.hash_of(BEFORE, Stored())


def test_a_moment_is_the_same_in_every_zone():
    there = Stored.at.astimezone(timezone(timedelta(hours=5)))
    assert links.hash_of(BEFORE, dataclasses.replace(Stored(), at=there)) == links.hash_of(BEFORE, Stored())


def test_a_name_goes_from_every_place_and_the_hash_stays():
    less = dataclasses.replace(Stored(), **links.columns_without(Stored(), without("Livia", "Player 1")))

    assert links.hash_of(BEFORE, less) == links.hash_of(BEFORE, Stored())
    assert "Livia" not in f"{less}"
    assert json.loads(less.body) == json.loads(Stored.body.replace("Livia", "Player 1"))
    assert (less.actor, less.label) == ("staff:Player 1", "Cat 1 is now Player 1")
    assert (links.is_whole(less.salt), links.is_whole(Stored.salt)) == (False, True)


def test_with_the_salt_gone_no_name_can_be_tried():
    """Two entries that differ only in a name leave salts that do not reveal it: neither contains the key."""
    less = dataclasses.replace(Stored(), **links.columns_without(Stored(), without("Ada", "—")))
    place = [each[:1] for each in less.salt.split(",")].index(links.DIGEST)

    key = links._keys(Stored.salt, place + 1)[place]

    assert less.salt.count(links.DIGEST + less.salt.split(",")[place][1:]) == 1
    assert key.hex() not in less.salt
    assert Stored.salt not in less.salt


def test_what_else_the_entry_says_is_vouched_for_as_before():
    less = dataclasses.replace(Stored(), **links.columns_without(Stored(), without("Livia", "—")))
    for changed in ({"body": less.body.replace("Ada", "Eva")}, {"body": less.body.replace('"rank":3', '"rank":4')}):
        assert links.hash_of(BEFORE, dataclasses.replace(less, **changed)) != links.hash_of(BEFORE, Stored())


def test_one_name_after_the_other_can_go():
    less = dataclasses.replace(Stored(), **links.columns_without(Stored(), without("Livia", "—")))
    less = dataclasses.replace(less, **links.columns_without(less, without("Ada", "—")))

    assert links.hash_of(BEFORE, less) == links.hash_of(BEFORE, Stored())
    assert "Ada" not in less.body
    assert links.columns_without(less, without("Nobody", "—")) == {}


@pytest.mark.parametrize(
    "salt", ["", "00", "k00", f"k{'00' * 16},d{'00' * 32}", ",".join([f"d{'0' * 63}:"] * 10), ",".join([f"k{'0' * 32}"] * 8)]
)
def test_a_salt_that_is_none_is_no_hash(salt):
    with pytest.raises(ValueError, match="salt"):
        links.hash_of(BEFORE, dataclasses.replace(Stored(), salt=salt))


documents = st.recursive(
    st.text(max_size=12).map(lambda each: each + " A") | st.integers() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('abc_:"\\', max_size=4), inner, max_size=4),
    max_leaves=12,
)


@example(body={"a": ["x A"]}, command=None, name="x A", instead="xyz")  # an ID of today was no ID then
@given(
    body=documents,
    command=documents,
    name=st.text(min_size=1, max_size=3).map(lambda each: f"{each} A"),
    instead=st.text("xyz", min_size=1, max_size=3),
)
def test_any_text_can_be_taken_out_of_any_document(body, command, name, instead):
    bodies = {"body": links._encoder.encode(body).decode(), "command_body": links._encoder.encode(command).decode()}
    whole = dataclasses.replace(Stored(), **bodies)

    less = dataclasses.replace(whole, **links.columns_without(whole, without(name, instead)))

    def told(document):
        if isinstance(document, str):
            return document.replace(name, instead)
        if isinstance(document, dict):
            return {key: told(each) for key, each in document.items()}
        return [told(each) for each in document] if isinstance(document, list) else document

    assert links.hash_of(BEFORE, less) == links.hash_of(BEFORE, whole)
    assert (json.loads(less.body), json.loads(less.command_body)) == (told(body), told(command))
