"""`make quick`: the tests that a change touches, by import and by rule, as many as a minute holds. See docs/testing.md."""
