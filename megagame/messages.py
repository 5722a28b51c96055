"""Catalogues of sentences: extracted from code, templates and scripts, stored as PO files, compiled for gettext.

A language is a folder below `megagame/locale/` with two PO files: `django.po` for the server's sentences and `djangojs.po` for the
scripts'. Nothing else has to be registered.
"""

from __future__ import annotations

import ast
import io
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.template import Template
from django.template.base import Node, Token
from django.template.engine import Engine
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.translation import trim_whitespace
from django.utils.translation.reloader import translation_file_changed
from msgspec import Struct

from megagame.languages import LOCALE, SCRIPTS, SERVER

BASE = Path(__file__).resolve().parent.parent
APPS = ("control", "megagame", "rooms")
# Argument positions of sentence, plural and context of each function. None if it has none.
Places = tuple[int, int | None, int | None]
IN_CODE: dict[str, Places] = {
    **dict.fromkeys(("say", "later", "gettext", "gettext_lazy"), (0, None, None)),
    **dict.fromkeys(("say_count", "ngettext", "ngettext_lazy"), (0, 1, None)),
    **dict.fromkeys(("say_as", "pgettext", "pgettext_lazy"), (1, None, 0)),
}
IN_SCRIPTS = {"gettext": None, "ngettext": (1, 2)}

CHURN = tuple(
    f'"{name}:'.encode()
    for name in (
        "Project-Id-Version",
        "Report-Msgid-Bugs-To",
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
    )
)


class CatalogueMessage(Struct, frozen=True, order=True):
    """One message: its context ("" for none), its sentence, its plural ("" for none)."""

    sentence: str
    plural: str = ""
    context: str = ""


@dataclass(slots=True)
class MessagePlaces:
    """Files of each message, relative to the project's root."""

    places: dict[CatalogueMessage, set[str]] = field(default_factory=dict)

    def add(self, said: CatalogueMessage, place: str) -> None:
        """Record that the message is in this file."""
        if said.sentence:
            self.places.setdefault(said, set()).add(place)


def messages_in_code(path: Path) -> Iterator[CatalogueMessage]:
    """Messages of a Python file, from its syntax tree, also inside f-strings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (places := IN_CODE.get(_function_name(node))):
            one, many, context = (_literal(node, place) for place in places)
            if one:
                yield CatalogueMessage(one, many, context)


def _function_name(call: ast.Call) -> str:
    """Last name of the called function: `say` and `language.say` are the same."""
    return str(getattr(call.func, "id", "") or getattr(call.func, "attr", ""))


def _literal(call: ast.Call, place: int | None) -> str:
    given = call.args[place] if place is not None and place < len(call.args) else None
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else ""


def messages_in_script(path: Path) -> Iterator[CatalogueMessage]:
    """Messages of a script."""
    with path.open("rb") as file:
        for _line, words, _comments, _context in extract("javascript", file, keywords=IN_SCRIPTS):
            one, many = (words[0], words[1]) if isinstance(words, tuple) else (words, "")
            yield CatalogueMessage(one, many)


def messages_in_template(path: Path) -> Iterator[CatalogueMessage]:
    """Messages of a template, by Django's own parser."""
    source = path.read_text(encoding="utf-8")
    for tag in re.findall(r"{[{%].*?[%}]}", source):  # any tag may contain a constant in _( )
        for match in re.finditer(r"""_\((["'])(.+?)\1\)""", tag):
            yield CatalogueMessage(match[2].replace("%", "%%"))
    template = Template(source, engine=Engine.get_default())
    for node in template.nodelist.get_nodes_by_type(Node):
        if isinstance(node, TranslateNode):
            literal = getattr(node.filter_expression.var, "literal", None)
            words = literal if isinstance(literal, str) else node.filter_expression.var
            if isinstance(words, str):
                yield CatalogueMessage(str(words).replace("%", "%%"), "", _constant(node.message_context))
        elif isinstance(node, BlockTranslateNode):
            one, many = (_block(node, tokens) for tokens in (node.singular, node.plural))
            yield CatalogueMessage(one, many, _constant(node.message_context))


def _constant(context: object) -> str:
    found = getattr(context, "var", "")
    return str(getattr(found, "literal", "") or found or "")


def _block(node: BlockTranslateNode, tokens: list[Token] | None) -> str:
    if not tokens:
        return ""
    words = str(node.render_token_list(tokens)[0])
    return trim_whitespace(words) if node.trimmed else words


def all_messages() -> dict[str, MessagePlaces]:
    """All messages of the console, by domain."""
    found = {SERVER: MessagePlaces(), SCRIPTS: MessagePlaces()}
    for app in APPS:
        for path in sorted((BASE / app).rglob("*")):
            place = path.relative_to(BASE).as_posix()
            if path.suffix == ".py":
                _add(found[SERVER], place, messages_in_code(path))
            elif path.suffix == ".js":
                _add(found[SCRIPTS], place, messages_in_script(path))
            elif "templates" in path.parts and path.suffix in {".html", ".txt"}:
                _add(found[SERVER], place, messages_in_template(path))
    return found


def _add(found: MessagePlaces, place: str, messages: Iterator[CatalogueMessage]) -> None:
    for said in messages:
        found.add(said, place)


def po_file(language: str, domain: str) -> Path:
    """Path of a catalogue."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str) -> Catalog:
    """Stored catalogue, or an empty one."""
    path = po_file(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain, abort_invalid=True)


def update_catalogue(catalog: Catalog, found: MessagePlaces) -> Catalog:
    """Updated catalogue with exactly the current messages: translations kept, new ones empty, others removed."""
    fresh = Catalog(locale=catalog.locale, domain=catalog.domain, charset="utf-8", fuzzy=False)
    for said in sorted(found.places):
        known = message_of(catalog, said)
        fresh.add(
            (said.sentence, said.plural) if said.plural else said.sentence,
            known.string if known is not None else "",
            locations=[(place, None) for place in sorted(found.places[said])],  # type: ignore[misc]  # no lines: they only churn
            context=said.context or None,
        )
    return fresh


def message_of(catalog: Catalog, said: CatalogueMessage) -> Message | None:
    """Catalogue's entry for a message. None if it is missing or has another plural."""
    found = catalog.get(said.sentence, said.context or None)
    if found is None or (isinstance(found.id, tuple) and len(found.id) > 1) != bool(said.plural):
        return None
    return found


def untranslated(catalog: Catalog) -> list[Message]:
    """Entries without a translation."""
    return [
        each
        for each in catalog
        if (each.id and not all(each.string if isinstance(each.string, list | tuple) else (each.string,))) or each.fuzzy
    ]


def write(catalog: Catalog, language: str, domain: str) -> None:
    """Write a catalogue in a stable order and width, for small diffs."""
    path = po_file(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = io.BytesIO()
    catalog.header_comment = ""
    write_po(text, catalog, width=0, include_lineno=False)
    _replace(path, b"".join(line for line in text.getvalue().splitlines(keepends=True) if not line.startswith(CHURN)))


def compile_catalogues(folder: Path = LOCALE) -> int:
    """Compile the catalogues that are newer than their compiled form. Return their number."""
    count = 0
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = path.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= path.stat().st_mtime_ns:
            continue
        language = path.parent.parent.name
        with path.open("rb") as file:
            catalog = read_po(file, locale=language, abort_invalid=True)
        binary = io.BytesIO()
        write_mo(binary, catalog)
        _replace(target, binary.getvalue())
        translation_file_changed(None, target)  # a starting console may have loaded the old one already
        count += 1
    return count


def _replace(path: Path, content: bytes) -> None:
    """Write a file atomically, also against concurrent writers."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
