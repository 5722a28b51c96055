"""What the lab counts of a day that every room shares."""
