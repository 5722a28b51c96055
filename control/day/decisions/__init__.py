"""What the rules leave to a person: a room asks, its desk or a team answers, else the default applies.

A room says with `asked_for` what it wants decided now; it may ask again whenever what it asks about changes. When the step that
needs the answers is closed, it calls `settle` and reads `chosen`.
"""
