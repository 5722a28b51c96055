"""Vocabulary of casting lists: ranks, names of several people, and words for people who do not come."""

from __future__ import annotations

import re
from typing import Final

from control.casting.headings import BEHIND_HEAD, HEADINGS, ListColumn, plain

# === absence ============================================================================================================

# Words in lists for people who do not come: they cancelled, or they are on a waiting list.


WAITING: Final = frozenset(  # these may also be headings above such people
    (
        "waitlist", "waitlisted", "waiting list", "on the waiting list", "reserve", "reserves", "reserve list", "standby",
        "warteliste", "nachrucker", "nachruckliste", "reserveliste", "ersatzliste",
        "liste d attente", "lista de espera", "lista d attesa", "lista di attesa", "wachtlijst", "reservelijst", "venteliste",
        "vantelista", "rezerwa", "lista rezerwowa", "rezerwowi", "yedek", "yedek listesi", "bekleme listesi",
    )
)  # fmt: skip
CANCELLED: Final = WAITING | frozenset(
    (
        "cancelled", "canceled", "cancellations", "withdrawn", "withdrew", "refunded", "rejected", "declined", "void", "no show",
        "not coming", "dropped", "dropped out", "sick", "ill",
        "storniert", "abgesagt", "abgemeldet", "absagen", "zuruckgezogen", "erstattet", "abgelehnt", "kommt nicht", "krank",
        "annule", "annulee", "cancelado", "cancelada", "annullato", "annullata", "geannuleerd", "afgemeld", "aflyst", "avbokad",
        "odwolane", "odwolany", "odwolana", "anulowane", "rezygnacja", "zrezygnowal", "zrezygnowala", "nie przyjdzie", "chory",
        "chora", "iptal", "iptal edildi", "gelmiyor",
    )
)  # fmt: skip
NEVER_A_NAME: Final = frozenset(
    {"cancelled", "canceled", "refunded", "waitlisted", "storniert", "abgesagt", "abgemeldet", "warteliste"}
)
NOT: Final = frozenset({"no", "nein", "nie", "non", "nee", "hayir"})  # only as a whole status
COMING: Final = frozenset(  # a status of somebody who comes
    (
        "confirmed", "paid", "ok", "yes", "y", "x", "active", "attending", "registered", "approved", "accepted", "complete",
        "completed", "booked", "coming", "going", "in", "p", "1", "true", "checked in", "valid", "issued", "partially paid",
        "bestatigt", "bezahlt", "ja", "aktiv", "angemeldet", "zugesagt", "gebucht", "dabei", "kommt", "teilnahme", "fest",
        "confirme", "paye", "oui", "confirmado", "pagado", "si", "confermato", "pagato", "bevestigd", "betaald", "bekraftad",
        "potwierdzone", "potwierdzony", "potwierdzona", "oplacone", "tak", "onaylandi", "odendi", "evet", "✓", "✔",
    )
)  # fmt: skip
CALLED_OFF: Final = re.compile(r"\s[-–—]+\s|[()\[\]:;,*/]")  # separates "cancelled" from the name in the same cell


def says_cancelled(name: str) -> bool:
    """Does a name or note say that the person cancelled: "Jan Kowalski - CANCELLED", "abgesagt: Olaf Meier"?"""
    parts = [plain(part) for part in CALLED_OFF.split(name)]
    ends = {words[at] for part in parts if (words := part.split()) for at in (0, -1)}
    return any(part in CANCELLED for part in parts if len(parts) > 1) or bool(ends & NEVER_A_NAME)


def is_absent(status: str) -> bool:
    """Does a status mean that the person does not come: "no show", "CANCELLED 20/11", "Warteliste Platz 3"?"""
    words = plain(status).split()
    return plain(status) in NOT or any(" ".join(words[:count]) in CANCELLED for count in range(1, len(words) + 1))


def is_coming(status: str) -> bool:
    """Is this status empty, or known to mean that the person comes?"""
    return not status or status in COMING or plain(status) in COMING


def may_head_absentees(cell: str) -> bool:
    """Can this cell be a heading above people who do not come: "Waiting list (3)", "Cancelled:"?"""
    return plain(BEHIND_HEAD.split(cell, maxsplit=1)[0]) in CANCELLED


def surely_heads_absentees(cell: str) -> bool:
    """Is this cell certainly such a heading, and not the status of one person?"""
    return may_head_absentees(cell) and (cell.endswith(":") or plain(BEHIND_HEAD.split(cell, maxsplit=1)[0]) in WAITING)


# === couples ============================================================================================================

# Names that hold more than one person: couples, companions, families. One row is one player.


ONE_PERSON: Final = re.compile(r"\s*[(\[]\s*(?:one|1|eine) person\s*[)\]]", re.IGNORECASE)  # a row may say so explicitly
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
    """Does this name certainly mean several people, or a person with an unnamed companion?"""
    bare = BRACKETED.sub(" ", name).strip()
    words = plain(bare).split()
    return (
        bool(JOINED.search(bare) or COUNTED.search(name))
        or any(COMPANION.match(one or other) for one, other in BRACKETED.findall(name))
        or (len(words) > 1 and (words[0] in FAMILIES or words[-1] in FAMILIES - {"fam"}))  # Fam is a last name too
        or _has_two_names(bare)
        or any(_count_by_letter(bare, letter) == "two" for letter in "ieay")
    )


def is_perhaps_several(name: str) -> bool:
    """Could this name mean two people or one? "Ana y Luis" and "Maria y Castro", "Eva a Petr" and "Thomas a Becket"."""
    return any(_count_by_letter(BRACKETED.sub(" ", name), letter) == "perhaps" for letter in "ay")


def _has_two_names(bare: str) -> bool:
    """Are two names separated by a slash: "Ada/Ben"? Not in pronouns ("they/them", "He/Him"), nor in "M/F"."""
    for found in PARTED.finditer(bare):
        if all(len(side) > 1 and not side[0].islower() and plain(side) not in PRONOUNS for side in found.groups()):
            return True
    return False


def _count_by_letter(bare: str, letter: str) -> str:
    """Judge names joined by a single letter ("and" in some languages): "two" people, "perhaps" two, or "" for one.

    "Ada i Ben" and "Ana Ruiz y Luis Gil" are two people. "José Ortega y Gasset" and "Antoni Gaudí i Cornet" have two surnames.
    """
    words = [word for word in bare.split() if word not in PARTICLES]
    if letter not in words[1:-1]:
        return ""
    before = words.index(letter, 1)
    after = len(words) - before - 1
    if letter == "a" or (before == after == 1 and letter == "y"):
        return "perhaps"
    return "" if before > 1 and after == 1 else "two"


# === ranks ==============================================================================================================

# Ranks in Arabic or Roman numerals, and in words of several languages.


DATE_FORM: Final = re.compile(r"\d{4}-\d\d-\d\d(?:t[\d:.]+)?|\d{1,2}[./-]\s?(?:\d{1,2}|[a-zä]{3,9})[./-]?\s?(?:\d{2,4})?")
WHOLE: Final = re.compile(r"(\d{1,3})[.,]0+")  # a whole number as some programs write it
RECKONED: Final = re.compile(r"[-–+/*%€$£]\s*\d|\d\s*[-–+/*%€$£]")  # a negative number, a range, a price
ENDINGS: Final = (
    "st nd rd th ter tes ten te er ere re eme ieme e nde de ste o a ro ra do da to ta no na mo ma szy sza gi ga ci cia ty y"
)
FIGURES: Final = re.compile(rf"(\d{{1,3}})(?:{'|'.join(ENDINGS.split())})?")
ROMANS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x",
          "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx")  # fmt: skip
# English, German, French, Spanish, Italian, Portuguese, Dutch, Nordic, Polish, Czech, Russian.
SPELT: Final = (
    "one first eins erste erster erstes un une premier premiere uno una primero primer primera primo prima um uma "
    "primeiro primeira een eerste forsta forste jeden pierwszy pierwsza pierwsze prvni первый первая",
    "two second zwei zwo zweite zweiter zweites deux deuxieme seconde dos segundo segunda due secondo seconda dois "
    "duas twee tweede andra anden andre dwa drugi druga drugie druhy druha второй вторая",
    "three third drei dritte dritter drittes trois troisieme tres tercero tercer tercera tre terzo terza terceiro "
    "terceira drie derde tredje trzy trzeci trzecia trzecie treti третий третья",
    "four fourth vier vierte vierter viertes quatre quatrieme cuatro cuarto cuarta quattro quarto quarta quatro "
    "vierde fjarde fjerde cztery czwarty czwarta ctvrty четвертый",
    "five fifth funf fuenf funfte funfter funftes fuenfte fuenfter cinq cinquieme cinco quinto quinta cinque vijf "
    "vijfde femte piec piaty piata paty пятый",
    "six sixth sechs sechste sechster sechstes sixieme seis sexto sexta sei sesto sesta zes zesde sjatte sjette szesc "
    "szosty szosta sesty шестой",
    "seven seventh sieben siebte siebter siebtes siebente sept septieme siete septimo septima sette settimo sete "
    "setimo zeven zevende sjunde syvende siedem siodmy siodma sedmy седьмой",
    "eight eighth acht achte achter achtes huit huitieme ocho octavo octava otto ottavo oito oitavo achtste attonde "
    "ottende osiem osmy восьмой",
    "nine ninth neun neunte neunter neuntes neuf neuvieme nueve noveno novena nove nono nona negen negende nionde "
    "niende dziewiec dziewiaty devaty девятый",
    "ten tenth zehn zehnte zehnter zehntes dix dixieme diez decimo decima dieci dez tien tiende tionde dziesiec "
    "dziesiaty desaty десятый",
)
NUMBERS: Final = {plain(word): rank for rank, words in enumerate(SPELT, start=1) for word in words.split()}
OTHER_WORDS: Final = "number no nr num numero nummer numer n r rg the der die das dem le la el il de het in of"
BESIDE: Final = frozenset(" ".join((*HEADINGS[ListColumn.RANK], OTHER_WORDS)).split())  # words that may accompany the number


def rank_of(said: str) -> int | None:
    """The rank in a cell: "2", "2nd", "Rang 2", "II", "deuxième"; None if there is none."""
    lowered = said.casefold().strip()
    if found := WHOLE.fullmatch(lowered):
        return int(found.group(1))
    if said == "x" or RECKONED.search(lowered):  # a lone x is a tick, not ten
        return None
    words = plain(said).split()
    told = words if len(words) == 1 else [word for word in words if word not in BESIDE]
    if len(told) != 1:
        return None
    (word,) = told
    if found := FIGURES.fullmatch(word):
        return int(found.group(1))
    return ROMANS.index(word) + 1 if word in ROMANS else NUMBERS.get(word)
