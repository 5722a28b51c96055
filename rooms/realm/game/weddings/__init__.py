"""Weddings: a House with a Chapel anoints a Priest, two players agree, and the Priest weds them.

Rules: GE-CER-09, GE-CER-10, GE-CER-11, GE-CER-12, GE-FAV-14, R-138, R-140, R-141.
"""
