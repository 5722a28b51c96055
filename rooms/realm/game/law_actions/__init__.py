"""Effects of passed laws: in the Return of their month, in the order of passing, or from the next month on (R-19, R-20).

`turns` lets each law act or lapse. One module per family of kinds then carries it out, and rooms react to `LawActed` with their
part. What the console cannot carry out becomes a hand-off to the right desk, so no law passes unnoticed.
"""
