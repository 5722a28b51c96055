"""Measures of the Court for the lab: what is counted, and how long things take."""
