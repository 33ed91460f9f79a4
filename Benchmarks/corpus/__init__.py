"""The parts of the corpus generator; `make_corpus.py` is the way in."""
