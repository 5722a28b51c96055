"""Names compared as people see them, without invisible characters, and possessive forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from unicodedata import category, normalize

from control.engine.language import say, say_as

# === look-alikes ========================================================================================================

# Names as people see them: without invisible characters, and with look-alike letters mapped to one letter.


# Invisible or blank characters (Unicode's Default_Ignorable_Code_Point, and three that are letters or symbols by name).
UNSEEN: Final = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2065, 0x2800, 0x3164, 0xFFA0),
            *range(0xFE00, 0xFE10),
            *(0x16FE4, 0x1D159),
            *range(0xE0000, 0xE1000),
        ),
    )
)
# Greek, Cyrillic and small capital letters, in pairs: the letters, and the Latin letters that they look like.
_PAIRS: Final = (
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC"),
    ("αβγεηικνορτυχωϲϳ", "abyenikvoptuxwcj"),
    ("АВЕЅІЈКМНОРСТУХҮԌԚԜ", "ABESIJKMHOPCTYXYGQW"),
    ("авеѕіјкмнорстухгпѵүһӏԁԛԝ", "abesijkmhopctyxrnvyhldqw"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("ıȷɑɡɩøłđħŧØŁĐĦŦ", "ijagioldhtOLDHT"),
)
_READ_AS: Final[Mapping[int, str]] = {ord(drawn): read for many, reads in _PAIRS for drawn, read in zip(many, reads, strict=True)}
_ONE_STROKE: Final = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})


def visible_text(words: str) -> str:
    """Text without invisible characters. Empty if no letter, digit or symbol is left."""
    left = "".join(sign for sign in words if sign not in UNSEEN)
    return " ".join(left.split()) if any(category(sign)[0] in "LNSP" for sign in left) else ""


def normalize_name(name: str) -> str:
    """A normalized name. Two names are the same if their results are equal."""
    folded = normalize("NFKC", name).casefold()
    return " ".join("".join(sign for sign in folded if sign not in UNSEEN and category(sign) != "Cf").split())


def name_skeleton(name: str) -> str:
    """A name reduced across alphabets, accents and gaps, to protect reserved names from look-alikes."""
    bare = "".join(sign for sign in normalize("NFKD", name) if category(sign)[0] != "M")
    read = normalize("NFKD", bare.translate(_READ_AS)).casefold().translate(_READ_AS)
    return "".join(sign for sign in read.translate(_ONE_STROKE) if sign.isalnum() and sign not in UNSEEN)


# === possessives ========================================================================================================

# Possessive forms of names.


def possessive(name: str) -> str:
    """The possessive of a name: "Anna’s", "Boris’". Other languages have more names that take only an apostrophe."""
    if name.endswith("s"):
        return say("{name}’", name=name)
    if name.endswith(("x", "z", "ß")):
        return say_as("a name in x, z or ß", "{name}’s", name=name)
    return say("{name}’s", name=name)
