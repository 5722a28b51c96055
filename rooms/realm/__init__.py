"""What God Emperor's rooms share."""
