"""Completed schemes: they wait in the state, strike in Return and are spent in any case (GE-UND-57, R-19, R-20).

A room reacts to `SchemeActed` with its own part and says with `strike.spent` what came of it.
"""
