"""The sentences of the scripts, for a page that is not in English."""

from __future__ import annotations

from functools import cache

from django import template
from django.conf import settings
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation.trans_real import DjangoTranslation

from megagame.languages import LOCALE, SCRIPTS

register = template.Library()


@register.simple_tag
def script_words() -> SafeString | str:
    """The scripts' catalogue as a block of data, which `control/words.js` reads; nothing in English."""
    return _block(get_language() or settings.LANGUAGE_CODE) if settings.USE_I18N else ""


@cache
def _block(language: str) -> SafeString:
    known: dict[str, str | list[str]] = {}
    for key, said in DjangoTranslation(language, domain=SCRIPTS, localedirs=[str(LOCALE)])._catalog.items():  # type: ignore[attr-defined]
        if isinstance(key, tuple):
            forms = known.setdefault(key[0], [])
            if isinstance(forms, list):
                forms.append(said)
        elif key:
            known[key] = said
    return json_script(known, "words")
