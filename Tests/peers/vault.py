"""TOTPly vaults, with the independent reader of Docs/vault-format."""

import sys
from pathlib import Path

import ciphers
from accounts import Account, decode_base32
from rules import PeerError

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Docs" / "vault-format"))
import read_vault  # noqa: E402 # It is found only now.


def read(data, passphrase, strict):
    try:
        items = read_vault.open_vault(data, ciphers.needed(passphrase))["items"]
    except read_vault.VaultError as error:
        raise PeerError(str(error)) from None
    return [account(item) for item in items if not item["isDeleted"]]


def account(item):
    return Account(
        item["type"], item["issuer"], item["name"], decode_base32(item["secret"]), item["algorithm"], item["digits"],
        item.get("period", 30), item.get("counter", 0), item.get("pin", ""), item.get("note", ""),
        tuple(item.get("tags", ())), item.get("favorite", False))


def code_at(found, time):
    """The one-time code of an account at a time, of the stored counter for hotp; None without a PIN."""
    return read_vault.code_at(found.members(), time)
