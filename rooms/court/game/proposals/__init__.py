"""Proposals before they are laws: the form, amendments, and what would follow (GE-CRT-16, GE-CRT-21)."""
