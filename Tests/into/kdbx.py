"""Writes KDBX databases of version 3.1 and 4 at the lowest cost, and reads what is in front of their content.

Only for tests: everything random comes from a seed.
"""

import base64
import gzip
import hashlib
import hmac
import struct

from argon2.low_level import Type, hash_secret_raw
from Cryptodome.Cipher import AES, ChaCha20, Salsa20

SIGNATURE = bytes.fromhex("03D9A29A67FB4BB5")
AES_CIPHER, CHACHA20_CIPHER = (bytes.fromhex(text) for text in (
    "31C1F2E6BF714350BE5805216AFC5AFF", "D6038A2B8B6F4CB5A524339A31DBB59A"))
AES_KDF, ARGON2D, ARGON2ID = (bytes.fromhex(text) for text in (
    "C9D9F39A628A4460BF740D08C18A4FEA", "EF636DDF8C29444B91F7A9A403E30A0C", "9E298B1956DB4773B23DFC3EC6F0A1E6"))
# Master seed, IV and key derivation; in version 3 also the transform seed, the inner key and the stream start.
RENEWED = {3: {4, 5, 7, 8, 9}, 4: {4, 7, 11}}


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def fields_of(data):
    """The version and the fields of the header."""
    minor, major = struct.unpack("<HH", data[8:12])
    size = "<H" if major == 3 else "<I"
    position, fields = 12, []
    while not fields or fields[-1][0] != 0:
        count = struct.unpack_from(size, data, position + 1)[0]
        start = position + 1 + struct.calcsize(size)
        fields.append((data[position], data[start:start + count]))
        position = start + count
    return (major, minor), fields


def kept_settings(data):
    """What must be the same in the next version of a database: all but seeds, keys and IVs."""
    (major, minor), fields = fields_of(data)
    kept = [(number, None if number in RENEWED[major] else value) for number, value in fields]
    dictionary = dict(fields).get(11)
    costs = {name: value for name, value in values_of(dictionary).items() if name != b"S"} if dictionary else None
    return major, minor, kept, costs


def values_of(dictionary):
    position, values = 2, {}
    while dictionary[position]:
        count = struct.unpack_from("<i", dictionary, position + 1)[0]
        name = dictionary[position + 5:position + 5 + count]
        position += 5 + count
        count = struct.unpack_from("<i", dictionary, position)[0]
        values[name] = dictionary[position + 4:position + 4 + count]
        position += 4 + count
    return values


def dictionary_of(values):
    data = struct.pack("<H", 0x0100)
    for kind, name, value in values:
        data += bytes([kind]) + struct.pack("<i", len(name)) + name + struct.pack("<i", len(value)) + value
    return data + b"\0"


def aes_kdf(composite, seed, rounds):
    cipher = AES.new(seed, AES.MODE_ECB)
    for _ in range(rounds):
        composite = cipher.encrypt(composite)
    return sha256(composite)


def padded(data):
    count = 16 - len(data) % 16
    return data + bytes([count]) * count


def protector(stream, key):
    """Encrypts protected values in document order."""
    if stream == 2:
        cipher = Salsa20.new(key=sha256(key), nonce=bytes.fromhex("E830094B97205D2A"))
    else:
        digest = hashlib.sha512(key).digest()
        cipher = ChaCha20.new(key=digest[:32], nonce=digest[32:44])
    return cipher.encrypt


def protect(root, encrypt):
    """Encrypts the values of a tree that are marked."""
    for element in root.iter():
        if element.get("Protected") == "True":
            element.text = base64.b64encode(encrypt((element.text or "").encode())).decode() or None


def write(serialize, passphrase, dice, version):
    """A database.

    serialize(encrypt, header hash) returns the XML; encrypt is for protected values in their order.
    """
    return (write3 if version == 3 else write4)(serialize, sha256(sha256(passphrase.encode())), dice)


def write4(serialize, composite, dice):
    seed, salt = dice.randbytes(32), dice.randbytes(32)
    cipher, iv = dice.choice([(AES_CIPHER, dice.randbytes(16)), (CHACHA20_CIPHER, dice.randbytes(12))])
    if dice.random() < 0.5:
        transformed = aes_kdf(composite, salt, 3)
        parameters = [(0x42, b"$UUID", AES_KDF), (0x05, b"R", struct.pack("<Q", 3)), (0x42, b"S", salt)]
    else:
        kind, uuid = dice.choice([(Type.D, ARGON2D), (Type.ID, ARGON2ID)])
        transformed = hash_secret_raw(composite, salt, 1, 64, 1, 32, kind, 0x13)
        parameters = [(0x42, b"$UUID", uuid), (0x04, b"V", struct.pack("<I", 0x13)), (0x42, b"S", salt),
                      (0x05, b"I", struct.pack("<Q", 1)), (0x05, b"M", struct.pack("<Q", 64 << 10)),
                      (0x04, b"P", struct.pack("<I", 1))]
    is_packed = dice.random() < 0.7
    fields = [(2, cipher), (3, struct.pack("<I", is_packed)), (4, seed), (7, iv), (11, dictionary_of(parameters))]
    if dice.random() < 0.5:
        fields.insert(2, (12, dictionary_of([(0x18, b"plugin", b"kept")])))
    header = SIGNATURE + struct.pack("<HH", dice.choice([0, 1]), 4)
    for number, value in [*fields, (0, b"\r\n\r\n")]:
        header += bytes([number]) + struct.pack("<I", len(value)) + value
    stream, inner_key = dice.choice([2, 3]), dice.randbytes(64)
    content = b""
    for number, value in [(1, struct.pack("<I", stream)), (2, inner_key), (3, b"\0attachment"),
                          (3, b"\1" + dice.randbytes(40)), (0, b"")]:
        content += bytes([number]) + struct.pack("<i", len(value)) + value
    content += serialize(protector(stream, inner_key), None)
    content = gzip.compress(content, mtime=0) if is_packed else content
    key, base = sha256(seed, transformed), hashlib.sha512(seed + transformed + b"\1").digest()
    if cipher == AES_CIPHER:
        content = AES.new(key, AES.MODE_CBC, iv).encrypt(padded(content))
    else:
        content = ChaCha20.new(key=key, nonce=iv).encrypt(content)

    def mac(index, data):
        return hmac.digest(hashlib.sha512(struct.pack("<Q", index) + base).digest(), data, "sha256")

    data = header + sha256(header) + mac(2**64 - 1, header)
    for index, block in enumerate([content, b""]):
        length = struct.pack("<i", len(block))
        data += mac(index, struct.pack("<Q", index) + length + block) + length + block
    return data


def write3(serialize, composite, dice):
    seed, transform_seed, iv, inner_key, start = (dice.randbytes(count) for count in (32, 32, 16, 32, 32))
    is_packed = dice.random() < 0.7
    header = SIGNATURE + struct.pack("<HH", 1, 3)
    for number, value in [(2, AES_CIPHER), (3, struct.pack("<I", is_packed)), (4, seed), (5, transform_seed),
                          (6, struct.pack("<Q", 3)), (7, iv), (8, inner_key), (9, start), (10, struct.pack("<I", 2)),
                          (0, b"\r\n\r\n")]:
        header += bytes([number]) + struct.pack("<H", len(value)) + value
    content = serialize(protector(2, inner_key), base64.b64encode(sha256(header)).decode())
    content = gzip.compress(content, mtime=0) if is_packed else content
    blocks = struct.pack("<I", 0) + sha256(content) + struct.pack("<I", len(content)) + content
    blocks += struct.pack("<I", 1) + bytes(32) + struct.pack("<I", 0)
    key = sha256(seed, aes_kdf(composite, transform_seed, 3))
    return header + AES.new(key, AES.MODE_CBC, iv).encrypt(padded(start + blocks))
