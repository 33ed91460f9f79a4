"""How long programs take, and how much memory: run in turn, on the same files."""
