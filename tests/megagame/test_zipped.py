"""Compression of pages: only where it helps."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from control.equal_length import MARK, SMALLEST, pad_response, padded_length
from control.templatetags import kept
from megagame import compression
from megagame.compression import compress_pages

SEAM = kept.SEAM.encode()
LONG = b"<p>the same words again</p>" * 100


def answered(response: HttpResponse, accepts: str = "gzip, br") -> HttpResponse:
    return compress_pages(lambda request: response)(RequestFactory().get("/", headers={"Accept-Encoding": accepts}))


def test_a_page_is_compressed():
    response = answered(HttpResponse(LONG))

    assert gzip.decompress(response.content) == LONG
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Content-Length"] == str(len(response.content))
    assert "Accept-Encoding" in response.headers["Vary"]


def test_pieces_between_seams_are_compressed_once_and_the_page_is_whole():
    own, shared = b"<p>Livia</p>" * 60, b"<p>the map of everybody</p>" * 200
    compression._kept.cache_clear()

    first = answered(HttpResponse(own + SEAM + shared + SEAM + b"<p>the end</p>"))
    second = answered(HttpResponse(SEAM + shared + SEAM + own))

    assert gzip.decompress(first.content) == own + shared + b"<p>the end</p>"
    assert gzip.decompress(second.content) == shared + own
    assert (compression._kept.cache_info().hits, compression._kept.cache_info().misses) == (1, 1)


def test_no_seam_is_ever_sent():
    stray = SEAM + LONG + SEAM + b"odd" + SEAM + LONG

    plain = answered(HttpResponse(stray), "")

    assert gzip.decompress(answered(HttpResponse(stray)).content) == plain.content == LONG + b"odd" + LONG
    assert plain.headers["Content-Length"] == str(len(plain.content))


def test_the_length_of_a_page_is_not_told_twice_alike():
    assert len({len(answered(HttpResponse(LONG)).content) for _each in range(40)}) > 10


@pytest.mark.parametrize(
    ("response", "accepts"),
    [
        pytest.param(HttpResponse(LONG), "", id="the browser takes none"),
        pytest.param(HttpResponse(b"short"), "gzip", id="nothing is gained"),
        pytest.param(HttpResponse(LONG, content_type="image/png"), "gzip", id="no page"),
        pytest.param(HttpResponse(LONG, headers={"Content-Encoding": "br"}), "gzip", id="compressed already"),
    ],
)
def test_all_else_goes_as_it_is(response, accepts):
    before = response.content

    assert answered(response, accepts).content == before


@pytest.mark.parametrize("accepts", ["gzip", ""])
def test_what_is_even_has_one_length_whatever_is_in_it(accepts):
    """A trap, a scheme and an empty text: without padding their lengths tell them apart."""
    texts = [b"", b"Ambush", LONG, b"<p>Capture Building</p>" + LONG + SEAM + b"<b>the same</b>" * 99 + SEAM]
    answers = [answered(pad_response(HttpResponse(text)), accepts) for text in texts]
    plain = [len(answered(HttpResponse(text), "").content) for text in texts]

    assert {len(each.content) for each in answers} == {SMALLEST}
    assert {each.headers["Content-Length"] for each in answers} == {str(SMALLEST)}
    assert not any(MARK in each.headers for each in answers)
    assert len(set(plain)) == len(texts)
    for text, each in zip(texts, answers, strict=True):
        found = gzip.decompress(each.content) if accepts else each.content.rstrip()
        assert found == text.replace(SEAM, b"")


def test_what_is_longer_than_that_has_the_next_length():
    assert padded_length(SMALLEST) == SMALLEST
    assert padded_length(SMALLEST + 1) == 2 * SMALLEST
    long = b"".join(bytes((65 + at % 26, 66 + at * 7 % 23)) * (at % 5 + 1) for at in range(9000))
    assert len(answered(pad_response(HttpResponse(long)), "").content) == padded_length(len(long)) > len(long) > SMALLEST
