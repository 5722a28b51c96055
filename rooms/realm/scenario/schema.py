"""The schema of a scenario: all that an author may change without Python, with decks and settings (C-06, C-18)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from control.day.plan import LateRule, Team, Timetable
from control.engine.upcasting import rewritten, stored_before
from rooms.realm.scenario.ids import FactionId, FavorId, HouseId, LawId, Phase, ProvinceId, RegionId
from rooms.realm.scenario.land import Map, NeutralCastle, Province, Rumor

# === decks ==============================================================================================================

# The decks of a scenario: factions and their Favors, scheme cards, minions (C-06, C-07, C-08, C-09).


class Faction(Struct, frozen=True, kw_only=True):
    """A faction of Favors and the building that three of its cards buy.

    Rules: GE-FAV-08, GE-FAV-09, GE-FAV-10, GE-FAV-11, GE-FAV-12, GE-FAV-13, GE-FAV-14, GE-FAV-15.
    """

    id: FactionId
    name: str
    building: str
    building_text: str
    symbol: str  # SVG path data in a 0 0 100 100 box
    kind: str = ""  # which building it is to the rules: spy-tower, tunnels, trade-route, chapel or arena


class Favor(Struct, frozen=True, kw_only=True):
    """One kind of Favor card and how many of it the deck holds (GE-FAV-02, GE-FAV-03, GE-FAV-04, GE-FAV-05, C-06)."""

    id: FavorId
    name: str
    faction: FactionId
    ability: str
    timing: str
    location: str
    effect: str  # a name the console carries out, or "decision:<desk>"
    copies: int
    needs: str = ""  # what must be so besides: a name of `rooms.realm.scenario.favor_effects.NEEDS`


class SchemeCard(Struct, frozen=True, kw_only=True):
    """How many cards of one scheme the scheme deck holds (C-07)."""

    scheme: str
    copies: int


class MinionCard(Struct, frozen=True, kw_only=True):
    """One kind of minion and how many of it each House's deck holds (GE-UND-46, C-08)."""

    symbol: str
    color: str
    copies: int


class MasterMinion(Struct, frozen=True, kw_only=True):
    """A Master Minion and the normal minions it beats beyond the usual ones, as "symbol color" (R-137, C-09)."""

    name: str
    symbol: str
    color: str
    also_beats: tuple[str, ...]


# === settings ===========================================================================================================

# The settings of a scenario: rulings that an author may decide otherwise.


class Settings(Struct, frozen=True, kw_only=True):
    """Every ruling marked "Setting" that concerns what is built, with its default. Names are those of the rulebook."""

    units_per_house: int = 20
    partial_moves: bool = True
    free_castles: int = 1
    remnant_attack: int = 1
    remnants_return_to_claimed: bool = False
    rumor_after_reward: str = "stays"  # stays, removed
    war_sheet_visible_to_house: bool = False
    late_policy: str = "ask"  # refuse, draft, ask; of every kind of sheet that `late` does not name
    late: tuple[LateRule, ...] = ()
    double_entry: bool = False  # does a paper sheet count only when a second person has entered the same?
    holdings: str = "player"  # player, house
    ceremonies_per_house: int = 1
    ceremony_may_run_on: bool = True
    god_emperor_wounds: int = 3
    deposed_house_barred: bool = False
    month10_tie: str = "leviathan"  # leviathan, control
    coup_trap: str = "permanent"  # permanent, reign
    bypass_per_month: int = 1
    bypass_free: bool = False
    retaliation: str = "each"  # each, once
    military_aid: str = "unit"  # unit, battle
    immortals: int = 4  # GE-WAR-59
    immortal_attack: int = 2  # GE-WAR-60
    immortals_per_action: str = "1"  # 1, region
    pool_for: str = "present"  # present, all
    pool_power: int = 2
    pool_favors: int = 2
    proposals_per_month: int = 3
    vote_by: str = "player"  # player, house
    votes_shown: str = "open"  # GE-CRT-26: open, sums; what is shown of a vote once it is closed
    annulled_hostages: str = "released"
    throne_hostages_pass_on: bool = True
    recompense_needs_control: bool = True
    duel_needs_presence: bool = True
    uprising_fraction: tuple[int, int] = (2, 3)
    punishment_needs_control: bool = True
    drawn_schemes_per_house: int = 1
    minion_draws: tuple[int, ...] = (4, 3, 2, 1, 1)
    protection_cost: str = "each"  # each, turn
    keep_hand: bool = False
    favors_per_month: int = 1
    divorce: bool = False
    marriage_hostages_after_death: str = "released"
    orders_per_player: int = 2  # GE-WAR-05
    news_edited: bool = False  # does Control edit the hall's news of a month before they go out?


# === schema =============================================================================================================

# A scenario as data: everything an author may change without touching Python (C-18).
# Minutes are whole or fractional minutes of real time. Ids are lower-case words, unique per kind. The order of a tuple is the
# author's order in the file and is meant: Houses in it take turns in it.


class Character(Struct, frozen=True, kw_only=True):
    """A person of a House: the name on the badge and one line to play by (C-11)."""

    name: str
    line: str


class House(Team, frozen=True, kw_only=True):
    """A Noble House: looks (C-12), home castle and start (C-03, C-15), people (C-11), secrets (C-10)."""

    id: HouseId
    motto: str
    province: ProvinceId
    home: RegionId
    units: int = 3
    starting_power: int = 0
    starting_favors: int = 0
    characters: tuple[Character, ...] = ()
    reserves: tuple[Character, ...] = ()
    true_secrets: tuple[str, ...] = ()
    false_secrets: tuple[str, ...] = ()


class Food(Struct, frozen=True, kw_only=True):
    """A law's lasting effect: `giver` sends food and starves, `receiver` may recruit once more (GE-CRT-83, GE-CRT-84)."""

    giver: HouseId
    receiver: HouseId


class Tribute(Struct, frozen=True, kw_only=True):
    """A law's lasting effect: `debtor` gives `creditor` 1 Power or 1 Favor each month (R-08)."""

    debtor: HouseId
    creditor: HouseId


class HostageHold(Struct, frozen=True, kw_only=True):
    """A law's lasting effect: `holder` (a House, or "throne") holds `count` hostages of `of` (R-99)."""

    holder: str
    of: HouseId
    count: int


class LawEffects(Struct, frozen=True, kw_only=True):
    """What a tablet does by itself; empty for a law that only speaks (R-88)."""

    food: tuple[Food, ...] = ()
    tributes: tuple[Tribute, ...] = ()
    hostages: tuple[HostageHold, ...] = ()
    bars_trade: bool = False


class Law(Struct, frozen=True, kw_only=True):
    """One of the tablets on the Law Board when the game starts (GE-CRT-66, C-13)."""

    id: LawId
    number: int
    title: str
    text: str
    effects: LawEffects = field(default_factory=LawEffects)


class Sitting(Struct, frozen=True, kw_only=True):
    """Where the Court sits in a month. `province` is None where every province hosts.

    Rules: GE-CRT-06, GE-CRT-07, GE-CRT-08, GE-CRT-09, GE-CRT-10, GE-CRT-11, GE-CRT-12, GE-CRT-13, GE-CRT-14, GE-CRT-15, R-74.
    """

    month: int
    region: RegionId
    host: HouseId | None
    province: ProvinceId | None
    may_propose: tuple[HouseId, ...]


class Target(StrEnum):
    """What a scheme or a proposal names, field by field on its form (C-13, C-14)."""

    HOUSE = "house"
    HOUSES = "houses"
    PLAYER = "player"
    PLAYERS = "players"
    REGION = "region"
    REGIONS = "regions"
    MONTHS = "months"
    POWER = "power"
    FAVORS = "favors"
    UNITS = "units"
    VOTES = "votes"
    HOSTAGES = "hostages"
    CAPTIVES = "captives"  # which hostages, of those that somebody holds; may be left open
    LAW = "law"
    TABLE = "table"
    ROOM = "room"
    SCHEME = "scheme"
    BUILDING = "building"
    PLACES = "places"
    FORM = "form"  # one of the printed forms of the same law or scheme, such as release or hand over


class SchemeType(Struct, frozen=True, kw_only=True):
    """One of the schemes of the Underground with its price.

    Rules: GE-UND-03, GE-UND-04, GE-UND-05, GE-UND-06, GE-UND-07, GE-UND-08, GE-UND-09, GE-UND-10, GE-UND-11, GE-UND-12, GE-UND-13,
    GE-UND-14, GE-UND-15, GE-UND-16, GE-UND-17, GE-UND-18, GE-UND-19, GE-UND-20, GE-UND-21, GE-UND-22, GE-UND-23, GE-UND-24,
    GE-UND-25.
    """

    id: str
    name: str
    cost: int | None  # None for a trap, which has no cost and never completes
    cost_per: str | None  # "unit" or "vote": the cost is for each of X
    fields: tuple[Target, ...]
    text: str
    trap: bool = False


class ProposalType(Struct, frozen=True, kw_only=True):
    """One of the proposal types of the Court with its price.

    Rules: GE-CRT-37, GE-CRT-38, GE-CRT-39, GE-CRT-40, GE-CRT-41, GE-CRT-42, GE-CRT-43, GE-CRT-44, GE-CRT-45, GE-CRT-46, GE-CRT-47,
    GE-CRT-48, GE-CRT-49, GE-CRT-50, GE-CRT-51, GE-CRT-52, GE-CRT-53, GE-CRT-54, GE-CRT-55, GE-CRT-56, GE-CRT-57, GE-CRT-58,
    GE-CRT-59, GE-CRT-60, GE-CRT-61.
    """

    id: str
    name: str
    cost: int
    cost_per: str | None  # "item", "hostage", "month", "unit", "region": the cost is for each
    fields: tuple[Target, ...]
    text: str
    lasts: str  # "until removed", "once", "next month" or "months paid for"
    military: bool = False
    least: int = 0  # how many the plural field names at least and at most; 0 for as many as are paid for
    most: int = 0
    forms: tuple[str, ...] = ()  # what a field `form` chooses from


class Ending(Struct, frozen=True, kw_only=True):
    """One of the endings and what is read out then (C-17)."""

    id: str
    title: str
    text: str


class EmperorAt(StrEnum):
    """At which decision of the God Emperor a sample helps."""

    ORDER = "order"  # which proposal is heard next
    TIE = "tie"
    FLOOR = "floor"  # who may speak
    UPRISING = "uprising"
    PAYMENT = "payment"
    DUEL = "duel"
    ALWAYS = "always"


class EmperorSample(Struct, frozen=True, kw_only=True):
    """A decision as the God Emperor takes it (C-16)."""

    at: EmperorAt
    text: str


class NewsKind(StrEnum):
    """What the hall's news of a month tell; which values the sentence of each may name stands in `rooms.realm.scenario.news`."""

    TITLE = "title"
    QUIET = "quiet"
    SOVEREIGN = "sovereign"
    THRONE_EMPTY = "throne-empty"
    SOVEREIGN_FALLEN = "sovereign-fallen"
    GOD_EMPEROR_DEAD = "god-emperor-dead"
    COUP = "coup"
    UPRISING_WON = "uprising-won"
    UPRISING_FAILED = "uprising-failed"
    DEATH = "death"
    RETURN = "return"
    WEDDING = "wedding"
    LAW_PASSED = "law-passed"
    LAW_STRUCK = "law-struck"
    CASTLE_TAKEN = "castle-taken"
    CASTLE_CLAIMED = "castle-claimed"
    CASTLE_LOST = "castle-lost"
    BATTLE_WON = "battle-won"
    BATTLE_DRAWN = "battle-drawn"
    GUARD_HELD = "guard-held"
    BUILDING = "building"
    BUILDING_LOST = "building-lost"
    HOSTAGES_TAKEN = "hostages-taken"
    HOSTAGES_KILLED = "hostages-killed"
    FAMINE = "famine"
    COURT_MOVES = "court-moves"


class NewsText(Struct, frozen=True, kw_only=True):
    """How one kind of news is said: one of these sentences, the same one whenever the same is told."""

    id: NewsKind
    texts: tuple[str, ...]


def _with_ids(news: object) -> object:
    """News were bare sentences without ids once, and nothing read them: nobody knows any more what each was for."""
    return [each for each in news if not isinstance(each, str)] if isinstance(news, list) else news


@stored_before(rewritten("news", _with_ids))
class Texts(Struct, frozen=True, kw_only=True):
    """Texts of the day (C-17) and Court Control's page for the God Emperor (C-16)."""

    phases: Mapping[Phase, str]  # the announcement that opens each phase
    rooms: Mapping[str, str]  # help for choosing a room (GE-EVT-46, GE-EVT-47, GE-EVT-48)
    endings: tuple[Ending, ...]
    god_emperor_motives: tuple[str, ...] = ()
    god_emperor_page: tuple[str, ...] = ()  # how he speaks and weighs
    god_emperor_samples: tuple[EmperorSample, ...] = ()
    god_emperor_decrees: tuple[str, ...] = ()
    god_emperor_punishments: tuple[str, ...] = ()
    god_emperor_immortals: tuple[str, ...] = ()  # when he orders them without the Court
    rumor_spares: tuple[str, ...] = ()
    news: tuple[NewsText, ...] = ()  # the hall's news of a month; what is missing is said plainly


class CastSeat(Struct, frozen=True, kw_only=True):
    """One line of a casting: who plays at which rank of which House. The character is the House's at that rank."""

    name: str
    house: HouseId
    rank: int


class Scenario(Struct, frozen=True, kw_only=True):
    """A whole scenario."""

    id: str  # the scenario's own name, lower-case
    title: str  # what players and Control read
    summary: str  # one line for whoever chooses a scenario
    provinces: tuple[Province, ...]  # each has a table in the Underground (C-01)
    houses: tuple[House, ...]  # the Houses in the order in which they take turns (C-03, C-10, C-11, C-12)
    map: Map  # the sheet, its regions with their neighbours, the mountain (C-01, C-02)
    neutral_castles: tuple[NeutralCastle, ...]  # castles that no House has claimed at the start (C-04)
    rumors: tuple[Rumor, ...]  # where Rumors lie at the start, and what is read out (C-05)
    laws: tuple[Law, ...]  # the tablets above the Court, with what they do by themselves (C-13)
    court: tuple[Sitting, ...]  # where the Court sits each month, who is host, who may propose
    timetable: Timetable  # months with their phases, the rooms' steps, reserve, programme (C-15)
    schemes: tuple[SchemeType, ...]  # the list of the Underground, with prices and the fields of its form (C-13, C-14)
    proposals: tuple[ProposalType, ...]  # the list of the Court, with prices and the fields of its form (C-13, C-14)
    factions: tuple[Faction, ...]  # who is behind the Favors, and what three of their cards buy (C-06)
    favors: tuple[Favor, ...]  # the Favor deck (C-06)
    scheme_deck: tuple[SchemeCard, ...]  # the deck from which Houses draw schemes (C-07)
    minions: tuple[MinionCard, ...]  # each House's deck of minions (C-08)
    masters: tuple[MasterMinion, ...]  # the Master Minions of a Spy Tower (C-09)
    texts: Texts  # announcements, help, endings, the God Emperor's page (C-16, C-17)
    settings: Settings = field(default_factory=Settings)  # rulings that may be decided otherwise
    casting: tuple[CastSeat, ...] = ()  # a demo casting
