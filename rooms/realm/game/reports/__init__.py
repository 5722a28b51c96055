"""Reports of the realm: each event in words for those it concerns. One module per subject."""
