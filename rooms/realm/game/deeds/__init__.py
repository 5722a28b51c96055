"""What passed laws do: in the Return of their month, in the order of passing, or from the next month on (R-19, R-20).

`turns` lets each law act or lapse; one module for each family of kinds says what it then does. Rooms react to `LawActed` with
their own part. What the console cannot carry out becomes a hand-off to the desk that must: nothing passes in silence.
"""
