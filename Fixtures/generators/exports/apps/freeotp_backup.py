"""FreeOTP 2: the backup, a Java map with every secret in a box of its own."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, java_stream, reopen
from ..accounts import Entry, cast, entry, locked, some
from ..catalogue import Catalogue, Seal
from .freeotp import steams
from .freeotp_plus import signed

DIGESTS = {"PBKDF2withHmacSHA512": "sha512", "PBKDF2withHmacSHA1": "sha1"}
APP_ITERATIONS, LOW_ITERATIONS = 100_000, 1000
CIPHER = "AES/GCM/NoPadding"
Pair = tuple[str, str]


@dataclass(frozen=True)
class Backup:
    """The master key of one file, and what opens it."""

    label: str
    password: str
    algorithm: str = "PBKDF2withHmacSHA512"
    iterations: int = LOW_ITERATIONS
    tagged: bool = True
    """Whether the parameters of the boxes tell the length of the tag, too."""

    @property
    def master(self) -> bytes:
        return invented_bytes(f"exports/{self.label}/master", 32)

    def box(self, name: str, key: bytes, content: bytes, token: str) -> dict:
        nonce = invented_bytes(f"exports/{self.label}/{name}/nonce", 12)
        sealed = ciphers.aes_gcm(key, nonce, content, token.encode())
        octets = b"\x04\x0c" + nonce
        parameters = b"\x30\x11" + octets + b"\x02\x01\x10" if self.tagged else octets
        return {
            "mCipher": CIPHER,
            "mCipherText": signed(sealed),
            "mParameters": signed(parameters),
            "mToken": token,
        }

    def master_key(self, **changes: Any) -> Pair:
        salt = invented_bytes(f"exports/{self.label}/salt", 32)
        key = ciphers.pbkdf2(DIGESTS[self.algorithm], self.password, salt, self.iterations)
        tree = {
            "mAlgorithm": self.algorithm,
            "mEncryptedKey": self.box("master", key, self.master, "AES"),
            "mIterations": self.iterations,
            "mSalt": signed(salt),
        }
        return "masterKey", compact(tree | changes)

    def secret(self, account: Entry, **changes: Any) -> Pair:
        """The box is JSON in a string of JSON."""
        box = self.box(account.identifier, self.master, account.secret, f"Hmac{account.algorithm}") | changes
        return account.identifier, compact({"key": compact(box)})

    def pairs(self, accounts: Sequence[Entry], *, bare: bool = False) -> list[Pair]:
        """The map in the order of some hash: expected are the accounts by that order."""
        found = [self.master_key()]
        for account in accounts:
            found += [self.secret(account), token(account, bare=bare)]
        return sorted(found, key=place)


def place(pair: Pair) -> bytes:
    return hashlib.sha256(pair[0].encode()).digest()


def by_place(accounts: Sequence[Entry]) -> list[Entry]:
    return sorted(accounts, key=lambda account: place(token(account)))


def compact(tree: Any) -> str:
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":"))


def token(account: Entry, *, bare: bool = False, **changes: Any) -> Pair:
    """The counter is that of the next code. `bare` leaves out what equals a default."""
    members: dict[str, Any] = {
        "algo": account.algorithm,
        "digits": account.digits,
        "issuerExt": account.issuer,
        "issuerInt": account.issuer,
        "label": account.name_in_file,
        "period": account.period,
        "type": "TOTP" if account.type == "steam" else account.type.upper(),
    }
    if account.counter is not None:
        members["counter"] = account.counter
    if bare:
        defaults = {"algo": "SHA1", "digits": 6, "period": 30, "issuerExt": "", "issuerInt": "", "counter": 0}
        members = {name: value for name, value in members.items() if defaults.get(name) != value}
    return f"{account.identifier}-token", compact(members | changes)


def opened(accounts: Sequence[Entry]) -> Seal:
    return Seal(reopen.freeotp, b"".join(account.secret for account in accounts))


def add(catalogue: Catalogue) -> None:
    cases = (
        ("v2", True, {"iterations": APP_ITERATIONS}, {}, {}),
        ("v2-unicode", False, {"algorithm": "PBKDF2withHmacSHA1"}, {"bare": True}, {}),
        ("v2-short-parameters", True, {"tagged": False}, {}, {"long": True}),
    )
    for name, ascii, choices, spelling, strings in cases:
        label, password = locked(f"freeotp/{name}", ascii=ascii)
        accounts = [*cast(label, ("totp", "hotp")), *steams(label), entry(f"{label}/first", "hotp", counter=0)]
        accounts = by_place(accounts if name == "v2" else accounts[1::2])
        pairs = Backup(label, password, **choices).pairs(accounts, **spelling)
        content = java_stream.hash_map(pairs, **strings)
        seal = opened(accounts)
        catalogue.add(f"{label}.xml", content, accounts, password=password, seal=seal)
    add_quirks(catalogue)
    add_rejected(catalogue)
    add_restored(catalogue)
    add_damaged_keys(catalogue)
    add_damaged_streams(catalogue)


def add_quirks(catalogue: Catalogue) -> None:
    """Null for an algorithm, an issuer in one place only, names beyond the basic plane, equal strings as references."""
    label, password = locked("freeotp/v2-quirks")
    backup = Backup(label, password)
    null, internal, wide, again = accounts = some(label, 4)
    wide = accounts[2] = replace(wide, name="🦊 nul\x00inside 大")
    again = accounts[3] = replace(again, issuer=null.issuer, name=null.name)
    same = token(null, algo=None)[1]
    pairs = [
        (f"{null.identifier}-token", same),
        backup.secret(wide),
        token(internal, bare=True, issuerExt=None),
        ("set\x00tings", "{}"),
        token(wide),
        backup.secret(null),
        backup.secret(internal),
        backup.master_key(),
        (f"{again.identifier}-token", same),
        backup.secret(again),
    ]
    content = java_stream.hash_map(pairs, shared=True)
    catalogue.add(f"{label}.xml", content, accounts, password=password, seal=opened(accounts))


def add_rejected(catalogue: Catalogue) -> None:
    label, password = locked("freeotp/v2-rejected")
    backup = Backup(label, password)
    first, last = some(label, "first last")

    def bad(case: str, type: str = "totp") -> Entry:
        return entry(f"{label}/bad/{case}", type)

    def sealed(case: str, **changes: Any) -> list[Pair]:
        return [token(bad(case)), backup.secret(bad(case), **changes)]

    def described(case: str, kind: str = "totp", **changes: Any) -> list[Pair]:
        return [token(bad(case, kind), **changes), backup.secret(bad(case, kind))]

    other = bad("tag")
    damaged = Backup(label + "/other", password).secret(other)
    faults = {
        "no key": [token(bad("no key"))],
        "key is no JSON": [token(bad("text")), (bad("text").identifier, "no JSON")],
        "key is no JSON in JSON": [token(bad("inner")), (bad("inner").identifier, compact({"key": "no JSON"}))],
        "key is null": [token(bad("null")), (bad("null").identifier, compact({"key": None}))],
        "unknown cipher": sealed("cipher", mCipher="AES/CBC/PKCS5Padding"),
        "sealed under another key": [token(other), damaged],
        "sealed with other data": sealed("data", mToken="HmacMD5"),
        "no ciphertext": sealed("empty", mCipherText=[]),
        "256 in the ciphertext": sealed("256", mCipherText=[1, 256]),
        "parameters are no DER": sealed("der", mParameters=[1, 2, 3]),
        "parameters longer than they are": sealed("long", mParameters=[0x30, 127, 4, 12, *range(12)]),
        "parameters without nonce": sealed("nonce", mParameters=[4, 0]),
        "secret of no bytes": [
            token(replace(bad("none"), secret=b"", written_secret="")),
            backup.secret(replace(bad("none"), secret=b"")),
        ],
        "token is no JSON": [(f"{bad('token').identifier}-token", "no JSON"), backup.secret(bad("token"))],
        "token is a list": [(f"{bad('list').identifier}-token", "[]"), backup.secret(bad("list"))],
        "unknown type": described("type", type="PUSH"),
        "algorithm SHA224": described("algorithm", algo="SHA224"),
        "digits 0": described("digits 0", digits=0),
        "digits 11": described("digits 11", digits=11),
        "period 0": described("period 0", period=0),
        "counter -1": described("counter", "hotp", counter=-1),
    }
    pairs = [token(first), backup.secret(first), backup.master_key()]
    for fault in faults.values():
        pairs += fault
    pairs += [backup.secret(last), token(last)]
    content = java_stream.hash_map(pairs)
    catalogue.add(f"{label}.xml", content, [first, last], list(faults), password=password)


def add_restored(catalogue: Catalogue) -> None:
    """FreeOTP 2.0.2 to 2.0.4 after a restore: the restored master key in the file, secrets under the phone's own."""
    label, password = locked("freeotp/v2-restore")
    phone, restored = (Backup(f"{label}/{name}", password) for name in ("phone", "restored"))
    forgotten = Backup(f"{label}/forgotten", "not this one")
    first, counting, last = entry(f"{label}/0"), entry(f"{label}/1", "hotp"), entry(f"{label}/2")

    def content(key: Backup, *sealed: tuple[Backup, Entry]) -> bytes:
        pairs = [key.master_key()]
        for backup, account in sealed:
            pairs += [backup.secret(account), token(account)]
        return java_stream.hash_map(pairs)

    def add(name: str, content: bytes, accounts: Sequence[Entry], lost: int) -> None:
        reasons = ["sealed under another key"] * lost
        catalogue.add(f"{label}-{name}.xml", content, accounts, reasons, password=password)

    add("1-before", content(phone, (phone, first)), [first], 0)
    add("2-after", content(restored, (phone, first), (phone, counting), (phone, last)), [], 3)
    add("3-mixed", content(restored, (restored, first), (restored, counting), (phone, last)), [first, counting], 1)
    other = content(forgotten, (restored, last))
    catalogue.failure(f"{label}-4-forgotten.xml", other, "wrong-password", password=password)


def add_damaged_keys(catalogue: Catalogue) -> None:
    """A master key that does not open, or that no reader should try to open."""
    label, password = locked("freeotp/v2-damaged")
    backup = Backup(label, password)
    account = entry(label)
    rest = [token(account), backup.secret(account)]
    box = json.loads(backup.master_key()[1])["mEncryptedKey"]
    changes: dict[str, tuple[dict[str, Any], str]] = {
        "unknown-kdf": ({"mAlgorithm": "PBKDF2withHmacMD5"}, "unsupported-version"),
        "unknown-cipher": ({"mEncryptedKey": box | {"mCipher": "AES/CTR/NoPadding"}}, "unsupported-version"),
        "iterations-0": ({"mIterations": 0}, "corrupt"),
        "iterations-negative": ({"mIterations": -1}, "corrupt"),
        "iterations-2-31": ({"mIterations": 2**31 - 1}, "limit-exceeded"),
        "iterations-2-63": ({"mIterations": 2**63}, "corrupt"),
        "salt-null": ({"mSalt": None}, "corrupt"),
        "salt-not-bytes": ({"mSalt": [1, 2, 300]}, "corrupt"),
        "key-null": ({"mEncryptedKey": None}, "corrupt"),
        "key-without-tag": ({"mEncryptedKey": box | {"mCipherText": [1, 2, 3]}}, "corrupt"),
    }
    for name, (change, error) in changes.items():
        content = java_stream.hash_map([backup.master_key(**change), *rest])
        catalogue.failure(f"freeotp/hostile/v2-{name}.xml", content, error, password=password)
    others = {
        "no-master-key": (rest, "corrupt"),
        "master-key-not-json": ([("masterKey", "no JSON"), *rest], "corrupt"),
        "wrong-password": ([Backup(label, "not this one").master_key(), *rest], "wrong-password"),
    }
    for name, (pairs, error) in others.items():
        content = java_stream.hash_map(pairs)
        catalogue.failure(f"freeotp/hostile/v2-{name}.xml", content, error, password=password)
    content = java_stream.hash_map([backup.master_key()])
    catalogue.add("freeotp/hostile/v2-no-tokens.xml", content, password=password)


def add_damaged_streams(catalogue: Catalogue) -> None:
    """Streams that hold no map of strings, or claim what they do not hold."""
    label, password = locked("freeotp/v2-stream")
    backup, account = Backup(label, password), entry(label)
    pairs = [backup.master_key(), token(account), backup.secret(account)]
    good = java_stream.hash_map(pairs)
    texts = java_stream.strings(text for pair in pairs for text in pair)
    key = java_stream.string("key")

    def stream(count: int, contents: bytes, **choices: Any) -> bytes:
        return java_stream.MAGIC + java_stream.map_of(count, contents, **choices)

    nested = b""
    for _ in range(300):
        nested = key + java_stream.map_of(1, nested or key + key)
    cases = {
        "magic-only": java_stream.MAGIC,
        "truncated": good[: len(good) * 3 // 5],
        "no-end": good[:-1],
        "class-unknown": stream(3, texts, name="java.util.TreeMap"),
        "class-evil": stream(3, texts, name="org.example.Evil", version=bytes(8)),
        "size-too-small": stream(2, texts),
        "size-too-large": stream(4, texts),
        "string-2-62": stream(4, texts + key + b"\x7c" + (2**62).to_bytes(8, "big")),
        "string-cut": stream(4, texts + key + b"\x74\xff\xff" + b"short"),
        "string-not-utf8": stream(4, texts + key + b"\x74\x00\x02\xff\xfe"),
        "handle-unknown": stream(4, texts + key + java_stream.reference(0x7E1000)),
        "handle-negative": stream(4, texts + key + java_stream.reference(0xFFFFFFFF)),
        "handle-to-class": stream(4, texts + key + java_stream.reference(java_stream.FIRST_HANDLE)),
        "handle-to-map": stream(4, texts + key + java_stream.reference(java_stream.FIRST_HANDLE + 1)),
        "null-key": stream(4, texts + b"\x70" + key),
        "code-unknown": stream(4, texts + key + b"\x7f"),
        "maps-in-maps": java_stream.MAGIC + nested[len(key) :],
        "block-in-place": java_stream.MAGIC + b"\x77\x08" + bytes(8),
    }
    for name, content in cases.items():
        catalogue.failure(f"freeotp/hostile/v2-{name}.xml", content, "corrupt", password=password)
    for name, size in {"size-2-31": 2**31 - 1, "size-negative": -1}.items():
        path, content = f"freeotp/hostile/v2-{name}.xml", stream(size, texts)
        catalogue.failure(path, content, "limit-exceeded", password=password)
    path, content = "freeotp/hostile/v2-trailing-garbage.xml", good + b"garbage"
    catalogue.add(path, content, [account], password=password)
