"""Hostages: tokens of a House held by another, with the Power and the Favor on them (GE-CER-19).

Callers take, kill, release and hand over hostages through `custody`, and ask there who holds which.
"""
