"""Cache of region fragments: what many phones show alike is drawn once.

The cache key is a digest of everything that a fragment shows, never its owner. Two phones get the same text only if they show the
same. The form token and the command ID differ with each request. Cached text holds a random placeholder for each of them, which is
filled in for each phone.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections import OrderedDict
from hashlib import blake2s
from uuid import UUID

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from control.registry import PagePanel
from control.templatetags.kept import SEAM, drawn, seamed, tight

VERSION = 12  # characters of a digest that a screen sends back for each region
LONG = 2_000  # characters; a text of this length is worth compressing separately
MOST = 24_000_000  # characters in the cache, of all events together
TOKEN, PRESS = f"token-{secrets.token_hex(16)}", f"press-{secrets.token_hex(16)}"

COUNTDOWN = re.compile(r'(class="clock-left[^>]*>)[^<]*')  # its words move every second, by `clock.js`


def text_version(text: str, *passing: str) -> str:
    """The version of a drawn text. `passing`: what differs with each drawing, such as the ID of a press."""
    for each in passing:
        text = text.replace(each, "")
    return blake2s(COUNTDOWN.sub(r"\1", text).encode(), digest_size=16).hexdigest()[:VERSION]


class Shelf:
    """LRU cache of texts by their digest, limited to `most` characters."""

    def __init__(self, most: int) -> None:
        self.most, self.size, self.hits, self.misses = most, 0, 0, 0
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._guard = threading.Lock()

    def find(self, digest: str) -> str | None:
        with self._guard:
            found = self._texts.get(digest)
            if found is None:
                self.misses += 1
            else:
                self.hits += 1
                self._texts.move_to_end(digest)
            return found

    def keep(self, digest: str, text: str) -> None:
        with self._guard:
            if digest not in self._texts:
                self._texts[digest] = text
                self.size += len(text)
            while self.size > self.most:
                _digest, gone = self._texts.popitem(last=False)
                self.size -= len(gone)

    def cache_clear(self) -> None:
        with self._guard:
            self._texts.clear()
            self.size = self.hits = self.misses = 0


shelf = Shelf(MOST)


def digest_of(panel: PagePanel) -> str:
    """Return the cache key of a panel's content and language. Moving clock hands are not part of it."""
    shown = panel.version or repr(panel.panel)
    return blake2s(f"{settings.LANGUAGE_CODE} {panel.template} {shown}".encode(), digest_size=16).hexdigest()


def fragment(template: str, panel: object, digest: str, *, token: str, press: UUID) -> SafeString:
    """Return the drawn panel for this form token and command ID. `digest`: its cache key."""
    text = shelf.find(digest)
    if text is None:
        values = {"panel": panel, "typed": {}, "command_id": PRESS, "csrf_token": TOKEN}
        text = tight(drawn(template, values))
        if len(text) >= LONG and not (TOKEN in text or PRESS in text or SEAM in text):
            text = seamed(text)
        shelf.keep(digest, text)
    return mark_safe(text.replace(TOKEN, token).replace(PRESS, str(press)) if TOKEN in text else text)
