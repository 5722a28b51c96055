"""Clusters of the war map: marks of everything in one region, with their positions, for templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct

from control.engine.language import say
from control.engine.records import replace
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board
from rooms.war.game.drawing.ground import path_of
from rooms.war.game.drawing.lines import Box, Point
from rooms.war.game.map_marks import BuildingView, Marks, Since, What
from rooms.war.game.overlay import MapOverlay
from rooms.war.game.records.battles import IMMORTALS, REMNANTS
from rooms.war.game.view_map import ArmyView, BattleView, RegionView, SideView

# === marks ==============================================================================================================

# Marks of the war map for templates. Each has a stable key, so a screen updates only what changed.


class Piece(Struct, frozen=True, kw_only=True):
    """A piece on the map. `kind`: "army", "remnants", "immortals", "rumor", "building" or "recruit".

    `ghost`: changed by a coming step; `delta`: change since last month ("+2"); `gone`: nothing is left of it.
    """

    key: str
    kind: str
    x: int
    y: int
    wide: int
    count: str
    middle: int  # center of the count, from the left edge
    house: HouseId | None = None
    short: str = ""
    sign: str = ""  # kind of building
    words: str = ""
    ghost: bool = False
    delta: str = ""
    gone: bool = False


class Flag(Struct, frozen=True, kw_only=True):
    """A House's flag on a castle. `fate`: "new" or "lost" since last month, "placing" or "leaving" in a coming step."""

    house: HouseId
    short: str
    x: int
    y: int
    fate: str = ""


class CastleMark(Struct, frozen=True, kw_only=True):
    x: int
    y: int
    destroyed: bool
    flags: tuple[Flag, ...]


class Plate(Struct, frozen=True, kw_only=True):
    """A label under a region's name. `kind`: "ban", "treaty", "peace" or "trapped"."""

    kind: str
    x: int
    y: int
    wide: int
    text: str


class Chip(Struct, frozen=True, kw_only=True):
    """A force's attack value in a battle. `house` is None for remnants and Immortals, which `kind` names."""

    x: int
    wide: int
    house: HouseId | None
    kind: str
    attack: int
    stands: bool


class Clash(Struct, frozen=True, kw_only=True):
    """A battle's sums beside two swords, strongest first."""

    x: int
    y: int
    chips: tuple[Chip, ...]


class Shade(Struct, frozen=True, kw_only=True):
    """A region's outline for hatching. `kind`: "ban", "some" or "treaty"."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Everything drawn in one region. `region`: the board's data for it."""

    id: RegionId
    name: str
    region: RegionView
    neighbours: tuple[tuple[RegionId, str], ...]
    x: int
    y: int  # base line of the name
    court: bool
    trapped: bool
    changed: bool
    fought: bool
    castle: CastleMark | None
    pieces: tuple[Piece, ...]
    plates: tuple[Plate, ...] = ()
    clashes: tuple[Clash, ...] = ()
    shades: tuple[Shade, ...] = ()
    battle: BattleView | None = None  # last battle here
    battle_month: int = 0  # 0 without one
    since_month: int = 0  # month to which the region's changes refer; 0 without any
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Pages look up a region's drawing by its hash, so the hash is computed once, from a few fields.
        named = (self.id, self.name, self.region, self.pieces, self.castle, self.plates, self.clashes)
        object.__setattr__(self, "_hash", hash(named))

    def __hash__(self) -> int:
        return self._hash

    @property
    def near(self) -> str:
        """Ids of the neighbours, for the script."""
        return " ".join(region for region, _name in self.neighbours)


# === places =============================================================================================================

# Layout of one region: name, labels, castle with flags, rows of pieces.


NAME_HIGH, PLATE_HIGH, CLASH_HIGH, CASTLE_HIGH, PIECE_HIGH, GAP = 25, 25, 34, 34, 42, 4
CASTLE_WIDE, FLAG_WIDE = 38, 46
ARMY_WIDE, REMNANT_WIDE, IMMORTAL_WIDE, RUMOR_WIDE, BUILDING_WIDE, RECRUIT_WIDE = 58, 50, 58, 32, 40, 58
EMBLEM_WIDE, DIGIT_WIDE, LETTER_WIDE = 32, 17, 10
SWORDS_WIDE, CHIP_WIDE, CHIP_MORE = 34, 34, 12
ROW_WIDE = 184
DELTA_BELOW = 12  # part of a badge below its piece


class Over(Struct, frozen=True, kw_only=True):
    """Everything drawn in one region besides its pieces."""

    overlay: MapOverlay
    marks: Marks
    since: tuple[Since, ...]
    battle: BattleView | None
    buildings: tuple[BuildingView, ...]
    trapped: bool
    shape: Sequence[Point] = msgspec.field(default_factory=tuple)
    battle_month: int = 0
    since_month: int = 0

    def before(self, what: What, house: HouseId | None = None) -> Since | None:
        return next((each for each in self.since if each.what is what and each.house == house), None)


def cluster_of(board: Board, region: RegionView, over: Over) -> Cluster:
    x, y = (round(each) for each in board.regions[region.id].at)
    plates = list(_plates(region, over))
    clashes = [count for battle in over.overlay.battles if battle.region == region.id for count in battle.counts]
    rows = list(_rows(_wanted(board, region, over)))
    high = (
        NAME_HIGH
        + len(plates) * PLATE_HIGH
        + len(clashes) * CLASH_HIGH
        + (CASTLE_HIGH if region.castle else 0)
        + sum(_row_high(row) for row in rows)
    )
    top = y - high // 2
    down = top + NAME_HIGH
    placed: list[Plate] = []
    for plate in plates:
        placed.append(replace(plate, x=x - plate.wide // 2, y=down))
        down += PLATE_HIGH
    drawn: list[Clash] = []
    for sides in clashes:
        drawn.append(_clash(sides, x, down))
        down += CLASH_HIGH
    castle = None
    if region.castle:
        castle = _castle(board, region, over, x, down)
        down += CASTLE_HIGH
    pieces: list[Piece] = []
    for row in rows:
        left = x - (sum(piece.wide for piece in row) + GAP * (len(row) - 1)) // 2
        for piece in row:
            pieces.append(replace(piece, x=left, y=down))
            left += piece.wide + GAP
        down += _row_high(row)
    return Cluster(
        id=region.id,
        name=region.name,
        region=region,
        neighbours=tuple(sorted(((each, board.region_name(each)) for each in board.neighbours[region.id]), key=lambda n: n[1])),
        x=x,
        y=top + NAME_HIGH - 7,
        court=region.court,
        trapped=over.trapped,
        changed=region.changed,
        fought=over.battle is not None and not over.overlay.battles,
        castle=castle,
        pieces=tuple(pieces),
        plates=tuple(placed),
        clashes=tuple(drawn),
        shades=tuple(_shades(region, over)),
        battle=over.battle,
        battle_month=over.battle_month if over.battle is not None else 0,
        since_month=over.since_month if region.since else 0,
    )


def _plates(region: RegionView, over: Over) -> Iterator[Plate]:
    if over.trapped:
        yield _plate("trapped", say("COURT TRAPPED"))
    for ban in over.marks.bans:
        if ban.region == region.id:
            shorts = " ".join(ban.shorts)
            yield _plate("ban", say("CLOSED {houses}", houses=shorts) if shorts else say("CLOSED"))
    if any(stay.region == region.id for stay in over.marks.stays):
        yield _plate("ban", say("NOBODY LEAVES"))
    if any(treaty.region == region.id for treaty in over.marks.treaties):
        yield _plate("treaty", say("TREATY"))
    elif region.id in over.overlay.peace:
        yield _plate("peace", say("PEACE"))


def _plate(kind: str, text: str) -> Plate:
    return Plate(kind=kind, x=0, y=0, wide=len(text) * LETTER_WIDE + 18, text=text)


def _shades(region: RegionView, over: Over) -> Iterator[Shade]:
    for ban in over.marks.bans:
        if ban.region == region.id:
            yield Shade(kind="some" if ban.houses else "ban", path=path_of(over.shape))
    if any(treaty.region == region.id for treaty in over.marks.treaties):
        yield Shade(kind="treaty", path=path_of(over.shape))


def _clash(sides: Sequence[SideView], x: int, y: int) -> Clash:
    wides = [CHIP_WIDE + CHIP_MORE * (len(str(side.attack)) - 1) for side in sides]
    left = x - (SWORDS_WIDE + sum(wides) + GAP * len(sides)) // 2
    at, chips = left + SWORDS_WIDE, []
    for side, wide in zip(sides, wides, strict=True):
        named = {REMNANTS: "remnants", IMMORTALS: "immortals"}.get(side.force, "")
        chips.append(Chip(x=at, wide=wide, house=None if named else side.force, kind=named, attack=side.attack, stands=side.stands))
        at += wide + GAP
    return Clash(x=left, y=y, chips=tuple(chips))


def _castle(board: Board, region: RegionView, over: Over, x: int, y: int) -> CastleMark | None:
    castle = region.castle
    if castle is None:
        return None
    flags = list(_fates(board, region, over))
    left = x - (CASTLE_WIDE + len(flags) * (FLAG_WIDE + 2)) // 2
    return CastleMark(
        x=left,
        y=y,
        destroyed=castle.destroyed,
        flags=tuple(
            Flag(
                house=house,
                short=board.houses[house].short,
                x=left + CASTLE_WIDE + 2 + number * (FLAG_WIDE + 2),
                y=y + 3,
                fate=fate,
            )
            for number, (house, fate) in enumerate(flags)
        ),
    )


def _fates(board: Board, region: RegionView, over: Over) -> Iterator[tuple[HouseId, str]]:
    """Flags of a castle in the scenario's order, with coming and removed ones."""
    bears = region.castle.flags if region.castle else ()
    ghosts = {ghost.house: ghost.on for ghost in over.overlay.flags if ghost.region == region.id}
    turned = {each.house: each.after for each in over.since if each.what is What.FLAG and each.house is not None}
    for house in board.sorted_houses({*bears, *ghosts, *turned} & board.houses.keys()):
        if house in ghosts:
            yield house, "placing" if ghosts[house] else "leaving"
        elif house in turned:
            yield house, "new" if turned[house] else "lost"
        else:
            yield house, ""


def _wanted(board: Board, region: RegionView, over: Over) -> Iterator[Piece]:
    ghosts = [ghost for ghost in over.overlay.ghosts if ghost.region == region.id]
    after = {ghost.house: ghost.after for ghost in ghosts}
    there = {army.house: army for army in region.armies}
    arriving = {ghost.house for ghost in ghosts} - there.keys()
    gone = {each.house for each in over.since if each.what is What.UNITS and not each.after and each.house is not None}
    for house in board.sorted_houses({*there, *arriving, *gone} & board.houses.keys()):
        army = there.get(house) or ArmyView(house=house, name="", short=board.houses[house].short, units=0)
        yield _army(army, after.get(house), over.before(What.UNITS, house))
    for recruit in over.overlay.recruits:
        if recruit.region == region.id:
            yield _recruit(board, recruit.house, recruit.fate)
    if region.remnants:
        yield _counted_piece("remnants", region.remnants, REMNANT_WIDE, REMNANT_WIDE // 2, over.before(What.REMNANTS))
    if region.immortals:
        yield _counted_piece("immortals", region.immortals, IMMORTAL_WIDE, 44, over.before(What.IMMORTALS))
    for rumor in region.rumors:
        yield Piece(key=f"rumor-{rumor}", kind="rumor", x=0, y=0, wide=RUMOR_WIDE, middle=RUMOR_WIDE // 2, count="?")
    for building in over.buildings:
        yield Piece(
            key=f"building-{building.id}",
            kind="building",
            x=0,
            y=0,
            wide=BUILDING_WIDE,
            middle=BUILDING_WIDE // 2,
            count="",
            house=building.house,
            short=building.short,
            sign=building.kind,
            words=building.words,
        )


def _army(army: ArmyView, after: int | None, since: Since | None) -> Piece:
    changes = after is not None and after != army.units
    gone = not army.units and not changes
    count = f"{army.units}→{after}" if changes else str(army.units)
    wide = max(ARMY_WIDE, EMBLEM_WIDE + DIGIT_WIDE * len(count) + 8)
    return Piece(
        key=f"army-{army.house}",
        kind="army",
        x=0,
        y=0,
        wide=wide,
        middle=(EMBLEM_WIDE + wide) // 2 - 1,
        count=count,
        house=army.house,
        short=army.short,
        ghost=changes,
        delta=since.sign if since and not changes else "",
        gone=gone,
    )


def _recruit(board: Board, house: HouseId, fate: str) -> Piece:
    return Piece(
        key=f"recruit-{house}-{fate}",
        kind=f"recruit {fate}",
        x=0,
        y=0,
        wide=RECRUIT_WIDE,
        middle=(EMBLEM_WIDE + RECRUIT_WIDE) // 2 - 1,
        count="✕" if fate == "wasted" else "+1",
        house=house,
        short=board.houses[house].short,
    )


def _counted_piece(kind: str, count: int, wide: int, middle: int, since: Since | None) -> Piece:
    return Piece(key=kind, kind=kind, x=0, y=0, wide=wide, middle=middle, count=str(count), delta=since.sign if since else "")


def _row_high(row: Sequence[Piece]) -> int:
    """Height of a row. A badge hangs below its piece and must not cover the next row."""
    return PIECE_HIGH + GAP + (DELTA_BELOW if any(piece.delta for piece in row) else 0)


def _rows(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    row: list[Piece] = []
    for piece in pieces:
        if row and sum(each.wide + GAP for each in row) + piece.wide > ROW_WIDE:
            yield row
            row = []
        row.append(piece)
    if row:
        yield row


# --- what arrows keep clear of ------------------------------------------------------------------------------------------


NAME_WEIGHT, PIECE_WEIGHT = 20, 2  # arrows avoid a name more than a piece
NAME_LETTER = 7.5  # half the width of a letter


def boxes_of(cluster: Cluster) -> Iterator[Box]:
    """Boxes in a region that arrows avoid."""
    half = NAME_LETTER * len(cluster.name) + (14 if cluster.fought else 0)
    yield cluster.x - half, cluster.y - 20, cluster.x + half, cluster.y + 6, NAME_WEIGHT
    for piece in cluster.pieces:
        yield piece.x, piece.y, piece.x + piece.wide, piece.y + PIECE_HIGH, PIECE_WEIGHT
    for plate in cluster.plates:
        yield plate.x, plate.y, plate.x + plate.wide, plate.y + PLATE_HIGH, PIECE_WEIGHT
    for clash in cluster.clashes:
        right = clash.chips[-1].x + clash.chips[-1].wide if clash.chips else clash.x
        yield clash.x, clash.y, right, clash.y + CLASH_HIGH, PIECE_WEIGHT
    if cluster.castle:
        right = cluster.castle.x + CASTLE_WIDE + len(cluster.castle.flags) * (FLAG_WIDE + 2)
        yield cluster.castle.x, cluster.castle.y, right, cluster.castle.y + CASTLE_HIGH, PIECE_WEIGHT
