"""What has to be read, and that nothing is read that is not there."""

from peers import Reading

from .expectations import Corpus
from .scoring import categories, read_anything, read_only_by, score
from .targets import Target, none

HARD_CATEGORIES = ("noquiet", "lowcontrast", "perspective")
"""Here 95 % must be read, elsewhere everything."""

PHOTOGRAPHS = (("zbar alone", 116, False), ("with zxing-cpp 1.4", 124, False), ("best known", 126, True))
"""Of zxing-cpp's 137 samples: with which engine, how many must be read, and whether that is a stretch goal."""


def accuracy_targets(corpus: Corpus, ours: Reading, others: dict[str, Reading]) -> list[Target]:
    total = score(corpus, ours)
    targets = [none(f"{corpus.kind}: wrong payloads", total.wrong)]
    if not total.expected:
        return targets
    if corpus.kind == "difficult":
        targets += beside_targets(corpus, ours, others)
    elif corpus.kind == "photographed":
        if "zxing-cpp" in others:
            targets.append(more_than_zxing(total.found, score(corpus, others["zxing-cpp"]).found))
    else:
        targets.append(share("payloads read", total.found, total.expected, 0.99))
        easy = [category for category in categories(corpus) if category not in HARD_CATEGORIES]
        targets += worst(corpus, ours, easy, 1)
        targets += worst(corpus, ours, HARD_CATEGORIES, 0.95)
    for name, reading in others.items():
        if name.startswith("zbar") and corpus.kind != "difficult":
            aim = f"{corpus.kind}: pictures that {name} reads and we do not"
            targets.append(none(aim, len(read_only_by(corpus, reading, ours))))
    return targets


def beside_targets(corpus: Corpus, ours: Reading, others: dict[str, Reading]) -> list[Target]:
    """Codes not read beside others, which nobody would look for: the program has to say that they are there."""
    silent = lost = 0
    for picture in corpus.pictures:
        missed = picture.payloads - ours.payloads.get(picture.file, set())
        if len(picture.payloads) > 1 and missed:
            silent += not ours.unread.get(picture.file)
            lost += len(missed & set().union(*(other.payloads.get(picture.file, ()) for other in others.values())))
    return [
        none("difficult: pictures of several codes that lack some in silence", silent),
        none("difficult: codes beside others that another program reads and we do not", lost),
    ]


def more_than_zxing(found: int, theirs: int) -> Target:
    """Photographed codes: as many as zxing-cpp reads, and three percent more."""
    wanted = f"at least 1.03 times zxing-cpp's {theirs}"
    return Target("photographed: payloads read", str(found), wanted, found >= 1.03 * theirs)


def worst(corpus: Corpus, ours: Reading, names: tuple[str, ...] | list[str], least: float) -> list[Target]:
    """The category that fares worst of these; nothing where none of them expects anything."""
    parts = {name: score(corpus, ours, name) for name in names}
    parts = {name: part for name, part in parts.items() if part.expected}
    if not parts:
        return []
    name, part = min(parts.items(), key=lambda entry: entry[1].share)
    return [share(f"the worst of {len(parts)} categories, {name}", part.found, part.expected, least)]


def share(aim: str, found: int, expected: int, least: float) -> Target:
    return Target(aim, f"{found} of {expected}", f"at least {least:.0%}", found >= least * expected)


def order_target(corpus: Corpus, ours: Reading, again: list[Reading]) -> Target:
    """Neither the number of jobs nor the order of the files may change what is read."""
    different = sum(reading.payloads != ours.payloads for reading in again)
    return none(f"{corpus.kind}: runs with 1 or 4 jobs, files reversed, that read otherwise", different)


def photograph_targets(corpus: Corpus, ours: Reading) -> list[Target]:
    read, all_of_them = read_anything(corpus, ours), len(corpus.pictures)
    return [
        Target(f"photographs, {engine}", f"{read} of {all_of_them}", f"at least {least}", read >= least, stretch)
        for engine, least, stretch in PHOTOGRAPHS
    ]
