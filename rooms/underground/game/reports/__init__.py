"""What the events of the Underground mean to those whom they concern, and who may know them (R-144)."""
