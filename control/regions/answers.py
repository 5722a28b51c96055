"""The answer to a screen that asks for all its regions with one request."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from http import HTTPStatus
from types import MappingProxyType

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from control.regions.drawn import Region
from control.registry import Panel

NOTHING: Mapping[str, object] = MappingProxyType({})


def changed(
    request: HttpRequest,
    found: Iterable[Region],
    known: Container[str],
    *,
    also: Panel | None = None,
    context: Mapping[str, object] = NOTHING,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Only the regions whose version the screen does not know, each to be swapped in its place; 204 where there is no news.

    `also` is told behind them in any case, `context` what their fragments know of their page.
    """
    news = [region for region in found if region.version not in known or region.refused]
    if not news and also is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "control/_fresh.html", {**context, "regions": news, "also": also}, status=status)
