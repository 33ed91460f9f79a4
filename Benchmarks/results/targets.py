"""What the scanner is meant to reach. Shares and ratios within one run; never seconds."""

from dataclasses import dataclass

from peers import Reading
from timing.rounds import Timing

from .expectations import Corpus
from .scoring import categories, read_only_by, score

HARD_CATEGORIES = {"noquiet", "lowcontrast", "perspective"}
"""Here 95 % must be read, elsewhere everything."""


@dataclass(frozen=True)
class Target:
    """One aim, what was measured, and whether that reaches it."""

    aim: str
    measured: str
    met: bool

    @property
    def row(self) -> list[str]:
        return [self.aim, self.measured, "met" if self.met else "missed"]


def at_most(aim: str, value: float, limit: float) -> Target:
    return Target(f"{aim}: at most {limit:g}", f"{value:.2f}", value <= limit)


def at_least(aim: str, value: float, limit: float) -> Target:
    return Target(f"{aim}: at least {limit:g}", f"{value:.2f}", value >= limit)


def accuracy_targets(corpus: Corpus, ours: Reading, others: dict[str, Reading]) -> list[Target]:
    """What is read, and that nothing is read that is not there."""
    total = score(corpus, ours)
    targets = [Target("wrong payloads: none", str(total.wrong), total.wrong == 0)]
    if not total.expected:
        return targets
    targets.append(Target("codes read: at least 99 %", f"{total.share:.1%}", total.share >= 0.99))
    for category in categories(corpus):
        part = score(corpus, ours, category)
        least = 0.95 if category in HARD_CATEGORIES else 1.0
        if part.share < least:
            targets.append(Target(f"{category}: at least {least:.0%}", f"{part.found} of {part.expected}", False))
    for name, reading in others.items():
        if name.startswith("zbar"):
            missing = read_only_by(corpus, reading, ours)
            targets.append(Target(f"pictures that {name} reads and we do not: none", str(len(missing)), not missing))
    return targets


def speed_targets(kind: str, timings: dict[str, Timing]) -> list[Target]:
    """The ratios that this corpus is there for, as far as both programs of a ratio were run."""
    targets = []

    def demand(aim: str, over: tuple[str, str], under: tuple[str, str], limit: float, check=at_most) -> None:
        """One ratio: program and stage over program and stage."""
        values = [getattr(timings.get(name), stage, None) for name, stage in (over, under)]
        if None not in values:
            targets.append(check(f"{kind}: {aim}", values[0] / values[1], limit))

    one, two, library = "totp-import, 1 job", "totp-import, 2 jobs", "our library, 1 thread"
    libpng, frames, zbarimg, zxing = "libpng to RGB", "zbar full frame", "zbarimg QR", "zxing-cpp"

    demand("2 threads over 1", (one, "wall"), (two, "wall"), 1.8, at_least)
    if two in timings:
        targets.append(at_most(f"{kind}: MiB, 2 threads", timings[two].peak / 2**20, 64))
    if kind == "screenshots":
        demand("decode / libpng to RGB", (library, "decode"), (libpng, "decode"), 0.25)
        demand("scan / zbar full frame", (library, "scan"), (frames, "scan"), 0.12)
        demand("times as fast as zbarimg, 1 thread", (zbarimg, "wall"), (one, "wall"), 7, at_least)
        demand("times as fast as zbarimg, 2 threads", (zbarimg, "wall"), (two, "wall"), 12, at_least)
        demand("the same, stretch", (zbarimg, "wall"), (two, "wall"), 16, at_least)
        demand("times as fast as libpng alone, stretch", (libpng, "wall"), (one, "wall"), 2.5, at_least)
    if kind == "pages":
        demand("decode / libpng to RGB", (library, "decode"), (libpng, "decode"), 0.40)
    if kind == "mixed":
        demand("scan / zbar full frame", (library, "scan"), (frames, "scan"), 0.40)
        demand("the same, stretch", (library, "scan"), (frames, "scan"), 0.20)
        demand("scan / zxing-cpp's, stretch", (library, "scan"), (zxing, "scan"), 1)
    if kind == "negative" and frames in timings:
        # The study counts one pass of zbar; its runner makes two, the second one over the inverted copy.
        demand("scan / both passes of zbar full frame", (library, "scan"), (frames, "scan"), 1.5)
    return targets
