"""KDBX containers, 3.1 and 4, around any XML: header, keys, blocks and the stream over protected values."""

import hashlib
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from Cryptodome.Cipher import Salsa20
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from images.accounts import invented_bytes
from oxifish import TwofishKey

from . import ciphers

MAGIC = bytes.fromhex("03D9A29A67FB4BB5")
CIPHERS = {
    "aes": bytes.fromhex("31C1F2E6BF714350BE5805216AFC5AFF"),
    "chacha20": bytes.fromhex("D6038A2B8B6F4CB5A524339A31DBB59A"),
    "twofish": bytes.fromhex("AD68F29F576F4BB9A36AD47AF965346C"),
}
KDFS = {
    "aes": bytes.fromhex("C9D9F39A628A4460BF740D08C18A4FEA"),
    "argon2d": bytes.fromhex("EF636DDF8C29444B91F7A9A403E30A0C"),
    "argon2id": bytes.fromhex("9E298B1956DB4773B23DFC3EC6F0A1E6"),
}
END, COMMENT, CIPHER, PACKING, SEED, TRANSFORM_SEED, ROUNDS, IV, STREAM_KEY, START, STREAM, KDF = range(12)
CUSTOM = 12
SALSA20, CHACHA20 = 2, 3
U32, U64, BYTES = 0x04, 0x05, 0x42
LOW_ROUNDS = 100
PASSES, MEMORY, LANES = 2, 65536, 2
Variant = tuple[int, bytes]

# The known answer of the algorithm's authors for a key and a text of zeros.
if TwofishKey(bytes(32)).ecb_encryptor(padding="none").update(bytes(16)).hex() != "57ff739d4dc92c1bd7fc01700cc8216f":
    raise ImportError("this Twofish is another cipher")


@dataclass(frozen=True)
class Lock:
    """What opens a database: a password, the key of a key file, or both."""

    password: str | None
    key: bytes | None = None

    def composite(self) -> bytes:
        first = b"" if self.password is None else ciphers.sha256(self.password.encode())
        return ciphers.sha256(first + (self.key or b""))


@dataclass(frozen=True)
class Form:
    """The choices of a file, and what its headers say otherwise than they should."""

    major: int = 4
    minor: int = 0
    cipher: str = "aes"
    kdf: str = "argon2d"
    packed: bool = True
    stream: int = CHACHA20
    block_size: int = 1 << 20
    argon2_version: int = 0x13
    attachments: tuple[bytes, ...] = ()
    fields: Mapping[int, bytes | None] = field(default_factory=dict)
    """Header fields with other values; none leaves the field out."""
    costs: Mapping[str, Variant | None] = field(default_factory=dict)
    """Members of the KDF's dictionary with other values, or without."""
    written_stream: int | None = None
    packer: Callable[[bytes], bytes] | None = None


class InnerStream:
    """The one key stream over all protected values, in the order of the document."""

    def __init__(self, kind: int, key: bytes) -> None:
        if kind == SALSA20:
            self.update = Salsa20.new(ciphers.sha256(key), bytes.fromhex("E830094B97205D2A")).encrypt
        else:
            both = hashlib.sha512(key).digest()
            cipher = Cipher(algorithms.ChaCha20(both[:32], bytes(4) + both[32:44]), None)
            self.update = cipher.encryptor().update

    def protect(self, value: bytes) -> str:
        return ciphers.b64(self.update(value))


Document = Callable[[InnerStream, bytes], bytes]
"""The XML, from the stream over its protected values and the hash of the header."""


def database(form: Form, label: str, document: Document, lock: Lock) -> bytes:
    return b"".join(parts(form, label, document, lock))


def parts(
    form: Form, label: str, document: Document, lock: Lock, *, spoil: Callable[[list[bytes]], None] | None = None
) -> list[bytes]:
    """Header and payload; of version 4: header, its hash, its authenticator, and a part for each block."""
    label = f"exports/{label}"
    transformed = transformed_key(form, label, lock)
    seed = invented_bytes(f"{label}/seed", 32)
    master = ciphers.sha256(seed + transformed)
    written = header(form, label)
    stream = InnerStream(form.stream, invented_bytes(f"{label}/stream", 64 if form.stream == CHACHA20 else 32))
    xml = document(stream, ciphers.sha256(written))
    if form.major < 4:
        blocks = [hashed_block(at, block) for at, block in enumerate([*split(pack(form, xml), form.block_size), b""])]
        if spoil is not None:
            spoil(blocks)
        return [written, encrypted(form, label, master, invented_bytes(f"{label}/start", 32) + b"".join(blocks))]
    base = hashlib.sha512(seed + transformed + b"\x01").digest()
    header_key = hashlib.sha512(b"\xff" * 8 + base).digest()
    sealed = encrypted(form, label, master, pack(form, inner_header(form, label) + xml))
    blocks = [*split(sealed, form.block_size), b""]
    authenticated = [authenticated_block(at, block, base) for at, block in enumerate(blocks)]
    return [written, ciphers.sha256(written), ciphers.hmac_sha256(header_key, written), *authenticated]


def split(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def pack(form: Form, data: bytes) -> bytes:
    if form.packer is not None:
        return form.packer(data)
    return gzipped(data) if form.packed else data


def gzipped(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def hashed_block(index: int, data: bytes) -> bytes:
    digest = ciphers.sha256(data) if data else bytes(32)
    return struct.pack("<I", index) + digest + struct.pack("<I", len(data)) + data


def authenticated_block(index: int, data: bytes, base: bytes) -> bytes:
    number, length = struct.pack("<Q", index), struct.pack("<I", len(data))
    mac = ciphers.hmac_sha256(hashlib.sha512(number + base).digest(), number + length + data)
    return mac + length + data


def encrypted(form: Form, label: str, key: bytes, data: bytes) -> bytes:
    iv = initial_vector(form, label)
    if form.cipher == "chacha20":
        return Cipher(algorithms.ChaCha20(key, bytes(4) + iv), None).encryptor().update(data)
    if form.cipher == "aes":
        return ciphers.aes_cbc(key, iv, data)
    return TwofishKey(key).encrypt(data, mode="cbc", iv=iv, padding="pkcs7")


def initial_vector(form: Form, label: str) -> bytes:
    return invented_bytes(f"{label}/iv", 12 if form.cipher == "chacha20" else ciphers.BLOCK)


def transformed_key(form: Form, label: str, lock: Lock) -> bytes:
    salt, composite = invented_bytes(f"{label}/salt", 32), lock.composite()
    if form.kdf == "aes" or form.major < 4:
        encryptor = Cipher(algorithms.AES(salt), modes.ECB()).encryptor()
        for _ in range(LOW_ROUNDS):
            composite = encryptor.update(composite)
        return ciphers.sha256(composite)
    mixed = form.kdf == "argon2id"
    return ciphers.argon2_raw(composite, salt, PASSES, MEMORY // 1024, LANES, mixed=mixed, version=form.argon2_version)


def header(form: Form, label: str) -> bytes:
    fields = {
        CIPHER: CIPHERS[form.cipher],
        PACKING: struct.pack("<I", form.packed),
        SEED: invented_bytes(f"{label}/seed", 32),
        IV: initial_vector(form, label),
    }
    if form.major < 4:
        fields |= {
            TRANSFORM_SEED: invented_bytes(f"{label}/salt", 32),
            ROUNDS: struct.pack("<Q", LOW_ROUNDS),
            STREAM_KEY: invented_bytes(f"{label}/stream", 64 if form.stream == CHACHA20 else 32),
            START: invented_bytes(f"{label}/start", 32),
            STREAM: struct.pack("<I", form.stream if form.written_stream is None else form.written_stream),
        }
    else:
        fields[KDF] = variant_dictionary(costs(form, label))
    length = "<BH" if form.major < 4 else "<BI"
    written = MAGIC + struct.pack("<HH", form.minor, form.major)
    for identifier, data in (fields | dict(form.fields)).items():
        written += b"" if data is None else struct.pack(length, identifier, len(data)) + data
    return written + struct.pack(length, END, 4) + b"\r\n\r\n"


def costs(form: Form, label: str) -> dict[str, Variant | None]:
    members: dict[str, Variant | None] = {"$UUID": (BYTES, KDFS[form.kdf])}
    salt = (BYTES, invented_bytes(f"{label}/salt", 32))
    if form.kdf == "aes":
        members |= {"R": u64(LOW_ROUNDS), "S": salt}
    else:
        members |= {"V": u32(form.argon2_version), "S": salt, "I": u64(PASSES), "M": u64(MEMORY), "P": u32(LANES)}
    return members | dict(form.costs)


def u32(value: int) -> Variant:
    return U32, struct.pack("<I", value)


def u64(value: int) -> Variant:
    return U64, struct.pack("<Q", value)


def variant_dictionary(members: Mapping[str, Variant | None]) -> bytes:
    written = struct.pack("<H", 0x0100)
    for name, member in members.items():
        if member is not None:
            kind, value = member
            written += struct.pack("<Bi", kind, len(name)) + name.encode() + struct.pack("<i", len(value)) + value
    return written + b"\x00"


def inner_header(form: Form, label: str) -> bytes:
    kind = form.stream if form.written_stream is None else form.written_stream
    key = invented_bytes(f"{label}/stream", 64 if form.stream == CHACHA20 else 32)
    fields = [(1, struct.pack("<I", kind)), (2, key), *((3, b"\x01" + data) for data in form.attachments), (0, b"")]
    return b"".join(struct.pack("<Bi", identifier, len(data)) + data for identifier, data in fields)
