"""Power and Favors: who receives, who pays, what is drawn, what Control corrects (GE-EVT-08)."""
