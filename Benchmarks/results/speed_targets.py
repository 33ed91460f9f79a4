"""How fast and how small scanning has to be: ratios within one run, but for start-up and memory."""

from collections.abc import Callable

from timing.growth import Step
from timing.rounds import Timing

from .targets import Target, at_least, at_most

Check = Callable[..., Target]

MEMORY_LIMIT = 64
"""MiB, with two pictures at a time."""

ONE, TWO, LIBRARY = "totp-import, 1 job", "totp-import, 2 jobs", "our library, 1 thread"
LIBPNG, ZXING, ZXING_TWO = "libpng to RGB", "zxing-cpp", "zxing-cpp, 2 jobs"
WITH_INVERTED, ONE_PASS = "zbar + inverted", "zbar, one pass"
ZBARIMG = ("zbarimg", "zbarimg QR")


def speed_targets(kind: str, timings: dict[str, Timing]) -> list[Target]:
    """The ratios that this corpus is there for, as far as both programs of a ratio were run; of whole runs, the best of
    each: what else the machine did in one of them is nobody's merit."""
    targets = []

    def demand(
        aim: str, stage: str, over: str, under: str, limit: float, check: Check = at_most, **options: bool
    ) -> None:
        """One ratio: the same stage of two programs."""
        values = [getattr(timings.get(name), stage, None) for name in (over, under)]
        if None not in values:
            targets.append(check(f"{kind}: {aim}", values[0] / values[1], limit, **options))

    demand("2 jobs, times as fast as 1", "best", ONE, TWO, 1.8, at_least)
    if TWO in timings:
        targets.append(at_most(f"{kind}: memory, 2 jobs", timings[TWO].peak / 2**20, MEMORY_LIMIT, unit=" MiB"))
    if kind == "noisy":
        for program, jobs, wanted, best in ((ONE, "1 job", 6.5, 8), (TWO, "2 jobs", 12.5, 15)):
            demand(f"{jobs}, times as fast as zbarimg", "best", "zbarimg", program, wanted, at_least)
            demand(f"{jobs}, times as fast as zbarimg", "best", "zbarimg", program, best, at_least, stretch=True)
    if kind == "screenshots":
        demand("decoding / libpng to RGB", "decode", LIBRARY, LIBPNG, 0.25)
        demand("scanning / zbar + inverted", "scan", LIBRARY, WITH_INVERTED, 0.12)
        for name in ZBARIMG:
            demand(f"1 job, times as fast as {name}", "best", name, ONE, 7, at_least)
            demand(f"2 jobs, times as fast as {name}", "best", name, TWO, 12, at_least)
            demand(f"2 jobs, times as fast as {name}", "best", name, TWO, 16, at_least, stretch=True)
        demand("1 job, times as fast as libpng to RGB", "best", LIBPNG, ONE, 2.5, at_least, stretch=True)
    if kind == "pages":
        demand("decoding / libpng to RGB", "decode", LIBRARY, LIBPNG, 0.40)
    if kind == "mixed":
        demand("scanning / zbar + inverted", "scan", LIBRARY, WITH_INVERTED, 0.40)
        demand("scanning / zbar + inverted", "scan", LIBRARY, WITH_INVERTED, 0.20, stretch=True)
        demand("scanning / zxing-cpp's", "scan", LIBRARY, ZXING, 1, stretch=True)
    if kind == "negative":
        demand("scanning / zbar, one pass", "scan", LIBRARY, ONE_PASS, 3)
    if kind == "roll":
        demand("without a code: time / zxing-cpp, 1 job", "best", ONE, ZXING, 1)
        demand("without a code: time / zxing-cpp, 2 jobs each", "best", TWO, ZXING_TWO, 1)
    return targets


def growth_targets(steps: list[Step]) -> list[Target]:
    first, last = steps[0], steps[-1]
    return [
        at_most(f"memory, {last.pictures} pictures / {first.pictures}", last.peak / first.peak, 1.1),
        at_most(f"memory, {last.pictures} pictures, 2 jobs", last.peak / 2**20, MEMORY_LIMIT, unit=" MiB"),
    ]


def startup_targets(best: dict[str, float]) -> list[Target]:
    """`best` are milliseconds, in the order version, scan."""
    limits = zip(list(best.items())[:2], (15, 30), strict=True)
    return [at_most(name, milliseconds, limit, unit=" ms") for (name, milliseconds), limit in limits]
