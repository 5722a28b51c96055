"""State, actions and content of Scythe, and its rules behind the interface of a side table."""
