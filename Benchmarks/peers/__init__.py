"""The programs that are measured, ours among them, each as a command and a way to read what it prints."""

from .libpng import LibPNG
from .ours import StageTimes, TOTPImport
from .program import Program, Reading, available, measured
from .zbar import ZBarFullFrame, ZBarImg
from .zxing import ZXing

__all__ = [
    "LibPNG", "Program", "Reading", "StageTimes", "TOTPImport", "ZBarFullFrame", "ZBarImg", "ZXing", "available",
    "measured",
]  # fmt: skip
