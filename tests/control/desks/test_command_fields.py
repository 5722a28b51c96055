"""Forms made from the fields of a command, and commands made from the values of a form."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from enum import StrEnum

import pytest
from django import forms
from django.http import QueryDict
from django.urls import get_resolver
from msgspec import Struct

from control.desks.command import LOST, ChoiceForm, CommandForm, form_of, hidden_number, one_error, reason_field
from control.engine.ids import LARGEST, SeatId

ID = "6f9619ff-8b86-4d11-b42d-00c04fc964ff"
HOW_MANY = "Say how many tokens."
WHICH_WAY = "Say which way."


class Way(StrEnum):
    UP = "up"
    DOWN = "down"


class Shift(Struct, frozen=True, kw_only=True):
    """A command with a field of each kind."""

    seat: SeatId
    before: int
    count: int
    way: Way
    to: SeatId | None
    reason: str
    cards: tuple[SeatId, ...] = ()
    quick: bool = False
    note: str = ""
    weight: int = 7
    first: Way = Way.DOWN


class Ring(Struct, frozen=True, kw_only=True):
    """A command without fields."""


ShiftForm = form_of(
    Shift,
    given=("seat",),
    errors={
        "count": {"required": HOW_MANY, "invalid": "Tokens are whole."},
        "way": WHICH_WAY,
        "to": "Choose a player.",
        "note": "A shorter note, please.",
        "weight": "Weigh it.",
    },
)
SENT = {"before": "2", "count": "3", "way": "up", "to": "cat-2", "reason": "a token fell"}


def posted(values: Mapping[str, str | list[str]]) -> QueryDict:
    found = QueryDict(mutable=True)
    for name, value in {"command_id": ID, **values}.items():
        found.setlist(name, value if isinstance(value, list) else [value])
    return found


def test_each_field_of_the_command_has_a_field_in_its_order():
    fields = ShiftForm(seat=SeatId("cat-1")).fields

    order = ["before", "count", "way", "to", "reason", "cards", "quick", "note", "weight", "first"]
    assert list(fields) == ["command_id", *order]
    assert {name for name, field in fields.items() if field.widget.is_hidden} == {"command_id", "before", "first"}
    assert {name for name, field in fields.items() if field.required} == {"command_id", "before", "count", "way", "reason"}
    assert fields["way"].choices == [("up", "up"), ("down", "down")]


def test_a_valid_form_makes_its_command():
    form = ShiftForm(posted({**SENT, "cards": ["cat-3", "cat-4"], "quick": "on", "note": "x", "weight": "1"}), seat=SeatId("cat-1"))

    assert form.is_valid()
    made = form.command()
    assert made == Shift(
        seat=SeatId("cat-1"),
        before=2,
        count=3,
        way=Way.UP,
        to=SeatId("cat-2"),
        reason="a token fell",
        cards=(SeatId("cat-3"), SeatId("cat-4")),
        quick=True,
        note="x",
        weight=1,
    )
    assert (type(made.way), type(made.cards)) == (Way, tuple)


def test_an_empty_value_is_none_or_the_default_of_the_command():
    form = ShiftForm(posted({**SENT, "to": "", "weight": "", "first": ""}), seat=SeatId("cat-1"))

    assert form.is_valid()
    made = form.command()
    assert (made.to, made.weight, made.first, made.note, made.cards, made.quick) == (None, 7, Way.DOWN, "", (), False)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"count": ""}, HOW_MANY),
        ({"count": "three"}, "Tokens are whole."),
        ({"count": str(LARGEST + 1)}, "Tokens are whole."),
        ({"count": "9" * 5000}, "Tokens are whole."),
        ({"way": "sideways"}, WHICH_WAY),
        ({"way": "UP"}, WHICH_WAY),
        ({"way": ""}, WHICH_WAY),
        ({"to": "x" * 61}, "Choose a player."),
        ({"to": "cat 1"}, "Choose a player."),
        ({"note": "x" * 301}, "A shorter note, please."),
        ({"weight": "null"}, "Weigh it."),
        ({"cards": ["cat-1", "<b>"]}, "Choose from the list."),
        ({"cards": ["cat-1"] * 501}, "Choose from the list."),
        ({"reason": ""}, "Say why in a few words. This is logged."),
        ({"reason": "x" * 301}, "A reason has at most 300 characters."),
        ({"before": "two"}, LOST),
        ({"before": ""}, LOST),
        ({"first": "sideways"}, LOST),
        ({"command_id": "1"}, LOST),
    ],
)
def test_a_hostile_value_is_refused_with_the_sentence_of_its_field(sent, sentence):
    form = ShiftForm(posted({**SENT, **sent}), seat=SeatId("cat-1"))

    assert not form.is_valid()
    assert form.first_error() == sentence


@pytest.mark.parametrize("missing", ["before", "count", "way", "reason"])
def test_a_missing_value_is_refused(missing):
    form = ShiftForm(posted({name: value for name, value in SENT.items() if name != missing}), seat=SeatId("cat-1"))

    assert not form.is_valid()


def test_a_posted_value_never_replaces_a_given_one():
    form = ShiftForm(posted({**SENT, "seat": "wolf-1"}), seat=SeatId("cat-1"))

    assert form.is_valid()
    assert form.command().seat == "cat-1"


def test_a_field_of_its_own_replaces_the_usual_one_and_others_follow_at_the_end():
    made = form_of(
        Shift,
        given=("seat", "way", "to", "cards", "first"),
        before=hidden_number(0, 9),
        sure=forms.CharField(required=False),
        errors={"count": HOW_MANY},
    )

    assert list(made().fields) == ["command_id", "before", "count", "reason", "quick", "note", "weight", "sure"]
    assert made().fields["before"].max_value == 9


def test_a_base_keeps_its_fields_and_its_id():
    class SeenForm(ChoiceForm):
        before = hidden_number(0, 9)

    made = form_of(Shift, base=SeenForm, given=("seat", "to", "cards", "first"), errors={"count": HOW_MANY, "way": WHICH_WAY})
    up, down = (made(posted({**SENT, "way": way}), seat=SeatId("cat-1")) for way in ("up", "down"))

    assert up.is_valid()
    assert down.is_valid()
    assert list(up.fields)[:3] == ["command_id", "before", "count"]
    assert len({up.id_of_command(), down.id_of_command(), uuid.UUID(ID)}) == 3


def test_a_form_of_a_command_without_fields_has_only_its_id():
    form = form_of(Ring)(posted({}))

    assert form.is_valid()
    assert form.command() == Ring()


def test_a_written_form_makes_its_command_too_and_may_make_another():
    class CountForm(CommandForm):
        makes = Shift
        count = forms.IntegerField(min_value=0, max_value=9, error_messages=one_error(HOW_MANY))
        reason = reason_field()

    form = CountForm(posted({**SENT, "count": "9"}), seat=SeatId("cat-1"), before=1, way=Way.UP, to=None)

    assert form.is_valid()
    shift = Shift(seat=SeatId("cat-1"), before=1, count=9, way=Way.UP, to=None, reason="a token fell")
    assert form.command() == shift
    assert form.build(Shift, way=Way.DOWN, count=1).count == 1
    assert form.build(Ring) == Ring()


@pytest.mark.parametrize("given", [{"sead": "cat-1"}, {"count": 4}, {"command_id": ID}])
def test_a_value_that_no_field_takes_is_an_error_of_the_programmer(given):
    with pytest.raises(TypeError, match=next(iter(given))):
        ShiftForm(**given)


@pytest.mark.parametrize(
    "named", [{"given": ("sead",)}, {"errors": {"cuont": HOW_MANY}}, {"given": ("way",), "errors": {"way": "?"}}]
)
def test_a_name_that_the_command_does_not_have_is_an_error_of_the_programmer(named):
    with pytest.raises(TypeError, match="no place for"):
        form_of(Shift, **named)


def test_a_field_of_another_kind_needs_a_field_of_its_own():
    class Pay(Struct, frozen=True, kw_only=True):
        shares: tuple[tuple[str, int], ...]

    with pytest.raises(TypeError, match="shares"):
        form_of(Pay)


def kinds_of_forms(base: type[forms.Form] = CommandForm) -> Iterator[type[forms.Form]]:
    """All forms of commands, also those that a function made."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of_forms(kind)


def test_no_pattern_of_a_form_lets_a_line_break_through_at_its_end():
    assert get_resolver().url_patterns  # imports every form that has an address
    patterns = {
        f"{kind.__qualname__}.{name}": field.regex.pattern
        for kind in kinds_of_forms()
        for name, field in kind.base_fields.items()
        if isinstance(field, forms.RegexField) and not isinstance(field, forms.SlugField)
    }
    assert len(patterns) > 30
    assert {name: each for name, each in patterns.items() if not (each.startswith("^") and each.endswith(r"\Z"))} == {}
