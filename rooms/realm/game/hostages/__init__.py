"""Hostages: tokens of a House in the hands of another, with the Power and the Favor that lie on them (GE-CER-19).

Whoever takes, kills, releases or hands over calls `custody`, and asks there what is held.
"""
