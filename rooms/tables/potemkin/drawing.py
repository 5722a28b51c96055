"""The pictures of the content as the page's own symbols: one for each front and one silhouette for each type (PE-CNT-01)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rooms.tables.potemkin.content import FacadeContent, Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureFront:
    """One front: the name by which it is used, and its shapes from the back to the front."""

    id: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """How a type of building looks."""

    id: str
    colour: str
    icon: str
    fronts: tuple[PictureFront, ...]


@lru_cache(maxsize=8)
def pictures_of(facades: tuple[FacadeContent, ...]) -> tuple[Picture, ...]:
    """The pictures of all five types."""
    return tuple(
        [
            Picture(
                id=facade.id.value,
                colour=facade.colour,
                icon=facade.icon,
                fronts=tuple(
                    [PictureFront(id=f"{facade.id.value}-{at}", shapes=front.shapes) for at, front in enumerate(facade.fronts)]
                ),
            )
            for facade in facades
        ]
    )
