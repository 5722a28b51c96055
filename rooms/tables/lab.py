"""Side tables in the lab: whole games by the best bot, which is the last one that the game names, on every seat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from control.bots.playout import Stuck
from control.engine.language import later, say
from control.engine.measures import Measured, MeasuredQuestion
from control.engine.refusal import Refused
from control.lab.outcomes import GameOutcome
from control.registry import Lab, Subject
from rooms.tables.game.playout import Playout, Unsound, play_game
from rooms.tables.game.rules import AnyRules, GameKind, Setup
from rooms.tables.registry import app_of, content_in, content_of

USUAL: Final = 4  # default number of players, if the game allows it


class TableGame(Struct, frozen=True, kw_only=True):
    """A side-table game for a number of players."""

    kind: GameKind
    rules: AnyRules
    players: int

    @property
    def key(self) -> str:
        return f"{self.kind.id}/{self.players}"

    @property
    def title(self) -> str:
        return title_of(self.kind, self.players)

    def play(self, seed: int) -> GameOutcome:
        """Play one game, with the same bot on all seats and the first player by lot.

        Raises:
            Stuck: the game does not end.
        """
        bot = tuple(self.kind.bots.values())[-1]
        try:
            played = play_game(self.rules, Setup(players=self.players), (bot,) * self.players, random.Random(f"lab {seed}"))
        except (Unsound, Refused) as wrong:
            raise Stuck(wrong.sentence if isinstance(wrong, Refused) else str(wrong)) from wrong
        return self._outcome(played, seed)

    def _outcome(self, played: Playout, seed: int) -> GameOutcome:
        """The outcome: winners by seat and by what else describes seats, length, ending, scores.

        Several winners are one name, joined by " + ".
        """
        winners, names = played.result.winners, dict[str, str]()
        counts = {"actions": played.actions, "winners": len(winners)}
        counts |= {f"score/{seat + 1}": score for seat, score in enumerate(played.result.scores) if score}
        counts |= {f"won/seat/{seat + 1}": 1 for seat in winners}
        names["winner/seat"] = _listed(str(seat + 1) for seat in winners)
        if self.kind.tabulates is not None:
            said = self.kind.tabulates.said(self.rules, played.state)
            names["ending"] = said.ends
            counts |= {f"length/{_key(what)}": length for what, length in said.lengths.items()}
            for what, words in said.seats.items():
                names[f"winner/{_key(what)}"] = _listed(words[seat] for seat in winners)
                names |= {f"seat/{seat + 1}/{_key(what)}": word for seat, word in enumerate(words)}
        return GameOutcome(seed=seed, names=names, counts=counts)


def _key(words: str) -> str:
    """A measure as a part of a key."""
    return words.lower().replace(" ", "-")


def _listed(words: Iterator[str]) -> str:
    """Several winners as one name, sorted."""
    return " + ".join(sorted(words))


def title_of(kind: GameKind, players: int) -> str:
    return f"{kind.title}, {players} players"


def game_at_table(game: str, document: bytes, players: str) -> TableGame:
    """The game of a study, with the content that was frozen into the study.

    Raises:
        KeyError: no such game is installed.
        ValueError: the game does not have this number of players.
    """
    kind = app_of(game).kind
    number = int(players) if players else min(max(USUAL, kind.least), kind.most)
    if not kind.least <= number <= kind.most:
        raise ValueError(f"{kind.title} is for {kind.least} to {kind.most} players.")
    return TableGame(kind=kind, rules=kind.rules(content_in(game, document)), players=number)


def subjects_of(game: str) -> tuple[Subject, ...]:
    """A subject for each number of players, the default number first."""
    kind = app_of(game).kind
    usual = min(max(USUAL, kind.least), kind.most)
    return tuple(
        [
            Subject(name=f"{game}/{many}", title=title_of(kind, many), kind=f"{game}/{many}", document=lambda: content_of(game))
            for many in sorted(range(kind.least, kind.most + 1), key=lambda many: (many != usual, many))
        ]
    )


def measured(players: int) -> Measured:
    """Questions about a game: who won by seat, against equal chances, and how it ended; and the names of its numbers."""
    numbers = [str(each) for each in range(1, players + 1)]
    seats = {number: say("Seat {number}", number=number) for number in numbers}
    return Measured(
        asked=(
            MeasuredQuestion(
                key="winner/seat",
                title=later("Who won: seats"),
                names=lambda _content: seats,
                by_rights=lambda _content: dict.fromkeys(numbers, 1 / players),
            ),
            MeasuredQuestion(key="ending", title=later("How the game ended")),
        ),
        words={
            "actions": later("Moves of all players"),
            "winners": later("Winners"),
            **{f"score/{number}": say("Score of seat {number}", number=number) for number in numbers},
            **{f"won/seat/{number}": say("Won or shared the victory: seat {number}", number=number) for number in numbers},
        },
    )


def lab_of_game(game: str) -> Lab:
    """The lab of a game."""
    return Lab(
        word=game,
        games=later("games"),
        of=lambda document, players: game_at_table(game, document, players),
        subjects=lambda: subjects_of(game),
        measured=lambda players: (measured(int(players)),) if players.isdecimal() else (),
    )
