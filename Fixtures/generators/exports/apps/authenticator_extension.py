"""The browser extension Authenticator: plain, and encrypted in the ways of three generations."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from images.accounts import base32, invented_bytes

from .. import ciphers, hostile, reopen_salted
from ..accounts import Entry, cast, entry, invented_uuid, locked, some
from ..catalogue import Catalogue, Seal
from ..shape import Shape, paths, places

FORMAT = "authenticator-extension"
KINDS = ("totp", "hotp", "steam")
LOW_COSTS = (1, 64, 1)
APP_COSTS = (2, 19456, 1)
TYPE_NUMBERS = {"totp": 1, "hotp": 2, "steam": 4}
ALGORITHM_NUMBERS = {"SHA1": 1, "SHA256": 2, "SHA512": 3}


def written(account: Entry, **changes: Any) -> dict:
    """Without members that have their default."""
    name = invented_uuid(f"{FORMAT}/{account.base32}")
    tree: dict[str, Any] = {"encrypted": False, "hash": name, "index": 0, "type": account.type}
    tree["secret"] = account.secret_in_file
    if account.favourite:
        tree["pinned"] = True
    if account.counter is not None:
        tree["counter"] = account.counter
    elif account.period != 30:
        tree["period"] = account.period
    names = {"issuer": account.issuer, "account": account.name_in_file}
    tree |= {key: value for key, value in names.items() if value}
    if account.type != "steam" and account.digits != 6:
        tree["digits"] = account.digits
    if account.algorithm != "SHA1":
        tree["algorithm"] = account.algorithm
    return tree | changes


def document(entries: Sequence[Any]) -> dict:
    """The extension's order is that of `index`, not that of the file."""
    members = [
        (invented_uuid(f"{FORMAT}/member/{at}"), tree | {"index": at} if isinstance(tree, dict) else tree)
        for at, tree in enumerate(entries)
    ]
    return dict(sorted(members))


def file(tree: Any) -> bytes:
    """As the extension saves it."""
    return json.dumps(tree, ensure_ascii=False, indent=2).replace("\n", "\r\n").encode()


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=document,
    secret=("secret",),
    fields=places("issuer algorithm counter", name="account"),
    skips_without_secret=True,
    rejects_null_secret=True,
    needs_a_list=False,
    empty_error="unrecognised",
    bad_secrets=(
        ("none!", "neither base32 nor hexadecimal"), ("", "empty secret"), (" -==", "secret of no bytes"),
        ("stm-0189", "steam secret not base32"), ("bliz-", "only a prefix"),
    ),
    bad_algorithms=("GOST3411_2012_256", "GOST3411_2012_512", 4, 5, 0, "SHA384"),
    extras=paths("encrypted hash index"),
)  # fmt: skip


def odd(label: str) -> list[tuple[Entry, dict]]:
    """What old versions and bugs write."""

    def made(case: str, type: str = "totp", **fields: Any) -> Entry:
        return entry(f"{label}/{case}", type, **fields)

    bare = made("bare", issuer="", name="")
    hexadecimal, counted = made("hex", secret_size=17), made("hhex", "hotp", counter=9)
    untyped = made("untyped", secret=bytes.fromhex("0189") + invented_bytes(f"{label}/untyped", 8))
    appended, dropped = made("appended", secret_size=10), made("dropped", secret_size=10)
    appended = replace(appended, secret=appended.secret[:9] + b"\x30")
    battle = made("battle", digits=8)
    blz, bliz = made("blz", digits=8), made("bliz", digits=8)
    stm = made("stm", "steam")
    site = made("site", issuer="GitHub")
    numbers = [made(f"number/{type}", type) for type in TYPE_NUMBERS]
    algorithms = [made(f"algorithm/{name}", algorithm=name) for name in ALGORITHM_NUMBERS]
    unknown = made("unknown")
    digits, period = made("digits"), made("period")
    pairs = [
        (bare, {"secret": bare.base32.lower()}),
        (hexadecimal, written(hexadecimal, type="hex", secret=hexadecimal.secret.hex())),
        (counted, written(counted, type="hhex", secret=counted.secret.hex().upper())),
        (untyped, written(untyped, secret=untyped.secret.hex())),
        (appended, written(appended, type="hex", secret=appended.secret.hex()[:-1])),
        (dropped, written(dropped, type="hex", secret=dropped.secret.hex() + "0")),
        (battle, written(battle, type="battle", digits=6, algorithm="GOST3411_2012_256", period=7)),
        (blz, written(blz, secret=f"blz-{blz.base32}")),
        (bliz, written(bliz, type="steam", secret=f"bliz-{bliz.base32}")),
        (stm, written(stm, type="totp", secret=f"stm-{stm.base32}", digits=10, algorithm="SHA512")),
        (site, written(site, issuer="GitHub::github.com::again")),
        *((account, written(account, type=TYPE_NUMBERS[account.type])) for account in numbers),
        *((account, written(account, algorithm=ALGORITHM_NUMBERS[account.algorithm])) for account in algorithms),
        (unknown, written(unknown, type="future")),
        *((digits, written(digits, digits=value)) for value in (0, 11, -1, 10**12, None)),
        *((period, written(period, period=value)) for value in (0, -30, 2147484, "x", 30.5, None, [])),
        (made("counter", "hotp", counter=0), written(made("counter", "hotp"), counter=None)),
    ]
    return pairs


def other_members() -> dict:
    """What is in the browser's storage next to the accounts."""
    return {
        "UserSettings": {"secret": "GEZDGNBV", "items": {"zoom": 100}},
        "LocalStorage": {"secret": "GEZDGNBV", "theme": "dark"},
        "empty": {"encrypted": False, "index": 3},
        "text": "GEZDGNBV",
        "number": 5,
        "nothing": None,
    }


def salted(label: str, text: str, secret: str) -> str:
    """As CryptoJS encrypts with a passphrase."""
    salt = invented_bytes(f"exports/{label}/salt", 8)
    material, last = b"", b""
    while len(material) < 48:
        last = hashlib.md5(last + secret.encode() + salt).digest()
        material += last
    sealed = ciphers.aes_cbc(material[:32], material[32:48], text.encode("latin-1"))
    return ciphers.b64(b"Salted__" + salt + sealed)


def phc(hashed: bytes, salt: bytes, costs: tuple[int, int, int]) -> str:
    passes, kibibytes, lanes = costs
    parts = (ciphers.b64(part).rstrip("=") for part in (salt, hashed))
    return f"$argon2id$v=19$m={kibibytes},t={passes},p={lanes}$" + "$".join(parts)


def with_secrets(label: str, trees: Sequence[dict], secret: str) -> list[dict]:
    """The first and the second generation: only the secrets are encrypted."""
    return [
        tree | {"encrypted": True, "secret": salted(f"{label}/{at}", tree["secret"], secret)}
        for at, tree in enumerate(trees)
    ]


def old_key(label: str, password: str) -> tuple[dict, str]:
    """The second generation: its member, and what encrypts the secrets."""
    raw = invented_bytes(f"exports/{label}/key", 120)
    parts = (invented_bytes(f"exports/{label}/{part}", count) for part, count in (("hash", 24), ("hash/salt", 16)))
    hashed = phc(*parts, (1, 16384, 1))
    return {"enc": salted(f"{label}/key", raw.decode("latin-1"), password), "hash": hashed}, raw.hex()


def new_key(label: str, password: str, costs: tuple[int, int, int] = LOW_COSTS) -> tuple[str, dict, str]:
    """The third generation: name and member of the key, and what encrypts the accounts."""
    name = invented_uuid(f"{label}/key")
    salt, check = (invented_bytes(f"exports/{label}/{part}", 16).hex() for part in ("salt", "check"))
    # The extension does not pad the digits of a byte.
    salt = salt[:-1]
    passes, kibibytes, lanes = costs

    def hashed(text: str, salt: str) -> bytes:
        return ciphers.argon2id(text, salt.encode(), passes=passes, kibibytes=kibibytes, lanes=lanes)

    own = ciphers.b64(hashed(password, salt)).rstrip("=")
    member = {"dataType": "Key", "id": name, "salt": salt, "hash": phc(hashed(own, check), check.encode(), costs)}
    return name, member | {"version": 3}, own


def whole(label: str, trees: Sequence[dict], key: str, secret: str) -> list[dict]:
    """The third generation: accounts are encrypted as a whole. What is inside may be out of date."""
    return [
        {
            "dataType": "EncOTPStorage",
            "data": salted(
                f"{label}/{at}",
                json.dumps(tree | {"encrypted": True, "keyId": key, "index": 99 - at, "dataType": "OTPStorage"}),
                secret,
            ),
            "keyId": key,
        }
        for at, tree in enumerate(trees)
    ]


def add(catalogue: Catalogue) -> None:
    accounts = cast(f"{FORMAT}/plain", KINDS)
    content = file(document([written(account) for account in accounts]) | other_members())
    catalogue.add(f"{FORMAT}/plain.json", content, accounts)
    pairs = odd(f"{FORMAT}/odd")
    content = file(document([tree for _, tree in pairs]))
    known = [account for account, tree in pairs if tree.get("type") != "future"]
    catalogue.add(f"{FORMAT}/old.json", content, known, rejected=["a type that the extension does not know"])
    add_order(catalogue)
    add_encrypted(catalogue)
    add_damaged(catalogue)
    hostile.add(catalogue, SHAPE, but="strings types algorithms")
    hostile.add(catalogue, replace(SHAPE, bad_algorithms=("SHA384",)), only="algorithms")


def add_order(catalogue: Catalogue) -> None:
    """Missing positions are 0, and equal ones go by name; names are UUIDs or MD5 hashes."""
    several = some(f"{FORMAT}/order", 5)
    trees = [written(account) for account in several]
    first, second = sorted(hashlib.md5(part).hexdigest() for part in (b"invented 1", b"invented 2"))
    del trees[0]["index"]
    tree = {
        invented_uuid(f"{FORMAT}/order/4"): trees[4] | {"index": 70},
        invented_uuid(f"{FORMAT}/order/3"): trees[3] | {"index": "7"},
        invented_uuid(f"{FORMAT}/order/2"): trees[2] | {"index": 2},
        second: trees[1],
        first: trees[0],
    }
    catalogue.add(f"{FORMAT}/order.json", file(tree), several)


def add_encrypted(catalogue: Catalogue) -> None:
    def put(name: str, make: Callable[[str, list[dict], str], dict], *, ascii: bool) -> None:
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        accounts = cast(label, KINDS)
        trees = [written(account) for account in accounts]
        if name.startswith("generation-1"):
            trees[1]["secret"] = trees[1]["secret"].lower()
        content = file(make(label, trees, password))
        seal = Seal(reopen_salted.authenticator_extension, reopen_salted.authenticator_extension(content, password))
        catalogue.add(f"{label}.json", content, accounts, password=password, seal=seal)

    def first(label: str, trees: list[dict], password: str) -> dict:
        return document(with_secrets(label, trees, password))

    def second(label: str, trees: list[dict], password: str) -> dict:
        key, secret = old_key(label, password)
        return document(with_secrets(label, trees, secret)) | {"key": key}

    def loose(label: str, trees: list[dict], password: str) -> dict:
        tree = second(label, trees, password)
        return {name: member for name, member in tree.items() if name != "key"} | tree["key"]

    def third(label: str, trees: list[dict], password: str) -> dict:
        name, key, secret = new_key(label, password, APP_COSTS)
        return {name: key} | document(whole(label, trees, name, secret))

    def conflict(label: str, trees: list[dict], password: str) -> dict:
        keys = [new_key(f"{label}/{at}", password) for at in range(2)]
        sealed = [whole(f"{label}/{at}", [tree], keys[at % 2][0], keys[at % 2][2])[0] for at, tree in enumerate(trees)]
        return document(sealed) | {name: key for name, key, _ in keys}

    def mixed(label: str, trees: list[dict], password: str) -> dict:
        name, key, secret = new_key(label, password)
        sealed = [
            tree if at % 3 == 0
            else with_secrets(f"{label}/{at}", [tree], password)[0] if at % 3 == 1
            else whole(f"{label}/{at}", [tree], name, secret)[0]
            for at, tree in enumerate(trees)
        ]  # fmt: skip
        return document(sealed) | {name: key}

    put("generation-1", first, ascii=True)
    put("generation-2", second, ascii=False)
    put("generation-3", third, ascii=False)
    put("generation-3-keys", conflict, ascii=True)
    put("mixed", mixed, ascii=True)
    label, password = locked(f"{FORMAT}/generation-2-loose")
    accounts = cast(label, KINDS)
    content = file(loose(label, [written(account) for account in accounts], password))
    catalogue.add(f"{label}.json", content, accounts, password=password)


def add_damaged(catalogue: Catalogue) -> None:
    """Some accounts open, and others do not."""
    label, password = locked(f"{FORMAT}/damaged")
    good, bad = entry(f"{label}/good"), written(entry(f"{label}/bad"))

    def partly(name: str, sealed: list[dict], reasons: Sequence[str], further: dict | None = None) -> None:
        content = file(document(sealed) | (further or {}))
        catalogue.add(f"{FORMAT}/hostile/{name}.json", content, [good], reasons, password=password)

    opened = with_secrets(label, [written(good)], password)
    other = with_secrets(f"{label}/other", [bad], "another passphrase")
    junk = with_secrets(f"{label}/junk", [bad | {"secret": "none!"}], password)
    reasons = ("another passphrase", "not base32", "not base64", "not salted", "no ciphertext", "a number")
    values = ("?", base32(b"plain text"), ciphers.b64(b"Salted__12345678"), 7)
    wrong = [bad | {"encrypted": True, "secret": value} for value in values]
    partly("generation-1-partly", [*opened, *other, *junk, *wrong], reasons)

    key, secret = old_key(label, password)
    opened = with_secrets(f"{label}/2", [written(good)], secret)
    partly("generation-2-partly", [*opened, *other], ("another key",), {"key": key})

    name, key, secret = new_key(label, password)
    opened = whole(f"{label}/3", [written(good)], name, secret)
    lost = whole(f"{label}/lost", [bad], invented_uuid(f"{label}/no-key"), secret)
    cut = whole(f"{label}/cut", [bad], name, secret)[0]
    cut["data"] = cut["data"][:-24]
    listed = {"dataType": "EncOTPStorage", "keyId": name, "data": salted(f"{label}/list", "[]", secret)}
    text = listed | {"data": salted(f"{label}/text", "no JSON at all", secret)}
    unknown, other_key, other_secret = new_key(f"{label}/other-key", "another passphrase")
    closed = whole(f"{label}/locked", [bad], unknown, other_secret)
    saltless, saltless_key, _ = new_key(f"{label}/saltless", password)
    unusable = whole(f"{label}/unusable", [bad], saltless, secret)
    reasons = ("no key", "cut short", "a list", "no JSON", "another passphrase", "key without salt")
    keys = {name: key, unknown: other_key, saltless: saltless_key | {"salt": ""}}
    partly("generation-3-partly", [*opened, *lost, cut, listed, text, *closed, *unusable], reasons, keys)
    name, key, secret = new_key(f"{label}/costly", password)
    key["hash"] = key["hash"].replace("m=64", "m=4194304")
    content = file(document(whole(label, [bad], name, secret)) | {name: key})
    catalogue.failure(f"{FORMAT}/hostile/costs.json", content, "limit-exceeded", password=password)
    content = file(document(with_secrets(f"{label}/none", [bad], "another passphrase")))
    catalogue.failure(f"{FORMAT}/hostile/none-opens.json", content, "wrong-password", password=password)


def holding(accounts: Sequence[Entry]) -> bytes:
    return file(document([written(account) for account in accounts]))
