"""Open Authenticator: JSON whose texts are sealed one by one, under keys of two costs."""

import functools
import json
from dataclasses import replace
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, hostile, reopen
from ..accounts import Entry, cast, entry, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..sealed import SealedCatalogue
from ..shape import Shape, paths, places

FORMAT = "open-authenticator"
KINDS = ("totp",)
MEMORY, SMALL_MEMORY = 262_144, 4096
SEALED = ("secret", "label", "issuer", "imageUrl")
PASSWORD = passphrase(f"{FORMAT}/hostile")


def salt_of(label: str) -> bytes:
    return invented_bytes(f"exports/{label}/salt", 32)


@functools.cache
def key_of(password: str, salt: bytes, memory: int) -> bytes:
    return ciphers.argon2id(password, salt, passes=3, kibibytes=memory, lanes=8)


def box(key: bytes, text: str) -> list[int]:
    nonce = invented_bytes(f"exports/{FORMAT}/{text}/nonce", 12)
    return list(nonce + ciphers.aes_gcm(key, nonce, text.encode()))


def sealed(tree: Any, key: bytes, salt: bytes) -> Any:
    """The entry with its texts sealed; whatever else is in their place stays."""
    if not isinstance(tree, dict) or not tree:
        return tree
    texts = {name: box(key, tree[name]) for name in SEALED if isinstance(tree.get(name), str)}
    return tree | texts | {"encryptionSalt": list(salt)}


def written(account: Entry) -> dict:
    return {
        "uuid": account.identifier,
        "secret": account.secret_in_file,
        "label": account.name_in_file,
        "issuer": account.issuer,
        "algorithm": account.algorithm.lower(),
        "digits": account.digits,
        "period": account.period,
        "imageUrl": "https://example.com/icon.png",
    }


def newer(account: Entry) -> dict:
    """Since the member got another name."""
    tree = written(account) | {"algorithm": account.algorithm, "updatedAt": 1_767_225_600_000}
    tree["validity"] = tree.pop("period")
    return tree


def document(
    entries: Any, label: str = f"{FORMAT}/hostile", password: str = PASSWORD, memory: int = SMALL_MEMORY
) -> dict:
    salt = salt_of(label)
    key = key_of(password, salt, memory)
    signature = ciphers.hmac_sha256(key, password.encode())
    head = {"passwordSignature": ciphers.b64(signature), "salt": ciphers.b64(salt)}
    totps = [sealed(tree, key, salt) for tree in entries] if isinstance(entries, list) else entries
    return head | {"totps": totps}


SHAPE = Shape(
    format=FORMAT,
    suffix=".bak",
    entry=written,
    document=document,
    secret=("secret",),
    fields=places("issuer algorithm digits period", name="label"),
    extras=paths("uuid imageUrl"),
    needs_a_list=False,
)


def add(catalogue: Catalogue) -> None:
    for name, memory, ascii, form in (
        ("plain-labels", SMALL_MEMORY, True, written), ("newer-names", SMALL_MEMORY, False, newer),
        ("app-costs", MEMORY, True, written),
    ):  # fmt: skip
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        accounts = cast(label, KINDS) if name != "app-costs" else some(label, 3)
        tree = document([form(account) for account in accounts], label, password, memory)
        text = "\n".join(account.secret_in_file for account in accounts).encode()
        seal = Seal(functools.partial(reopen.open_authenticator, kibibytes=memory), text)
        catalogue.add(f"{label}.bak", tree, accounts, password=password, seal=seal)
    add_names(catalogue)
    add_own_salts(catalogue)
    inner = SealedCatalogue(catalogue, FORMAT, PASSWORD, lambda path, text: text)
    # Names of another type do not decrypt here.
    hostile.add(inner, SHAPE, but="not_utf8 types")
    add_damaged(catalogue)


def add_names(catalogue: Catalogue) -> None:
    """Labels as links have them, members that are missing, and an unknown one."""
    label = f"{FORMAT}/names"
    both, alone, bare = some(label, 3)
    trees = [
        written(both) | {"label": f"{both.issuer}:{both.name}"},
        written(alone) | {"label": f"{alone.issuer}: {alone.name}", "issuer": None},
        {"uuid": bare.identifier, "secret": bare.base32, "label": bare.name},
    ]
    read = [both, alone, replace(bare, issuer="")]
    catalogue.add(f"{label}.bak", document(trees), read, password=PASSWORD)


def add_own_salts(catalogue: Catalogue) -> None:
    """Accounts with keys of their own, one that no key opens, and boxes that are no boxes."""
    label = f"{FORMAT}/own-salts"
    first, other, same, bad, last = some(label, "first other same bad last")
    tree = document([written(first), written(bad), written(last)])
    good, model, end = tree["totps"]
    salt = salt_of(f"{label}/other")
    own = key_of(PASSWORD, salt, SMALL_MEMORY)
    main = key_of(PASSWORD, salt_of(f"{FORMAT}/hostile"), SMALL_MEMORY)
    strange = box(bytes(32), bad.base32)
    faults = {
        "secret of no key": model | {"secret": strange},
        "label of no key": model | {"label": strange},
        "issuer of no key": model | {"issuer": strange},
        "secret too short": model | {"secret": [0] * 27},
        "secret not bytes": model | {"secret": [256] * 60},
        "secret a text": model | {"secret": bad.base32},
        "label a text": model | {"label": "x"},
        "salt too short": model | {"secret": strange, "encryptionSalt": [1]},
        "not UTF-8": model | {"label": list(bytes(12) + ciphers.aes_gcm(main, bytes(12), b"\xff"))},
    }
    trees = [good, sealed(written(other), own, salt), *faults.values(), sealed(written(same), own, salt), end]
    content = json.dumps(tree | {"totps": trees}).encode()
    catalogue.add(f"{label}.bak", content, [first, other, same, last], list(faults), password=PASSWORD)


def add_damaged(catalogue: Catalogue) -> None:
    good = document([written(entry(f"{FORMAT}/damaged"))])
    cases = (
        ("salt-missing", {"salt": ""}, "corrupt"),
        ("salt-not-base64", {"salt": "?"}, "corrupt"),
        ("salt-too-short", {"salt": "AAAA"}, "corrupt"),
        ("signature-not-base64", {"passwordSignature": "?"}, "corrupt"),
        ("signature-of-another", {"passwordSignature": ciphers.b64(bytes(32))}, "wrong-password"),
    )
    for name, changes, error in cases:
        catalogue.failure(f"{FORMAT}/hostile/{name}.bak", good | changes, error, password=PASSWORD)
