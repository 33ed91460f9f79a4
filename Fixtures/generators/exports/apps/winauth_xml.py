"""WinAuth's own file: XML, of which parts are encrypted with Blowfish and a key that is longer than usual."""

import ctypes
import ctypes.util
import hashlib
from xml.sax.saxutils import escape

from images.accounts import invented_bytes

from .. import ciphers
from ..accounts import Entry, entry
from ..catalogue import Catalogue

FORMAT = "winauth-xml"
PASSWORD, OTHER = "Röst-kaffee 7", "own pässword"
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
BLOWFISH, ECB, KEY_SIZE, BLOCK = 4, 1, 72, 8
CLASSES = {"totp": "Google", "hotp": "HOTP", "steam": "Steam"}


def blowfish(key: bytes, text: bytes) -> bytes:
    """By libgcrypt: other libraries take keys of up to 56 bytes."""
    library = ctypes.CDLL(ctypes.util.find_library("gcrypt"))
    library.gcry_check_version(None)
    cipher, sealed = ctypes.c_void_p(), ctypes.create_string_buffer(len(text))
    failed = library.gcry_cipher_open(ctypes.byref(cipher), BLOWFISH, ECB, 0)
    failed = failed or library.gcry_cipher_setkey(cipher, key, len(key))
    failed = failed or library.gcry_cipher_encrypt(cipher, sealed, len(text), text, len(text))
    if failed:
        raise ValueError("libgcrypt fails")
    library.gcry_cipher_close(cipher)
    return sealed.raw


def box(label: str, text: bytes, password: str, *, checked: bool = True) -> str:
    salt, check, noise = (invented_bytes(f"{FORMAT}/{label}/{part}", 8) for part in ("salt", "check", "noise"))
    padding = BLOCK - len(text) % BLOCK
    padded = text + noise[: padding - 1] + bytes([padding])
    sealed = salt + blowfish(ciphers.pbkdf2("sha1", password, salt, 2000, size=KEY_SIZE), padded)
    head = b"WINAUTH3" + check + hashlib.sha256(check + text).digest() if checked else b""
    return (head + sealed).hex().upper()


def document(text: str) -> bytes:
    return b"\xef\xbb\xbf" + HEAD.encode() + text.encode()


def secret(account: Entry, *parts: str, algorithm: str | None = None) -> str:
    fields = [account.secret.hex().upper(), str(account.digits), algorithm or account.algorithm]
    fields.append(str(account.period or 30))
    return "|".join(["\t".join(fields), *parts])


def data(text: str) -> str:
    return f"<servertimediff>0</servertimediff><lastservertime>0</lastservertime><secretdata>{text}</secretdata>"


def account(name: str, type: str, content: str) -> str:
    head = f'<WinAuthAuthenticator id="11111111-2222-4333-8444-000000000001" type="WinAuth.{type}Authenticator">'
    view = "<created>1700000000000</created><autorefresh>false</autorefresh><allowcopy>true</allowcopy>"
    view += "<copyoncode>false</copyoncode><hideserial>true</hideserial><skin></skin>"
    return f"{head}<name>{escape(name)}</name>{view}{content}</WinAuthAuthenticator>"


def plain(found: Entry, name: str, type: str | None = None, *parts: str, **changes: str) -> str:
    content = f"<authenticatordata>{data(secret(found, *parts, **changes))}</authenticatordata>"
    return account(name, type or CLASSES[found.type], content)


def sealed(label: str, found: Entry, letters: str = "y", password: str = PASSWORD) -> str:
    text = document(f"<authenticatordata>{data(secret(found))}</authenticatordata>")
    content = f'<authenticatordata encrypted="{letters}">{box(label, text, password)}</authenticatordata>'
    return account(found.name, "Google", content)


def file(*accounts: str, version: str = "3.6") -> bytes:
    settings = "<alwaysontop>false</alwaysontop>"
    return f'{HEAD}<WinAuth version="{version}">{settings}{"".join(accounts)}</WinAuth>\n'.encode()


def whole(label: str, *accounts: str, letters: str = "y") -> bytes:
    text = document(f"<config>{''.join(accounts)}</config>")
    return file(f'<data encrypted="{letters}" sha1="{"0" * 40}">{box(label, text, PASSWORD)}</data>')


def accounts(label: str) -> tuple[list[Entry], list[str]]:
    bank = entry(f"{FORMAT}/{label}/bank", algorithm="SHA256", digits=8, period=60)
    counted = entry(f"{FORMAT}/{label}/counted", "hotp", issuer="", name="Token", counter=13)
    steam = entry(f"{FORMAT}/{label}/steam", "steam", issuer="Steam", name="gamer")
    battle = entry(f"{FORMAT}/{label}/battle", issuer="BattleNet", name="Battle.net", digits=8)
    texts = [
        plain(bank, f"{bank.issuer} ({bank.name})"),
        plain(counted, counted.name, None, "12", algorithm="SHA256"),
        plain(steam, "Steam (gamer)", None, "31323334", "616E64726F6964", "7B7D", ""),
        plain(battle, battle.name, "BattleNet", b"EU-1111-2222-3333".hex().upper()),
    ]
    return [bank, counted, steam, battle], texts


def add(catalogue: Catalogue) -> None:
    found, texts = accounts("plain")
    types = ("Microsoft", "GuildWars", "OktaVerify")
    others = [entry(f"{FORMAT}/plain/{type}", issuer="", name=type) for type in types]
    texts += [plain(other, other.name, other.name) for other in others]
    catalogue.add(f"{FORMAT}/plain.xml", file(*texts), [*found, *others])

    found, texts = accounts("password")
    content = whole("password", *texts)
    catalogue.add(f"{FORMAT}/password.xml", content, found, password=PASSWORD)
    catalogue.failure(f"{FORMAT}/hostile/no-password.xml", content, "password-required")
    catalogue.failure(f"{FORMAT}/hostile/wrong-password.xml", content, "wrong-password", password="wrong")
    catalogue.failure(f"{FORMAT}/hostile/cut.xml", content[:-200], "corrupt", password=PASSWORD)

    own, open_one = (entry(f"{FORMAT}/own/{name}", issuer="", name=name) for name in ("own", "open"))
    content = file(sealed("own", own), plain(open_one, open_one.name))
    catalogue.add(f"{FORMAT}/own-password.xml", content, [own, open_one], password=PASSWORD)

    old = entry(f"{FORMAT}/old", issuer="BattleNet", name="Battle.net", digits=8)
    text = box("old", old.secret + b"US-4444-5555-6666", PASSWORD, checked=False)
    text = f'<servertimediff>0</servertimediff><secretdata encrypted="y">{text}</secretdata>'
    text = f'<authenticator type="WindowsAuthenticator.BattleNetAuthenticator">{text}</authenticator>'
    content = f'{HEAD}<WinAuth version="2.1">{text}</WinAuth>'.encode()
    catalogue.add(f"{FORMAT}/version-2.xml", content, [old], password=PASSWORD)

    good, bad = entry(f"{FORMAT}/rejected", issuer="", name="good"), entry(f"{FORMAT}/bad", issuer="", name="bad")
    faults = {
        "codes are Trion's": plain(bad, "Glyph", "Trion", "4141", "4242"),
        "class is unknown": plain(bad, "New", "Future"),
        "counter is missing": plain(bad, "Counted", "HOTP"),
        "digits 99": plain(bad, "Digits").replace("\t6\t", "\t99\t"),
        "secret is base32": plain(bad, "Base32").replace(bad.secret.hex().upper(), bad.base32),
        "no secret": account("None", "Google", ""),
        "a password of its own": sealed("locked", bad, password=OTHER),
        "encrypted for a Windows user": sealed("user", bad, letters="u"),
        "encrypted with a YubiKey": sealed("key", bad, letters="ya"),
    }  # fmt: skip
    content = whole("rejected", plain(good, good.name), *faults.values())
    catalogue.add(f"{FORMAT}/rejected.xml", content, [good], list(faults), password=PASSWORD)
    machine = whole("machine", letters="m")
    catalogue.failure(f"{FORMAT}/hostile/machine.xml", machine, "account-restricted")
