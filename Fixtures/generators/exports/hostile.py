"""What may be wrong with any JSON file: the same cases for every format."""

from dataclasses import replace
from typing import Any

from .accounts import Entry
from .catalogue import Catalogue
from .sealed import SealedCatalogue
from .shape import ABSENT, KEPT, LARGEST, Shape, between

READABLE_DEPTH = 400
UNREADABLE_DEPTH = 600
NOT_UTF8 = {
    "stray byte": b"caf\xe9",
    "bytes that never occur": b"\xfe\xff",
    "overlong form": b"\xc0\xaf",
    "surrogate in three bytes": b"\xed\xa0\x80",
    "sequence cut short": b"\xe2\x82",
}
STRANGE_NAMES = (
    "tab\tline\nfeed", "nul\x00inside", "\u202egnihtemos", 'quotes " and \\ and /', "no-break\u00a0space",
    "👩‍👩‍👧‍👦 family", "x" * 1000,
)  # fmt: skip
SPELLINGS = {
    "sha1": "SHA1", "": "SHA1", "SHA-1": "SHA1", "HmacSHA256": "SHA256", "hmac-sha-256": "SHA256",
    "SHA_512": "SHA512", "HMAC SHA 512": "SHA512",
}  # fmt: skip
NOT_NUMBERS = ("six", "6.5", "0x6", "-6", 6.5, -6, True, [6], {"value": 6})
NOT_OBJECTS = (None, 5, "text", [], True)


def add(catalogue: Catalogue | SealedCatalogue, shape: Shape, *, only: str = "", but: str = "") -> None:
    """Every case, or only some, or all but some, written compactly whatever the app does."""
    shape = replace(shape, indent=None)
    cases = (
        rejected, nested, broken, not_utf8, strange_names, encodings, strings, nulls, missing, types, repeated,
        algorithms,
    )  # fmt: skip
    for case in cases:
        if case.__name__ in only.split() or not only and case.__name__ not in but.split():
            case(catalogue, shape)


def path(shape: Shape, name: str) -> str:
    return f"{shape.format}/hostile/{name}{shape.suffix}"


def rejected(catalogue: Catalogue, shape: Shape) -> None:
    """Every entry that must be refused, between good ones."""
    first, bad, last = shape.accounts("rejected", 3)
    counting = shape.account("rejected/hotp", "hotp")
    faults = [(reason, shape.changed(bad, {shape.secret: value})) for value, reason in shape.bad_secrets]
    if not shape.skips_without_secret:
        faults.append(("no secret", shape.changed(bad, {shape.secret: ABSENT})))
    wrong = {"algorithm": shape.bad_algorithms, "digits": (0, 11, -6), "period": (0, -30, 2147484)}
    for name, values in wrong.items():
        if name in shape.fields:
            faults += [(f"{name} {value}", shape.with_field(bad, name, value)) for value in values]
    if "counter" in shape.fields:
        faults += [(f"counter {value}", shape.with_field(counting, "counter", value)) for value in shape.bad_counters]
    if shape.kind is not None:
        faults.append((f"kind {shape.unknown_kind}", shape.changed(bad, {shape.kind: shape.unknown_kind})))
    faults += shape.faults
    good = [first, *shape.accounts("rejected-middle", 1), last]
    entries = between([*map(shape.entry, good)], [fault for _, fault in faults])
    reasons = [reason for reason, _ in faults]
    catalogue.add(f"{shape.format}/rejected{shape.suffix}", shape.written(entries), good, reasons)


def deep(levels: int) -> bytes:
    return b'[{"deep":' * (levels // 2) + b"null" + b"}]" * (levels // 2)


def nested(catalogue: Catalogue, shape: Shape) -> None:
    """Values of unknown members, within and beyond the depth that a reader must bear."""
    several = shape.accounts("deep", 3)
    entries = [shape.entry(account) for account in several]
    entries[1]["future"] = "@DEEP@"
    document = shape.document(entries)
    if isinstance(document, dict):
        document["future"] = "@DEEP@"
    text = shape.text(document).encode()
    catalogue.add(path(shape, "deep"), text.replace(b'"@DEEP@"', deep(READABLE_DEPTH)), several)
    unreadable = text.replace(b'"@DEEP@"', deep(UNREADABLE_DEPTH))
    catalogue.failure(path(shape, "too-deep"), unreadable, "corrupt", format=None)


def broken(catalogue: Catalogue, shape: Shape) -> None:
    """Files that are no JSON, hold no list, or hold an empty one."""
    text = shape.written([shape.entry(account) for account in shape.accounts("truncated", 4)])
    catalogue.failure(path(shape, "truncated"), text[: len(text) * 3 // 5], "corrupt", format=None)
    catalogue.failure(path(shape, "trailing-garbage"), text + b"]}garbage", "corrupt", format=None)
    if shape.needs_a_list:
        catalogue.failure(path(shape, "no-list"), shape.written("none"), "corrupt")
    empty = shape.written([])
    if shape.empty_error is None:
        catalogue.add(path(shape, "empty-list"), empty)
    else:
        catalogue.failure(path(shape, "empty-list"), empty, shape.empty_error, format=None)


def not_utf8(catalogue: Catalogue, shape: Shape) -> None:
    """A file that is not UTF-8 is read as Windows-1252. What was encrypted is not, and such names in it are lost."""
    good = shape.accounts("not-utf8", 2)
    bad = shape.accounts("not-utf8-bad", len(NOT_UTF8) + 1)
    marks = [f"@NAME-{at}@" for at in range(len(bad))]
    names = [shape.with_field(account, "name", mark) for account, mark in zip(bad, marks, strict=True)]
    content = shape.written([shape.entry(good[0]), *names, shape.entry(good[1])])
    for mark, raw in zip(marks, [*NOT_UTF8.values(), b"\\ud83d"], strict=True):
        content = content.replace(mark.encode(), raw)
    read = [nameless(shape, account) for account in bad]
    if not isinstance(catalogue, SealedCatalogue):
        for at, raw in enumerate(NOT_UTF8.values()):
            read[at] = shape.seen(replace(bad[at], name=raw.decode("cp1252")))
    catalogue.add(path(shape, "not-utf8"), content, [good[0], *read, good[1]])


def nameless(shape: Shape, account: Entry) -> Entry:
    """The account where its name is not text."""
    return account if shape.defaults["name"] is KEPT else shape.seen(replace(account, name=""))


def strange_names(catalogue: Catalogue, shape: Shape) -> None:
    """Names that are unusual text, written with escapes."""
    several = [
        replace(account, name=name)
        for account, name in zip(shape.accounts("names", len(STRANGE_NAMES)), STRANGE_NAMES, strict=True)
    ]
    content = shape.written([shape.entry(account) for account in several], escaped=True).replace(b"/", b"\\/")
    catalogue.add(path(shape, "strange-names"), content, several)


def encodings(catalogue: Catalogue, shape: Shape) -> None:
    """A byte order mark in front, in UTF-8 and in UTF-16."""
    for name, encoding in {"bom": "utf-8-sig", "utf-16": "utf-16-le"}.items():
        several = [replace(account, name="Größe 大") for account in shape.accounts(name)]
        text = shape.holding(several).decode()
        mark = "" if encoding == "utf-8-sig" else "\ufeff"
        catalogue.add(path(shape, name), (mark + text).encode(encoding), several)


def strings(catalogue: Catalogue, shape: Shape) -> None:
    """Numbers written as strings, and values that are no numbers."""
    numbers = [name for name in ("digits", "period", "counter") if name in shape.fields]
    if not numbers:
        return
    good: list[Entry] = []
    entries: list[Any] = []
    reasons: list[str] = []
    for name in numbers:
        given = {"digits": 8, "period": 60, "counter": LARGEST}
        label = f"strings/{name}"
        account = shape.account(label, "hotp" if name == "counter" else "totp", **{name: given[name]})
        good.append(account)
        entries.append(shape.with_field(account, name, str(shape.stored(account, name))))
        for at, nothing in enumerate(("", "null") if name not in shape.required | shape.unclear else ()):
            other = shape.account(f"{label}/{at}", account.type, **{name: given[name]})
            entries.append(shape.with_field(other, name, nothing))
            if name in shape.never_absent:
                reasons.append(f"{name} {nothing!r}")
            else:
                good.append(replace(other, **{name: shape.defaults[name]}))
        entries += [shape.with_field(account, name, value) for value in NOT_NUMBERS]
        reasons += [f"{name} {value!r}" for value in NOT_NUMBERS]
        entries.append(shape.with_field(account, name, "@HUGE@"))
        reasons.append(f"{name} 1e400")
    content = shape.written(entries).replace(b'"@HUGE@"', b"1e400")
    catalogue.add(path(shape, "numbers"), content, good, reasons)


def nulls(catalogue: Catalogue, shape: Shape) -> None:
    without(catalogue, shape, "nulls", None)


def missing(catalogue: Catalogue, shape: Shape) -> None:
    without(catalogue, shape, "missing-keys", ABSENT)


def without(catalogue: Catalogue, shape: Shape, case: str, value: Any) -> None:
    """Every member null, or absent, that an app might leave so; those that have no default reject the entry."""
    good: list[Entry] = []
    entries: list[Any] = []
    reasons: list[str] = []
    for name in (name for name in shape.fields if name not in shape.unclear):
        account = shape.account(f"{case}/{name}", "hotp" if name == "counter" else "totp", **unusual(name))
        entries.append(shape.with_field(account, name, value))
        if name in shape.required | shape.never_absent:
            reasons.append(f"no {name}")
        else:
            default = shape.defaults[name]
            good.append(account if default is KEPT else replace(account, **{name: default}))
    bare = shape.account(f"{case}/extras")
    good.append(bare)
    entries.append(shape.changed(bare, {extra: value for extra in shape.extras}))
    if shape.kind is not None and shape.missing_kind != "unclear":
        kindless = shape.account(f"{case}/kind")
        entries.append(shape.changed(kindless, {shape.kind: value}))
        if shape.missing_kind == "rejected":
            reasons.append("no kind")
        else:
            good.append(kindless)
    entries.append(shape.changed(bare, {shape.secret: value}))
    if not shape.skips_without_secret or value is None and shape.rejects_null_secret:
        reasons.append("no secret")
        if value is ABSENT and not shape.skips_empty:
            entries.append({})
            reasons.append("nothing at all")
    catalogue.add(path(shape, case), shape.written(entries), good, reasons)


def unusual(name: str) -> dict[str, Any]:
    """A value that a default must replace."""
    return {key: value for key, value in (("algorithm", "SHA256"), ("digits", 8), ("period", 60)) if key == name}


def types(catalogue: Catalogue, shape: Shape) -> None:
    """Members, and entries, of another type than they should be. A number is taken for the name that it spells, any
    other value for none."""
    good = shape.accounts("types", 2)
    bad = shape.account("types/bad")
    wrong: list[tuple[str, Any]] = [(f"entry {value!r}", value) for value in NOT_OBJECTS]
    for value in (12345, {"value": "GEZDGNBVGY3TQOJQ"}, True):
        wrong.append((f"secret {value!r}", shape.changed(bad, {shape.secret: value})))
    names = [shape.with_field(bad, "name", value) for value in (7, ["a", "b"], {"value": "name"})]
    named = [shape.seen(replace(bad, name="7")), nameless(shape, bad), nameless(shape, bad)]
    if "algorithm" in shape.fields:
        wrong.append(("algorithm is a list", shape.with_field(bad, "algorithm", ["SHA1"])))
    if shape.kind is not None:
        wrong.append(("kind is an object", shape.changed(bad, {shape.kind: {"value": 1}})))
    secrets = len(NOT_OBJECTS) + 3
    refused = [value for _, value in wrong]
    entries = [shape.entry(good[0]), *refused[:secrets], *names, *refused[secrets:], shape.entry(good[1])]
    reasons = [reason for reason, _ in wrong]
    read = [good[0], *named, good[1]]
    catalogue.add(path(shape, "wrong-types"), shape.written(entries), read, reasons)


def repeated(catalogue: Catalogue, shape: Shape) -> None:
    """An entry three times, another one between: the importer yields each, what to do about it is decided later."""
    one, other = shape.accounts("duplicates", 2)
    several = [one, other, one, one]
    catalogue.add(path(shape, "duplicates"), shape.holding(several), several)


def algorithms(catalogue: Catalogue, shape: Shape) -> None:
    """One algorithm in the many spellings of the apps."""
    if "algorithm" not in shape.fields or not isinstance(shape.bad_algorithms[0], str):
        return
    several, entries = [], []
    for at, (spelling, algorithm) in enumerate(SPELLINGS.items()):
        account = shape.account(f"algorithms/{at}", algorithm=algorithm)
        several.append(account)
        entries.append(shape.with_field(account, "algorithm", spelling))
    catalogue.add(path(shape, "algorithm-spellings"), shape.written(entries), several)
