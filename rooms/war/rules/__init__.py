"""The War chapter of the rulebook, one module per section."""

from __future__ import annotations
