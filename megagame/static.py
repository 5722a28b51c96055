"""Static files served by this process, plain or as compressed at collection."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """WhiteNoise that answers with whole files, because streaming would send each block through a thread."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with the file, or pass the request on."""
        found: HttpResponseBase | None = self._file_at(request)
        return self.get_response(request) if found is None else found

    def _file_at(self, request: HttpRequest) -> HttpResponse | None:
        file = self.find_file(request.path_info) if self.autorefresh else self.files.get(request.path_info)
        if file is None:
            return None
        found = file.get_response(request.method, request.META)
        body = found.file.read() if found.file else b""
        if found.file:
            found.file.close()
        return HttpResponse(body, status=int(found.status), headers=dict(found.headers))
