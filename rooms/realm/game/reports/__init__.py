"""What the events of the realm mean to those whom they concern, one module for each thing that is told."""
