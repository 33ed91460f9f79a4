"""Steam Guard: one object, an object of objects, and the encrypted files of Steam Desktop Authenticator."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, hostile, reopen
from ..accounts import Entry, entry, passphrase
from ..catalogue import Catalogue, Seal
from ..shape import Shape, paths, places

FORMAT = "steam"
ITERATIONS = 50_000
BAD_SECRETS = (
    ("not base64!", "not base64"),
    ("", "empty secret"),
    ("====", "secret of no bytes"),
    ("A", "one character of base64"),
    ("QUJD$UVG", "$ is not base64"),
)
NAMES = ("gamer", "zoë.łuczak", "花子", "🎮 den", "player:one", "two words", "")


def written(account: Entry) -> dict:
    number = str(int.from_bytes(account.secret[:6], "big")).zfill(17)
    return {
        "shared_secret": ciphers.b64(account.secret),
        "serial_number": number[::-1],
        "revocation_code": "R00000",
        "uri": f"otpauth://totp/Steam:stale?secret={account.base32}&issuer=Steam",
        "server_time": 1_700_000_000,
        "account_name": account.name,
        "token_gid": number[:12],
        "identity_secret": ciphers.b64(invented_bytes(f"{account.base32}/identity", 20)),
        "secret_1": ciphers.b64(invented_bytes(f"{account.base32}/secret-1", 20)),
        "status": 1,
        "fully_enrolled": True,
        "steamid": number,
    }


def seen(account: Entry) -> Entry:
    kept: dict[str, Any] = {"type": "steam", "issuer": "Steam", "algorithm": "SHA1", "digits": 5, "period": 30}
    return replace(account, **kept, counter=None)


def document(entries: Any) -> dict:
    if not isinstance(entries, list):
        return {"accounts": entries}
    return {"accounts": {f"account-{at}": value for at, value in enumerate(entries)}}


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=document,
    secret=("shared_secret",),
    fields=places(name="account_name"),
    bad_secrets=BAD_SECRETS,
    extras=paths("serial_number revocation_code uri identity_secret steamid status"),
    needs_a_list=False,
    empty_error="unrecognised",
    seen=seen,
)


def gamer(label: str, **fields: Any) -> Entry:
    return seen(entry(f"steam/{label}", **fields))


def add(catalogue: Catalogue) -> None:
    accounts = [gamer(f"accounts/{at}", name=name) for at, name in enumerate(NAMES)]
    accounts.append(gamer("accounts/short", secret_size=16, name="short secret"))
    entries = [written(account) for account in accounts]
    entries[1]["shared_secret"] = ciphers.b64url(accounts[1].secret)
    del entries[6]["account_name"]
    catalogue.add("steam/accounts.json", SHAPE.text(document(entries)).replace("/", "\\/"), accounts)

    alone = gamer("mafile", name="desktop.user")
    catalogue.add("steam/plain.maFile", SHAPE.text(written(alone)), [alone])
    old = gamer("old", name="old.phone")
    content = SHAPE.text(written(old) | {"server_time": "0", "steamguard_scheme": "2"}).replace("/", "\\/")
    catalogue.add("steam/Steamguard-0", content, [old])

    bad = SHAPE.text(written(alone) | {"shared_secret": "not base64!"}).encode()
    catalogue.add("steam/bad-secret.maFile", bad, [], ["not base64"])
    add_encrypted(catalogue)
    hostile.add(catalogue, SHAPE)


def add_encrypted(catalogue: Catalogue) -> None:
    """Two files and the manifest that opens them, in a folder for each passphrase."""
    for folder, ascii in (("sda", True), ("sda-unicode", False)):
        password = passphrase(f"steam/{folder}", ascii=ascii)
        accounts = [gamer(f"{folder}/{at}", name=f"{folder}.{at}") for at in range(2)]
        add_folder(catalogue, f"steam/{folder}", accounts, password)


def add_folder(catalogue: Catalogue, folder: str, accounts: Sequence[Entry], password: str) -> None:
    listed = []
    for account in accounts:
        tree = written(account)
        name = f"{tree['steamid']}.maFile"
        salt, iv = invented_bytes(f"{folder}/{name}/salt", 8), invented_bytes(f"{folder}/{name}/iv", 16)
        text = SHAPE.text(tree).encode()
        sealed = ciphers.aes_cbc(ciphers.pbkdf2("sha1", password, salt, ITERATIONS), iv, text)
        costs = {"encryption_iv": ciphers.b64(iv), "encryption_salt": ciphers.b64(salt)}
        listed.append(costs | {"filename": name, "steamid": int(tree["steamid"])})
        seal = Seal(partial(reopen.steam, manifest=costs), text)
        content = ciphers.b64(sealed).encode()
        catalogue.add(f"{folder}/{name}", content, [account], password=password, seal=seal)
    manifest = {"encrypted": True, "first_run": False, "entries": listed, "periodic_checking": False}
    catalogue.companion(f"{folder}/manifest.json", json.dumps(manifest).encode())
