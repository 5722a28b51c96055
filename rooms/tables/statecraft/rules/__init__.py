"""The rules of Statecraft, section by section of the rulebook: the consequences of each action."""
