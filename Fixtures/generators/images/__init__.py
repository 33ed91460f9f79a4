"""The parts of the fixture generator; `make_images.py` starts it."""
