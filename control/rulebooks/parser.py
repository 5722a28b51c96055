"""Parser of a rulebook's text: every list item that begins with an ID, with its chapter and references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

# === parser =============================================================================================================


RULE_ID = re.compile(r"\b(?:LAW-\d+|(?:[A-Z]{2}-)?(?:R|EX)-\d+|[A-Z]{2}-[A-Z]{3}-\d+)\b")
HEADING = re.compile(r"^(#{2,3}) (.+?)(?: \(([A-Z-]+)\))?$")
STATED = re.compile(r"^- ([A-Z]{2}-[A-Z]{3}-\d+|(?:R|EX)-\d+) · (.+)$")
TITLE = re.compile(r"^\*\*(.+?)\.?\*\*\s*")
PART = re.compile(r"(?:^|(?<=\s))(Source|Ruling|Why|Setting): ")
REFERS = re.compile(r" \((?:(?:LAW|[A-Z]{2}-[A-Z]{3}|(?:[A-Z]{2}-)?(?:R|EX))-\d+(?:, |; )?)+\)")
MARKS = re.compile(r"\*\*|(?<!\w)\*|\*(?!\w)|`")
SENTENCE = re.compile(r"(?<=[.:!?]) (?=[A-Z])")
GENERAL, EXAMPLE = "R", "EX"  # letters of general rulings and of worked examples


class Rule(Struct, frozen=True, kw_only=True):
    """A rule, a general ruling or a worked example.

    `source`: what the printed rules leave open. `why`: the reason of a ruling. `setting`: what an organizer may change.
    """

    id: str
    area: str  # slug of its chapter
    text: str
    title: str = ""
    source: str = ""
    why: str = ""
    setting: str = ""
    refers: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """Subject of the rule: its title, or its first sentence."""
        return self.title or SENTENCE.split(MARKS.sub("", REFERS.sub("", self.text)))[0].removesuffix(".")

    @property
    def kind(self) -> str:
        """Letters of its kind: "R" for a general ruling, "EX" for an example, else ""."""
        return next((kind for kind in (GENERAL, EXAMPLE) if self.id.rpartition("-")[0].rpartition("-")[2] == kind), "")


class Area(Struct, frozen=True, kw_only=True):
    """A chapter of the rulebook. `of`: name of the chapter above it."""

    slug: str
    name: str
    of: str = ""
    rules: tuple[Rule, ...] = ()


class ParsedRulebook(Struct, frozen=True, kw_only=True):
    """The rules of a game in the order of its rulebook, by chapter and by ID."""

    areas: tuple[Area, ...]
    by_id: Mapping[str, Rule] = field(default_factory=dict)
    named_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def touching(self, id_: str) -> tuple[Rule, ...]:
        """Rules that this rule refers to or that refer to it: general rulings first, then rules, then examples."""
        rule = self.by_id.get(id_)
        found = dict.fromkeys((*(rule.refers if rule else ()), *self.named_by.get(id_, ())))
        known = [self.by_id[each] for each in found if each in self.by_id and each != id_]
        return tuple(sorted(known, key=lambda each: (GENERAL, "", EXAMPLE).index(each.kind)))


def read(text: str, withheld: frozenset[str] = frozenset()) -> ParsedRulebook:
    """Parse a rulebook. Withheld rules are left out, and so are chapters without other rules."""
    lines = [*_joined(text.splitlines())]
    own = _letters(lines)
    chapters: dict[str, tuple[str, str, list[Rule]]] = {}
    above = name = ""
    for line in lines:
        if heading := HEADING.match(line):
            above, name = (above, heading[2]) if heading[1] == "###" else (heading[2], heading[2])
        elif stated := STATED.match(line):
            slug = _slug(name if name == above else f"{above} {name}")
            rule = _rule(stated[1], stated[2], slug, own)
            if rule.id not in withheld:
                chapters.setdefault(slug, (name, "" if name == above else above, []))[2].append(rule)
    areas = tuple(Area(slug=slug, name=name, of=of, rules=tuple(rules)) for slug, (name, of, rules) in chapters.items())
    by_id = {rule.id: rule for area in areas for rule in area.rules}
    named_by: dict[str, list[str]] = {}
    for rule in by_id.values():
        for other in rule.refers:
            named_by.setdefault(other, []).append(rule.id)
    return ParsedRulebook(areas=areas, by_id=by_id, named_by={id_: tuple(names) for id_, names in named_by.items()})


def _letters(lines: list[str]) -> str:
    """Prefix of the book's general rulings in citations. Empty if its chapters have letters of their own."""
    chapters = [found[3] for line in lines if (found := HEADING.match(line)) and found[3]]
    ids = (found[1] for line in lines if (found := STATED.match(line)))
    first = next((id_ for id_ in ids if not id_.startswith(("R-", "EX-"))), "")
    return "" if not first or any("-" in each for each in chapters) else first[:3]


def _joined(lines: list[str]) -> Iterator[str]:
    """Lines, with the continuation lines of each list item joined to it."""
    held = ""
    for line in lines:
        if held.startswith("- ") and line.startswith("  "):
            held = f"{held} {line.strip()}"
            continue
        yield held
        held = line.rstrip()
    yield held


def _rule(id_: str, words: str, area: str, own: str) -> Rule:
    title = TITLE.match(words)
    text = words[title.end() :] if title else words
    parts = PART.split(text)  # text before the first part, then name and text of each part
    by_name = dict(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))
    full = _full(id_, own)
    named = dict.fromkeys(_full(each, own) for each in RULE_ID.findall(words))
    return Rule(
        id=full,
        area=area,
        text=_capital(by_name.get("Ruling", "") or text),
        title=title[1] if title else "",
        source=by_name.get("Source", ""),
        why=by_name.get("Why", ""),
        setting=by_name.get("Setting", ""),
        refers=tuple(each for each in named if each != full),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _full(id_: str, own: str) -> str:
    return f"{own}{id_}" if id_.startswith(("R-", "EX-")) else id_


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
