"""What a chapter shows on the wall: a title, two halves or one picture under their sentences, a drawing, or how the day ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from control import registry
from control.debrief.chapters import END, START, Chapter, chapters_of, shown_of, stage_of, teams_of
from control.debrief.doors import DebriefPass
from control.debrief.eyes import EyeChoice, choice_of
from control.debrief.moments import FactShown, Piece, facts_shown, pieces_of, sight_then
from control.debrief.pictures.records import Picture
from control.debrief.start import stood
from control.debrief.stored import Debrief
from control.debrief.told import Past, facts_then, past_of
from control.engine.chronicle import TRUTH, Eye, Fact
from control.registry import EMPTY, Panel

FACTS = 3  # that are told below a half
ALONE = 6  # and below one picture alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Half:
    """What stood before these eyes, in a sentence, on the ground and beside it. `came` where it is what came of it later."""

    eye: EyeChoice
    words: str
    pieces: tuple[Piece, ...]
    facts: tuple[FactShown, ...]
    came: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WallView:
    """What the wall shows. Of a title and of the last chapter `ending` is who won, of the last one `stood` how all stood then."""

    chapter: Chapter
    halves: tuple[Half, ...]
    event_name: str  # on the title, "" on other chapters
    ending: Panel | None
    stood: tuple[Piece, ...]
    picture: Picture | None
    event_id: int = 0  # whose moments a picture leads to: nobody walks into the time machine from a wall


def wall_view(door: DebriefPass, row: Debrief) -> WallView:
    """The chapter that the organizer shows."""
    past, stage = past_of(door.event.stream), stage_of(row)
    chapter = shown_of(chapters_of(door, past, stage), stage)
    ending = _ending(door, chapter) if chapter.id in (START, END) else None
    plain = chapter.id == START or chapter.picture is not None or ending is not None
    return WallView(
        chapter=chapter,
        halves=() if plain else tuple(halves_of(door, past, chapter)),
        event_name=door.event.name if chapter.id == START else "",
        ending=ending,
        stood=tuple(stood(door, chapter.seq)) if ending is not None and chapter.id == END else (),
        picture=chapter.picture,
    )


def _ending(door: DebriefPass, chapter: Chapter) -> Panel | None:
    realm = registry.realm(door.event.stream.engine)
    found = realm.ending.of(door.event.pk, sight_then(door.event.stream, chapter.seq)) if realm.ending is not None else EMPTY
    return found if found is not EMPTY else None


def halves_of(door: DebriefPass, past: Past, chapter: Chapter) -> Iterator[Half]:
    """What these eyes saw, and what was so, as it came out; on the ground what happened there, where it looks another way for both.
    Two maps that are alike, or differ in nothing that is told, are searched by a whole hall for what there is to see."""
    if chapter.beside is None:
        yield _half(door, past, chapter, chapter.eye, chapter.seq, "")
        return
    came = max(chapter.came, chapter.seq)
    seen = _half(door, past, chapter, chapter.eye, chapter.seq, chapter.believed)
    was = _half(door, past, chapter, chapter.beside, came, chapter.was, came=came > chapter.seq)
    if not chapter.place or [each.panel.panel for each in seen.pieces] == [each.panel.panel for each in was.pieces]:
        seen, was = replace(seen, pieces=()), replace(was, pieces=())
    yield seen
    yield replace(was, facts=tuple(each for each in was.facts if each not in seen.facts))


def _half(door: DebriefPass, past: Past, chapter: Chapter, eye: Eye, seq: int, words: str, *, came: bool = False) -> Half:
    told = islice(_told(past, chapter, eye, seq), FACTS if chapter.beside is not None else ALONE)
    return Half(
        eye=choice_of(door.sight, eye),
        words=words,
        pieces=tuple(each for each in pieces_of(door, seq, eye) if each.wide),
        facts=tuple(facts_shown(door, told, eye, seq)),
        came=came,
    )


def _told(past: Past, chapter: Chapter, eye: Eye, seq: int) -> Iterator[Fact]:
    """What belongs to it: between two teams what else was between them in its round; else what it brought to an end, by weight."""
    if chapter.beside is not None:
        number = max((each.number for each in past.chronicle.rounds if each.first <= chapter.seq), default=0)
        for fact in facts_then(past, eye, seq):
            if fact.round == number and len(chapter.teams & teams_of(past, fact)) > 1 and fact.words != chapter.was:
                yield fact
    elif eye == TRUTH:
        ended = [each for each in past.chronicle.facts if each.over and past.settled(each.over) == seq and each.seemed]
        yield from sorted(ended, key=lambda each: (-each.weight, each.seq))
