"""KeePass databases: KDBX, opened with pykeepass; the strict reader also checks what pykeepass does not look at."""

import base64
import io
import logging
import struct

from construct import ConstructError
from lxml.etree import XMLSyntaxError
from pykeepass import PyKeePass
from pykeepass.exceptions import CredentialsError, HeaderChecksumError, PayloadChecksumError

import ciphers
import keepassxc
from rules import PeerError, require

SIGNATURE = bytes.fromhex("03d9a29a67fb4bb5")
CIPHERS = {bytes.fromhex("d6038a2b8b6f4cb5a524339a31dbb59a"): 12, bytes.fromhex("31c1f2e6bf714350be5805216afc5aff"): 16}
ARGON2ID = bytes.fromhex("9e298b1956db4773b23dfc3ec6f0a1e6")
MEBIBYTE = 1 << 20
# pykeepass logs values that it cannot decrypt.
logging.getLogger("pykeepass").disabled = True


def read(data, passphrase, strict):
    ciphers.needed(passphrase)
    if strict:
        try:
            check_file(data)
        except struct.error:
            raise PeerError("the database is cut off") from None
    try:
        tree = PyKeePass(io.BytesIO(data), password=passphrase).tree
    except CredentialsError:
        raise PeerError(ciphers.WRONG_PASSPHRASE) from None
    except (HeaderChecksumError, PayloadChecksumError, ConstructError, XMLSyntaxError):
        raise PeerError("the database is damaged") from None
    if strict:
        check_times(tree)
    return keepassxc.read_root(tree.getroot(), strict, "Protected")


def check_file(data):
    """Checks the header and the blocks: what can be seen without the passphrase."""
    require(data[:8] == SIGNATURE and data[8:12] == b"\0\0\4\0", "the version must be KDBX 4.0")
    at, fields = 12, []
    while not fields or fields[-1][0] != 0:
        kind, size = struct.unpack_from("<BI", data, at)
        fields.append((kind, data[at + 5:at + 5 + size]))
        at += 5 + size
    require([kind for kind, _ in fields] == [2, 3, 4, 7, 11, 0], "the fields of the header must be 2, 3, 4, 7, 11, 0")
    cipher, packing, seed, nonce, costs, end = (value for _, value in fields)
    require(cipher in CIPHERS and len(nonce) == CIPHERS[cipher], "the cipher must be ChaCha20 or AES, with its nonce")
    require(packing == b"\1\0\0\0", "the content must be compressed with gzip")
    require(len(seed) == 32 and end == b"\r\n\r\n", "the seed must be 32 bytes, and the end CR LF CR LF")
    check_costs(costs)
    at += 64
    sizes = []
    while not sizes or sizes[-1]:
        sizes.append(struct.unpack_from("<I", data, at + 32)[0])
        at += 36 + sizes[-1]
    require(at == len(data), "nothing must follow the last block, which is empty")
    require(all(size == MEBIBYTE for size in sizes[:-2]) and max(sizes) <= MEBIBYTE, "a block must be 1 MiB")


def check_costs(data):
    require(data[:2] == b"\0\1" and data[-1:] == b"\0", "the version of the key derivation must be 1.0")
    at, values = 2, {}
    while data[at]:
        kind, size = struct.unpack_from("<BI", data, at)
        name = data[at + 5:at + 5 + size].decode()
        at += 5 + size
        count = struct.unpack_from("<I", data, at)[0]
        values[name] = (kind, data[at + 4:at + 4 + count])
        at += 4 + count
    require(at == len(data) - 1, "nothing must follow the parameters of the key derivation")
    numbers = {name: int.from_bytes(value, "little") for name, (_, value) in values.items()}
    require({name: (kind, len(value)) for name, (kind, value) in values.items()} == {
        "$UUID": (0x42, 16), "S": (0x42, 32), "V": (4, 4), "I": (5, 8), "M": (5, 8), "P": (4, 4)},
        "a parameter of the key derivation is missing, unknown or of another size")
    require(values["$UUID"][1] == ARGON2ID and numbers["V"] == 0x13, "the key derivation must be Argon2id 1.3")
    require(numbers["M"] == 64 * MEBIBYTE and numbers["P"] == 2 and numbers["I"] >= 3,
            "the key derivation must have 64 MiB, 2 lanes and 3 or more passes")


def check_times(tree):
    for entry in tree.iter("Entry"):
        times = entry.find("Times")
        require(times is not None and times.findtext("Expires") == "False", "an entry must have Times, and not expire")
        for name in "CreationTime", "LastModificationTime":
            seconds = int.from_bytes(base64.b64decode(times.findtext(name)), "little", signed=True)
            # 2020 to 2100, from the year 1.
            require(63_713_433_600 < seconds < 66_238_214_400, f"{name} must be a time in seconds since the year 1")
