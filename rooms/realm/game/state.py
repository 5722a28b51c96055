"""Shared state of one day: what the three rooms have in common.

States are frozen; never write to a mapping in one. Rooms keep their own state under `rooms`, each in its own type.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct, field

from control.day import state as day
from control.day.plan import LateRule, Timetable
from control.day.timetable import last_month
from control.engine.frame import Frame
from control.engine.ids import SeatId, TeamId
from control.engine.reasons import Told
from rooms.realm.frame import FRAME, NAME
from rooms.realm.game.records import (
    Betrothal,
    CompletedScheme,
    Death,
    Hostage,
    HostageNews,
    PassedLaw,
    PaymentPlan,
    RankBefore,
    TaxPaid,
    UsedFavor,
    has_open_tables,
    leaver_words,
)
from rooms.realm.scenario.ids import CardId, HouseId, LawId, Phase, RegionId, Room
from rooms.realm.scenario.schema import House, LawEffects, Scenario


class Title(StrEnum):
    """Lasting titles on a status strip (R-04)."""

    SOVEREIGN = "sovereign"
    PRIEST = "priest"


class Purse(Struct, frozen=True, kw_only=True):
    """Holdings of one player (R-05); cards are kept oldest first (R-136)."""

    power: int = 0
    favors: tuple[CardId, ...] = ()


class Bar(Struct, frozen=True, kw_only=True):
    """A ban or delay that keeps one player out of `room` (in the Underground: of one table) through month `until`."""

    room: Room
    table: str = ""
    until: int | None = None  # None: until removed
    why: Told = ""
    rule: str = ""
    law: LawId | None = None  # tablet whose fall lifts it


class HouseSeat(day.DaySeat, frozen=True, kw_only=True):
    """A player of a House: the platform's part, the status strip (GE-EVT-05, R-04) and the purse."""

    team: HouseId
    wounds: int = 0
    spouse: SeatId | None = None
    titles: tuple[Title, ...] = ()
    bars: tuple[Bar, ...] = ()
    purse: Purse = field(default_factory=Purse)
    died: int | None = None  # month of death; None while the character lives
    ranks_before: tuple[RankBefore, ...] = ()  # this month's, one per death that may have changed the rank
    gives: tuple[CardId, ...] = ()  # Favors that go first when this player loses some
    returned: int = 0  # month of the last return from death, as the present character; 0 for never

    @property
    def acts(self) -> bool:
        """Can this player act? The dead cannot (R-139)."""
        return self.presence is day.Presence.PRESENT and self.died is None

    @property
    def house(self) -> HouseId:
        return self.team


class PostedLaw(Struct, frozen=True, kw_only=True):
    """A tablet on the Law Board, with its effects."""

    id: LawId
    number: int  # 0 for an order without a vote, until Action ends
    title: str
    text: str
    effects: LawEffects
    since: int = 0  # month of passing; 0 for tablets of the start


class EffectKind(StrEnum):
    """Lasting effects on the map of laws, schemes and Favors. Comments say how `houses` and `regions` are read."""

    FORBID = "forbid"  # these Houses may not enter these regions (GE-CRT-44, R-69)
    TRAVEL_BAN = "travel-ban"  # nobody may enter these regions (GE-CRT-59, R-69)
    TREATY = "treaty"  # no battle happens in these regions (GE-CRT-60, R-69)
    FORCED_ALLIANCE = "forced-alliance"  # houses[0] must tick houses[1] (GE-CRT-54, R-70)
    FORGED_ORDER = "forged-order"  # as a Forced Alliance, by a scheme (GE-UND-11, R-70)
    MILITARY_BAN = "military-ban"  # houses[0] may not kill units of houses[1] (GE-CRT-53, R-94)
    MILITARY_AID = "military-aid"  # each unit of these Houses counts one more (GE-CRT-57, R-68)
    BLACK_POWDER = "black-powder"  # the attack value of these Houses is one higher (GE-UND-13, R-68)
    PROPAGANDA = "propaganda"  # the Recruits of these Houses bring double (GE-CRT-58, R-97)
    FAMINE = "famine"  # these Houses lose 1 unit each month (GE-CRT-41, R-66)
    FOOD = "food"  # houses[0] sends food to houses[1] and is in famine itself (GE-WAR-81, R-66, R-67)
    COMMAND = "command"  # these Houses, in this order, may command Immortals (GE-CRT-46, R-59)
    STAY = "stay"  # no unit of a House leaves these regions in Move (GE-FAV-03)


class EffectFrom(StrEnum):
    """Origin of an effect."""

    LAW = "law"
    SCHEME = "scheme"
    FAVOR = "favor"
    CONTROL = "control"


class Effect(Struct, frozen=True, kw_only=True):
    """An effect in force through `until` (None: until removed). `law`: tablet whose fall ends it."""

    id: int
    kind: EffectKind
    since: int
    until: int | None = None
    houses: tuple[HouseId, ...] = ()
    regions: tuple[RegionId, ...] = ()
    origin: EffectFrom = EffectFrom.CONTROL
    source: Told = ""
    law: LawId | None = None

    def acts_in(self, month: int) -> bool:
        """Is it in force in that month (R-18, R-83)?"""
        return self.since <= month and (self.until is None or month <= self.until)


class Throne(Struct, frozen=True, kw_only=True):
    """The throne: held by the God Emperor, a player, or nobody (R-37).

    `wounds`: the God Emperor's (R-30).
    `holds`: castle that a Sovereign by Military Coup must keep (GE-SOV-18); None for other Sovereigns.
    `barred`: person deposed last, who cannot be seated before the next change (R-22, R-25).
    `waits`: how an empty throne will be filled.
    """

    holder: SeatId | None = None
    god_emperor: bool = True
    wounds: int = 0
    purse: Purse = field(default_factory=Purse)  # the God Emperor's purse
    holds: RegionId | None = None
    barred: SeatId | None = None
    waits: ThroneWaits | None = None
    doubtful: bool = False  # after a withdrawal, a later deposition or seating no longer fits
    miscounted: bool = False  # after a withdrawal, a later count of wounds no longer fits


class ThroneWaits(StrEnum):
    """Ways to fill an empty throne."""

    RETURN = "return"  # the House with the most Power takes it in this month's Return
    TIE = "tie"  # the first House that is the sole leader at the end of a phase takes it
    CHOICE = "choice"  # the Houses of a joint coup name one of themselves
    NOBODY = "nobody"  # Control has decided after the last Return that it stays empty


class Court(Struct, frozen=True, kw_only=True):
    """Place of the Court this month, and the Houses that may propose there."""

    region: RegionId
    host: HouseId | None
    province: str | None
    may_propose: tuple[HouseId, ...]
    trapped: bool = False  # by a Military Coup: it no longer moves (GE-SOV-17, R-35)


class Building(Struct, frozen=True, kw_only=True):
    """A building of a House: bought with three Favors of one faction, or created by a law (R-90)."""

    id: int
    kind: str  # spy-tower, tunnels, trade-route, chapel or arena
    house: HouseId
    places: tuple[RegionId, ...] = ()  # a Trade Route: the three regions in the order of the road; Tunnels: both ends
    guests: tuple[Guest, ...] = ()


class Guest(Struct, frozen=True, kw_only=True):
    """A House with the owner's permission to use a building: through month `until`, or until revoked (R-65)."""

    house: HouseId
    until: int | None = None


class CeremonyKind(StrEnum):
    """The three ceremonies (GE-EVT-32)."""

    MARRIAGE = "marriage"
    FUNERAL = "funeral"
    DUEL = "duel"


class Ceremony(Struct, frozen=True, kw_only=True):
    """A ceremony of this month; it uses the turn of every House in `houses` (R-13)."""

    id: int
    month: int
    kind: CeremonyKind
    houses: tuple[HouseId, ...]
    what: Told
    attended: tuple[SeatId, ...] = ()
    over: bool = False  # its guests may go


class GameState(day.DayState, frozen=True, kw_only=True):
    """State of one day's main game. The scenario is attached, never stored with it."""

    REALM: ClassVar[str] = NAME
    FRAME: ClassVar[Frame] = FRAME
    ATTACHED: ClassVar[str] = "scenario"
    TELLS_NEWS: ClassVar[bool] = True

    scenario: Scenario
    seats: Mapping[SeatId, HouseSeat] = field(default_factory=dict)
    laws: tuple[PostedLaw, ...] = ()
    struck_laws: tuple[PostedLaw, ...] = ()  # struck tablets, for the record
    passed: tuple[PassedLaw, ...] = ()  # laws of the Court, in the order of passing, also after the tablet has left the board
    taxes: tuple[TaxPaid, ...] = ()  # payments of the last month with taxes
    throne: Throne = field(default_factory=Throne)
    throne_changed: int = 0  # month of the last deposition or seating; 0 for never
    court: Court | None = None
    buildings: tuple[Building, ...] = ()
    last_building: int = 0  # highest number of any building so far; none is used twice
    favor_deck: tuple[CardId, ...] = ()  # top first; nobody may see the order
    favor_discards: tuple[CardId, ...] = ()
    favors_used: tuple[UsedFavor, ...] = ()  # this month's and the last one's, in order
    ceremonies: tuple[Ceremony, ...] = ()  # of this month
    deaths: tuple[Death, ...] = ()  # all deaths, in order
    betrothals: tuple[Betrothal, ...] = ()  # in the order of asking
    divorces: tuple[SeatId, ...] = ()  # players who wait for the spouse's answer to a divorce
    divorces_doubtful: bool = False  # after a withdrawn request, an agreement no longer fits
    met: tuple[SeatId, ...] = ()  # married players who met in this month's Planning
    effects: tuple[Effect, ...] = ()  # of laws, schemes and Favors; ended ones stay for the record
    hostages: tuple[Hostage, ...] = ()  # in the order of taking
    reach: Mapping[HouseId, tuple[str, ...]] = field(default_factory=dict)  # tables opened by castles this month
    last_hostage: int = 0  # highest number of any hostage so far; none is used twice
    hostage_news: tuple[HostageNews, ...] = ()  # of this month and the last
    schemes_doubtful: bool = False  # after a withdrawn completion, a strike no longer fits
    hostages_doubtful: bool = False  # after a withdrawal, a later move of a hostage no longer fits
    schemes: tuple[CompletedScheme, ...] = ()  # completed ones; within each table in the order of strikes
    payments: Mapping[HouseId, PaymentPlan] = field(default_factory=dict)  # plans of Houses that have made one
    settled: tuple[str, ...] = ()  # side tables with a settled stake, by the keys of their journals

    @property
    def timetable(self) -> Timetable:
        return self.scenario.timetable

    @property
    def teams(self) -> tuple[House, ...]:
        return self.scenario.houses

    @property
    def there(self) -> frozenset[str]:
        """Kinds of buildings that some House has: Challenges need an Arena (R-11)."""
        return frozenset(building.kind for building in self.buildings)

    @property
    def announcement(self) -> str:
        return self.scenario.texts.phases.get(Phase(self.clock.phase), "") if self.clock.phase else ""

    @property
    def double_entry(self) -> bool:
        return self.scenario.settings.double_entry

    @property
    def news_edited_first(self) -> bool:
        return self.scenario.settings.news_edited

    def news_wait(self, number: int) -> bool:
        """Must that month's news wait? The last month's name the ruler, so they wait while Control decides the throne (R-26)."""
        empty = self.throne.holder is None and not self.throne.god_emperor and self.throne.waits is not ThroneWaits.NOBODY
        return empty and self.scenario.settings.month10_tie == "control" and self.clock.turned >= number >= last_month(self)

    def place_name(self, place: str) -> str:
        return next((region.name for region in self.scenario.map.regions if region.id == place), place)

    def new_seat(self, *, seat: SeatId, team: TeamId, name: str, character: str, rank: int) -> HouseSeat:
        return HouseSeat(id=seat, team=HouseId(team), name=name, character=character, rank=rank)

    def late_rule(self, kind: str) -> LateRule:
        """This day's rule for late sheets of a kind (R-16)."""
        settings = self.scenario.settings
        return next((each for each in settings.late if each.sheet == kind), LateRule(sheet=kind, policy=settings.late_policy))

    def tables_of(self, room: str) -> tuple[str, ...]:
        """Tables of a room: one for each province in the Underground (GE-UND-61)."""
        return tuple(province.id for province in self.scenario.provinces) if room == Room.UNDERGROUND else ()

    def tables_for(self, seat: day.DaySeat, room: str) -> tuple[str, ...]:
        """Tables for this player: the own, then those opened by castles; all for a Sovereign or by a Favor.

        Rules: GE-UND-62, GE-UND-64, GE-SOV-30.
        """
        home = next(house.province for house in self.scenario.houses if house.id == seat.team)
        by_favor = has_open_tables(self.favors_used, self.scenario, seat.id, self.clock.month)
        all_open = room != Room.UNDERGROUND or self.throne.holder == seat.id or by_favor
        reached = self.tables_of(room) if all_open else (home, *self.reach.get(HouseId(seat.team), ()))
        return tuple(sorted((each for each in self.tables_of(room) if each in reached), key=lambda each: each != home))

    def table_name(self, room: str, table: str) -> str:
        return next((province.name for province in self.scenario.provinces if province.id == table), table)

    def leaves_behind(self, seat: day.DaySeat, heir: day.DaySeat | None) -> tuple[str, ...]:
        """Say who gets the leaver's purse (the next rank, else bank and discard pile), and that a marriage ends (R-03)."""
        purse, spouse = self.seats[seat.id].purse, self.seats.get(self.seats[seat.id].spouse or SeatId(""))
        return leaver_words(purse.power, len(purse.favors), heir=heir.name if heir else "", spouse=spouse.name if spouse else "")

    def bar(self, seat: day.DaySeat, room: str, table: str = "") -> Bar | None:
        """Ban or delay on the strip that keeps this player out (R-04)."""
        bars = (each for each in self.seats[seat.id].bars if each.room == room and (not each.table or each.table == table))
        return next((each for each in bars if each.until is None or each.until >= self.clock.month), None)

    def room_help(self, room: str) -> str:
        return self.scenario.texts.rooms.get(room, "")

    @property
    def played(self) -> tuple[tuple[str, str], ...]:
        """Names of characters with their players, the dead included; a player may have several in a day (R-139)."""
        died = ((each.character, self.seats[each.seat].name) for each in self.deaths if each.character and each.seat in self.seats)
        return (*((seat.character, seat.name) for seat in self.seats.values() if seat.character), *died)

    def character(self, team: str, number: int) -> str:
        """Name of the House's n-th character; reserves come after its own (C-11)."""
        people = [each for house in self.scenario.houses if house.id == team for each in (*house.characters, *house.reserves)]
        return people[number - 1].name if number <= len(people) else ""

    def invented(self, seat: day.DaySeat) -> bool:
        return any((each.house, each.name) == (seat.team, seat.name) for each in self.scenario.casting)

    def free_characters(self, team: str) -> tuple[str, ...]:
        """Characters of a House that nobody plays or has played (C-11)."""
        house = next(each for each in self.scenario.houses if each.id == team)
        taken = {seat.character for seat in self.seats.values() if seat.house == team}
        taken |= {death.character for death in self.deaths if death.house == team}
        return tuple(each.name for each in (*house.characters, *house.reserves) if each.name not in taken)

    def new_character(self, team: str) -> str:
        """Next free character of a House, after those reserved for its dead (C-11, R-139)."""
        waiting = [seat for seat in self.seats.values() if seat.house == team and seat.died is not None]
        promised = sum(seat.presence is not day.Presence.GONE for seat in waiting)
        return next(iter(self.free_characters(team)[promised:]), "")
