"""The clock of a day: rounds, phases, the rooms' steps, and what the control team may do to them.

Every instant is a fact. A phase that the clock ends has ended at its deadline, whenever a worker looked; the next one begins at
that very instant, unless nobody could have played it: a phase whose beginning lies more than `GRACE` back begins now, so that an
outage costs at most the phase it fell into.
"""
