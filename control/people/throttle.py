"""Rate limits for wrong codes and passwords, and for joins and commands of one badge. The counters are in the shared cache.

A whole hall has one address. So only wrong codes count for an address, and a right code is always accepted. Wrong passwords
count for account and address together, so that somebody who guesses locks out only their own address. The account alone has a
much higher limit, against guessing from many addresses.

Valid actions have limits too: a badge could join and send commands without end, and each is a line that Control reads.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

from django.core.cache import cache
from msgspec import Struct

from control.watch import metrics


class Tries(Struct, frozen=True, kw_only=True):
    """A rate limit: at most `most` tries in `window` seconds, for each key."""

    door: str
    most: int
    window: int  # seconds, from the first wrong try
    guesses: bool = True  # whether it counts in the figures of wrong tries

    def enough(self, whose: str) -> bool:
        """Has this key reached the limit?"""
        count: int = cache.get(self._key(whose), 0)
        return count >= self.most

    def count(self, whose: str) -> None:
        """Count one more try."""
        if self.guesses:
            metrics.wrong_try(self.door)
        key = self._key(whose)
        if cache.add(key, 1, timeout=self.window):
            return
        try:
            cache.incr(key)
        except ValueError:  # the key expired between the two calls
            cache.set(key, 1, timeout=self.window)

    def forget(self, whose: str) -> None:
        """Reset the counter."""
        cache.delete(self._key(whose))

    def _key(self, whose: str) -> str:
        # Typed text may be long, or a password in the wrong field, so only its hash is stored.
        return f"wrong:{self.door}:{hashlib.sha256(whose.encode(errors='surrogatepass')).hexdigest()[:32]}"


LONGEST_NAME = 200  # characters of a typed name that count
CODES = Tries(door="join", most=20, window=60)  # by address; there are 23 to the 8th codes, so this only protects the log
PASSWORDS = Tries(door="login", most=10, window=300)  # by account and address, or by account and known device
ACCOUNTS = Tries(door="login-account", most=300, window=300)  # by account, from any address
JOINS = Tries(door="joins", most=30, window=600, guesses=False)  # phones that joined with one code
PRESSES = Tries(door="presses", most=120, window=600, guesses=False)  # entries that one badge writes into the journal of its event
SCREENS = Tries(door="screens", most=12, window=60, guesses=False)  # new screens of an event, by address


def forget_wrong_passwords(name: str) -> None:
    """Forget all wrong passwords of an account, from any address."""
    ACCOUNTS.forget(plain_account(name))
    cache.set(_turn_key(plain_account(name)), secrets.token_hex(4), timeout=2 * PASSWORDS.window)


def password_key(name: str, where: str) -> str:
    """The key for counting wrong passwords of an account at an address or device."""
    return f"{plain_account(name)} at {where}, turn {cache.get(_turn_key(plain_account(name)), '')}"


def _turn_key(whose: str) -> str:
    return f"turn:{hashlib.sha256(whose.encode(errors='surrogatepass')).hexdigest()[:32]}"


def plain_account(name: str) -> str:
    """The normalized account name, so that all spellings count as one."""
    return unicodedata.normalize("NFKC", name[:LONGEST_NAME]).strip().casefold()[:LONGEST_NAME]
