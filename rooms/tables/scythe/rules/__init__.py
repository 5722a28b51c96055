"""The rules of Scythe, section by section of the rulebook: offers, the consequences of each action, and facts."""
