"""The floor of the Court: three cycles of Explain, Debate, Vote and Payment.

Rules: GE-CRT-23, GE-CRT-24, GE-CRT-25, GE-CRT-26, GE-CRT-27, GE-CRT-28.
"""
