"""What laws and schemes leave in force: entered by Control with a reason, asked for by every room (R-68, R-69, R-70).

An effect acts in whole months, from `since` through `until`. Nothing here is doubled: who asks gets each House, each region, each
pair once, however many laws say the same (R-21).
"""
