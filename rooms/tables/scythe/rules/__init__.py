"""The rules of Scythe, section by section of the rulebook: the consequences of each action."""
