"""Lab measures of the War Room."""
