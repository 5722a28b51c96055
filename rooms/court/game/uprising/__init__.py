"""Uprisings: players of the Court cast out the Sovereign, or are punished for it.

Rules: GE-CRT-96, GE-CRT-97, GE-CRT-98, R-22, R-105, R-106.
"""
