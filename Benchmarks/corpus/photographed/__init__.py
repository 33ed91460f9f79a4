"""Codes as a camera sees them: printed sheets and screens, bent, badly lit, out of focus, partly covered.

`SCENES` holds a function per category, from a picture's dice to a picture; `DIFFICULT_SCENES` the same for what most
programs fail at.
"""

from .difficult import SCENES as DIFFICULT_SCENES
from .scenes import SCENES

__all__ = ["DIFFICULT_SCENES", "SCENES"]
