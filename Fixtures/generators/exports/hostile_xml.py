"""What may be wrong with any XML file: the same cases for every app that writes one."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from .accounts import Entry, entry
from .catalogue import Catalogue

DEPTH = 4000
BOMB = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10 if at else "boom"}">' for at in range(12))
INTERNAL = "<!DOCTYPE map [<!ENTITY name 'walter'>]>"
EXTERNAL = '<!DOCTYPE map [<!ENTITY file SYSTEM "file:///etc/hostname">]>'
USUAL = frozenset(("truncated", "trailing-garbage", "doctype", "entity-bomb", "deep-elements"))
JSON_CASES = "rejected strings nulls missing types repeated algorithms"
"""The cases of JSON that preferences are full of."""


def add(
    catalogue: Catalogue,
    folder: str,
    written: Callable[[Sequence[Entry]], bytes],
    *,
    thorough: bool = False,
    truncated: str = "corrupt",
) -> None:
    """Damage and odd spellings of the XML itself. `written` makes a file of totp accounts."""

    def some(case: str, name: str) -> list[Entry]:
        return [replace(entry(f"{folder}/xml-{case}/{at}"), name=f"{name} {at}") for at in range(3)]

    def path(name: str) -> str:
        return f"{folder}/hostile/{name}.xml"

    add_damaged(catalogue, folder, written(some("damaged", "@NAME@")), thorough=thorough, truncated=truncated)
    marked = some("bom", "Größe 大 🦊")
    catalogue.add(path("bom"), b"\xef\xbb\xbf" + written(marked), marked)
    marked = some("utf-16", "Größe 大 🦊")
    wide = written(marked).decode().replace("utf-8", "utf-16").replace("UTF-8", "UTF-16")
    catalogue.add(path("utf-16"), ("\ufeff" + wide).encode("utf-16-le"), marked)
    spelt = some("spellings", "R&D <lab> été 🦊")
    references = written(spelt).replace("é".encode(), b"&#xE9;").replace("🦊".encode(), b"&#129418;")
    commented = references.replace(b"?>\n", b"?>\n<!-- one -->\n", 1).replace(b"</", b"<!-- two --><!-- three --></", 1)
    catalogue.add(path("references"), commented, spelt)


def add_damaged(
    catalogue: Catalogue, folder: str, content: bytes, *, thorough: bool = False, truncated: str = "corrupt"
) -> None:
    """The damage alone, to a file with `@NAME@` somewhere in its text: all of it, or what any reader may get wrong."""
    errors = {"deep-elements": "limit-exceeded", "truncated": truncated}
    for name, file in damaged(content).items():
        if thorough or name in USUAL:
            error = errors.get(name, "corrupt")
            catalogue.failure(f"{folder}/hostile/{name}.xml", file, error, format=None)


def damaged(content: bytes) -> dict[str, bytes]:
    """Files that are not XML, and declarations that no app writes."""
    head, _, body = content.partition(b"\n")
    start, mark, rest = body.partition(b">")
    opened = start + mark
    nested = b"<a>" * DEPTH + b"</a>" * DEPTH

    def declared(declaration: str, reference: bytes) -> bytes:
        return b"\n".join([head, declaration.encode(), body.replace(b"@NAME@", reference, 1)])

    return {
        "truncated": content[: len(content) * 3 // 5],
        "trailing-garbage": content + b"]}garbage",
        "doctype": declared("<!DOCTYPE map>", b"walter"),
        "entity": declared(INTERNAL, b"&name;"),
        "entity-bomb": declared(f"<!DOCTYPE map [{BOMB}]>", b"&e11;"),
        "external-entity": declared(EXTERNAL, b"&file;"),
        "deep-elements": b"\n".join([head, opened + nested + rest]),
        "unknown-entity": content.replace(b"@NAME@", b"&nbsp;", 1),
        "reference-to-nul": content.replace(b"@NAME@", b"&#0;", 1),
        "control-character": content.replace(b"@NAME@", b"\x01", 1),
        "ends-crossed": content.replace(b"</", b"</a></", 1),
    }
