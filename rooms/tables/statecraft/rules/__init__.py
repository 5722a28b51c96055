"""The rules of Statecraft, section by section of the rulebook: actions, their consequences, and the facts that record these."""
