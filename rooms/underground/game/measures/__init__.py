"""Lab measures of the Underground."""
