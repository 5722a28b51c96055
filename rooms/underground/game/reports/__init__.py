"""Reports of Underground events to those who may know them (R-144)."""
