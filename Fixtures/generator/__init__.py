"""The parts of the fixture generator; `generate_images.py` is the way in."""
