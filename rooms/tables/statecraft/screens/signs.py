"""Signs of the rules with their words: no ideology, specialism or colour is told by a picture or by its paint alone (SC-COM-15)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rooms.tables.statecraft.game.content import IDEOLOGIES, Content, Specialism


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A thing of the rules: the picture is called `sc-` and its id."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """The key to all icons, to look up in."""

    named: dict[str, Sign]

    def ideology(self, at: int) -> Sign:
        """An ideology by its place in IDEOLOGIES."""
        return self.named[IDEOLOGIES[at]]

    def specialisms(self, which: tuple[Specialism, ...]) -> tuple[Sign, ...]:
        """Specialisms in the order of a card."""
        return tuple([self.named[each] for each in which])


@lru_cache(maxsize=8)
def signs_of(content: Content) -> Signs:
    """The key of a content, in its language."""
    key = content.key
    every = (*key.ideologies, *key.specialisms, *key.colours, *key.signs)
    return Signs(named={each.id: Sign(id=each.id, name=each.name) for each in every})
