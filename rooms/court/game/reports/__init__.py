"""Reports of the Court: what its events mean to the people concerned."""
