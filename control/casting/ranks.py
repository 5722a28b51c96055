"""Ranks as people write them: in figures, Arabic or Roman, and in words of several languages."""

from __future__ import annotations

import re
from typing import Final

from control.casting.headings import HEADINGS, Column, plain

DATE_FORM: Final = re.compile(r"\d{4}-\d\d-\d\d(?:t[\d:.]+)?|\d{1,2}[./-]\s?(?:\d{1,2}|[a-zä]{3,9})[./-]?\s?(?:\d{2,4})?")
WHOLE: Final = re.compile(r"(\d{1,3})[.,]0+")  # a whole number as some programs write it
RECKONED: Final = re.compile(r"[-–+/*%€$£]\s*\d|\d\s*[-–+/*%€$£]")  # a negative, a span, a price
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
BESIDE: Final = frozenset(" ".join((*HEADINGS[Column.RANK], OTHER_WORDS)).split())  # what may stand beside the number


def rank_of(said: str) -> int | None:
    """The number that a cell says as a rank: "2", "2nd", "Rang 2", "II", "deuxième"; None where it says none."""
    lowered = said.casefold().strip()
    if found := WHOLE.fullmatch(lowered):
        return int(found.group(1))
    if said == "x" or RECKONED.search(lowered):  # a lone x ticks something off
        return None
    words = plain(said).split()
    told = words if len(words) == 1 else [word for word in words if word not in BESIDE]
    if len(told) != 1:
        return None
    (word,) = told
    if found := FIGURES.fullmatch(word):
        return int(found.group(1))
    return ROMANS.index(word) + 1 if word in ROMANS else NUMBERS.get(word)
