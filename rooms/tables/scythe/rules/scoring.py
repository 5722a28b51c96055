"""Final scores and tie-breaks (SY-END-04, SY-END-13)."""

from __future__ import annotations

from control.engine.language import listed, say
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.content import Book, Tier, Tile, TileRule
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import MECHS, Course, ScytheState, Side, on_board
from rooms.tables.scythe.rules.control import all_tokens, controlled


class Scored(GameFact, frozen=True, kw_only=True):
    """One player's final score, line by line (SY-END-04)."""

    player: int
    coins: int
    stars: int
    territories: int
    tokens: int
    structures: int

    @property
    def total(self) -> int:
        return self.coins + self.stars + self.territories + self.tokens + self.structures

    def words(self, scene: Scene) -> str:
        parts = (
            say("coins {count}", count=self.coins),
            say("stars {count}", count=self.stars),
            say("territories {count}", count=self.territories),
            say("tokens {count}", count=self.tokens),
            say("structure bonus {count}", count=self.structures),
        )
        return say("{name}: {total} ({parts}).", name=scene.names[self.player], total=self.total, parts=listed(parts))


def tier_of(book: Book, popularity: int) -> Tier:
    """The tier of this popularity: coins for stars, territories and tokens (SY-END-05)."""
    return max([tier for tier in book.content.numbers.tiers if tier.least <= popularity], key=lambda tier: tier.least)


def territories_counted(book: Book, state: ScytheState, player: int) -> int:
    """Controlled territories, lakes too; the Factory counts as 3 (SY-END-07, SY-END-08)."""
    mine = controlled(book, state, player)
    return len(mine) + (book.content.numbers.factory_territories - 1) * (book.factory in mine)


def score_of(book: Book, state: ScytheState, player: int) -> Scored:
    """One player's score if the game ended now (SY-END-04, SY-END-06, SY-END-09, SY-END-10, SY-FAC-05)."""
    side = state.sides[player]
    tier = tier_of(book, side.popularity)
    return Scored(
        player=player,
        coins=side.coins,
        stars=len(side.stars) * tier.star,
        territories=territories_counted(book, state, player) * tier.territory,
        tokens=sum(all_tokens(book, state, player)) // 2 * tier.pair,
        structures=tile_coins(book, book.tiles[state.tile], side),
    )


def tile_coins(book: Book, tile: Tile, side: Side) -> int:
    """The coins of the structure bonus tile, whoever controls the territories (SY-END-11)."""
    count = tile_count(book, tile, side)
    return tile.coins[min(count, len(tile.coins)) - 1] if count else 0


def tile_count(book: Book, tile: Tile, side: Side) -> int:
    """The number that a tile counts. Neighbours are by hex edge, without the territory itself; a Mine is not a tunnel.

    Rules: SY-R-31, SY-R-48.
    """
    there = [space for space in side.structures if space]
    beside = {other for space in there for other in book.near[space]}
    if tile.rule is TileRule.BY_TUNNELS:
        return len(beside.intersection(book.tunnels))
    if tile.rule is TileRule.BY_LAKES:
        return len(beside.intersection(book.lakes))
    if tile.rule is TileRule.BY_ENCOUNTERS:
        return sum([book.territories[space].encounter for space in beside])
    if tile.rule is TileRule.ON_TUNNELS:
        return len(set(there).intersection(book.tunnels))
    if tile.rule is TileRule.ON_TERRAINS:
        return sum([book.territories[space].terrain in tile.terrains for space in there])
    return longest_line(book, there)


def longest_line(book: Book, spaces: list[str]) -> int:
    """The length of the longest unbroken straight line of these hexes. Rivers do not break it."""
    there = {(book.territories[space].q, book.territories[space].r) for space in spaces}
    longest = 0
    for q, r in there:
        for along_q, along_r in ((1, 0), (0, 1), (1, -1)):
            length = 1
            while (q + along_q * length, r + along_r * length) in there:
                length += 1
            longest = max(longest, length)
    return longest


def tell_scores(course: Course) -> None:
    """Announce all scores, line by line."""
    for player in range(len(course.state.sides)):
        course.happens(score_of(course.book, course.state, player))


def scores_of(book: Book, state: ScytheState) -> tuple[int, ...]:
    """Each player's score if the game ended now."""
    return tuple([score_of(book, state, player).total for player in range(len(state.sides))])


def rank_of(book: Book, state: ScytheState, player: int) -> tuple[int, ...]:
    """The score, and the tie-breaks in their order: pieces, power, popularity, tokens, territories, stars (SY-END-13, SY-R-42)."""
    side = state.sides[player]
    return (
        score_of(book, state, player).total,
        pieces(side),
        side.power,
        side.popularity,
        sum(all_tokens(book, state, player)),
        territories_counted(book, state, player),
        len(side.stars),
    )


def winners_of(book: Book, state: ScytheState) -> tuple[int, ...]:
    """The players with the most coins after all tie-breaks. A tie beyond these is shared.

    Rules: SY-END-12, SY-END-13, SY-R-42, SY-R-43.
    """
    ranks = [rank_of(book, state, player) for player in range(len(state.sides))]
    return tuple([player for player, each in enumerate(ranks) if each == max(ranks)])


def pieces(side: Side) -> int:
    """Workers on the board, mechs and structures: the first tie-break (SY-R-42)."""
    return on_board(side) + sum([bool(side.units[unit]) for unit in MECHS]) + sum([bool(each) for each in side.structures])
