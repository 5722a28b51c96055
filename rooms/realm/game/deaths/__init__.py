"""Death and its consequences (GE-CER-02, R-139).

Rooms call `wounded`, `dies` or `wounded_together` of `death` and pass its events on. The consequences follow as reactions, each
decided on the state that the last one left. `aftermath` holds the consequences and the player's return.
"""
