"""The list of test vectors, and the parts that most of them are made of. See make_vectors.py."""

import base64
import json
import re

from vault_maker import Maker, Seeded, b64, encode, unpadded

TIME = "2026-11-21T09:30:00Z"
GENERATOR = "totp-import 1.0.0"
BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

# The sentence or table row of README.md that a vector tests: the first whose pattern matches the refused field.
RULE_OF_FIELD = [
    (r"format|version", "| `format`, `version` | `totply-vault`, the integer 1"),
    (r"header\.cipher", "| `header.cipher` | `AES-256-GCM` |"),
    (r"header\.slots", "| `header.slots` | 1 to 32 |"),
    (r".*\.type", "| `type` and `kdf.name` of a slot |"),
    (r".*kdf\.name", "| `type` and `kdf.name` of a slot |"),
    (r".*kdf\.n", "| `kdf.n` | a power of two, 2 to 2^20"),
    (r".*kdf\.[rp]", "| `kdf.r`, `kdf.p` | 1 to 16, 1 to 8 |"),
    (r".*\.kdf", "| `kdf`: 128 · n · r | 1 GiB |"),
    (r".*salt", "| every `salt` | exactly 32 bytes |"),
    (r".*nonce", "| every `nonce` | exactly 12 bytes |"),
    (r".*wrappedKey", "| `wrappedKey` | exactly 48 bytes |"),
    (r"ciphertext", "| `ciphertext` | at least 16 bytes |"),
    (r".*\.id", "Ids are UUIDs in upper case."),
    (r"header.*", "| everything in the header | objects, arrays, ASCII strings, integers"),
]

OPENS = "This page is all you need to read or write a vault of `totp-import`, in any language."
BATCHES = "`batches` is optional: Google Authenticator exports of several QR codes"
STEAM_PERIOD = "Codes of `steam` usually have a `period` of 30 seconds, but an item may have any."
LAYOUT = "Readers accept any JSON layout: whitespace, any order of names, any escapes."
ONE_SPELLING = "Each value has only one spelling"
SLOT_KINDS = "A slot of type `passphrase` has a `kdf` named `scrypt`, a slot of type `recovery` has one named"
EACH_OPENS = "There are 1 to 32 slots, and each opens the whole vault."
UNKNOWN = "Unknown fields are allowed everywhere."
ENCODING = "The file is UTF-8 without a byte order mark."
NO_REPEATED = "No object has the same name twice."
GRAMMAR = "Both texts are JSON as RFC 8259 defines it"
DEPTH = "Objects and arrays are nested at most 512 deep."
PLAIN_INTEGERS = "Integers are written plainly"
NFC = "scrypt(the passphrase in Unicode NFC as UTF-8, `kdf.salt`, `n`, `r`, `p`)"
RECOVERY_KEY = "HKDF-SHA256(key: the code's 32 bytes, salt: `kdf.salt`, info: `totply-vault/1/recovery`)"
PAYLOAD_KEY = "HKDF-SHA256(key: the master key, salt: `header.payload.salt`, info: `totply-vault/1/payload`)"
SLOT_BOUND = "| `wrappedKey` | slot key | the slot's `nonce` | master key | `totply-vault/1/slot/` and the slot's `id`"
HEADER_BOUND = "The payload's tag covers the header"
TAG = "both with AES-256-GCM and a 16-byte tag after the ciphertext"
CANONICAL = "names sorted by their bytes at every level, no whitespace, integers in decimal"
TYPING = "Readers ignore spaces, hyphens and case."
CHECKSUM = "A wrong checksum means that the code was mistyped"
PADDING = "followed by spaces (0x20) up to the next multiple of 4,096 bytes"
WORK = "| n · r · p, summed over all slots | 2^25 |"
FILE_REFUSED = "the file is refused: it is damaged, hostile, newer, or not a vault."


class Vectors:
    """The files, and the manifest with the expected result of each."""

    def __init__(self):
        self.files, self.cases = {}, []

    def add(self, name, content):
        assert f"{name}.json" not in self.files, name
        self.files[f"{name}.json"] = content if isinstance(content, bytes) else encode(content)

    def case(self, file, expect, about, rule=None, **facts):
        facts = {name: value for name, value in facts.items() if value is not None}
        rule = rule or next(rule for pattern, rule in RULE_OF_FIELD if re.fullmatch(pattern, facts["field"]))
        self.cases.append({"file": f"{file}.json", "about": about, "expect": expect, "rule": rule, **facts})

    def all_files(self):
        manifest = json.dumps({"cases": self.cases}, indent=1) + "\n"
        return {**self.files, "manifest.json": manifest.encode()}

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.all_files().items():
            (folder / name).write_bytes(content)

    def differences(self, folder):
        """The names of the files in a folder that this would not write in the same way."""
        found = {path.name: path.read_bytes() for path in folder.iterdir()}
        made = self.all_files()
        return sorted(name for name in found.keys() | made.keys() if found.get(name) != made.get(name))


def item(random, kind, issuer, name, secret, **fields):
    """An item with the usual parameters of its type, unless `fields` has others."""
    algorithm, digits, period = {"steam": ("SHA1", 5, 30), "motp": ("MD5", 6, 10), "yandex": ("SHA256", 8, 30)}.get(
        kind, ("SHA1", 6, 30))
    made = {"id": random.uuid(), "type": kind, "name": name, "issuer": issuer,
            "secret": base64.b32encode(secret).decode().rstrip("="), "algorithm": algorithm, "digits": digits}
    if kind != "hotp":
        made["period"] = period
    made.update({"createdAt": TIME, "updatedAt": TIME, "isDeleted": False, "syncedAt": None})
    made.update(fields)
    return made


def account(vector, kind="totp", **fields):
    made = item(Seeded(f"{vector}/item"), kind, "Example", "alice@example.com", b"Hello!\xde\xad\xbe\xef")
    return {**made, **({"counter": 5} if kind == "hotp" else {}), **fields}


def one_account(vector, **fields):
    return {"items": [account(vector, **fields)], "generator": GENERATOR}


def no_accounts():
    return {"items": [], "generator": GENERATOR}


def one_envelope(name, slots=lambda maker: [maker.passphrase_slot()], **payload):
    """A small vault without accounts: readers need not check the padding."""
    maker = Maker(name)
    return maker.seal(slots(maker), no_accounts(), **{"pad": unpadded, **payload})


def put(path, value):
    """A change of an encrypted envelope: sets the field at `path`, or removes it if `value` is `...`."""
    def change(envelope):
        *parents, name = path
        for parent in parents:
            envelope = envelope[parent]
        if value is ...:
            del envelope[name]
        else:
            envelope[name] = value(envelope[name]) if callable(value) else value
    return change


def path_text(path):
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def flipped(text, byte):
    data = bytearray(base64.b64decode(text))
    data[byte] ^= 1
    return b64(data)


def with_unused_bits(data):
    """The base64 of bytes whose last character has unused bits, with one of those bits set."""
    text = b64(data)
    end = len(text.rstrip("=")) - 1
    return text[:end] + BASE64_ALPHABET[BASE64_ALPHABET.index(text[end]) + 1] + text[end + 1:]


def nested(depth):
    """Arrays in each other."""
    return b"[" * depth + b"]" * depth


SLOT = ("header", "slots", 0)
KDF = (*SLOT, "kdf")
