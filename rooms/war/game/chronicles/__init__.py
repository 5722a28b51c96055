"""Chroniclers of the War Room: the map, battles, alliances, betrayals, forged orders (`control.engine.chronicle`).

Points of Houses: "castles" (flags it has on castles), "regions" (where it has units and more than any other House), "units".
Ties of Houses: "allied" (one ticked the other on a sheet, to the end of the month), "attacked" (in a battle, without a tick, R-61),
"betrayed" (the other had ticked it, on a sheet of its own will).
Facts: "betrayal" (so from the opened orders on, known to all with the battle, and to nobody before), "betrayal" of the Sovereign
(rule R-56), "coup" (known with its end), "forged-order" (so from its entering on; who wrote the House's sheet reads that a tick is
forced, and never by whom; what that sheet ticked itself is in its words with the opened orders).
Deeds of whose sheet counted, else of the House: "betrayal", "betrayed", "battle-won", "battle-lost", "attack-won", "coup".
Deeds of Houses: "units-lost", "castle-taken", "castle-lost", "unlucky".
"""
