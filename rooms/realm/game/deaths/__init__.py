"""Death and what follows it (GE-CER-02, R-139).

Rooms call `wounded`, `dies` or `wounded_together` of `death` and hand their events on. All that follows comes behind them as
reactions, each decided on what the one before it left. `aftermath` is what a death brings and how one comes back.
"""
