"""andOTP: a plain array, and two encrypted forms without any magic."""

from typing import Any

from images.accounts import base32, invented_bytes

from .. import ciphers, hostile, reopen
from ..accounts import Entry, cast, entry, locked, padded
from ..catalogue import Catalogue, Seal
from ..shape import Shape, paths, places

FORMAT = "andotp"
KINDS = ("totp", "hotp", "steam", "motp")
ITERATIONS = {"encrypted": 140_000, "encrypted-few-iterations": 1_000, "encrypted-2048-bytes": 1_000}
AROUND_TEXT = 4 + 12 + 12 + 16


def written(account: Entry) -> dict:
    found: dict[str, Any] = {
        "secret": secret(account),
        "issuer": account.issuer,
        "label": account.name_in_file,
        "digits": account.digits,
        "type": account.type.upper(),
        "algorithm": account.algorithm,
        "thumbnail": "Default",
        "last_used": 1_600_000_000_000,
        "used_frequency": 0,
        "tags": [account.group] if account.group else [],
    }
    if account.type == "totp":
        found["period"] = account.period
    elif account.type == "hotp":
        found["counter"] = account.counter
    elif account.type == "motp":
        found["algorithm"] = "SHA1"
    return found


def secret(account: Entry) -> str:
    """Padded base32; of an mOTP secret it is the hex text that is encoded."""
    if account.type == "motp":
        return padded(base32(account.secret.hex().encode()))
    return account.written_secret or padded(account.base32)


def faults() -> list[tuple[str, dict]]:
    motp = written(entry("andotp/fault", "motp"))
    return [
        ("motp secret is not hex text", motp | {"secret": padded(base32(b"0123456789abcdeg"))}),
        ("motp secret of odd length", motp | {"secret": padded(base32(b"0123456789abcde"))}),
        ("motp secret is not ASCII", motp | {"secret": padded(base32(b"\xff\xfe\x00\x01"))}),
    ]


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    secret=("secret",),
    fields=places("issuer algorithm digits period counter", name="label"),
    kind=("type",),
    unknown_kind="YUBI",
    extras=paths("thumbnail last_used used_frequency tags"),
    needs_a_list=False,
    empty_error="unrecognised",
    faults=faults(),
)


def add(catalogue: Catalogue) -> None:
    accounts = [account for account in cast("andotp/plain", KINDS) if account.pin is None]
    accounts.append(entry("andotp/motp", "motp", issuer="Copperline Mail"))
    catalogue.add("andotp/plain.json", SHAPE.holding(accounts), accounts)
    add_old_labels(catalogue)
    add_encrypted(catalogue)
    hostile.add(catalogue, SHAPE)


def add_old_labels(catalogue: Catalogue) -> None:
    """Old versions: one label for issuer and name, or an issuer that is repeated in the label."""
    labels = [
        ("Kestrel Hosting - frank@example.net", "Kestrel Hosting", "frank@example.net"),
        ("Acme Cloud - Acme Cloud:alice@example.org", "Acme Cloud", "alice@example.org"),
        ("North - South - bob", "North", "South - bob"),
        ("no-separator", "", "no-separator"),
        ("dash-without blanks-around", "", "dash-without blanks-around"),
        ("Größe - zoë", "Größe", "zoë"),
        ("", "", ""),
    ]
    accounts, entries = [], []
    for at, (label, issuer, name) in enumerate(labels):
        account = entry(f"andotp/old-labels/{at}", issuer=issuer, name=name)
        accounts.append(account)
        tree = written(account) | {"label": label}
        del tree["issuer"], tree["tags"]
        entries.append(tree)
    repeated = entry("andotp/old-labels/repeated", issuer="Elmgate Wiki", name="erin")
    empty = entry("andotp/old-labels/empty-issuer", issuer="", name="Elmgate - not split")
    entries += [written(repeated) | {"label": "Elmgate Wiki:erin"}, written(empty)]
    accounts += [repeated, empty]
    catalogue.add("andotp/old-labels.json", SHAPE.written(entries), accounts)


def add_encrypted(catalogue: Catalogue) -> None:
    for at, (name, iterations) in enumerate(ITERATIONS.items()):
        label, password = locked(f"andotp/{name}", ascii=at != 1)
        accounts = cast(label, ("totp", "hotp", "steam"))
        text = SHAPE.written([*map(written, accounts[:5] if at == 2 else accounts)])
        if at == 2:
            accounts = accounts[:5]
            text += b" " * (2048 - AROUND_TEXT - len(text))
        content = encrypted(label, text, password, iterations)
        seal = Seal(reopen.andotp, text)
        catalogue.add(f"{label}.bin", content, accounts, password=password, seal=seal)
    label, password = locked("andotp/encrypted-old", ascii=False)
    accounts = cast(label, ("totp", "hotp"))
    text = SHAPE.holding(accounts)
    nonce = invented_bytes(f"{label}/nonce", 12)
    content = nonce + ciphers.aes_gcm(ciphers.sha256(password.encode()), nonce, text)
    seal = Seal(reopen.andotp_old, text)
    catalogue.add(f"{label}.bin", content, accounts, password=password, seal=seal)
    catalogue.failure("andotp/hostile/too-short.bin", content[:44], "unrecognised", password=password)
    letter = b"-----BEGIN PGP MESSAGE-----\n\nhF4Dinvented\n-----END PGP MESSAGE-----\n"
    catalogue.failure("andotp/hostile/openpgp.gpg", letter, "unsupported-version")


def encrypted(label: str, text: bytes, password: str, iterations: int) -> bytes:
    salt, nonce = invented_bytes(f"{label}/salt", 12), invented_bytes(f"{label}/nonce", 12)
    key = ciphers.pbkdf2("sha1", password, salt, iterations)
    return iterations.to_bytes(4, "big") + salt + nonce + ciphers.aes_gcm(key, nonce, text)
