"""The Houses and their people, and the words of the day (C-16, C-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from rooms.realm.scenario.checks.complaint import Clean, Complaint, all_clean, counted
from rooms.realm.scenario.news import FIELDS, named_in
from rooms.realm.scenario.problems import one_of, quoted
from rooms.realm.scenario.schema import CastSeat, House, NewsKind, Settings, Texts

SECRETS: Final = 10
ENDINGS: Final = ("sovereign", "god-emperor", "leviathan")
MOTIVES: Final = 5
PART_OF_HIM: Final[Mapping[str, int]] = {"samples": 10, "decrees": 3, "punishments": 3, "immortals": 1}
ALIKE: Final = 1.25  # times: how much longer than the other sort secrets of one sort may be on average


def check_looks(houses: tuple[House, ...], clean: Clean) -> Iterator[Complaint]:
    """C-12: looks that differ, ink that can be read."""
    for house in houses:
        path = f"houses[{house.id}]"
        if clean(f"{path}.color") and clean(f"{path}.ink") and contrast(house.color, house.ink) < 4.5:
            what = f"'{house.ink}' cannot be read on '{house.color}'."
            yield Complaint(path=f"{path}.ink", what=what, mend="Choose a contrast of at least 4.5 to 1.")
    for one, other in combinations(houses, 2):
        for look in ("name", "short", "color", "emblem"):
            if getattr(one, look) == getattr(other, look) and clean(f"houses[{other.id}].{look}"):
                what = f"it is the same as that of '{one.id}'."
                yield Complaint(path=f"houses[{other.id}].{look}", what=what, mend="Make the two differ.")
        taken = {name.casefold() for name in (one.name, *one.also)}
        if twice := [name for name in other.also if name.casefold() in taken]:
            what = f"'{twice[0]}' is a name of '{one.id}' too."
            yield Complaint(path=f"houses[{other.id}].also", what=what, mend="Keep it at one House.")


def check_secrets(houses: tuple[House, ...], clean: Clean) -> Iterator[Complaint]:
    """C-10: ten secrets of each sort, none of them in both, and of one length, so that nothing tells them apart."""
    for house in houses:
        path = f"houses[{house.id}]"
        for sort, secrets in (("true_secrets", house.true_secrets), ("false_secrets", house.false_secrets)):
            if len(secrets) < SECRETS and clean(f"{path}.{sort}"):
                what = f"there {'is' if len(secrets) == 1 else 'are'} {len(secrets)} of them."
                yield Complaint(path=f"{path}.{sort}", what=what, mend=f"Write at least {SECRETS}.")
        if set(house.true_secrets) & set(house.false_secrets):
            yield Complaint(path=f"{path}.false_secrets", what="one of them is also a true one.", mend="Keep it in one list.")
        if house.true_secrets and house.false_secrets:
            true, false = (sum(map(len, each)) / len(each) for each in (house.true_secrets, house.false_secrets))
            if max(true, false) > ALIKE * min(true, false):
                what = f"true ones have {true:.0f} letters on average, false ones {false:.0f}, which tells them apart."
                yield Complaint(path=f"{path}.false_secrets", what=what, mend="Write both at one length.", warning=True)


def check_casting(casting: tuple[CastSeat, ...], houses: tuple[House, ...], clean: Clean) -> Iterator[Complaint]:
    """R-03, C-11: in each House the ranks count from 1, and each has a character; somebody is left to come back as."""
    for house in houses:
        ranks = sorted(seat.rank for seat in casting if seat.house == house.id)
        if clean("casting") and ranks != list(range(1, len(ranks) + 1)):
            what = f"the ranks of '{house.id}' are {', '.join(str(rank) for rank in ranks)}."
            yield Complaint(path="casting", what=what, mend="Count from 1 without gaps or repeats.")
        if len(ranks) > len(house.characters) and clean(f"houses[{house.id}].characters") and clean("casting"):
            what = f"{counted(len(house.characters), 'character')} are too few for {counted(len(ranks), 'player')}."
            yield Complaint(path=f"houses[{house.id}].characters", what=what, mend="Write one for each rank.")
        if not house.reserves and clean(f"houses[{house.id}].reserves"):
            what = "who dies has nobody to come back as."
            mend = "Write some characters more, 10 for a whole day."
            yield Complaint(path=f"houses[{house.id}].reserves", what=what, mend=mend, warning=True)
    for name, times in Counter(seat.name for seat in casting).items():
        if times > 1 and clean("casting"):
            mend = "Tell two people of one name apart, or give each seat its own person."
            yield Complaint(path="casting", what=f"'{name}' is cast {times} times.", mend=mend, warning=True)


def check_god_emperor(texts: Texts, clean: Clean) -> Iterator[Complaint]:
    """C-16: his five motives are there; samples of his decisions, decrees, punishments and his Immortals are missed."""
    path, motives = "texts.god_emperor_motives", len(texts.god_emperor_motives)
    if motives != MOTIVES and clean(path):
        what = f"there {'is' if motives == 1 else 'are'} {motives} of them."
        yield Complaint(path=path, what=what, mend=f"Write his {MOTIVES} motives, the strongest first.")
    for name, least in PART_OF_HIM.items():
        path, found = f"texts.god_emperor_{name}", len(getattr(texts, f"god_emperor_{name}"))
        if found < least and clean(path):
            what = f"there {'is' if found == 1 else 'are'} {found} of them."
            yield Complaint(path=path, what=what, mend=f"Write at least {least}, for whoever plays him.", warning=True)


def check_texts(texts: Texts, clean: Clean) -> Iterator[Complaint]:
    """C-17: the three endings are there, and what the news are made from; phases and rooms are keys that nobody can leave out."""
    missing = [ending for ending in ENDINGS if ending not in {each.id for each in texts.endings}]
    if missing and clean("texts.endings"):
        what = f"an ending is missing: {', '.join(missing)}."
        yield Complaint(path="texts.endings", what=what, mend="Write all three.")
    if not texts.news and clean("texts.news"):
        yield Complaint(path="texts.news", what="there is no template.", mend="Write some.", warning=True)


def check_news(texts: Texts, clean: Clean) -> Iterator[Complaint]:
    """C-17: the sentences of the news name values that there are when they are told."""
    for each in texts.news:
        path = f"texts.news[{each.id}]"
        if not each.texts and clean(f"{path}.texts"):
            yield Complaint(path=f"{path}.texts", what="no sentence stands here.", mend="Write one, or leave the kind out.")
        for number, sentence in enumerate(each.texts, start=1):
            yield from _unknown_values(f"{path}.texts[{number}]", each.id, sentence, clean)


def _unknown_values(path: str, kind: NewsKind, sentence: str, clean: Clean) -> Iterator[Complaint]:
    known = FIELDS[kind]
    if not clean(path):
        return
    for name in dict.fromkeys(named_in(sentence)):
        if name not in known:
            what = f"news of '{kind}' have no value {quoted('{' + name + '}')}."
            yield Complaint(path=path, what=what, mend=one_of(name, known) if known else "Write it without values.")


def check_settings(settings: Settings, clean: Clean) -> Iterator[Complaint]:
    """R-105, R-115: a fraction is at most the whole, and draws are given for at least one rank."""
    part, whole = settings.uprising_fraction
    if part > whole:
        path = "settings.uprising_fraction"
        yield Complaint(path=path, what=f"{part} of {whole} can never stand.", mend="Write the smaller number first.")
    if not settings.minion_draws and clean("settings.minion_draws"):
        yield Complaint(path="settings.minion_draws", what="nobody draws minions.", mend="Write a number for each rank.")


def check_late(settings: Settings, clean: Clean = all_clean) -> Iterator[Complaint]:
    """R-16: each kind of sheet has one rule for late ones, and a grace is one."""
    named: set[str] = set()
    for number, rule in enumerate(settings.late, start=1):
        path = f"settings.late[{number}]"
        if not clean(path):
            continue
        if rule.sheet in named:
            yield Complaint(path=path, what=f"late {rule.sheet} sheets are ruled twice.", mend="Keep one of them.")
        if rule.policy == "grace" and not rule.seconds:
            yield Complaint(path=path, what="a grace of 0 seconds gives no time.", mend="Write 'seconds:', or the policy 'refuse'.")
        named.add(rule.sheet)


def check_units(houses: tuple[House, ...], settings: Settings) -> Iterator[Complaint]:
    """R-42: a House does not start with more units than it has pieces."""
    for house in houses:
        if house.units > settings.units_per_house:
            what = f"{counted(house.units, 'unit')} are more than the {settings.units_per_house} pieces of a House."
            mend = "Start with fewer, or raise 'units_per_house' in the settings."
            yield Complaint(path=f"houses[{house.id}].units", what=what, mend=mend)


def contrast(one: str, other: str) -> float:
    """The contrast of two colors as WCAG reckons it, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    """The relative luminance of "#rrggbb"."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
