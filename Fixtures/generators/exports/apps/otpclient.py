"""OTPClient: its own database, always under a password, in the three versions of its layout."""

import json
import struct
from collections.abc import Sequence
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, hostile, reopen_containers
from ..accounts import Entry, cast, entry, locked, passphrase
from ..catalogue import OF_FOLDER, Catalogue, Seal
from ..sealed import SealedCatalogue
from ..shape import Shape, paths, places

FORMAT = "otpclient"
KINDS = ("totp", "hotp", "steam")
MAGIC = b"OTPClient"
Costs = tuple[int, int, int]
LOW_COSTS, APP_COSTS = (1, 8192, 1), (4, 131072, 4)
IV_SIZE, SALT_SIZE = 16, 32


def written(account: Entry) -> dict:
    fields: dict[str, Any] = {
        "type": "HOTP" if account.type == "hotp" else "TOTP",
        "label": account.name_in_file,
        "issuer": account.issuer,
        "secret": account.secret_in_file,
        "digits": account.digits,
        "algo": account.algorithm,
    }
    fields |= {"period": account.period} if account.counter is None else {"counter": account.counter}
    return fields | ({"group": account.group} if account.group else {})


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    secret=("secret",),
    fields=places("issuer digits period counter", name="label", algorithm="algo"),
    suffix=".enc",
    kind=("type",),
    unknown_kind="PUSH",
    extras=paths("group"),
)


def accounts_of(label: str) -> list[Entry]:
    """What tells Steam is the issuer alone, in any case."""
    accounts = [account for account in cast(label, KINDS) if account.type != "steam"]
    names = {"Steam": "gamer", "STEAM": "louder gamer"}
    return [*accounts, *(entry(f"{label}/{issuer}", "steam", issuer=issuer, name=names[issuer]) for issuer in names)]


def text(entries: Any) -> bytes:
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode()


def nonces(label: str) -> bytes:
    return invented_bytes(f"exports/{label}/iv", IV_SIZE) + invented_bytes(f"exports/{label}/salt", SALT_SIZE)


def version_1(label: str, plain: bytes, password: bytes) -> bytes:
    header = nonces(label)
    key = ciphers.derived("sha512", password, header[IV_SIZE:], 100_000)
    return header + ciphers.aes_gcm(key, header[:IV_SIZE], plain, header)


def version_2(label: str, plain: bytes, password: bytes, costs: Costs = LOW_COSTS, *, mark: int = 2) -> bytes:
    """A structure of C as it lay in memory: three bytes of nothing, then numbers with their lowest byte first."""
    header = MAGIC + bytes(3) + struct.pack("<I", mark) + nonces(label) + struct.pack("<3I", *costs)
    return header + sealed(label, plain, password, header, costs)


def version_3(label: str, plain: bytes, password: bytes, costs: Costs = LOW_COSTS, *, mark: int = 3) -> bytes:
    header = MAGIC + struct.pack(">I", mark) + nonces(label) + struct.pack(">3I", *costs)
    return header + sealed(label, plain, password, header, costs)


def sealed(label: str, plain: bytes, password: bytes, header: bytes, costs: Costs) -> bytes:
    passes, kibibytes, lanes = costs
    iv, salt = nonces(label)[:IV_SIZE], nonces(label)[IV_SIZE:]
    key = ciphers.argon2_raw(password, salt, passes, kibibytes, lanes)
    return ciphers.aes_gcm(key, iv, plain, header)


VERSIONS = {"v1": version_1, "v2": version_2, "v3": version_3}


def cut_short(password: str) -> bytes:
    """What old programs made of a password: as many bytes as it has characters."""
    return password.encode()[: len(password)]


def add(catalogue: Catalogue) -> None:
    for name, version in VERSIONS.items():
        for suffix, ascii in (("", True), ("-unicode", False)):
            add_one(catalogue, f"{name}{suffix}", version, ascii=ascii)
    add_one(catalogue, "v2-cut-password", version_2, ascii=False, cut=True)
    add_one(catalogue, "v1-cut-password", version_1, ascii=False, cut=True)
    add_one(catalogue, "v3-app-costs", lambda *given: version_3(*given, APP_COSTS), ascii=True)
    add_one(catalogue, "v2-marked-1", lambda *given: version_2(*given, mark=1), ascii=True)
    password = passphrase(f"{FORMAT}/hostile")
    inner = SealedCatalogue(catalogue, FORMAT, password, lambda path, plain: version_3(path, plain, password.encode()))
    hostile.add(inner, SHAPE, but="encodings")
    add_damaged(catalogue)
    add_costs(catalogue)


def add_one(catalogue: Catalogue, name: str, version: Any, *, ascii: bool, cut: bool = False) -> None:
    label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
    accounts = accounts_of(label)
    plain = text([written(account) for account in accounts])
    raw = cut_short(password) if cut else password.encode()
    seal = Seal(lambda content, _: reopen_containers.otpclient(content, raw), plain)
    catalogue.add(f"{label}.enc", version(label, plain, raw), accounts, password=password, seal=seal)


def failure(
    catalogue: Catalogue, name: str, content: bytes, error: str, given: str | None, format: str | None = OF_FOLDER
) -> None:
    catalogue.failure(f"{FORMAT}/hostile/{name}.enc", content, error, format=format, password=given)


def add_damaged(catalogue: Catalogue) -> None:
    label, password = locked(f"{FORMAT}/damaged")
    another = passphrase(f"{FORMAT}/another")
    plain = text([written(entry(f"{label}/{at}")) for at in range(2)])
    good = {name: version(label, plain, password.encode()) for name, version in VERSIONS.items()}

    def flipped(content: bytes, at: int) -> bytes:
        changed = bytearray(content)
        changed[at] ^= 1
        return bytes(changed)

    cases: Sequence[tuple[str, bytes, str]] = (
        ("v3-flipped", flipped(good["v3"], 100), "wrong-password"),
        ("v3-tag-flipped", flipped(good["v3"], -1), "wrong-password"),
        ("v3-iv-flipped", flipped(good["v3"], 13), "wrong-password"),
        ("v3-tag-cut", good["v3"][:-8], "wrong-password"),
        ("v3-trailing-rubbish", good["v3"] + b"rubbish", "wrong-password"),
        ("v2-iv-flipped", flipped(good["v2"], 20), "wrong-password"),
        ("v3-header-only", good["v3"][:73], "corrupt"),
        ("v3-header-cut", good["v3"][:60], "corrupt"),
        ("v2-header-cut", good["v2"][:74], "corrupt"),
        ("magic-only", MAGIC, "corrupt"),
        ("v4", version_3(label, plain, password.encode(), mark=4), "unsupported-version"),
        ("v3-no-list", version_3(f"{label}/object", b"{}", password.encode()), "corrupt"),
        ("v3-garbage", version_3(f"{label}/garbage", b"no JSON at all", password.encode()), "corrupt"),
        ("v1-garbage", version_1(f"{label}/garbage", b"no JSON at all", password.encode()), "corrupt"),
    )
    for name, content, error in cases:
        failure(catalogue, name, content, error, password)
    failure(catalogue, "v1-flipped", flipped(good["v1"], 60), "wrong-password", password, None)
    for name, content in good.items():
        format = FORMAT if name != "v1" else None
        failure(catalogue, f"{name}-wrong-password", content, "wrong-password", another, format)
        failure(catalogue, f"{name}-no-password", content, "password-required", None, format)


def add_costs(catalogue: Catalogue) -> None:
    """Headers that ask for more or less than the bounds allow. No key is ever made for them."""
    label, password = locked(f"{FORMAT}/costs")
    costs = {
        "passes-65": (65, 8192, 1),
        "passes-2-32": (2**32 - 1, 8192, 1),
        "memory-2-20-and-1": (1, 2**20 + 1, 1),
        "memory-2-32": (1, 2**32 - 1, 1),
        "lanes-17": (1, 8192, 17),
        "passes-0": (0, 8192, 1),
        "memory-0": (1, 0, 1),
        "lanes-0": (1, 8192, 0),
    }
    for name, asked in costs.items():
        header = MAGIC + struct.pack(">I", 3) + nonces(f"{label}/{name}") + struct.pack(">3I", *asked)
        content = header + invented_bytes(f"exports/{label}/{name}/sealed", 80)
        failure(catalogue, name, content, "limit-exceeded", password)
    header = MAGIC + bytes(3) + struct.pack("<I", 2) + nonces(label) + struct.pack("<3I", 1, 2**31, 1)
    failure(catalogue, "v2-memory-2-31", header + bytes(64), "limit-exceeded", password)


def holding(accounts: Sequence[Entry], label: str) -> bytes:
    return version_3(label, text([*map(written, accounts)]), passphrase(label).encode())
