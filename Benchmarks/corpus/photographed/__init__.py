"""Codes as a camera sees them: printed sheets and screens, bent, badly lit, out of focus, partly covered.

`SCENES` holds a function per category, from a picture's dice to a picture.
"""

from .scenes import SCENES

__all__ = ["SCENES"]
