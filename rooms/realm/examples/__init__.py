"""The rulebook's examples as data: given, when, then. Organizers write them, `manage.py examples` plays them."""

from __future__ import annotations
