"""How often somebody may be wrong: counted where every process sees it, by what is tried and not by who may be meant.

A whole hall comes from one address. So an address is only counted for codes that were wrong, and what is right opens the door
however often its neighbours were wrong. Wrong passwords are counted by account and address together, so that a phone that guesses
keeps only those beside it out; the account alone has a bound of its own, far higher, for whoever guesses from many addresses.

What is right may come too often as well: whoever holds a badge can join and press without end, and Control reads a line of each.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass

from django.core.cache import cache

from control.watch import figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Tries:
    """Wrong tries at one door: so many in so many seconds, then it is enough for whoever they are counted for."""

    door: str
    most: int
    window: int  # seconds, from the first wrong try
    guesses: bool = True  # whether it is told among the figures of wrong tries

    def enough(self, whose: str) -> bool:
        """Whether there have been too many."""
        count: int = cache.get(self._key(whose), 0)
        return count >= self.most

    def count(self, whose: str) -> None:
        """Count one more."""
        if self.guesses:
            figures.wrong_try(self.door)
        key = self._key(whose)
        if cache.add(key, 1, timeout=self.window):
            return
        try:
            cache.incr(key)
        except ValueError:  # it lapsed between the two calls
            cache.set(key, 1, timeout=self.window)

    def forget(self, whose: str) -> None:
        """Begin anew."""
        cache.delete(self._key(whose))

    def _key(self, whose: str) -> str:
        # What was typed may be long, odd or somebody's password in the wrong field: it is kept as a hash.
        return f"wrong:{self.door}:{hashlib.sha256(whose.encode(errors='surrogatepass')).hexdigest()[:32]}"


LONGEST_NAME = 200  # letters of a typed name that are looked at
CODES = Tries(door="join", most=20, window=60)  # by address; a code has 23 to the 8th faces, so this is for the log's sake
PASSWORDS = Tries(door="login", most=10, window=300)  # by account and address, or by device where one was let in before
ACCOUNTS = Tries(door="login-account", most=300, window=300)  # by account, from wherever
JOINS = Tries(door="joins", most=30, window=600, guesses=False)  # phones that joined with one code
PRESSES = Tries(door="presses", most=120, window=600, guesses=False)  # what one badge has written into the journal of its event
SCREENS = Tries(door="screens", most=12, window=60, guesses=False)  # new screens of an event, by address


def begin_anew(name: str) -> None:
    """Forget all wrong passwords of an account, wherever they came from."""
    ACCOUNTS.forget(account(name))
    cache.set(_turn(account(name)), secrets.token_hex(4), timeout=2 * PASSWORDS.window)


def of_account(name: str, where: str) -> str:
    """An account at an address or a device, for whom wrong passwords are counted."""
    return f"{account(name)} at {where}, turn {cache.get(_turn(account(name)), '')}"


def _turn(whose: str) -> str:
    return f"turn:{hashlib.sha256(whose.encode(errors='surrogatepass')).hexdigest()[:32]}"


def account(name: str) -> str:
    """Which account a typed name is: however it is written, it is counted as one."""
    return unicodedata.normalize("NFKC", name[:LONGEST_NAME]).strip().casefold()[:LONGEST_NAME]
