"""Facts of gains, payments and losses: coins, power, popularity, tokens and combat cards (SY-GEN)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, listed, say
from control.engine.modules import EventHandler, Module
from rooms.tables.scythe.game.actions import Placed
from rooms.tables.scythe.game.content import Amount, Part
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import NO_TOKENS, ScytheState, minus, plus, side_of, with_side, with_tokens, without_cards


class Paid(msgspec.Struct, frozen=True, kw_only=True):
    """A player paid a whole cost (SY-GEN-10, SY-GEN-15). `cards`: combat cards by value. `coerced`: one of them paid as a token."""

    player: int
    coins: int = 0
    power: int = 0
    popularity: int = 0
    tokens: tuple[Placed, ...] = ()
    cards: tuple[int, ...] = ()
    coerced: bool = False


class Received(msgspec.Struct, frozen=True, kw_only=True):
    """A player gained coins, power or popularity, within the limits of the tracks (SY-GEN-06, SY-GEN-07)."""

    player: int
    coins: int = 0
    power: int = 0
    popularity: int = 0


class Lost(msgspec.Struct, frozen=True, kw_only=True):
    """A player lost power or popularity, not below 0 (SY-GEN-06, SY-GEN-07, SY-R-06). A loss is not a cost."""

    player: int
    power: int = 0
    popularity: int = 0


class TokensPlaced(msgspec.Struct, frozen=True):
    """Tokens were placed from the supply on territories (SY-GEN-04, SY-GEN-05)."""

    player: int
    spaces: tuple[Placed, ...]


class CombatCardsShuffled(msgspec.Struct, frozen=True):
    """The combat deck was empty, and its shuffled discard pile became the new deck (SY-GEN-08)."""

    cards: tuple[int, ...]


class CombatCardsDrawn(msgspec.Struct, frozen=True):
    """A player drew combat cards. Only that player knows their values (SY-HID-08)."""

    player: int
    count: int


class CoinsGiven(msgspec.Struct, frozen=True):
    """A player gave coins to another player in public (SY-ALL-02, SY-R-45)."""

    player: int
    to: int
    amount: int


def evolve_paid(state: ScytheState, happened: Paid) -> ScytheState:
    side = side_of(state, happened.player)
    sides = with_side(
        state,
        happened.player,
        coins=side.coins - happened.coins,
        power=side.power - happened.power,
        popularity=side.popularity - happened.popularity,
        cards=without_cards(side.cards, happened.cards),
    )
    turn = replace(state.turn, coerced=True) if happened.coerced else state.turn
    gone = {space: minus(NO_TOKENS, tokens) for space, tokens in happened.tokens}
    return replace(
        state,
        sides=sides,
        turn=turn,
        tokens=with_tokens(state.tokens, gone) if gone else state.tokens,
        discard=state.discard + happened.cards,
    )


def evolve_received(state: ScytheState, happened: Received) -> ScytheState:
    side = side_of(state, happened.player)
    changes = {
        "coins": side.coins + happened.coins,
        "power": side.power + happened.power,
        "popularity": side.popularity + happened.popularity,
    }
    return replace(state, sides=with_side(state, happened.player, **changes))


def evolve_lost(state: ScytheState, happened: Lost) -> ScytheState:
    side = side_of(state, happened.player)
    changes = {"power": side.power - happened.power, "popularity": side.popularity - happened.popularity}
    return replace(state, sides=with_side(state, happened.player, **changes))


def evolve_tokens_placed(state: ScytheState, happened: TokensPlaced) -> ScytheState:
    return replace(state, tokens=with_tokens(state.tokens, dict(happened.spaces)))


def evolve_combat_cards_shuffled(state: ScytheState, happened: CombatCardsShuffled) -> ScytheState:
    return replace(state, deck=state.deck + happened.cards, discard=())


def evolve_combat_cards_drawn(state: ScytheState, happened: CombatCardsDrawn) -> ScytheState:
    hand = side_of(state, happened.player).cards + state.deck[: happened.count]
    return replace(state, sides=with_side(state, happened.player, cards=hand), deck=state.deck[happened.count :])


def evolve_coins_given(state: ScytheState, happened: CoinsGiven) -> ScytheState:
    giver = replace(state, sides=with_side(state, happened.player, coins=side_of(state, happened.player).coins - happened.amount))
    return replace(giver, sides=with_side(giver, happened.to, coins=side_of(giver, happened.to).coins + happened.amount))


def amounts_of(happened: Paid | Received | Lost) -> tuple[Amount, ...]:
    """Coins, power and popularity of a fact as amounts."""
    found = (
        Amount(Part.COIN, getattr(happened, "coins", 0)),
        Amount(Part.POWER, happened.power),
        Amount(Part.POPULARITY, happened.popularity),
    )
    return tuple([each for each in found if each.count])


def _paid_words(happened: Paid, scene: Scene) -> str:
    """The payment in words, with the tokens of all territories summed. A card by Coercion is named (SY-FAC-03, SY-R-46)."""
    tokens = NO_TOKENS
    for _space, there in happened.tokens:
        tokens = plus(tokens, there)
    parts = [scene.amounts(amounts_of(happened)), scene.tokens(tokens)]
    if happened.cards:
        values = ", ".join([str(each) for each in happened.cards])
        parts.append(say("{cards} ({values})", cards=scene.card_count(len(happened.cards)), values=values))
    name, what = scene.names[happened.player], listed([each for each in parts if each])
    if not what:
        return ""
    if happened.coerced:
        return say("{name} pays {what}, the card as a token (Coercion).", name=name, what=what)
    return say("{name} pays {what}.", name=name, what=what)


def _drawn_told(happened: CombatCardsDrawn, scene: Scene, player: int | None) -> str:
    name = scene.names[happened.player]
    if player != happened.player:
        return say("{name} draws {cards}.", name=name, cards=scene.card_count(happened.count))
    return say("{name} draws {cards}.", name=name, cards=scene.cards(scene.state.deck[: happened.count]))


def _placed_words(happened: TokensPlaced, scene: Scene) -> str:
    where = [say("{tokens} on {space}", tokens=scene.tokens(tokens), space=scene.space(space)) for space, tokens in happened.spaces]
    return say("{name} gains {what}.", name=scene.names[happened.player], what=listed(where))


GOODS: Final = Module(
    name="goods",
    events={
        Paid: EventHandler(evolve=evolve_paid, explain=_paid_words),
        Received: EventHandler(
            evolve=evolve_received,
            explain=lambda happened, scene: say(
                "{name} gains {what}.", name=scene.names[happened.player], what=scene.amounts(amounts_of(happened))
            ),
        ),
        Lost: EventHandler(
            evolve=evolve_lost,
            explain=lambda happened, scene: say(
                "{name} loses {what}.", name=scene.names[happened.player], what=scene.amounts(amounts_of(happened))
            ),
        ),
        TokensPlaced: EventHandler(evolve=evolve_tokens_placed, explain=_placed_words),
        CombatCardsShuffled: EventHandler(
            evolve=evolve_combat_cards_shuffled,
            explain=lambda happened, scene: say("The combat deck is used up: its discard pile is shuffled and lies there anew."),
            binding=later("the combat deck was shuffled"),
        ),
        CombatCardsDrawn: EventHandler(
            evolve=evolve_combat_cards_drawn,
            explain=lambda happened, scene: _drawn_told(happened, scene, None),
            explain_for=_drawn_told,
            binding=later("a combat card was drawn"),
        ),
        CoinsGiven: EventHandler(
            evolve=evolve_coins_given,
            explain=lambda happened, scene: say(
                "{name} gives {other} {what}.",
                name=scene.names[happened.player],
                other=scene.names[happened.to],
                what=scene.amounts((Amount(Part.COIN, happened.amount),)),
            ),
            binding=later("coins were handed over"),
        ),
    },
)
