"""Death and its consequences (GE-CER-02, R-139).

Rooms call `wound_events`, `put_to_death` or `double_wound_events` of `death` and pass the events on. The consequences follow as
reactions, each decided on the state that the last one left. `inheritance` holds the consequences, `reincarnation`
the player's return.
"""
