"""Opens what `ciphers` and `secretstream` seal, through other libraries where there are any.

Two descriptions of one format that agree on nothing but its bytes: a slip in one of them shows.
"""

import base64
import configparser
import hashlib
import json
import struct
from xml.etree import ElementTree

from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from nacl import bindings as sodium
from nacl import pwhash
from nacl.exceptions import CryptoError

from .keyed_archive import unarchived


def argon2id(password: str, salt: bytes, passes: int, kibibytes: int, lanes: int) -> bytes:
    function = Argon2id(salt=salt, length=32, iterations=passes, lanes=lanes, memory_cost=kibibytes)
    return function.derive(password.encode())


def pbkdf2(digest: hashes.HashAlgorithm, password: str, salt: bytes, iterations: int) -> bytes:
    return PBKDF2HMAC(digest, 32, salt, iterations).derive(password.encode())


def gcm(key: bytes, nonce: bytes, sealed: bytes, associated: bytes | None = None) -> bytes:
    return sodium.crypto_aead_aes256gcm_decrypt(sealed, associated, nonce, key)


def cbc(key: bytes, iv: bytes, sealed: bytes) -> bytes:
    decryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).decryptor()
    unpadder = padding.PKCS7(128).unpadder()
    return unpadder.update(decryptor.update(sealed) + decryptor.finalize()) + unpadder.finalize()


def aegis(content: bytes, password: str) -> bytes:
    vault = json.loads(content)
    master = aegis_master_key(vault["header"]["slots"], password)
    parameters = vault["header"]["params"]
    sealed = base64.b64decode(vault["db"]) + bytes.fromhex(parameters["tag"])
    return gcm(master, bytes.fromhex(parameters["nonce"]), sealed)


def aegis_master_key(slots: list[dict], password: str) -> bytes:
    for slot in (slot for slot in slots if slot["type"] == 1):
        key = Scrypt(bytes.fromhex(slot["salt"]), 32, slot["n"], slot["r"], slot["p"]).derive(password.encode())
        wrapped = bytes.fromhex(slot["key"] + slot["key_params"]["tag"])
        try:
            return gcm(key, bytes.fromhex(slot["key_params"]["nonce"]), wrapped)
        except CryptoError:
            continue
    raise ValueError("no slot opens")


def twofas(content: bytes, password: str) -> bytes:
    backup = json.loads(content)
    data, salt, iv = map(base64.b64decode, backup["servicesEncrypted"].split(":"))
    reference, reference_salt, reference_iv = map(base64.b64decode, backup["reference"].split(":"))
    key = pbkdf2(hashes.SHA256(), password, salt, 10_000)
    if reference_salt != salt or len(gcm(key, reference_iv, reference)) != 256:
        raise ValueError("the reference does not match")
    return gcm(key, iv, data)


def andotp(content: bytes, password: str) -> bytes:
    iterations = int.from_bytes(content[:4], "big")
    key = pbkdf2(hashes.SHA1(), password, content[4:16], iterations)
    return gcm(key, content[16:28], content[28:])


def andotp_old(content: bytes, password: str) -> bytes:
    digest = hashes.Hash(hashes.SHA256())
    digest.update(password.encode())
    return gcm(digest.finalize(), content[:12], content[12:])


def bitwarden(content: bytes, password: str) -> bytes:
    export = json.loads(content)
    salt = export["salt"].encode()
    if export["kdfType"] == 0:
        key = pbkdf2(hashes.SHA256(), password, salt, export["kdfIterations"])
    else:
        memory = export["kdfMemory"] * 1024
        key = argon2id(
            password, hashlib.sha256(salt).digest(), export["kdfIterations"], memory, export["kdfParallelism"]
        )
    bitwarden_value(key, export["encKeyValidation_DO_NOT_EDIT"])
    return bitwarden_value(key, export["data"])


def bitwarden_value(key: bytes, value: str) -> bytes:
    iv, ciphertext, mac = map(base64.b64decode, value.removeprefix("2.").split("|"))
    authenticator = HMAC(HKDFExpand(hashes.SHA256(), 32, b"mac").derive(key), hashes.SHA256())
    authenticator.update(iv + ciphertext)
    authenticator.verify(mac)
    return cbc(HKDFExpand(hashes.SHA256(), 32, b"enc").derive(key), iv, ciphertext)


def ente(content: bytes, password: str) -> bytes:
    export = json.loads(content)
    costs = export["kdfParams"]
    salt = base64.b64decode(costs["salt"])
    key = pwhash.argon2id.kdf(32, password.encode(), salt, costs["opsLimit"], costs["memLimit"])
    state = sodium.crypto_secretstream_xchacha20poly1305_state()
    header = base64.b64decode(export["encryptionNonce"])
    sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, header, key)
    sealed = base64.b64decode(export["encryptedData"])
    text, tag = sodium.crypto_secretstream_xchacha20poly1305_pull(state, sealed)
    if tag != sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL:
        raise ValueError("the message is not the last one")
    return text


def proton(content: bytes, password: str) -> bytes:
    export = json.loads(content)
    sealed = base64.b64decode(export["content"])
    key = argon2id(password, base64.b64decode(export["salt"]), 2, 19456, 1)
    return gcm(key, sealed[:12], sealed[12:], b"proton.authenticator.export.v1")


def steam(content: bytes, password: str, manifest: dict) -> bytes:
    salt, iv = base64.b64decode(manifest["encryption_salt"]), base64.b64decode(manifest["encryption_iv"])
    return cbc(pbkdf2(hashes.SHA1(), password, salt, 50_000), iv, base64.b64decode(content))


def stratum(content: bytes, password: str) -> bytes:
    magic, salt, nonce, sealed = struct.unpack(f"16s16s12s{len(content) - 44}s", content)
    if magic != b"AUTHENTICATORPRO":
        raise ValueError("not the strong encryption")
    return gcm(argon2id(password, salt, 3, 65536, 4), nonce, sealed)


def stratum_legacy(content: bytes, password: str) -> bytes:
    magic, salt, iv, sealed = struct.unpack(f"16s20s16s{len(content) - 52}s", content)
    if magic != b"AuthenticatorPro":
        raise ValueError("not the legacy encryption")
    return cbc(pbkdf2(hashes.SHA1(), password, salt, 64_000), iv, sealed)


def freeotp(content: bytes, password: str) -> bytes:
    """The secrets of the tokens, one after the other."""
    pairs = java_pairs(content)
    strings = dict(pairs)
    head = json.loads(strings["masterKey"])
    digest = {"PBKDF2withHmacSHA512": hashes.SHA512(), "PBKDF2withHmacSHA1": hashes.SHA1()}[head["mAlgorithm"]]
    master = freeotp_box(pbkdf2(digest, password, unsigned(head["mSalt"]), head["mIterations"]), head["mEncryptedKey"])
    keys = [strings[name.removesuffix("-token")] for name, _ in pairs if name.endswith("-token")]
    return b"".join(freeotp_box(master, json.loads(json.loads(key)["key"])) for key in keys)


def freeotp_box(key: bytes, box: dict) -> bytes:
    nonce = unsigned(box["mParameters"]).partition(b"\x04\x0c")[2][:12]
    return gcm(key, nonce, unsigned(box["mCipherText"]), box["mToken"].encode())


def unsigned(values: list[int]) -> bytes:
    return bytes(value % 256 for value in values)


def java_pairs(content: bytes) -> list[tuple[str, str]]:
    """A stream of one map: after its 81-byte head come only strings and references."""
    if not content.startswith(bytes.fromhex("aced0005 7372 0011") + b"java.util.HashMap") or content[-1] != 0x78:
        raise ValueError("not a map")
    count, at = struct.unpack(">I", content[77:81])[0], 81
    known: list[str] = []
    texts: list[str] = []
    while at < len(content) - 1:
        code, at = content[at], at + 1
        if code == 0x71:
            texts.append(known[struct.unpack(">I", content[at : at + 4])[0] - 0x7E0002])
            at += 4
            continue
        width = {0x74: 2, 0x7C: 8}[code]
        size = int.from_bytes(content[at : at + width], "big")
        raw = content[at + width : at + width + size].replace(b"\xc0\x80", b"\x00")
        text = raw.decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass").decode("utf-16")
        known.append(text)
        texts.append(text)
        at += width + size
    if len(texts) != 2 * count:
        raise ValueError("not as many strings as the map says")
    return list(zip(texts[::2], texts[1::2], strict=True))


def authy(content: bytes, password: str) -> bytes:
    """The secrets of the encrypted rows as their text, one a line."""
    rows = [row for text in ElementTree.fromstring(content).itertext() if "[" in text for row in json.loads(text)]
    sealed = [row for row in rows if "encryptedSecret" in row]
    keys = [pbkdf2(hashes.SHA1(), password, row["salt"].encode(), 1000) for row in sealed]
    texts = [base64.b64decode(row["encryptedSecret"]) for row in sealed]
    return b"\n".join(cbc(key, bytes(16), text) for key, text in zip(keys, texts, strict=True))


def totp_authenticator(content: bytes, password: str) -> bytes:
    return cbc(hashlib.sha256(password.encode()).digest(), bytes(16), base64.b64decode(content))


def cotp(content: bytes, password: str) -> bytes:
    database = json.loads(content)
    key = argon2id(password, base64.b64decode(database["salt"]), 4, 32768, 4)
    nonce, sealed = base64.b64decode(database["nonce"]), base64.b64decode(database["cipher"])
    return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, None, nonce, key)


def otpmanager(content: bytes, password: str) -> bytes:
    """The secrets, one a line."""
    export = json.loads(content)
    key, iv = hashlib.sha256(password.encode()).digest(), bytes.fromhex(export["iv"])
    return b"\n".join(cbc(key, iv, base64.b64decode(account["secret"])) for account in export["accounts"])


def keysmith(content: bytes, password: str) -> bytes:
    """The secrets, one after the other."""
    settings = configparser.RawConfigParser(interpolation=None)
    settings.optionxform = str  # type: ignore[assignment]
    settings.read_string(content.decode())
    groups = {name: {key: value.strip('"') for key, value in settings[name].items()} for name in settings.sections()}
    head = groups["master-key"]
    derive = {"1": pwhash.argon2i.kdf, "2": pwhash.argon2id.kdf}[head["algorithm"]]
    salt = base64.b64decode(head["salt"])
    key = derive(32, password.encode(), salt, int(head["cpu"]), int(head["memory"]))

    def opened(text: str, nonce: str) -> bytes:
        return sodium.crypto_secretbox_open(base64.b64decode(text), base64.b64decode(nonce), key)

    if "challenge" in head and opened(head["challenge"], head["nonce"]) != password.encode():
        raise ValueError("the challenge opens to something else")
    return b"".join(opened(group["secret"], group["nonce"]) for group in groups.values() if "secret" in group)


def padloc(content: bytes, password: str) -> bytes:
    """Its tags may be short, which this library can check."""
    tree = json.loads(content)
    given, derivation = tree["encryptionParams"], tree["keyParams"]
    key = pbkdf2(hashes.SHA256(), password, urlsafe(derivation["salt"]), derivation["iterations"])
    sealed, size = urlsafe(tree["encryptedData"]), given["tagSize"] // 8
    mode = modes.GCM(urlsafe(given["iv"]), sealed[-size:], min_tag_length=8)
    decryptor = Cipher(algorithms.AES(key), mode).decryptor()
    decryptor.authenticate_additional_data(urlsafe(given["additionalData"]))
    return decryptor.update(sealed[:-size]) + decryptor.finalize()


def twofast(content: bytes, password: str) -> bytes:
    """The secrets, one after the other."""
    tree = json.loads(content)
    digest, rounds = (hashes.SHA256(), 25_000) if tree["Version"] == 2 else (hashes.SHA1(), 1000)
    key, iv = pbkdf2(digest, password, bytes.fromhex("0EDF23C55DF2EF08"), rounds), base64.b64decode(tree["IV"])
    return b"".join(cbc(key, iv, base64.b64decode(item["SecretByteArray"])) for item in tree["Collection"])


def urlsafe(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def authy_tokens(content: bytes, password: str) -> bytes:
    """The secrets of captured tokens as their text, one a line."""
    tree = json.loads(content)
    texts = []
    for token in tree if isinstance(tree, list) else tree["authenticator_tokens"]:
        rounds = token.get("key_derivation_iterations", 1000)
        key = pbkdf2(hashes.SHA1(), password, token["salt"].encode(), rounds)
        iv = bytes.fromhex(token.get("unique_iv") or "00" * 16)
        texts.append(cbc(key, iv, base64.b64decode(token["encrypted_seed"])))
    return b"\n".join(texts)


def otp_auth_ios(content: bytes, password: str) -> bytes:
    """The inner archive."""
    for text in ("Authenticator", "OTPAuth"):
        key = hashlib.sha256(text.encode()).digest()
        first = Cipher(algorithms.AES(key), modes.CBC(bytes(16))).decryptor().update(content[:16])
        if first.startswith(b"bplist00"):
            root = unarchived(cbc(key, bytes(16), content))
    sealed = root.get("WrappedData") or root["Data"]
    if "Salt" in root:
        iv = root["IV"] if isinstance(root["IV"], bytes) else root["IV"].encode()
        key = hashlib.sha256(f"{root['Salt']}-{password}".encode()).digest()
        return cbc(key, hashlib.sha1(iv).digest()[:16], sealed)
    key, mac_key = (pbkdf2(hashes.SHA1(), password, sealed[at : at + 8], 10_000) for at in (2, 10))
    mac = HMAC(mac_key, hashes.SHA256())
    mac.update(sealed[:-32])
    mac.verify(sealed[-32:])
    return cbc(key, sealed[18:34], sealed[34:-32])


def open_authenticator(content: bytes, password: str, kibibytes: int) -> bytes:
    """The secrets as their text, one a line."""
    export = json.loads(content)
    key = argon2id(password, base64.b64decode(export["salt"]), 3, kibibytes, 8)
    signature = HMAC(key, hashes.SHA256())
    signature.update(password.encode())
    signature.verify(base64.b64decode(export["passwordSignature"]))
    boxes = [bytes(entry["secret"]) for entry in export["totps"]]
    return b"\n".join(gcm(key, box[:12], box[12:]) for box in boxes)


def cloudotp(content: bytes, password: str) -> bytes:
    salt, nonce, sealed = struct.unpack(f"27x16s12s{len(content) - 55}s", content)
    return gcm(argon2id(password, salt, 3, 65536, 1), nonce, sealed)
