"""Death and its followings (GE-CER-02, R-139).

Rooms call `wounded`, `dies` or `wounded_together` of `dying` and hand their events on: all that follows comes behind
them as reactions, each decided on what the one before it left. `following` is what a death brings, `returning` how one comes back.
"""
