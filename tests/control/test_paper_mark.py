"""Marks on printed sheets: read back correctly however they are typed, and only by this console."""

from __future__ import annotations

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from control.sheets.paper import PaperMark, mark, read_mark

SLUG = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,3}", fullmatch=True)


@given(
    event=st.integers(1, 10**8), month=st.integers(0, 99), seat=st.just("") | SLUG, kind=SLUG.filter(lambda word: len(word) <= 20)
)
def test_every_mark_is_read_back(event, month, seat, kind):
    expected = PaperMark(event=event, month=month, seat=seat, kind=kind)
    text = mark(event, month, seat, kind)
    assert read_mark(text) == expected
    assert read_mark(f" {text.lower()}\n") == expected
    assert read_mark(f"http://192.168.1.7:8000/print/paper/{text}/") == expected


def test_a_mark_is_packed_tightly_by_a_qr_code():
    assert segno.make(mark(12, 3, "cat-1", "orders"), error="m").mode == "alphanumeric"


@pytest.mark.parametrize("at", range(3, 29))
def test_no_sign_of_a_mark_can_be_misread(at):
    text = mark(12, 3, "cat-1", "orders")
    for sign in "0A7-.":
        changed = text[:at] + sign + text[at + 1 :]
        if changed != text:
            assert read_mark(changed) is None, changed


def test_two_consoles_do_not_read_each_others_marks(settings):
    text = mark(12, 3, "cat-1", "orders")
    settings.SECRET_KEY = "another console"
    assert read_mark(text) is None


@pytest.mark.parametrize(
    "text", ["", "MG", "MG.1.2.3", "K7QM-4TXD", "MG.1.1.CAT-1.ORDERS.ABCDEFGH", "x" * 5000, "\x00", "MG.¹.1.a.b.AAAAAAAA"]
)
def test_anything_else_is_no_mark(text):
    assert read_mark(text) is None


def test_a_text_with_two_marks_says_nothing():
    assert read_mark(f"{mark(1, 1, 'cat-1', 'orders')} {mark(1, 2, 'cat-1', 'orders')}") is None
    assert read_mark(f"{mark(1, 1, 'cat-1', 'orders')} {mark(1, 1, 'cat-1', 'orders')}") is not None


@pytest.mark.parametrize(
    ("month", "seat", "kind"), [(100, "cat-1", "orders"), (1, "Cat 1", "orders"), (1, "cat-1", ""), (1, "-", "orders")]
)
def test_what_no_mark_can_hold_is_not_printed(month, seat, kind):
    with pytest.raises(ValueError, match="no mark can hold"):
        mark(1, month, seat, kind)
