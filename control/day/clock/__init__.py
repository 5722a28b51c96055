"""The clock of a day: rounds, phases, the rooms' steps, and the control team's commands on them.

Every instant is stored. A phase that the clock ends has ended at its deadline, even if a worker noticed later.
The next phase begins at the same instant. If that is more than `GRACE` ago, it begins now, because nobody could play it.
So an outage costs at most the phase in which it happened.
"""
