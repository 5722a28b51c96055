"""Static files, served by this process: as they lie, or as they were compressed when they were collected."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """WhiteNoise, but also async: as it comes it would send every request, static or not, through a thread."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]) -> None:
        super().__init__(get_response)
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """Answer with the file, or pass the request on."""
        if self.is_async:
            return self._answer(request)
        return self._file_at(request) or self.get_response(request)

    async def _answer(self, request: HttpRequest) -> HttpResponseBase:
        found = self._file_at(request)
        if found is None:
            passed_on: HttpResponseBase = await self.get_response(request)
            return passed_on
        return found

    def _file_at(self, request: HttpRequest) -> HttpResponse | None:
        """The whole file: what is streamed would come piece by piece, each through a thread."""
        file = self.find_file(request.path_info) if self.autorefresh else self.files.get(request.path_info)
        if file is None:
            return None
        found = file.get_response(request.method, request.META)
        body = found.file.read() if found.file else b""
        if found.file:
            found.file.close()
        return HttpResponse(body, status=int(found.status), headers=dict(found.headers))
