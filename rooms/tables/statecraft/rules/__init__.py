"""The rules of Statecraft, section by section of the rulebook: what follows from an action."""
