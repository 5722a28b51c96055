"""Pages travel compressed where that helps, and only there."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from control.templatetags import kept
from megagame import zipped
from megagame.zipped import compressed

SEAM = kept.SEAM.encode()
LONG = b"<p>the same words again</p>" * 100


def answered(response: HttpResponse, accepts: str = "gzip, br") -> HttpResponse:
    return compressed(lambda request: response)(RequestFactory().get("/", headers={"Accept-Encoding": accepts}))


def test_a_page_is_compressed():
    response = answered(HttpResponse(LONG))

    assert gzip.decompress(response.content) == LONG
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Content-Length"] == str(len(response.content))
    assert "Accept-Encoding" in response.headers["Vary"]


def test_pieces_between_seams_are_compressed_once_and_the_page_is_whole():
    own, shared = b"<p>Livia</p>" * 60, b"<p>the map of everybody</p>" * 200
    zipped._kept.cache_clear()

    first = answered(HttpResponse(own + SEAM + shared + SEAM + b"<p>the end</p>"))
    second = answered(HttpResponse(SEAM + shared + SEAM + own))

    assert gzip.decompress(first.content) == own + shared + b"<p>the end</p>"
    assert gzip.decompress(second.content) == shared + own
    assert (zipped._kept.cache_info().hits, zipped._kept.cache_info().misses) == (1, 1)


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
