"""Release of the console. It is stored with every command, because the rules of that release decided it."""

from __future__ import annotations

RELEASE = "2026-12"
