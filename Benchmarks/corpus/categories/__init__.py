"""The categories of the accuracy corpus: a function each, from a picture's dice to a picture."""

from collections.abc import Callable

from ..dice import Dice
from ..picture import Picture
from .colours import coloured, inverted, lowcontrast
from .distortions import jpeg, moire, perspective, rotated
from .negative import negative
from .screens import export, huge, multi, page, phone, tiny
from .special import special
from .storage import alpha, formats, white_on_transparent
from .surroundings import logo, noquiet, styled

Category = Callable[[Dice, int], Picture]
"""Makes the picture with this number; the number spreads the variants evenly."""

CATEGORIES: dict[str, Category] = {
    "phone": phone,
    "page": page,
    "export": export,
    "tiny": tiny,
    "huge": huge,
    "inverted": inverted,
    "coloured": coloured,
    "styled": styled,
    "logo": logo,
    "lowcontrast": lowcontrast,
    "alpha": alpha,
    "white-on-transparent": white_on_transparent,
    "formats": formats,
    "jpeg": jpeg,
    "rotated": rotated,
    "perspective": perspective,
    "moire": moire,
    "noquiet": noquiet,
    "multi": multi,
    "negative": negative,
    "special": special,
}
