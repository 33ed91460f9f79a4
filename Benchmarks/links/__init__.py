"""The links that `validate` is timed with, and the library that it is timed beside."""
