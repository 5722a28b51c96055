"""The rules of Scythe, section by section of the rulebook: what follows from an action."""
