"""Opens backups of the browser extension Authenticator, as `reopen` opens others."""

import base64
import hashlib
import json

from . import reopen


def salted(text: str, passphrase: str) -> str:
    """Decrypts what CryptoJS encrypted with a passphrase."""
    message = base64.b64decode(text)
    if message[:8] != b"Salted__":
        raise ValueError("the text is not salted")
    blocks = [b""]
    for _ in range(3):
        blocks.append(hashlib.md5(blocks[-1] + passphrase.encode() + message[8:16]).digest())
    return reopen.cbc(blocks[1] + blocks[2], blocks[3], message[16:]).decode("latin-1")


def authenticator_extension(content: bytes, password: str) -> bytes:
    """Every text that the password opens, one per line."""
    tree = json.loads(content)
    inner = password
    if "key" in tree:
        inner = salted(tree["key"]["enc"], password).encode("latin-1").hex()
    keys = {name: unlocked(member, password) for name, member in tree.items() if member.get("dataType") == "Key"}
    texts = []
    for member in tree.values():
        if member.get("dataType") == "EncOTPStorage" and member["keyId"] in keys:
            texts.append(salted(member["data"], keys[member["keyId"]]))
        elif member.get("encrypted"):
            texts.append(salted(member["secret"], inner))
    return "\n".join(texts).encode()


def unlocked(key: dict, password: str) -> str:
    costs = dict(part.split("=") for part in key["hash"].split("$")[3].split(","))
    hashed = reopen.argon2id(password, key["salt"].encode(), int(costs["t"]), int(costs["m"]), int(costs["p"]))
    return base64.b64encode(hashed).decode().rstrip("=")
