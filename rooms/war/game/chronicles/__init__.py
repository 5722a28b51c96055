"""Chroniclers of the War Room: map, battles, alliances, betrayals, forged orders (`control.engine.chronicle`).

Points of Houses: "castles" (castles with its flag), "regions" (where it has units, and more than any other House), "units".

Ties of Houses:
- "allied": one ticked the other on a sheet, until the month ends
- "attacked": in a battle, without a tick (R-61)
- "betrayed": although the other ticked it voluntarily

Facts:
- "betrayal": true from the opened orders on, known to all with the battle and to nobody before; against the Sovereign: rule R-56
- "coup": true from the opened orders on, known to all once it is made
- "forged-order": true from its entry on. The author of the House's sheet learns that a tick is forced, never by whom. Its words
  name the ticks on that sheet once the orders are opened.

Deeds of the player whose sheet counted, else of the House: "betrayal", "betrayed", "battle-won", "battle-lost", "attack-won",
"coup".

Deeds of Houses: "units-lost" in battles. The events tell the others: "units-lost", "castle-taken", "castle-lost", "unlucky".
"""
