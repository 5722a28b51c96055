"""Duels of the Court: a challenge, its stake, the rounds, and payment.

Rules: GE-CRT-85, GE-CRT-88, GE-CRT-91, GE-CRT-95, R-102, R-103, R-104.
"""
