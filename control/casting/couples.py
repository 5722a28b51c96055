"""Names that hold more than one person: couples, companions, families. One row is one player."""

from __future__ import annotations

import re
from typing import Final

from control.casting.headings import plain

ONE_PERSON: Final = re.compile(r"\s*[(\[]\s*(?:one|1|eine) person\s*[)\]]", re.IGNORECASE)  # a row says so itself
BRACKETED: Final = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
WITH: Final = ("with", "mit", "avec", "con", "com", "met", "samt", "plus", "sammen", "ile", "w/")
AND: Final = (*WITH, "et", "en", "og", "och", "ja", "és", "ve", "și", "ir", "и", "і", "та", "και", "و")
JOINED: Final = re.compile(  # "Ada & Ben", "Ada; Ben", "Ada + Ben", "Ada+1", "Ada and Ben"; "LGBTQ+ Kim" is one person
    rf"\S\s*[&;]\s*\S|[^\W_]\+[^\W_]|\s\+\s*[^\W_]|\s(?i:and|und)\s+\S|\s(?:{'|'.join(map(re.escape, AND))})\s+\S"
)
COMPANION: Final = re.compile(rf"\s*(?:[+&]|(?:and|und|{'|'.join(map(re.escape, WITH))})\s)", re.IGNORECASE)
COUNTED: Final = re.compile(
    r"\b(?:[2-9]|1\d|two|three|four|zwei|drei|vier)\s*(?:people|persons?|personen|pers|leute|players|spieler|osoby|osób|personas|"
    r"personnes|persone|pessoas|personer)\b|\b[2-9]\s*[x×](?!\w)|(?<!\w)[x×]\s*[2-9]\b",
    re.IGNORECASE,
)
PARTED: Final = re.compile(r"([^\W\d_][^\s/|]*)\s*[/|]\s*(?=([^\W\d_][^\s/|]*))")
FAMILIES: Final = frozenset(
    (
        "family", "familie", "fam", "familia", "famille", "famiglia", "rodzina", "rodina", "gezin", "perhe", "familjen", "familien",
        "ailesi", "couple", "ehepaar", "eheleute", "geschwister", "gebruder", "zwillinge", "twins",
    )
)  # fmt: skip
PRONOUNS: Final = frozenset(
    (
        "he", "him", "his", "she", "her", "hers", "they", "them", "their", "theirs", "it", "its", "any", "all", "er", "ihm", "ihn",
        "sie", "ihr", "dey", "xe", "xier",
    )
)  # fmt: skip
PARTICLES: Final = frozenset(
    ("de", "del", "da", "das", "do", "dos", "di", "la", "las", "los", "el", "von", "van", "der", "den", "zu", "ten", "ter", "af")
)


def is_several(name: str) -> bool:
    """Whether a name surely holds more than one person, or a person and somebody without a name."""
    bare = BRACKETED.sub(" ", name).strip()
    words = plain(bare).split()
    return (
        bool(JOINED.search(bare) or COUNTED.search(name))
        or any(COMPANION.match(one or other) for one, other in BRACKETED.findall(name))
        or (len(words) > 1 and (words[0] in FAMILIES or words[-1] in FAMILIES - {"fam"}))  # Fam is a last name too
        or _is_parted(bare)
        or any(_people(bare, letter) == "two" for letter in "ieay")
    )


def is_perhaps_several(name: str) -> bool:
    """Whether a name may hold two people or one: "Ana y Luis" and "Maria y Castro", "Eva a Petr" and "Thomas a Becket"."""
    return any(_people(BRACKETED.sub(" ", name), letter) == "perhaps" for letter in "ay")


def _is_parted(bare: str) -> bool:
    """ "Ada/Ben"; "they/them" and "He/Him" are one person's pronouns, "M/F" is no name."""
    for found in PARTED.finditer(bare):
        if all(len(side) > 1 and not side[0].islower() and plain(side) not in PRONOUNS for side in found.groups()):
            return True
    return False


def _people(bare: str, letter: str) -> str:
    """What a single small letter between names makes of them: "two" people, "perhaps" two, or "" for one.

    "Ada i Ben" and "Ana Ruiz y Luis Gil" are two; "José Ortega y Gasset" and "Antoni Gaudí i Cornet" have two surnames.
    """
    words = [word for word in bare.split() if word not in PARTICLES]
    if letter not in words[1:-1]:
        return ""
    before = words.index(letter, 1)
    after = len(words) - before - 1
    if letter == "a" or (before == after == 1 and letter == "y"):
        return "perhaps"
    return "" if before > 1 and after == 1 else "two"
