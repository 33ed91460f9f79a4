"""Plain JSON files of a version that is not known yet: the same cases for every format that has a version."""

from .catalogue import Catalogue
from .shape import Path, Shape, put


def add(catalogue: Catalogue, shape: Shape, *, version: int, at: Path, name: str = "newer") -> None:
    """Each case with a version, written at a path."""
    good, bad = shape.accounts(name)
    entries = [shape.entry(good), shape.entry(bad)]
    damaged = [entries[0], shape.changed(bad, {shape.secret: ["a list"]})]

    def text(entries: object, **members: object) -> bytes:
        document = shape.document(entries)
        put(document, at, version)
        return shape.text(document | members).encode()

    # What versions add, and what says that nothing is encrypted.
    more = {"newMember": {"since": version}, "isEncrypted": False, "cipherName": None}
    place = f"{shape.format}/{name}{{}}{shape.suffix}".format
    catalogue.add(place(""), text(entries, **more), [good, bad])
    catalogue.add(place("-damaged"), text(damaged), [good], ["secret is a list"])
    failures = {
        "-empty": text([]),
        "-other-types": text(damaged[1:]),
        "-key-derivation": text(entries, kdfOptions={"rounds": 1}),
        "-cipher": text(entries, secretCipher="AES"),
    }
    for case, content in failures.items():
        catalogue.failure(place(case), content, "unsupported-version")
