"""Upcasters: records of earlier releases with renamed or rewritten fields, renamed classes, and nested records."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Generic, TypeVar

import msgspec
import pytest
from msgspec import Struct

from control.engine import codec
from control.engine.upcasting import class_named, encoding_of, names_of, reader, renamed, rewritten, stored_before


@stored_before(renamed("house", "team"), renamed("squad", "team"))
class Claim(Struct, frozen=True, kw_only=True):
    team: str
    units: int = 0


@stored_before(
    renamed("house", "team"), rewritten("units", lambda units: [units] if isinstance(units, int) else units), under=("Went",)
)
class Marched(msgspec.Struct, frozen=True, kw_only=True):
    team: str
    units: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()
    by_place: dict[str, Claim | None] = {}
    pair: tuple[int, Claim] | None = None


class Nested(Struct, frozen=True, kw_only=True):
    """An unchanged record that contains a changed one, and records of its own class."""

    claim: Claim | None = None
    inner: tuple[Nested, ...] = ()


Card = TypeVar("Card", bound=str)


@stored_before(renamed("top", "cards"))
class Heap(Struct, Generic[Card], frozen=True, kw_only=True):
    cards: tuple[Card, ...] = ()


class Heaps(Struct, frozen=True, kw_only=True):
    own: Heap[str]


def decoded(kind: type, document: object) -> object:
    return reader(kind).decode(msgspec.json.encode(document))


def test_a_renamed_field_is_read_under_both_names():
    assert decoded(Claim, {"house": "cat", "units": 2}) == decoded(Claim, {"team": "cat", "units": 2}) == Claim(team="cat", units=2)


def test_a_field_that_was_renamed_twice_is_read_under_every_name():
    assert decoded(Claim, {"squad": "cat"}) == Claim(team="cat")


def test_a_record_of_a_kind_to_be_named_is_changed_where_it_is_written():
    assert decoded(Heaps, {"own": {"top": ["a"]}}) == Heaps(own=Heap(cards=("a",)))


def test_a_change_reaches_records_wherever_they_stand():
    claim = {"house": "wolf", "units": 1}
    old = {"house": "cat", "units": 3, "claims": [claim], "by_place": {"house": claim, "old": None}, "pair": [7, claim]}

    found = decoded(Marched, old)

    wolf = Claim(team="wolf", units=1)
    assert found == Marched(team="cat", units=(3,), claims=(wolf,), by_place={"house": wolf, "old": None}, pair=(7, wolf))


def test_what_is_stored_today_is_read_as_it_stands():
    today = Marched(team="cat", units=(1, 2), claims=(Claim(team="wolf"),), by_place={"house": Claim(team="owl")})

    assert reader(Marched).decode(msgspec.json.encode(today)) == today


def test_a_record_that_holds_its_like_is_brought_forward_to_its_end():
    old = {"inner": [{"claim": {"house": "cat"}, "inner": [{"claim": {"house": "owl"}}]}]}

    assert decoded(Nested, old) == Nested(inner=(Nested(claim=Claim(team="cat"), inner=(Nested(claim=Claim(team="owl")),)),))


def test_what_fits_no_release_is_an_error():
    with pytest.raises(msgspec.ValidationError, match="team"):
        decoded(Claim, {"clan": "cat"})


def test_an_event_is_known_by_the_names_it_had():
    engine = SimpleNamespace(event_types={"Marched": Marched})

    assert codec.decode_event(engine, "Went", b'{"house":"cat"}') == codec.decode_event(engine, "Marched", b'{"team":"cat"}')
    assert (names_of(Marched), names_of(Claim)) == (("Marched", "Went"), ("Claim",))
    assert (codec.knows_event(engine, "Went"), codec.knows_event(engine, "Flew")) == (True, False)
    with pytest.raises(KeyError):
        class_named({"Claim": Claim}, "Went")


def test_the_version_of_an_encoding_follows_the_fields_and_not_the_words_about_them():
    def record(fields: list[tuple[str, type]], words: str = "") -> type:
        return msgspec.defstruct("Record", fields, namespace={"__doc__": words})

    plain = encoding_of({"it": record([("team", str)])})

    assert plain == encoding_of({"it": record([("team", str)], "In other words.")})
    others = [encoding_of({"it": record([field])}) for field in (("house", str), ("team", int), ("title", str))]
    assert len({plain, *others, encoding_of({"that": record([("team", str)])})}) == 5
