"""Scythe: a map, a mat, and six stars to place before the others do (SY)."""
