"""Static files served by this process, plain or as compressed at collection."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """WhiteNoise that answers with whole files, because streaming would send each block through a thread.

    A file's headers are computed at its first request. There are six hundred files, and a day needs a few dozen.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with the file, or pass the request on."""
        found: HttpResponseBase | None = self._file_at(request)
        return self.get_response(request) if found is None else found

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        """Note the path of a file. Whoever asks for its address gets it."""
        if not self.is_compressed_variant(path, stat_cache=stat_cache):
            self.files[url] = path

    def _file_at(self, request: HttpRequest) -> HttpResponse | None:
        url = request.path_info
        file = self.find_file(url) if self.autorefresh else self.files.get(url)
        if isinstance(file, str):
            file = self.files[url] = self.get_static_file(file, url)
        if file is None:
            return None
        found = file.get_response(request.method, request.META)
        body = found.file.read() if found.file else b""
        if found.file:
            found.file.close()
        return HttpResponse(body, status=int(found.status), headers=dict(found.headers))
