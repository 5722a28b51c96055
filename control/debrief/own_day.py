"""Own day of a player: the truth about it, and what the player did not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from urllib.parse import urlencode

from msgspec import Struct

from control.day.past_rounds import PlayerThen, player_then, rounds_over
from control.day.people.view import badge_view, player_of
from control.day.state import DayState
from control.day.view import PlayerView
from control.debrief.access import DebriefPass
from control.debrief.awards import awards_of
from control.debrief.knowledge import ToldJournal, past_of
from control.debrief.time_machine import address_of
from control.debrief.timeline import chronicle_of, ends_of_commands, state_at
from control.engine.chronicle import TRUTH, Chronicle, Eye, Fact, PersonDeed, Tie
from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.engine.own_day import (
    DIED,
    Learned,
    betrayals,
    bonds,
    deeds_of,
    high_point,
    learned_later,
    moments,
    standings,
    worst_blow,
)
from control.engine.records import replace
from control.engine.viewer import Viewer
from control.journal import journal
from control.people.access import SeatPass
from control.phone.report_lines import Sum, sums_of
from control.phone.round_report import RoundHead, RoundSection, head_of, reports_of, sections_of
from control.regions.sight import Sight
from control.registry import hindsights_of
from control.sheets.seal_views import sealed_words

# === own day ============================================================================================================


MOST_MOMENTS = 8


class DayHeadline(Struct, frozen=True, kw_only=True):
    """One of three sentences that sum up the day. `title`: its kind, such as "The worst blow". `when`: the round."""

    title: str
    when: str
    words: str


class PlayedCharacter(Struct, frozen=True, kw_only=True):
    """A character and the rounds in which it was played."""

    character: str
    rounds: str


class RoundSentence(Struct, frozen=True, kw_only=True):
    """A sentence of a round. `address`: its moment, "" for none."""

    when: str
    words: str
    address: str = ""


class SealedPaper(Struct, frozen=True, kw_only=True):
    """A sealed sheet, line by line."""

    name: str
    lines: tuple[str, ...]


class OwnRound(Struct, frozen=True, kw_only=True):
    """A round of a player: place, reports in short and in full, sealed sheets."""

    number: int
    head: RoundHead
    place: str
    sections: tuple[RoundSection, ...]
    papers: tuple[SealedPaper, ...]


class OwnDay(Struct, frozen=True, kw_only=True):
    """Full day of one player. Betrayals of this player are in `betrayed_by`, all other unknown facts in `hidden`."""

    player: PlayerView
    member: str
    played: tuple[PlayedCharacter, ...]
    deaths: tuple[RoundSentence, ...]
    lines: tuple[DayHeadline, ...]
    awards: tuple[tuple[str, str], ...]
    sums: tuple[Sum, ...]
    team_sums: tuple[Sum, ...]
    team: str
    moments: tuple[RoundSentence, ...]
    hidden: tuple[tuple[HiddenFact, ...], ...]  # grouped by when they came out
    betrayed: tuple[RoundSentence, ...]
    betrayed_by: tuple[tuple[HiddenFact, ...], ...]
    bonds: tuple[RoundSentence, ...]
    rounds: tuple[OwnRound, ...]


def own_day(door: DebriefPass, seat: SeatId) -> OwnDay | None:
    """Day of one player. None if the seat has no player."""
    sight = door.sight
    player: PlayerView | None = sight.public(player_of, seat)
    if player is None:
        return None
    told, eye = chronicle_of(door.event.stream), Eye(team=player.team, seat=seat)
    then, last = _player_by_round(door, told, seat), sight.public(rounds_over).last
    reports = [each for number in range(1, last + 1) for each in reports_of(_seat_pass(door, seat), player.team, number)]
    by, at = betrayals(told, eye)
    to = _Ways(event_id=door.event.pk, past=past_of(door.event.stream), query=urlencode({"eye": eye.name, "beside": TRUTH.name}))
    return OwnDay(
        player=player,
        member=sight.public(badge_view, seat).member,
        played=_characters_played(sight, then),
        deaths=tuple(
            _deed_sentence(sight, each) for each in deeds_of(told, eye) if each.kind == DIED and each.who == f"seat:{seat}"
        ),
        lines=tuple(_lines(door, told, eye, player)),
        awards=tuple(
            (each.title, each.words) for each in awards_of(door) if any(_is_of(winner.who, eye) for winner in each.winners)
        ),
        sums=sums_of(each for each in reports if each.to.startswith("seat:")),
        team_sums=sums_of(each for each in reports if each.to.startswith("team:")),
        team=player.team_name,
        moments=tuple(_deed_sentence(sight, each, to(each.seq)) for each in moments(told, eye, MOST_MOMENTS)),
        hidden=tuple(
            group_hidden(
                _hidden_fact(sight, each, to)
                for each in learned_later(told, eye, ends_of_commands(door.event.stream))
                if each not in at
            )
        ),
        betrayed=tuple(_deed_sentence(sight, each.fact, to(each.fact.seq)) for each in by),
        betrayed_by=tuple(group_hidden(_hidden_fact(sight, each, to) for each in at)),
        bonds=tuple(_tie_sentence(sight, each) for each in bonds(told, eye)),
        rounds=tuple(_rounds(door, seat, then, last)),
    )


def short_summary(door: DebriefPass, seat: SeatId) -> tuple[DayHeadline, ...]:
    """Up to three sentences on a player's day. Empty if the seat has no player."""
    player: PlayerView | None = door.sight.public(player_of, seat)
    if player is None:
        return ()
    return tuple(_lines(door, chronicle_of(door.event.stream), Eye(team=player.team, seat=seat), player))


# --- the player ---------------------------------------------------------------------------------------------------------


def _seat_pass(door: DebriefPass, seat: SeatId) -> SeatPass:
    """Pass that reads the reports as the player's own phone did."""
    return SeatPass(event=door.event, seat=seat)


def _player_by_round(door: DebriefPass, told: Chronicle, seat: SeatId) -> dict[int, tuple[Sight[DayState], PlayerThen]]:
    """Player's own view at the end of each round, before the next one begins. Rounds before the player joined are left out."""
    found: dict[int, tuple[Sight[DayState], PlayerThen]] = {}
    for each in told.rounds:
        sight: Sight[DayState] = Sight(state_at(door.event.stream, max(each.last - 1, each.first)), Viewer(seat=seat))
        then: PlayerThen | None = sight.public(player_then, seat)
        if then is not None:
            found[each.number] = (sight, then)
    return found


def _characters_played(sight: Sight[DayState], then: dict[int, tuple[Sight[DayState], PlayerThen]]) -> tuple[PlayedCharacter, ...]:
    """Characters in order, each with its first and last round. A single character has no rounds."""
    names = [(number, then[number][1].player.character) for number in sorted(then)]
    begun = [names[0], *(after for before, after in pairwise(names) if before[1] != after[1])] if names else []
    ends = [*(number - 1 for number, _name in begun[1:]), names[-1][0] if names else 0]
    if len(begun) < 2:
        return tuple(PlayedCharacter(character=name, rounds="") for _number, name in begun if name)
    return tuple(
        PlayedCharacter(character=name, rounds=_rounds_words(sight, max(first, 1), last))
        for (first, name), last in zip(begun, ends, strict=True)
        if name and last >= 1
    )


def _rounds_words(sight: Sight[DayState], first: int, last: int) -> str:
    words = sight.frame.round_words
    if first == last:
        return words(first)
    return say("{first} to {last}", first=words(first), last=words(last))


# --- in three sentences -------------------------------------------------------------------------------------------------


def _lines(door: DebriefPass, told: Chronicle, eye: Eye, player: PlayerView) -> Iterator[DayHeadline]:
    """High point, worst blow and the team's end. Missing ones are left out."""
    brought = hindsights_of(door.event.stream.engine)
    blows = frozenset(kind for each in brought for kind in each.blows)
    high, low = high_point(told, eye, blows), worst_blow(told, eye, blows)
    if high is not None:
        yield DayHeadline(title=say("The high point"), when=_round_words(door.sight, high), words=high.words)
    if low is not None:
        yield DayHeadline(title=say("The worst blow"), when=_round_words(door.sight, low), words=low.words)
    ended = _ended(told, player, {kind: words for each in brought for kind, words in each.words.items()})
    if ended:
        yield DayHeadline(title=say("The end"), when="", words=ended)


def _ended(told: Chronicle, player: PlayerView, words: dict[str, str]) -> str:
    """Team's final numbers in a sentence, the first with its place among all teams. "" without numbers."""
    order = list(words)
    found = sorted(
        (each for each in standings(told, player.team) if each.series in words), key=lambda each: order.index(each.series)
    )
    if not found:
        return ""
    numbers = listed([say("{what} {number}", what=say(words[each.series]), number=f"{each.value:g}") for each in found])
    first = found[0]
    values = {"team": player.team_name, "place": first.place, "of": first.of, "what": say(words[first.series]), "numbers": numbers}
    if first.shared:
        return say("{team} ended in place {place} of {of} by {what}, as others did: {numbers}.", **values)
    return say("{team} ended in place {place} of {of} by {what}: {numbers}.", **values)


# --- unknown facts ------------------------------------------------------------------------------------------------------


def _round_words(sight: Sight[DayState], each: PersonDeed | Fact | Tie) -> str:
    return sight.frame.round_title(each.round) if each.round else say("Before the day")


def _deed_sentence(sight: Sight[DayState], each: PersonDeed | Fact, address: str = "") -> RoundSentence:
    return RoundSentence(when=_round_words(sight, each), words=each.words, address=address)


def _tie_sentence(sight: Sight[DayState], each: Tie) -> RoundSentence:
    return RoundSentence(when=_round_words(sight, each), words=each.words)


class _Ways(Struct, frozen=True, kw_only=True):
    """Address of an entry's moment in the time machine, as one player knew it, beside the truth."""

    event_id: int
    past: ToldJournal
    query: str

    def __call__(self, seq: int) -> str:
        return address_of(self.event_id, self.past.settled(seq), self.query)


def _hidden_fact(sight: Sight[DayState], each: Learned, to: _Ways) -> HiddenFact:
    fact = each.fact
    return HiddenFact(
        when=_round_words(sight, fact),
        address=to(fact.seq),
        words=fact.words,
        seemed=fact.seemed,
        learned=_learned(sight, fact.round, each.learned),
        never=each.learned is None,
        rule=fact.rule,
    )


def _learned(sight: Sight[DayState], done: int, learned: int | None) -> str:
    if learned is None:
        return say("Nothing told of it until the end of the day.")
    if learned == done:
        return say("It came out before {round} was over.", round=sight.frame.round_words(done))
    return say("It could be known from {round} on.", round=sight.frame.round_words(learned))


def _is_of(audience: str, eye: Eye) -> bool:
    return audience in (f"seat:{eye.seat}", f"team:{eye.team}")


# --- round by round -----------------------------------------------------------------------------------------------------


def _rounds(door: DebriefPass, seat: SeatId, then: dict[int, tuple[Sight[DayState], PlayerThen]], last: int) -> Iterator[OwnRound]:
    papers = _papers(door, seat)
    for number in range(1, last + 1):
        if number not in then:
            continue
        sight, player = then[number]
        reports = reports_of(_seat_pass(door, seat), player.player.team, number)
        yield OwnRound(
            number=number,
            head=head_of(sight.frame, number, reports, ()),
            place=_place(player),
            sections=tuple(sections_of(sight, number, reports, ())),
            papers=papers.get(number, ()),
        )


def _place(player: PlayerThen) -> str:
    if player.table:
        return say("{room}, table {table}", room=player.room, table=player.table)
    return player.room or say("In no room")


def _papers(door: DebriefPass, seat: SeatId) -> dict[int, tuple[SealedPaper, ...]]:
    """Player's own sealed sheets, by round."""
    own: Sight[DayState] = Sight(journal.head(door.event.stream).state, Viewer(seat=seat))
    found: dict[int, tuple[SealedPaper, ...]] = {}
    for month, name, lines in sealed_words(door.event, own, seat):
        found[month] = (*found.get(month, ()), SealedPaper(name=name, lines=lines))
    return found


class HiddenFact(Struct, frozen=True, kw_only=True):
    """A fact that this player did not know at once. `when`: its round. `seemed`: its false appearance. `learned`: when it could be
    known.

    `address`: the moment as this player knew it, beside the truth.
    """

    when: str
    address: str
    words: str
    seemed: str
    learned: str
    never: bool
    rule: str


def drop_repeated_looks(found: Iterable[HiddenFact]) -> Iterator[HiddenFact]:
    """Keep a false appearance only at the first fact that has it, so that a list says "nothing was known to threaten" once."""
    said = set[str]()
    for each in found:
        yield replace(each, seemed="") if each.seemed in said else each
        said.add(each.seemed)


def group_hidden(found: Iterable[HiddenFact]) -> Iterator[tuple[HiddenFact, ...]]:
    """Group neighbours of the same round that came out at the same time and cite the same rule."""
    group: list[HiddenFact] = []
    for each in drop_repeated_looks(found):
        if group and (each.seemed or _group_key(each) != _group_key(group[0])):
            yield tuple(group)
            group = []
        group.append(each)
    if group:
        yield tuple(group)


def _group_key(each: HiddenFact) -> tuple[str, str, str]:
    return each.when, each.learned, each.rule
