"""What was expected, what was found, what was aimed at, and tables of it all."""
