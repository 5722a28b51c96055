"""Measures of the lab for what every room shares."""
