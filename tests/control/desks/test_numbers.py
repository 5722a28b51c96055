"""Numbers in forms: every field refuses, with a sentence, a number too large for a database."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest
from django import forms
from django.conf import settings
from django.forms.formsets import ManagementForm
from django.test import Client

from control.engine.ids import LARGEST
from control.engine.typed_text import number_in
from control.models import Screen
from tests.control.desks.conftest import words

TOO_LARGE = str(LARGEST + 1)


def forms_below(kind: type[forms.Form]) -> Iterator[type[forms.Form]]:
    for each in kind.__subclasses__():
        yield each
        yield from forms_below(each)


def test_every_number_in_a_form_has_a_bound_that_a_database_holds():
    """Regression: 36 fields had no limit, and staging screens answered 500."""
    import_module(settings.ROOT_URLCONF)
    own = [each for each in set(forms_below(forms.Form)) if each is not ManagementForm]
    fields = [(each, name, field) for each in own for name, field in each.base_fields.items()]
    numbers = [(each, name, field) for each, name, field in fields if isinstance(field, forms.IntegerField)]

    assert len(numbers) > 80
    assert [
        f"{each.__module__}.{each.__name__}.{name}"
        for each, name, field in numbers
        if field.max_value is None or field.min_value is None or field.max_value > LARGEST or field.min_value < -LARGEST
    ] == []


@pytest.mark.parametrize("number", [TOO_LARGE, "9" * 40, "9" * 5000])
def test_a_screen_of_a_number_that_no_database_holds_is_one_sentence(organizer, running, number):
    Client().get(f"/screen/{running.event.pk}/here/")

    answer = organizer.tap("screens/stage/", {"screen": number, "shows": "map"})

    assert (answer.status_code, "No such screen" in words(answer)) == (422, True)
    assert Screen.objects.get().next == ""


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0", 0),
        ("17", 17),
        (str(LARGEST), LARGEST),
        (TOO_LARGE, None),
        ("9" * 5000, None),
        ("-1", None),
        ("²", None),
        ("٣", None),
        ("", None),
        ("1 ", None),
    ],
)
def test_only_digits_are_a_number(typed, number):
    assert number_in(typed) == number
