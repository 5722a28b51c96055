"""Effects that laws and schemes leave in force: entered by Control with a reason, queried by every room (R-68, R-69, R-70).

An effect acts in whole months, from `since` through `until`. Effects never add up: a query returns each House, region or pair once,
however many laws say the same (R-21).
"""
