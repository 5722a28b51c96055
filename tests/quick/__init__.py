"""`make quick`: the tests that a change affects, by import and by rule, as many as fit into a minute. See docs/testing.md."""
