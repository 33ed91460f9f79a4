"""OTP Auth: an archive under a fixed key, and in it another one under the user's password."""

import hashlib
import plistlib
from collections.abc import Callable, Sequence
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, reopen
from ..accounts import Entry, cast, entry, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..keyed_archive import NULL, Archiver, Data, Date, Object, Text, archived

FORMAT = "otp-auth-ios"
KINDS = ("totp", "hotp")
BACKUP, ACCOUNT = "Authenticator", "OTPAuth"
ALGORITHMS = {"SHA1": 1, "SHA256": 2, "SHA512": 3, "MD5": 4}
EPOCH = Date(-978307200.0)
SALT, IV = "FÖ58aFaX!odTp§", "T§7BDP4ddbbcd4-invented"


def fields(account: Entry) -> dict[str, Any]:
    """The members that an account has in both kinds of files."""
    return {
        "label": account.name_in_file,
        "issuer": account.issuer or None,
        "secret": Data(account.secret),
        "type": 1 if account.type == "hotp" else 2,
        "algorithm": ALGORITHMS[account.algorithm],
        "digits": account.digits,
        "period": 30 if account.type == "hotp" else account.period,
        "counter": account.counter or 0,
    }


def stored(account: Entry, **changes: Any) -> Object:
    later = {"ID": account.identifier, "lastModified": Date(7e8), "referenceDate": EPOCH, "icon": None}
    widget = {"hideInWidget": False, "widgetIndex": -1}
    members = fields(account) | later | widget | changes
    return Object("ACOTPAccount", {key: value for key, value in members.items() if value is not ...})


def folder(name: str, accounts: Any) -> Object:
    return Object("ACOTPFolder", {"name": name, "accounts": accounts, "ID": "0", "lastModified": Date(7e8)})


def backup(*folders: Any) -> bytes:
    return archived({"Folders": list(folders), "DeletedAccountIDs": [Text("old")], "DeletedFolderIDs": []})


def outer(key: str, members: dict[str, Any]) -> bytes:
    return ciphers.aes_cbc(ciphers.sha256(key.encode()), bytes(16), archived(members))


def legacy(plain: bytes, password: str, salt: str, iv: bytes) -> bytes:
    key = ciphers.sha256(f"{salt}-{password}".encode())
    return ciphers.aes_cbc(key, hashlib.sha1(iv).digest()[:16], plain)


def rncryptor(label: str, plain: bytes, password: str, header: bytes = b"\x03\x01") -> bytes:
    salts = [invented_bytes(f"exports/{label}/{name}", 8) for name in ("salt", "mac-salt")]
    iv = invented_bytes(f"exports/{label}/iv", 16)
    key, mac_key = (ciphers.pbkdf2("sha1", password, salt, 10_000) for salt in salts)
    message = header + b"".join(salts) + iv + ciphers.aes_cbc(key, iv, plain)
    return message + ciphers.hmac_sha256(mac_key, message)


def backup_1_0(label: str, plain: bytes, password: str) -> bytes:
    data = legacy(plain, password, SALT, IV.encode())
    return outer(BACKUP, {"Version": 1.0, "WrappedData": Data(data), "Salt": Text(SALT), "IV": Text(IV)})


def backup_1_1(label: str, plain: bytes, password: str) -> bytes:
    return outer(BACKUP, {"Version": 1.1, "WrappedData": Data(rncryptor(label, plain, password))})


def account_1_1(label: str, plain: bytes, password: str) -> bytes:
    iv = invented_bytes(f"exports/{label}/iv", 24)
    data = legacy(plain, password, SALT, iv)
    return outer(ACCOUNT, {"Data": Data(data), "Version": 1.1, "Salt": Text(SALT), "IV": Data(iv)})


def account_1_2(label: str, plain: bytes, password: str) -> bytes:
    return outer(ACCOUNT, {"Version": 1.2, "Data": rncryptor(label, plain, password)})


def add(catalogue: Catalogue) -> None:
    def file(
        name: str, version: Callable[[str, bytes, str], bytes], plain: bytes, accounts: Sequence[Entry],
        reasons: Sequence[str] = (), *, ascii: bool = True,
    ) -> None:  # fmt: skip
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        content = version(label, plain, password)
        seal = Seal(reopen.otp_auth_ios, plain)
        catalogue.add(label, content, accounts, reasons, password=password, seal=seal)

    versions = {"backup-1.0": (backup_1_0, False), "backup-1.1": (backup_1_1, True), "unicode": (backup_1_1, False)}
    for name, (version, ascii) in versions.items():
        accounts = cast(f"{FORMAT}/{name}", KINDS)
        half = len(accounts) // 2
        groups = [[stored(account) for account in accounts[at : at + half + 1]] for at in (0, half + 1)]
        plain = backup(folder("Accounts", groups[0]), folder("Büro", groups[1]), folder("Empty", []))
        file(f"{name}.otpauthdb", version, plain, accounts, ascii=ascii)
    one = entry(f"{FORMAT}/one", algorithm="SHA512", digits=8, period=60)
    file("account-1.1.otpauth", account_1_1, archived(fields(one) | {"refDate": EPOCH}), [one], ascii=False)
    counted = entry(f"{FORMAT}/counted", "hotp", counter=2**40)
    file("account-1.2.otpauth", account_1_2, archived(fields(counted)), [counted])
    add_spellings(file)
    add_rejected(file)
    add_damaged(catalogue)


def add_spellings(file: Callable[..., None]) -> None:
    """Zeros and missing members are defaults; data, texts and numbers as plain values or as objects."""
    label = f"{FORMAT}/spellings"
    zeros = {"algorithm": 0, "digits": 0, "period": 0}
    gone = dict.fromkeys([*zeros, "counter", "referenceDate", "lastModified"], ...)
    accounts = some(label, 5)
    hotp = entry(f"{label}/hotp", "hotp", counter=0)
    md5 = entry(f"{label}/md5", algorithm="MD5")
    rows = [
        stored(accounts[0], **zeros),
        stored(accounts[1], **gone),
        stored(accounts[2], secret=accounts[2].secret, referenceDate=NULL),
        stored(accounts[3], label=Text(accounts[3].name), issuer=Text(accounts[3].issuer)),
        stored(accounts[4], **{name: f"{value}" for name, value in {"digits": 6, "period": 30}.items()}),
        stored(hotp, period=0),
        stored(md5),
    ]
    file("spellings.otpauthdb", backup_1_1, backup(folder("Accounts", rows)), [*accounts, hotp, md5])


def add_rejected(file: Callable[..., None]) -> None:
    label = f"{FORMAT}/rejected"
    first, bad, last = some(label, 3)
    counted = entry(f"{label}/hotp", "hotp")
    faults: list[tuple[str, Any]] = [
        ("type 0", stored(bad, type=0)),
        ("type 3", stored(bad, type=3)),
        ("no type", stored(bad, type=...)),
        ("algorithm 5", stored(bad, algorithm=5)),
        ("algorithm -1", stored(bad, algorithm=-1)),
        ("algorithm is a text", stored(bad, algorithm=Text("SHA1"))),
        ("empty secret", stored(bad, secret=Data(b""))),
        ("no secret", stored(bad, secret=...)),
        ("secret null", stored(bad, secret=None)),
        ("secret is a text", stored(bad, secret=Text(bad.base32))),
        ("secret too long", stored(bad, secret=Data(bytes([1]) * 5000))),
        ("digits 11", stored(bad, digits=11)),
        ("digits -6", stored(bad, digits=-6)),
        ("digits 6.5", stored(bad, digits=6.5)),
        ("period -30", stored(bad, period=-30)),
        ("period is a list", stored(bad, period=[])),
        ("counter -1", stored(counted, counter=-1)),
        ("shifted by a day", stored(bad, referenceDate=Date(-978307200.0 + 86400))),
        ("starts in 2001", stored(bad, referenceDate=Date(0.0))),
        ("reference date is a text", stored(bad, referenceDate=Text("1970-01-01"))),
        ("null", None),
        ("a text", Text("account")),
        ("a list", []),
    ]
    rows = [stored(first), *(fault for _, fault in faults), stored(last)]
    reasons = [reason for reason, _ in faults]
    file("rejected.otpauthdb", backup_1_1, backup(folder("Accounts", rows)), [first, last], reasons)
    first, last = some(f"{label}-folders")
    folders = [folder("A", [stored(first)]), None, Text("folder"), folder("B", Text("none")), folder("C", None)]
    reasons = ["a folder that is null", "a folder that is a text", "accounts that are a text", "no accounts"]
    plain = backup(*folders, folder("D", [stored(last)]))
    file("damaged-folders.otpauthdb", backup_1_0, plain, [first, last], reasons)


def add_damaged(catalogue: Catalogue) -> None:
    label, password = locked(f"{FORMAT}/damaged")
    plain = backup(folder("Accounts", [stored(entry(f"{label}/{at}")) for at in range(3)]))
    message = rncryptor(label, plain, password)
    good, old = backup_1_1(label, plain, password), backup_1_0(label, plain, password)

    def failure(name: str, content: bytes, error: str, given: str | None = password) -> None:
        catalogue.failure(f"{FORMAT}/hostile/{name}", content, error, password=given)

    def wrapped(version: Any, data: Any, **more: Any) -> bytes:
        return outer(BACKUP, {"Version": version, "WrappedData": data} | more)

    another = passphrase(f"{FORMAT}/another")
    for version, content in (("1.0", old), ("1.1", good)):
        failure(f"{version}-wrong-password.otpauthdb", content, "wrong-password", another)
        failure(f"{version}-no-password.otpauthdb", content, "password-required", None)
        failure(f"{version}-cut.otpauthdb", content[: len(content) // 32 * 16], "corrupt")
    failure("1.1-bad-mac.otpauthdb", wrapped(1.1, Data(message[:-1] + b"?")), "wrong-password")
    failure("1.1-short.otpauthdb", wrapped(1.1, Data(message[:60])), "corrupt")
    failure("1.1-empty.otpauthdb", wrapped(1.1, Data(b"")), "corrupt")
    failure("1.0-half-block.otpauthdb", wrapped(1.0, Data(bytes(24)), Salt="a", IV="b"), "corrupt")
    failure("1.0-no-salt.otpauthdb", wrapped(1.0, Data(bytes(32)), IV="b"), "corrupt")
    failure("2.0.otpauthdb", wrapped(2.0, Data(message)), "unsupported-version")
    failure("account-1.0.otpauth", outer(ACCOUNT, {"Version": 1.0, "Data": Data(message)}), "unsupported-version")
    for name, header in (("version-4", b"\x04\x01"), ("options-0", b"\x03\x00")):
        data = rncryptor(f"{label}/{name}", plain, password, header)
        failure(f"rncryptor-{name}.otpauthdb", wrapped(1.1, Data(data)), "unsupported-version")
    failure("no-version.otpauthdb", outer(BACKUP, {"WrappedData": Data(message)}), "corrupt")
    failure("no-data.otpauthdb", outer(BACKUP, {"Version": 1.1, "Data": Data(message)}), "corrupt")
    failure("list.otpauthdb", ciphers.aes_cbc(ciphers.sha256(BACKUP.encode()), bytes(16), archived([1])), "corrupt")
    xml = plistlib.dumps({"Folders": []})
    insides = {
        "no-folders": archived({"Accounts": []}),
        "folders-text": archived({"Folders": "none"}),
        "root-list": archived([]),
        "root-null": archived(None),
        "no-root": plistlib.dumps({"$objects": ["$null"]}, fmt=plistlib.FMT_BINARY),
        "no-archive": plistlib.dumps([1], fmt=plistlib.FMT_BINARY),
        "cut-inside": plain[:-40],
        "xml": xml,
        "nothing": b"",
    }
    for name, inside in insides.items():
        failure(f"{name}.otpauthdb", backup_1_1(f"{label}/{name}", inside, password), "corrupt")
    failure("1.0-garbage.otpauthdb", backup_1_0(label, b"not an archive", password), "wrong-password")
    add_cycles(catalogue, password)


def add_cycles(catalogue: Catalogue, password: str) -> None:
    """Lists and folders that contain themselves."""
    archiver = Archiver()
    root = archiver.add({"Folders": []})
    folders = len(archiver.objects)
    # Written by hand: the folder is its own list of accounts, and the list of folders contains itself.
    archiver.objects += [{"NS.objects": []}, {"name": NULL, "accounts": plistlib.UID(folders)}]
    archiver.objects[folders]["NS.objects"] = [plistlib.UID(folders), plistlib.UID(folders + 1)]
    archiver.objects[root.data]["NS.objects"] = [plistlib.UID(folders)]
    label = f"{FORMAT}/hostile/cycle.otpauthdb"
    content = backup_1_1(label, archiver.archive(root), password)
    reasons = ["the list as a folder", "the list as an account", "the folder as an account"]
    catalogue.add(label, content, [], reasons, password=password)
