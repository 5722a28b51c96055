"""What the events of the Court mean to those whom they concern."""
