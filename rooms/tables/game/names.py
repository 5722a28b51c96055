"""Names as an eye takes them, without signs that nobody sees, and as sentences have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from unicodedata import category, normalize

from control.engine.language import say, say_as

# === look-alikes ========================================================================================================

# Names as an eye takes them: without signs that nobody sees, and with letters that look like others as those others.


# What fonts draw nothing for, or a blank (Unicode's Default_Ignorable_Code_Point, and three that are letters or symbols by name).
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
# Greek, Cyrillic and small capital letters, in pairs: what is drawn, and what it is read as.
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


def seen(words: str) -> str:
    """The words without what nobody sees; nothing where that leaves no letter, digit or sign."""
    left = "".join(sign for sign in words if sign not in UNSEEN)
    return " ".join(left.split()) if any(category(sign)[0] in "LNSP" for sign in left) else ""


def alike(name: str) -> str:
    """A name as an eye takes it, to tell whether two are the same."""
    folded = normalize("NFKC", name).casefold()
    return " ".join("".join(sign for sign in folded if sign not in UNSEEN and category(sign) != "Cf").split())


def skeleton(name: str) -> str:
    """A name as a hasty eye takes it, whatever alphabet, marks and gaps it was typed with: for the few that nobody may bear."""
    bare = "".join(sign for sign in normalize("NFKD", name) if category(sign)[0] != "M")
    read = normalize("NFKD", bare.translate(_READ_AS)).casefold().translate(_READ_AS)
    return "".join(sign for sign in read.translate(_ONE_STROKE) if sign.isalnum() and sign not in UNSEEN)


# === possessives ========================================================================================================

# Names as sentences have them: whose something is.


def owned(name: str) -> str:
    """ "Anna’s", "Boris’"; other languages have more names that take nothing but the apostrophe."""
    if name.endswith("s"):
        return say("{name}’", name=name)
    if name.endswith(("x", "z", "ß")):
        return say_as("a name in x, z or ß", "{name}’s", name=name)
    return say("{name}’s", name=name)
