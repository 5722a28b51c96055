"""Pages below the code of a table: whoever tries one code after the other there is told to wait."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from control.engine.language import say
from rooms.tables.access import TooManyCodesError
from rooms.tables.screens.views import TOO_MANY


def coded(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Answer 429 where too many wrong codes came from an address; a right one always opens."""

    @never_cache
    @wraps(view)
    def answer(request: HttpRequest, code: str) -> HttpResponse:
        try:
            return view(request, code)
        except TooManyCodesError:
            return render(request, "control/sentence.html", {"sentence": say(TOO_MANY)}, status=HTTPStatus.TOO_MANY_REQUESTS)

    return answer
