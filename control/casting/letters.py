"""Decoding of text files: finds the encoding and adds remarks on doubtful letters."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from control.engine.language import Spoken, later, say, say_count

SAVE_AS: Final = later("Save the list as XLSX or CSV and choose that file.")
WESTERN: Final = "cp1252"
# Encodings of lists with names for people, the common ones of each script first.
ENCODINGS: Final[Mapping[str, str]] = Spoken(
    {
        "utf-8": later("UTF-8 (all languages)"),
        WESTERN: later("Western (Windows)"),
        "mac_roman": later("Western (Macintosh)"),
        "cp850": later("Western (DOS)"),
        "cp1250": later("Central European (Windows)"),
        "iso8859_2": later("Central European (ISO)"),
        "mac_latin2": later("Central European (Macintosh)"),
        "cp852": later("Central European (DOS)"),
        "cp1251": later("Cyrillic (Windows)"),
        "koi8_u": later("Cyrillic (KOI8-R, KOI8-U)"),
        "cp866": later("Cyrillic (DOS)"),
        "mac_cyrillic": later("Cyrillic (Macintosh)"),
        "iso8859_5": later("Cyrillic (ISO)"),
        "cp1253": later("Greek (Windows)"),
        "cp1254": later("Turkish (Windows)"),
        "cp1255": later("Hebrew (Windows)"),
        "cp1257": later("Baltic (Windows)"),
        "utf-16": later("UTF-16 (all languages)"),
    }
)
MARKS: Final = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
GUESSED: Final = tuple(name for name in ENCODINGS if not name.startswith("utf"))
# Letters beyond ASCII by language. A rightly decoded word uses letters of one language. In order: German, French, Spanish,
# Portuguese, Italian, Nordic, Icelandic, Polish, Czech and Slovak, Hungarian, Romanian, Croatian, Turkish, Lithuanian, Latvian,
# Estonian, Russian, other Cyrillic, Greek, Hebrew.
ALPHABETS: Final = tuple(
    frozenset(letters)
    for letters in (
        "äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúü", "àáâãçéêíóôõú", "àèéìíòóù", "åäöæøéü", "áéíóúýþæöð", "ąćęłńóśźż",
        "áäčďéěíĺľňóôŕřšťúůýž", "áéíóöőúüű", "ăâîșşțţ", "čćđšž", "çğıöşüâî", "ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž",
        "абвгдежзийклмнопрстуфхцчшщъыьэюяё", "абвгдежзийклмнопрстуфхцчшщьюяґєіїўјљњћџђѓќ",
        "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ", "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
    )
)  # fmt: skip
RARE: Final = frozenset("õþðľĺŕţÿđ")  # more frequent in a wrong encoding than in a right one
TYPED: Final = frozenset("’‘“”„–—…·\u00a0")  # characters that word processors insert
WORD: Final = re.compile(r"[^\W\d_]+")
WEIGHED: Final = 20_000  # bytes
CITED: Final = 3  # words that a remark shows
BEYOND: Final = re.compile(r"[^\W\d_]*[^\x00-\x7f][^\n\r;,|\t\"]*")
TWICE: Final = re.compile("[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]")  # a letter in UTF-8 that was read as Western


class UnreadableError(Exception):
    """The file cannot be read as a list. `sentence`: what is wrong and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Letters(Struct, frozen=True, kw_only=True):
    """A decoded text, with remarks on letters to check."""

    words: str
    remarks: tuple[str, ...] = ()


def letters_of(content: bytes, encoding: str = "") -> Letters:
    """Decode a file, in the chosen encoding if there is one.

    Raises:
        UnreadableError: the file is no text, or not in that encoding.
    """
    found = (
        _decode_as(content, encoding) if encoding else _decode_unicode(content) or _decode_mixed(content) or _decode_legacy(content)
    )
    if re.search(r"[\x00-\x08\x0e-\x1f]", found.words):
        raise UnreadableError(say("This is no list that can be read. {save_as}", save_as=say(SAVE_AS)))
    return found


def _decode_as(content: bytes, encoding: str) -> Letters:
    try:
        return Letters(words=content.decode(encoding).removeprefix("\ufeff"))
    except (UnicodeDecodeError, LookupError):
        told = say("The file is not written in this encoding: {encoding}.", encoding=ENCODINGS.get(encoding, encoding))
        raise UnreadableError(f"{told} {say('Choose another one.')}") from None


def _decode_unicode(content: bytes) -> Letters | None:
    """Decode by byte order mark, as UTF-16 by its zero bytes, or as UTF-8; None if that fails."""
    marked = next((name for mark, name in MARKS if content.startswith(mark)), "")
    try:
        return _repair_double_encoding(content.decode(marked or _utf16_variant(content) or "utf-8"))
    except UnicodeDecodeError:
        return None


def _utf16_variant(content: bytes) -> str:
    """The kind of UTF-16 without a mark, recognized by a zero in every other byte of European letters; "" if it is none."""
    for name, empty in (("utf-16-le", content[1::2]), ("utf-16-be", content[::2])):
        if len(content) % 2 == 0 and empty and empty.count(0) * 5 > len(empty) * 2 and content.count(0) < len(content) * 0.7:
            return name
    return ""


def _repair_double_encoding(text: str) -> Letters:
    """Repair UTF-8 that was opened as Western and saved again, with two or three characters for each letter."""
    lines = text.splitlines(keepends=True)
    mended = [_repair_line(line) if TWICE.search(line) else line for line in lines]
    rows = [number for number, (line, new) in enumerate(zip(lines, mended, strict=True), start=1) if line != new]
    if not rows:
        return Letters(words=text)
    words = "".join(mended)
    told = say_count(
        "The letters of row {rows} had been saved wrong and were put right: {words}. Look at them.",
        "The letters of rows {rows} had been saved wrong and were put right: {words}. Look at them.",
        len(rows),
        rows=_row_list(rows),
        words=_doubtful_words("".join(mended[number - 1] for number in rows)),
    )
    return Letters(words=words, remarks=(told,))


def _repair_line(line: str) -> str:
    try:
        return b"".join(bytes([ord(sign)]) if ord(sign) < 256 else sign.encode(WESTERN) for sign in line).decode("utf-8")
    except UnicodeError:
        return line


def _decode_mixed(content: bytes) -> Letters | None:
    """Decode a UTF-8 file with a few lines from an older program; None if more lines are wrong than right."""
    lines, wrong, right = [], list[int](), 0
    for number, line in enumerate(content.splitlines(keepends=True), start=1):
        try:
            lines.append(line.decode("utf-8"))
            right += not line.isascii()
        except UnicodeDecodeError:
            lines.append(line.decode(WESTERN, "replace"))
            wrong.append(number)
    if right < len(wrong):
        return None
    told = say_count(
        "Row {rows} is written in another encoding than the rest: {words}. Look at its letters.",
        "Rows {rows} are written in another encoding than the rest: {words}. Look at their letters.",
        len(wrong),
        rows=_row_list(wrong),
        words=_doubtful_words("".join(lines[number - 1] for number in wrong)),
    )
    return Letters(words="".join(lines), remarks=(told,))


def _decode_legacy(content: bytes) -> Letters:
    """Decode with the most likely older encoding, and add a remark unless the two most common ones agree on every letter."""
    read = {name: words for name in GUESSED if (words := _try_decode(content, name)) is not None}
    # The library charset-normalizer expects prose: it misread 56 of 75 short lists of names, this function 10.
    doubtful = b"".join(line for line in content.splitlines(keepends=True) if not line.isascii())[:WEIGHED]
    fits = {name: _likeness(doubtful.decode(name, "replace")) for name in read}
    name = max(fits, key=lambda name: fits[name], default=WESTERN)  # among equals, the most common one
    if name == WESTERN and read.get(WESTERN) == read.get("cp1250"):
        return Letters(words=read[WESTERN])
    words = content.decode(name, "replace")
    told = say(
        "The file does not say how its letters are written; it was read as {encoding}: {words}. "
        "If a letter is wrong, choose the encoding, or save the list as XLSX or as CSV in UTF-8.",
        encoding=ENCODINGS[name],
        words=_doubtful_words(words),
    )
    return Letters(words=words, remarks=(told,))


def _try_decode(content: bytes, name: str) -> str | None:
    try:
        return content.decode(name)
    except UnicodeDecodeError:
        return None


def _likeness(text: str) -> tuple[int, int, int]:
    """A score for text that looks like names: words with letters of one language, minus other words, then capitalized words."""
    strange = sum(not (sign.isascii() or sign.isalpha() or sign in TYPED) for sign in text)
    words = [word for word in WORD.findall(text) if not word.isascii()]
    spelt = [word for word in words if _is_spelt(word)]
    rare = sum(sign in RARE for sign in text.lower())
    named = sum(word[0] == word[0].upper() and word[1:] == word[1:].lower() for word in spelt)
    return len(spelt) - 2 * (len(words) - len(spelt)) - 2 * strange, named, -rare if rare * 4 > len(words) else 0


def _is_spelt(word: str) -> bool:
    """Does a word use letters of one language, with a capital only at the start or throughout?"""
    own = {sign for sign in word.lower() if not sign.isascii() and sign.isalpha()}
    capitals = [sign != sign.lower() for sign in word]
    one_script = max(own, default="") < "\u0370" or not any(sign.isascii() for sign in word)
    return one_script and any(own <= each for each in ALPHABETS) and (all(capitals) or not any(capitals[1:]))


def _doubtful_words(words: str) -> str:
    """The first few words with letters beyond ASCII, for a remark."""
    found = dict.fromkeys(each.strip() for each in BEYOND.findall(words))
    return ", ".join(say("“{what}”", what=each[:40]) for each in list(found)[:CITED])


def _row_list(rows: Sequence[int]) -> str:
    return ", ".join(map(str, rows))
