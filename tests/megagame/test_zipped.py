"""Pages travel compressed where that helps, and only there."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from megagame.zipped import compressed

LONG = b"<p>the same words again</p>" * 100


def answered(response: HttpResponse, accepts: str = "gzip, br") -> HttpResponse:
    return compressed(lambda request: response)(RequestFactory().get("/", headers={"Accept-Encoding": accepts}))


def test_a_page_is_compressed():
    response = answered(HttpResponse(LONG))

    assert gzip.decompress(response.content) == LONG
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Content-Length"] == str(len(response.content))
    assert "Accept-Encoding" in response.headers["Vary"]


async def test_a_page_is_compressed_without_a_thread_too():
    async def answer(request):
        return HttpResponse(LONG)

    response = await compressed(answer)(RequestFactory().get("/", headers={"Accept-Encoding": "gzip"}))

    assert gzip.decompress(response.content) == LONG


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
