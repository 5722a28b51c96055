"""Catalogues of sentences: what a console reads of them."""

from __future__ import annotations

from django.utils.translation import trans_real

from megagame.messages import compiled

CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "The ferry has left."
msgstr "Die Fähre ist weg."
"""


def test_a_catalogue_that_is_compiled_as_the_console_starts_is_spoken_from_then_on(tmp_path, settings):
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(CATALOGUE, encoding="utf-8")
    settings.LOCALE_PATHS = [str(tmp_path)]
    settings.LANGUAGE_CODE = "de"

    before = trans_real.gettext("The ferry has left.")
    count = compiled(tmp_path)

    assert (before, count, trans_real.gettext("The ferry has left.")) == ("The ferry has left.", 1, "Die Fähre ist weg.")
    assert compiled(tmp_path) == 0
