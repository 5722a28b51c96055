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
    single: dict[str, str] = {}
    counted: dict[str, dict[int, str]] = {}
    for key, said in DjangoTranslation(language, domain=SCRIPTS, localedirs=[str(LOCALE)])._catalog.items():  # type: ignore[attr-defined]
        if isinstance(key, tuple):  # a folder that stands in the settings as well is read twice: the first word counts
            counted.setdefault(key[0], {}).setdefault(key[1], said)
        elif key:
            single.setdefault(key, said)
    return json_script(single | {key: [forms[at] for at in sorted(forms)] for key, forms in counted.items()}, "words")
