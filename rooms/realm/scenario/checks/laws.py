"""Checks of what binds and what it costs: laws, the way of the Court, prices of proposals and schemes (C-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from control.day.plan import Timetable
from rooms.realm.scenario.checks.complaint import Clean, Complaint, nearest, provinces_of
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.land import Map
from rooms.realm.scenario.schema import House, Law, ProposalType, SchemeType, Sitting, Target

# === laws and prices ====================================================================================================


PRICED_BY: Final = {
    "item": (Target.POWER, Target.FAVORS, Target.UNITS),
    "hostage": (Target.HOSTAGES,),
    "month": (Target.MONTHS,),
    "unit": (Target.UNITS,),
    "region": (Target.REGIONS,),
    "vote": (Target.VOTES,),
}
SEVERAL: Final = (Target.HOUSES, Target.PLAYERS)


def check_laws(laws: tuple[Law, ...], houses: tuple[House, ...], clean: Clean) -> Iterator[Complaint]:
    """C-13: tablets have numbers of their own, and their effects name two parties that there are."""
    first: dict[int, Law] = {}
    for law in laws:
        if not clean(f"laws[{law.id}].number"):
            continue
        if law.number in first:
            what = f"the number {law.number} is that of '{first[law.number].id}' already."
            yield Complaint(path=f"laws[{law.id}].number", what=what, mend="Count them through.")
        first.setdefault(law.number, law)
    holders = ["throne", *(str(house.id) for house in houses)]
    for law in laws:
        path = f"laws[{law.id}].effects"
        for index, hold in enumerate(law.effects.hostages, start=1):
            if hold.holder not in holders and clean("houses") and clean(f"{path}.hostages[{index}]"):
                meant = nearest(hold.holder, holders)
                mend = f"Write '{meant}'." if meant else "Name a House, or write 'throne'."
                what = f"there is no '{hold.holder}' to hold hostages."
                yield Complaint(path=f"{path}.hostages[{index}].holder", what=what, mend=mend)
        pairs = [(f"food[{at}]", str(food.giver), food.receiver) for at, food in enumerate(law.effects.food, start=1)]
        pairs += [(f"tributes[{at}]", str(each.debtor), each.creditor) for at, each in enumerate(law.effects.tributes, start=1)]
        pairs += [(f"hostages[{at}]", hold.holder, hold.of) for at, hold in enumerate(law.effects.hostages, start=1)]
        for name, one, other in pairs:
            if one == other and clean(f"{path}.{name}"):
                yield Complaint(path=f"{path}.{name}", what=f"'{one}' stands on both sides.", mend="Name two different Houses.")


def check_court(
    court: tuple[Sitting, ...], map: Map, houses: tuple[House, ...], timetable: Timetable, clean: Clean
) -> Iterator[Complaint]:
    """Every month has a sitting that agrees with the map and the Houses.

    Rules: GE-CRT-04, GE-CRT-05, GE-CRT-06, GE-CRT-07, GE-CRT-08, GE-CRT-09, GE-CRT-10, GE-CRT-11, GE-CRT-12, GE-CRT-13, GE-CRT-14,
    GE-CRT-15, R-71.
    """
    yield from _check_months(court, timetable, clean)
    province_of = provinces_of(map)
    house_of = {house.id: house for house in houses}
    for index, sitting in enumerate(court, start=1):
        path = f"court[{index}]"
        placed = sitting.region in province_of and clean(f"map.regions[{sitting.region}].province")
        if placed and sitting.province != province_of[sitting.region] and clean(f"{path}.province"):
            lies = province_of[sitting.region]
            what = f"the Court sits in '{sitting.region}', which does not lie in {named(sitting.province)} but in {named(lies)}."
            mend = f"Write {lies or 'null'}, or move the region."
            yield Complaint(path=f"{path}.province", what=what, mend=mend)
        host = house_of.get(sitting.host) if sitting.host else None
        if host and host.home != sitting.region and clean(f"{path}.region") and clean(f"houses[{host.id}].home"):
            what = f"'{sitting.region}' is not the home of '{host.id}', which is '{host.home}'."
            yield Complaint(path=f"{path}.host", what=what, mend="Let the Court meet in the host's castle.")
        entitled = [house.id for house in houses if sitting.province in (None, house.province)]
        if clean("houses") and clean(path) and sorted(sitting.may_propose) != sorted(entitled):
            mend = f"Write {', '.join(entitled)}."
            yield Complaint(path=f"{path}.may_propose", what=astray(sitting.may_propose, entitled), mend=mend)


def _check_months(court: tuple[Sitting, ...], timetable: Timetable, clean: Clean) -> Iterator[Complaint]:
    """Every month of the timetable has one sitting, in order, and no other month has one."""
    if not clean("timetable.months"):
        return
    months = [plan.month for plan in timetable.months]
    if months != list(range(1, len(months) + 1)):
        return  # the timetable is to be mended first
    seen: list[int] = []
    for index, sitting in enumerate(court, start=1):
        path = f"court[{index}].month"
        if not clean(path):
            continue
        if sitting.month not in months:
            what = f"the timetable has no month {sitting.month}; its last is {max(months, default=0)}."
            yield Complaint(path=path, what=what, mend="Take the sitting out, or add the month to the timetable.")
        elif sitting.month in seen:
            yield Complaint(path=path, what=f"month {sitting.month} has a sitting already.", mend="Keep one of them.")
        elif seen and sitting.month < max(seen):
            yield Complaint(path=path, what=f"month {sitting.month} comes after month {max(seen)}.", mend="Sort them by month.")
        seen.append(sitting.month)
    lost = [month for month in months if month not in seen]
    if lost and clean("court"):
        names = ", ".join(str(month) for month in lost)
        what = f"month {names} has no sitting." if len(lost) == 1 else f"months {names} have no sitting."
        yield Complaint(path="court", what=what, mend="Write one sitting for each month of the timetable.")


def check_proposals(proposals: tuple[ProposalType, ...], clean: Clean) -> Iterator[Complaint]:
    """GE-CRT-17: ordinary proposals and Court Military Actions; each price can be reckoned from what its form asks for."""
    if clean("proposals") and len({proposal.military for proposal in proposals}) < 2:
        what = "there are no Court Military Actions." if proposals and not proposals[0].military else "there are no ordinary ones."
        yield Complaint(path="proposals", what=what, mend="Have ordinary ones, and some with 'military: true'.")
    for proposal in proposals:
        path = f"proposals[{proposal.id}]"
        yield from _check_price(path, proposal.cost_per, proposal.fields, clean)
        if (proposal.lasts == "months paid for") != (proposal.cost_per == "month") and clean(path):
            what = "it lasts as many months as are paid for, but its price is not by the month."
            if proposal.cost_per == "month":
                what = "its price is by the month, but it does not last as many months as are paid for."
            mend = "Write 'cost_per: month' and 'lasts: months paid for' together."
            yield Complaint(path=f"{path}.lasts", what=what, mend=mend)
        if proposal.most and proposal.least > proposal.most:
            what = f"at least {proposal.least} cannot be at most {proposal.most}."
            yield Complaint(path=f"{path}.least", what=what, mend="Write the smaller number in 'least'.")
        if proposal.most and not set(SEVERAL) & set(proposal.fields) and clean(f"{path}.fields"):
            what = "it limits how many are named, but for that its form needs 'houses' or 'players'."
            yield Complaint(path=f"{path}.most", what=what, mend="Add the field, or take 'least' and 'most' out.")
        if bool(proposal.forms) != (Target.FORM in proposal.fields) and clean(path):
            what = (
                "there are forms, but no field 'form' to choose one."
                if proposal.forms
                else "the field 'form' has nothing to choose."
            )
            yield Complaint(path=f"{path}.forms", what=what, mend="Write 'forms' and the field 'form' together.")


def check_schemes(schemes: tuple[SchemeType, ...], clean: Clean) -> Iterator[Complaint]:
    """R-109, R-111: a trap has no cost and every other scheme has one that can be reckoned."""
    for scheme in schemes:
        path = f"schemes[{scheme.id}]"
        if (scheme.cost is None) != scheme.trap and clean(f"{path}.cost") and clean(f"{path}.trap"):
            what = "a trap has no cost." if scheme.trap else "the price is missing: only traps are free."
            mend = "Write 'cost: null', or 'trap: false'." if scheme.trap else "Write a number, or 'trap: true'."
            yield Complaint(path=f"{path}.cost", what=what, mend=mend)
        yield from _check_price(path, scheme.cost_per, scheme.fields, clean)


def _check_price(path: str, per: str | None, fields: tuple[Target, ...], clean: Clean) -> Iterator[Complaint]:
    if per and not set(PRICED_BY[per]) & set(fields) and clean(f"{path}.fields"):
        asked = " or ".join(f"'{target}'" for target in PRICED_BY[per])
        what = f"the price is for each {per}, but the form does not ask how many."
        yield Complaint(path=f"{path}.fields", what=what, mend=f"Add the field {asked}.")


def astray(written: tuple[HouseId, ...], entitled: list[HouseId]) -> str:
    """What is wrong with a list of Houses that may propose."""
    strangers = [house for house in dict.fromkeys(written) if house not in entitled]
    left_out = [house for house in entitled if house not in written]
    said = [f"{', '.join(strangers)} may not propose in this province"] if strangers else []
    said += [f"{', '.join(left_out)} may propose and {'is' if len(left_out) == 1 else 'are'} left out"] if left_out else []
    return "; ".join(said or ["a House is named twice"]) + "."


def named(province: str | None) -> str:
    """A province in words."""
    return f"'{province}'" if province else "no province"
