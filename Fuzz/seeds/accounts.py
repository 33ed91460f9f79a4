"""The accounts that the fixtures hold, in the shapes of formats whose own files no fixture has."""

import base64
import hashlib
import json
import plistlib
import sqlite3
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

# Format: table, columns with their types, and the values of an account.
TABLES = {
    "google-authenticator-db": (
        "accounts",
        "_id INTEGER PRIMARY KEY, email TEXT, secret TEXT, counter INTEGER, type INTEGER, issuer TEXT",
        lambda a: (a["name"], a["secret"], a.get("counter", 0), int(a["type"] == "hotp"), a["issuer"]),
    ),
    "microsoft-authenticator": (
        "accounts",
        "_id INTEGER PRIMARY KEY, name TEXT, username TEXT, account_type INTEGER, oath_secret_key TEXT",
        lambda a: (a["issuer"], a["name"], 0, a["secret"]),
    ),
    "stratum": (
        "authenticator",
        "type INTEGER, issuer TEXT, username TEXT, secret TEXT PRIMARY KEY, algorithm INTEGER, digits INTEGER",
        lambda a: (2, a["issuer"], a["name"], a["secret"], 0, a["digits"]),
    ),
    "authenticator-plus": (
        "accounts",
        "_id INTEGER PRIMARY KEY, email TEXT, secret TEXT, counter INTEGER, type INTEGER, issuer TEXT, "
        "original_name TEXT, category TEXT",
        lambda a: (a["name"], a["secret"], a.get("counter", 0), int(a["type"] == "hotp"), a["issuer"], "", "Work"),
    ),
}


def database(format_id: str, accounts: list[dict]) -> tuple[bytes, bytes]:
    """The database file and its journal, which holds the second half of the accounts."""
    table, columns, values = TABLES[format_id]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "db"
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA page_size = 512")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"CREATE TABLE {table} ({columns})")
        half = len(accounts) // 2
        insert(connection, table, columns, [values(account) for account in accounts[:half]])
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        insert(connection, table, columns, [values(account) for account in accounts[half:]])
        files = path.read_bytes(), path.with_name("db-wal").read_bytes()
        connection.close()
        return files


def insert(connection: sqlite3.Connection, table: str, columns: str, rows: list[tuple]) -> None:
    names = [column.split()[0] for column in columns.split(", ") if not column.startswith("_id")]
    places = ", ".join("?" * len(names))
    connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})", rows)


def signed(secret: str) -> list[int]:
    """The bytes of a base32 secret as Java prints them."""
    padded = secret + "=" * (-len(secret) % 8)
    return [byte - 256 if byte > 127 else byte for byte in base64.b32decode(padded)]


def preferences(strings: dict[str, str]) -> bytes:
    """Settings of an Android app."""
    rows = "".join(f"<string name={quoteattr(name)}>{escape(text)}</string>\n" for name, text in strings.items())
    return f"<?xml version='1.0' encoding='utf-8'?>\n<map>\n{rows}</map>\n".encode()


def freeotp_preferences(accounts: list[dict]) -> bytes:
    tokens = {
        f"{a['issuer']}:{a['name']}": json.dumps(
            {"type": a["type"].upper(), "label": a["name"], "issuerExt": a["issuer"], "algo": "SHA1", "digits": 6,
             "secret": signed(a["secret"])})
        for a in accounts if a["type"] in ("totp", "hotp")
    }
    return preferences({"tokenOrder": json.dumps(list(tokens)), **tokens})


def java_map(pairs: dict[str, str]) -> bytes:
    """A serialised java.util.HashMap of texts."""
    def text(value: str) -> bytes:
        raw = value.encode()
        return struct.pack(">H", len(raw)) + raw

    head = b"\xac\xed\x00\x05\x73\x72" + text("java.util.HashMap") + bytes.fromhex("0507dac1c31660d1") + b"\x03"
    fields = struct.pack(">H", 2) + b"F" + text("loadFactor") + b"I" + text("threshold") + b"\x78\x70"
    body = struct.pack(">fI", 0.75, 12) + b"\x77\x08" + struct.pack(">II", 16, len(pairs))
    strings = b"".join(b"\x74" + text(key) + b"\x74" + text(value) for key, value in pairs.items())
    return head + fields + body + strings + b"\x78"


def authy(accounts: list[dict]) -> bytes:
    rows = [{"accountType": "authenticator", "name": f"{a['issuer']}: {a['name']}", "originalName": a["name"],
             "digits": a["digits"], "decryptedSecret": a["secret"]} for a in accounts]
    return preferences({"com.authy.storage.tokens.authenticator.key": json.dumps(rows)})


def totp_list(accounts: list[dict]) -> bytes:
    """The accounts of TOTP Authenticator, without what is around them."""
    return json.dumps([{"key": a["secret"], "base": 32, "name": a["name"], "issuer": a["issuer"], "digits": "6",
                        "period": "30"} for a in accounts]).encode()


def totp_authenticator(accounts: list[dict]) -> bytes:
    return preferences({"STATIC_TOTP_CODES_LIST": totp_list(accounts).decode()})


def padloc(accounts: list[dict]) -> bytes:
    """The content of a container of Padloc."""
    return json.dumps({"items": [
        {"name": a["issuer"], "tags": ["a"], "fields": [
            {"type": "username", "value": a["name"]}, {"type": "totp", "value": a["secret"]},
            {"type": "note", "value": "otpauth://totp/x?secret=" + a["secret"]}]} for a in accounts]}).encode()


def openpgp_packets(content: bytes, level: int) -> list[bytes]:
    """A file as the packets of an OpenPGP message: plain, and in each form of compression."""
    def packet(tag: int, body: bytes) -> bytes:
        return bytes([0xC0 | tag]) + b"\xff" + struct.pack(">I", len(body)) + body

    literal = packet(11, b"b\x04name" + bytes(4) + content)
    deflated = zlib.compress(literal, level)
    return [literal, packet(8, b"\x00" + literal), packet(8, b"\x01" + deflated[2:-4]), packet(8, b"\x02" + deflated)]


def battle_net() -> bytes:
    prefix = "com.blizzard.messenger.AUTHENTICATOR_"
    return preferences({f"{prefix}SERIAL": "6cdd0ace62", f"{prefix}DEVICE_SECRET": "08bf16cf" * 10})


def keepass_xml(accounts: list[dict]) -> bytes:
    """Plain, as in a KDBX database whose values are not protected."""
    def string(key: str, value: str) -> str:
        return f"<String><Key>{key}</Key><Value>{escape(value)}</Value></String>"

    entries = "".join(
        "<Entry><UUID>AQ==</UUID><Tags>a;b</Tags>" + string("Title", a["issuer"]) + string("UserName", a["name"])
        + string(*((("otp", f"key={a['secret']}&step=30&size=6"), ("TimeOtp-Secret-Base32", a["secret"]),
                    ("HmacOtp-Secret-Base32", a["secret"]), ("TOTP Seed", a["secret"]))[index % 4]))
        + "<History><Entry></Entry></History></Entry>" for index, a in enumerate(accounts))
    return (f"<KeePassFile><Meta><RecycleBinUUID>Ag==</RecycleBinUUID></Meta><Root><Group><UUID>AA==</UUID>"
            f"<Name>Root</Name><Group><Name>Codes</Name>{entries}</Group></Group></Root></KeePassFile>").encode()


def kdbx_content(xml: bytes) -> bytes:
    """An inner header of KDBX 4 that protects nothing, then the XML."""
    fields = [(1, struct.pack("<I", 0)), (2, b"k" * 64), (0, b"")]
    return b"".join(struct.pack("<BI", key, len(data)) + data for key, data in fields) + xml


def kdbx_header() -> bytes:
    """The clear part of a KDBX 4 database, with the least of costs."""
    def entry(kind: int, name: bytes, value: bytes) -> bytes:
        return struct.pack("<BI", kind, len(name)) + name + struct.pack("<I", len(value)) + value

    identifier = bytes.fromhex("C9D9F39A628A4460BF740D08C18A4FEA")
    costs = (b"\x00\x01" + entry(0x42, b"$UUID", identifier) + entry(0x05, b"R", struct.pack("<Q", 1))
             + entry(0x42, b"S", bytes(32)) + b"\x00")
    cipher = bytes.fromhex("31C1F2E6BF714350BE5805216AFC5AFF")
    fields = [(2, cipher), (3, struct.pack("<I", 1)), (4, bytes(32)), (7, bytes(16)), (11, costs), (0, b"")]
    body = b"".join(struct.pack("<BI", key, len(data)) + data for key, data in fields)
    header = bytes.fromhex("03D9A29A67FB4BB5") + struct.pack("<HH", 0, 4) + body
    return header + hashlib.sha256(header).digest() + bytes(64)


def otpclient_header() -> bytes:
    """The clear part of an OTPClient database of version 3, and nothing that opens."""
    return b"OTPClient" + struct.pack(">I", 3) + bytes(48) + struct.pack(">III", 1, 8192, 1) + bytes(48)


def otp_auth_backup(accounts: list[dict]) -> bytes:
    """The inner archive of a backup of OTP Auth: one folder."""
    reference = plistlib.UID
    objects = ["$null", {"NS.keys": [reference(2)], "NS.objects": [reference(3)]}, "Folders",
               {"NS.objects": [reference(4)]}, {"name": reference(2), "accounts": reference(5)}]
    objects.append({"NS.objects": [reference(6 + index) for index in range(len(accounts))]})
    objects += [{
        "issuer": a["issuer"], "label": a["name"], "type": 1 if a["type"] == "hotp" else 2, "algorithm": 1,
        "secret": {"NS.data": base64.b32decode(a["secret"] + "=" * (-len(a["secret"]) % 8))}, "digits": a["digits"],
        "period": 0, "counter": a.get("counter", 0)} for a in accounts]
    document = {"$objects": objects, "$top": {"root": reference(1)}}
    return plistlib.dumps(document, fmt=plistlib.FMT_BINARY)


def vault_plaintexts(folder: Path) -> list[bytes]:
    """What is encrypted in the vault's test vectors, without the spaces at its end."""
    sys.path.insert(0, str(folder))
    import make_vectors
    import vault_maker

    found: list[bytes] = []
    seal = vault_maker.Maker.seal

    def keep(self, slots, plaintext, *arguments, **options):
        found.append(options.get("pad", vault_maker.padded)(plaintext).rstrip(b" "))
        return seal(self, slots, plaintext, *arguments, **options)

    vault_maker.Maker.seal = keep
    # The keys do not matter here, and deriving them would take long.
    vault_maker.hashlib.scrypt = lambda *_, **__: bytes(32)
    make_vectors.all_vectors()
    return found


def backups(accounts: list[dict]) -> list[bytes]:
    """What is inside backups of 2FAGuard, CloudOTP and Authme."""
    tokens = [{"Issuer": a["issuer"], "Username": a["name"], "Secret": a["secret"], "Algorithm": 0, "Digits": 6,
               "Period": 30, "Notes": "n"} for a in accounts]
    texts = [json.dumps({"uid": str(at), "issuer": a["issuer"], "account": a["name"], "secret": a["secret"],
                         "token_type": at % 5, "algorithm": "SHA1", "digits": 6, "counter": 1, "period": 10,
                         "pin": "1", "pinned": 1}) for at, a in enumerate(accounts)]
    category = json.dumps({"title": "Work", "bindings": "0,1"})
    lines = "".join(f"Name:   {a['name']} \nSecret: {a['secret']} \nIssuer: {a['issuer']} \nType:   OTP_TOTP\n\n"
                    for a in accounts)
    return [json.dumps({"Version": 1, "Tokens": tokens}).encode(),
            json.dumps({"tokens": texts, "categories": [category]}).encode(), lines.encode()]
