"""Which release of the console this is: stored with every command, for the rules that decided it are those of its release."""

from __future__ import annotations

RELEASE = "2026-12"
