"""Completed schemes: they wait in the state, strike in Return and are spent, whatever the result (GE-UND-57, R-19, R-20).

A room reacts to `SchemeActed` with its part and reports the result with `strike.spent`.
"""
