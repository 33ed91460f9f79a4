"""What may be wrong with a list of links: the same cases for every app that writes one."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from .accounts import Entry, entry, some
from .catalogue import Catalogue


def add(
    catalogue: Catalogue,
    folder: str,
    link: Callable[[Entry], str],
    bad: Sequence[tuple[str, str]],
    *,
    format: str | None = None,
) -> None:
    """Bad links are given with their reasons, in the app's own dress."""

    def file(name: str, lines: Sequence[bytes | str], good: Sequence[Entry], reasons: Sequence[str] = ()) -> None:
        raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
        catalogue.add(f"{folder}/{name}.txt", b"\n".join(raw), good, reasons, format=format)

    first, last = some(f"{folder}/text-rejected")
    lines = [link(first), *(uri for uri, _ in bad), "a line that is no link", link(last), ""]
    file("rejected", lines, [first, last], [reason for _, reason in bad])

    first, last = some(f"{folder}/text-not-utf8")
    bad = some(f"{folder}/text-not-utf8-bad")
    raw = [link(account).encode() for account in bad]
    broken = [raw[0].replace(b"totp/", b"totp/caf\xe9%20"), raw[1].replace(b"?", b"\xff\xfe?", 1)]
    read = [replace(bad[0], issuer=f"café {bad[0].issuer}"), replace(bad[1], name=f"{bad[1].name}ÿþ")]
    file("hostile/not-utf8", [link(first), *broken, link(last)], [first, *read, last])

    several = [
        entry(f"{folder}/text-percent/0", issuer="", name="100%ZZ"),
        entry(f"{folder}/text-percent/1", issuer="", name="caf%E9"),
        entry(f"{folder}/text-percent/2", issuer="", name="half%"),
    ]
    file("hostile/percent", [link(account).replace("%25", "%", 1) for account in several], several)

    good = some(f"{folder}/text-truncated")
    cut = link(some(f"{folder}/text-truncated-bad", 1)[0]).partition("secret=")[0]
    file("hostile/truncated", [*map(link, good), cut], good, ["cut before the secret"])

    again = some(f"{folder}/text-duplicates", 1) * 3
    file("hostile/duplicates", [*map(link, again), ""], again)

    marked = some(f"{folder}/text-marks")
    file("hostile/bom-crlf", ["\ufeff" + "\r\n\r\n".join(map(link, marked)) + "\r\n"], marked)
    catalogue.add(
        f"{folder}/hostile/utf-16.txt", ("\ufeff" + link(again[0]) + "\n").encode("utf-16-be"), again[:1], format=format
    )
    long = entry(f"{folder}/text-long", issuer="", name="x" * 5000)
    file("hostile/long-name", [link(long)], [long])
