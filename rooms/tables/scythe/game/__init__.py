"""The state, the actions and the content of Scythe, and its rules as a side table asks for them."""
