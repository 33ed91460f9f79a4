"""Bitwarden: the archive of an export with attachments."""

from .. import zips
from ..catalogue import Catalogue
from .bitwarden import SHAPE, export


def add(catalogue: Catalogue) -> None:
    accounts, items = export("bitwarden/zip")
    members = [
        zips.Member("attachments/a/notes.txt", b"otpauth://totp/not-this?secret=GEZDGNBVGY3TQOJQ"),
        zips.Member("data.json", SHAPE.written(items)),
    ]
    catalogue.add("bitwarden/attachments.zip", zips.archive(members, "bitwarden/zip"), accounts, attached=1)
    cut = zips.archive([zips.Member("data.json", SHAPE.written(items)[:-5])], "bitwarden/zip-cut")
    catalogue.failure("bitwarden/hostile/cut.zip", cut, "corrupt")
