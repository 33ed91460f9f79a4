"""Seed files of hardware tokens, RFC 6030: plain, and under a passphrase or a key that is delivered apart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape, quoteattr

from cryptography.hazmat.primitives import keywrap
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from images.accounts import invented_bytes

from .. import ciphers, hostile_xml
from ..accounts import Entry, cast, entry, locked, passphrase, some, token
from ..catalogue import Catalogue, Seal
from ..reopen_pskc import secrets

FORMAT = "pskc"
XMLENC, XMLDSIG = "http://www.w3.org/2001/04/xmlenc#", "http://www.w3.org/2000/09/xmldsig#"
PBKDF2 = "http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#pbkdf2"
SUITES = {"SHA1": "", "SHA256": "HMAC-SHA256", "SHA512": "HMAC-SHA512"}
ITERATIONS = 60
INTEGERS = ((0, 1), (77, 1), (40_000, 2), (9_999_999, 3), (2**39 + 5, 5), (2**52 + 1, 7), (2**63 - 1, 8))
"""Counters as multiOTP writes them, and in how many bytes. A single byte that is a digit would be read as that."""


def element(name: str, content: str = "", **attributes: str) -> str:
    given = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{given}>{content}</{name}>"


def plain(name: str, value: str) -> str:
    return element(name, element("PlainValue", value))


@dataclass(frozen=True)
class Cryptography:
    """How the values of a file are encrypted."""

    label: str
    key: bytes
    opening: str
    """The content of `EncryptionKey`."""
    wraps: bool = False
    mac: str | None = "hmac-sha1"
    digest: str = "sha1"
    has_mac_key: bool = True
    mac_of_plaintext: bool = False
    free_padding: bool = False
    """Whether the padding is random, except for its last byte."""

    @property
    def algorithm(self) -> str:
        bits = len(self.key) * 8
        return f"{XMLENC}kw-aes{bits}" if self.wraps else f"{XMLENC}aes{bits}-cbc"

    @property
    def mac_key(self) -> bytes:
        return invented_bytes(f"exports/{self.label}/mac-key", 16) if self.has_mac_key else self.key

    def sealed(self, text: bytes, label: str) -> bytes:
        if self.wraps:
            return keywrap.aes_key_wrap(self.key, text)
        iv = invented_bytes(f"exports/{self.label}/{label}/iv", 16)
        missing = 16 - len(text) % 16
        padding = bytes([missing]) * missing
        if self.free_padding:
            padding = invented_bytes(f"exports/{self.label}/{label}/padding", missing)[:-1] + bytes([missing])
        encryptor = Cipher(algorithms.AES(self.key), modes.CBC(iv)).encryptor()
        return iv + encryptor.update(text + padding) + encryptor.finalize()

    def cipher_data(self, text: bytes, label: str) -> str:
        value = element("CipherValue", f"\n{ciphers.b64(self.sealed(text, label))}\n")
        return element("EncryptionMethod", Algorithm=self.algorithm) + element("CipherData", value)

    def value(self, name: str, text: bytes, label: str) -> str:
        content = element("EncryptedValue", self.cipher_data(text, label))
        if self.mac is not None:
            covered = text if self.mac_of_plaintext else self.sealed(text, label)
            content += element("ValueMAC", ciphers.b64(ciphers.hmac_of(self.digest, self.mac_key, covered)))
        return element(name, content)

    @property
    def head(self) -> str:
        content = element("EncryptionKey", self.opening) if self.opening else ""
        if self.mac is None:
            return content
        key = element("MACKey", self.cipher_data(self.mac_key, "mac")) if self.has_mac_key else ""
        return content + element("MACMethod", key, Algorithm=f"{XMLDSIG}{self.mac}")


def derived(label: str, password: str, size: int = 16, function: str = "", **changes) -> Cryptography:
    salt = invented_bytes(f"exports/{label}/salt", 8)
    key = ciphers.pbkdf2(function or "sha1", password, salt, ITERATIONS, size=size)
    prf = element("PRF", **({"Algorithm": f"{XMLDSIG}hmac-{function}"} if function else {}))
    values = element("Salt", element("Specified", ciphers.b64(salt))) + element("IterationCount", str(ITERATIONS))
    parameters = element("PBKDF2-params", values + element("KeyLength", str(size)) + prf)
    method = element("KeyDerivationMethod", parameters, Algorithm=PBKDF2)
    return Cryptography(label, key, element("DerivedKey", method + element("MasterKeyName", "x")), **changes)


def shared(label: str, size: int = 16, **changes) -> Cryptography:
    """The key itself is the passphrase."""
    key = invented_bytes(f"exports/{label}/key", size)
    return Cryptography(label, key, element("KeyName", "Batch key"), **changes)


def key(account: Entry, given: Cryptography | None = None, *, seal_numbers: bool = False, **parts: str) -> str:
    """A `Key`; parts replace those that follow from the account."""
    is_hotp = account.type == "hotp"
    factor = str(account.counter if is_hotp else account.period)
    name = "Counter" if is_hotp else "TimeInterval"
    label = account.base32
    secret = given.value("Secret", account.secret, label) if given else plain("Secret", ciphers.b64(account.secret))
    number = given.value(name, factor.encode(), f"{label}/number") if given and seal_numbers else plain(name, factor)
    suite = element("Suite", SUITES[account.algorithm]) if account.algorithm != "SHA1" else ""
    found = {
        "issuer": element("Issuer", escape(account.issuer)) if account.issuer else "",
        "format": f'<ResponseFormat Length="{account.digits}" Encoding="DECIMAL"/>',
        "suite": suite,
        "secret": secret,
        "number": number,
        "time": plain("Time", "0") + plain("TimeDrift", "4"),
        "name": element("UserId", escape(account.name)) if account.name else "",
        "algorithm": f"urn:ietf:params:xml:ns:keyprov:pskc:{account.type}",
    } | parts
    content = found["issuer"] + element("AlgorithmParameters", found["suite"] + found["format"])
    content += found.get("friendly", "") + element("Data", found["secret"] + found["number"] + found["time"])
    content += found["name"] + element("Policy", element("ExpiryDate", "2031-01-01T00:00:00Z"))
    return element("Key", content, Id=found.get("id", "1"), Algorithm=found["algorithm"])


def package(content: str, manufacturer: str = "", serial: str = "", model: str = "", user: str = "not this") -> str:
    device = element("Manufacturer", manufacturer) if manufacturer else ""
    device += element("SerialNo", serial) if serial else ""
    device += element("Model", model) if model else ""
    device += element("UserId", user) if user else ""
    return element("KeyPackage", element("DeviceInfo", device) + content)


def container(packages: Sequence[str], head: str = "", *, version: str = ' Version="1.0"') -> bytes:
    start = f'<KeyContainer{version} xmlns="urn:ietf:params:xml:ns:keyprov:pskc">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', start, head, *packages, "</KeyContainer>\n"]).encode()


def prefixed(content: bytes) -> bytes:
    """Every name with a prefix, and comments."""
    text = content.decode().replace("</", "</k:").replace("xmlns=", "xmlns:k=")
    first, *others = text.split("<")
    text = first + "".join(f"<k:{part}" if part[:1].isalpha() else f"<{part}" for part in others)
    return text.replace("?>\n", "?>\n<!-- <KeyContainer> -->\n").encode()


def add(catalogue: Catalogue) -> None:
    add_plain(catalogue)
    add_names(catalogue)
    add_tokens(catalogue)
    add_numbers(catalogue)
    add_drafts(catalogue)
    add_rejected(catalogue)
    add_encrypted(catalogue)
    add_encrypted_numbers(catalogue)
    add_damaged_values(catalogue)
    add_failures(catalogue)
    hostile_xml.add(
        catalogue, FORMAT,
        lambda several: container([package(key(account)) for account in several]), thorough=True,
    )


def add_plain(catalogue: Catalogue) -> None:
    accounts = cast(f"{FORMAT}/plain", ("totp", "hotp"))
    packages = [package(key(account), "Not this", "1") for account in accounts]
    pin = element("Key", element("Data", plain("Secret", "MTIzNA==")), Id="2", Algorithm="urn:x:pskc:pin")
    packages.insert(3, package(pin))
    packages.append(package(""))
    named = [account if account.name else replace(account, name="1") for account in accounts]
    named = [account if account.issuer else replace(account, issuer="Not this") for account in named]
    catalogue.add(f"{FORMAT}/plain.xml", container(packages), named)
    accounts = cast(f"{FORMAT}/prefixed", ("totp", "hotp"))
    packages = [package(key(account)) for account in accounts if account.issuer and account.name]
    named = [account for account in accounts if account.issuer and account.name]
    catalogue.add(f"{FORMAT}/prefixed.xml", prefixed(container(packages)), named)


def add_names(catalogue: Catalogue) -> None:
    def made(at: str, issuer: str, name: str) -> Entry:
        return entry(f"{FORMAT}/names/{at}", issuer=issuer, name=name)

    friendly, serial, alone, nothing = (
        made("friendly", "Token Maker", "front door"), made("serial", "Token Maker", "7000001"),
        made("id", "", "key-9"), made("nothing", "", ""),
    )  # fmt: skip
    no_format = replace(made("no-format", "Issuer", "x"), digits=6)
    packages = [
        package(key(friendly, issuer="", name="", friendly=element("FriendlyName", "front door")), "Token Maker", "1"),
        package(key(serial, issuer="", name="", id="not-this"), "Token Maker", "7000001"),
        package(key(alone, issuer="", name="", id="key-9")),
        package(key(nothing, issuer=" <Issuer> </Issuer>".strip(), name="", id=" ")),
        package(key(no_format, format="", number="", time="")),
    ]
    accounts = [friendly, serial, alone, nothing, no_format]
    catalogue.add(f"{FORMAT}/names.xml", container(packages, version=""), accounts)


def add_tokens(catalogue: Catalogue) -> None:
    """Serial number, manufacturer and model of the device; its user, and that of the key."""
    label = f"{FORMAT}/tokens"
    accounts = [
        entry(f"{label}/0", token=token("1234567", "Acorn Tokens", "A-1", "first@example.com")),
        entry(f"{label}/1", "hotp", token=token("GALT11420105", "Acorn Tokens", user="uid=bob,dc=example")),
        entry(f"{label}/2", issuer="Acorn Tokens", name="0000042", token=token("0000042", "Acorn Tokens", "B 2")),
    ]
    packages = [
        package(key(accounts[0]), "Acorn Tokens", "1234567", "A-1", "first@example.com"),
        package(key(accounts[1]), "Acorn Tokens", "GALT11420105", "", "uid=bob,dc=example"),
        package(key(accounts[2], issuer="", name=""), "Acorn Tokens", " 0000042 ", "B 2", ""),
    ]
    alone = entry(f"{label}/user")
    accounts.append(replace(alone, token=token(user=alone.name)))
    packages.append(package(key(alone), user=""))
    catalogue.add(f"{FORMAT}/tokens.xml", container(packages), accounts)


def add_numbers(catalogue: Catalogue) -> None:
    """Counters and intervals: digits, base64 of digits, and integers of four and eight bytes."""

    def hotp(at: int, value: str, counter: int) -> tuple[Entry, str]:
        account = entry(f"{FORMAT}/numbers/{at}", "hotp", counter=counter)
        return account, package(key(account, number=plain("Counter", value)))

    interval = entry(f"{FORMAT}/numbers/interval", period=60)
    spread = entry(f"{FORMAT}/numbers/spread")
    lines = "\n  ".join((ciphers.b64(spread.secret)[:8], ciphers.b64(spread.secret)[8:]))
    cases = [
        hotp(0, "42", 42), hotp(1, "\n 7 \n", 7), hotp(2, ciphers.b64(b"709791"), 709791),
        hotp(3, ciphers.b64((405834).to_bytes(4, "big")), 405834),
        hotp(4, ciphers.b64((2**40 + 1).to_bytes(8, "big")), 2**40 + 1), hotp(5, "", 0),
        *(
            hotp(6 + at, ciphers.b64(number.to_bytes(size, "big")), number)
            for at, (number, size) in enumerate(INTEGERS)
        ),
        (interval, package(key(interval, number=plain("TimeInterval", ciphers.b64(b"60"))))),
        (spread, package(key(spread, secret=plain("Secret", f"\n  {lines}\n")))),
    ]  # fmt: skip
    packages = [text for _, text in cases]
    catalogue.add(f"{FORMAT}/numbers.xml", container(packages), [account for account, _ in cases])


def add_drafts(catalogue: Catalogue) -> None:
    """`Device` with several keys, other names of attributes, and `Usage`."""
    first, second = entry(f"{FORMAT}/draft/0"), entry(f"{FORMAT}/draft/1", "hotp", counter=3, digits=8)
    keys = ""
    for account, encoding in ((first, "Format"), (second, "Encoding")):
        form = element("ResponseFormat", Length=str(account.digits), **{encoding: "DECIMAL"})
        usage = element("Usage", form, OTP="true")
        data = plain("Secret", ciphers.b64(account.secret))
        data += plain("Counter", "3") if account.type == "hotp" else plain("TimeInterval", "30")
        content = element("Issuer", escape(account.issuer)) + usage + element("Data", data)
        algorithm = f"urn:ietf:params:xml:ns:keyprov:pskc#{account.type}"
        keys += element("Key", content, KeyId=account.name, KeyAlgorithm=algorithm)
    device = element("Device", element("DeviceInfo", element("Manufacturer", "Not this")) + keys)
    catalogue.add(f"{FORMAT}/draft.xml", container([device]), [first, second])
    given = shared(f"{FORMAT}/draft-mac", has_mac_key=False)
    account = entry(f"{FORMAT}/draft-mac")
    head = element("EncryptionKey", given.opening) + element("MACAlgorithm", f"\n {XMLDSIG}hmac-sha1\n")
    content = container([package(key(account, given))], head)
    catalogue.add(f"{FORMAT}/draft-mac.xml", content, [account], password=given.key.hex())


def add_rejected(catalogue: Catalogue) -> None:
    first, bad, last = some(f"{FORMAT}/rejected", "first bad last")
    counting = entry(f"{FORMAT}/rejected/hotp", "hotp")

    def formatted(**attributes: str) -> str:
        return element("ResponseFormat", **({"Length": "6", "Encoding": "DECIMAL"} | attributes))

    faults = {
        "ocra": key(bad, algorithm="urn:ietf:params:xml:ns:keyprov:pskc:ocra"),
        "no algorithm": key(bad, algorithm=""),
        "hexadecimal codes": key(bad, format=formatted(Encoding="HEXADECIMAL")),
        "check digit": key(bad, format=formatted(CheckDigits="true")),
        "check digit 1": key(bad, format=formatted(CheckDigits="1")),
        "unknown suite": key(bad, suite=element("Suite", "HMAC-SHA3")),
        "no secret": key(bad, secret=""),
        "empty secret": key(bad, secret=plain("Secret", "")),
        "secret not base64": key(bad, secret=plain("Secret", "*")),
        "eleven digits": key(bad, format=formatted(Length="11")),
        "digits": key(bad, format=formatted(Length="six")),
        "interval 0": key(bad, number=plain("TimeInterval", "0")),
        "interval": key(bad, number=plain("TimeInterval", "soon")),
        "interval of nine bytes": key(bad, number=plain("TimeInterval", ciphers.b64(bytes(8) + b"\x1e"))),
        "counter": key(counting, number=plain("Counter", "-1")),
        "counter too large": key(counting, number=plain("Counter", ciphers.b64(b"\xff" * 8))),
    }
    packages = [package(content) for content in (key(first), *faults.values(), key(last))]
    catalogue.add(f"{FORMAT}/rejected.xml", container(packages), [first, last], list(faults))


def add_encrypted(catalogue: Catalogue) -> None:
    phrase = passphrase(f"{FORMAT}/passphrase", ascii=False)
    other = passphrase(f"{FORMAT}/passphrase-256")
    cases = [
        ("passphrase", derived(f"{FORMAT}/passphrase", phrase), phrase, True),
        ("passphrase-256", derived(f"{FORMAT}/passphrase-256", other, 32, "sha256", mac="hmac-sha256", digest="sha256"),
         other, True),
        ("key", shared(f"{FORMAT}/key", free_padding=True), "hex", False),
        ("key-192", shared(f"{FORMAT}/key-192", 24, mac="hmac-sha384", digest="sha384"), "base64", False),
        ("key-no-mac", shared(f"{FORMAT}/key-no-mac", 32, mac=None), "hex", False),
        ("key-mac-of-plaintext", shared(f"{FORMAT}/key-mac-of-plaintext", mac_of_plaintext=True), "hex", False),
        ("key-no-mac-key", shared(f"{FORMAT}/key-no-mac-key", has_mac_key=False, mac="hmac-sha512", digest="sha512"),
         "hex", False),
        ("wrap", shared(f"{FORMAT}/wrap", 16, wraps=True, mac=None), "hex", False),
        ("wrap-192", shared(f"{FORMAT}/wrap-192", 24, wraps=True, mac=None), "hex", False),
        ("wrap-256", shared(f"{FORMAT}/wrap-256", 32, wraps=True), "base64", False),
    ]  # fmt: skip
    for name, given, password, seal_numbers in cases:
        password = {"hex": given.key.hex(), "base64": ciphers.b64(given.key)}.get(password, password)
        label = f"{FORMAT}/{name}"
        # Key wrap takes whole blocks of eight bytes.
        size = 24 if given.wraps else 20
        accounts = some(label, 3, secret_size=size)
        accounts.append(entry(f"{label}/hotp", "hotp", algorithm="SHA256", digits=8, secret_size=size))
        packages = [package(key(account, given, seal_numbers=seal_numbers)) for account in accounts]
        open_one = entry(f"{label}/open")
        packages.insert(1, package(key(open_one)))
        # An encrypted value of a key that is no one-time password does not matter.
        hidden = element("Secret", element("EncryptedValue", ""))
        ocra = key(entry(f"{label}/ocra"), algorithm="urn:x:pskc:ocra", secret=hidden)
        content = container([*packages, package(ocra)], given.head)
        if name == "passphrase":
            content = prefixed(content)
        seal = Seal(secrets, b"\n".join(account.secret.hex().encode() for account in accounts))
        read = [accounts[0], open_one, *accounts[1:]]
        catalogue.add(f"{label}.xml", content, read, ["ocra"], password=password, seal=seal)


def add_encrypted_numbers(catalogue: Catalogue) -> None:
    """Counters and intervals as integers, each with its MAC, as multiOTP writes them."""
    label, phrase = locked(f"{FORMAT}/encrypted-numbers")
    given = derived(label, phrase)
    accounts, packages = [], []
    for at, (number, size) in enumerate(INTEGERS):
        accounts.append(entry(f"{label}/{at}", "hotp", counter=number))
        sealed = given.value("Counter", number.to_bytes(size, "big"), f"{label}/{at}/number")
        packages.append(package(key(accounts[-1], given, number=sealed)))
    for period, size in ((30, 1), (60, 1), (300, 2)):
        accounts.append(entry(f"{label}/period-{period}", period=period))
        sealed = given.value("TimeInterval", period.to_bytes(size, "big"), f"{label}/{period}/number")
        packages.append(package(key(accounts[-1], given, number=sealed)))
    bad = entry(f"{label}/bad", "hotp")
    for at, value in enumerate((b"", bytes(9), b"\xff" * 8)):
        packages.append(package(key(bad, given, number=given.value("Counter", value, f"{label}/bad/{at}"))))
    unchecked = given.value("Counter", b"\x4d", f"{label}/unchecked").split("<ValueMAC>")[0]
    packages.append(package(key(bad, given, number=unchecked + element("ValueMAC", "AAAA") + "</Counter>")))
    reasons = ["no bytes", "nine bytes", "over 2^63-1", "wrong MAC"]
    catalogue.add(f"{label}.xml", container(packages, given.head), accounts, reasons, password=phrase)


def add_damaged_values(catalogue: Catalogue) -> None:
    """Values that do not open, next to one that does."""
    label = f"{FORMAT}/damaged-values"
    given = shared(label)
    first, bad = entry(f"{label}/first"), entry(f"{label}/bad")
    whole = given.value("Secret", bad.secret, "bad")
    mac = element("ValueMAC", ciphers.b64(bytes(20)))
    sealed = ciphers.b64(given.sealed(bad.secret, "bad"))
    faults = {
        "wrong MAC": whole.split("<ValueMAC>")[0] + mac + "</Secret>",
        "MAC not base64": whole.split("<ValueMAC>")[0] + element("ValueMAC", "*") + "</Secret>",
        "not base64": whole.replace(sealed, "*"),
        "cut": whole.replace(sealed, sealed[:24]),
        "no value": element("Secret", element("EncryptedValue", "")),
        "unknown cipher": whole.replace("aes128-cbc", "tripledes-cbc"),
    }
    packages = [package(key(first, given)), *(package(key(bad, secret=value)) for value in faults.values())]
    content = container(packages, given.head)
    password = given.key.hex()
    catalogue.add(f"{label}.xml", content, [first], list(faults), password=password)


def add_failures(catalogue: Catalogue) -> None:
    password = passphrase(f"{FORMAT}/failures")
    account = entry(f"{FORMAT}/failures")
    given = derived(f"{FORMAT}/failures", password)
    good = container([package(key(account, given))], given.head).decode()
    keyed = shared(f"{FORMAT}/failures-key")
    keyed_file = container([package(key(account, keyed))], keyed.head)
    old = element("Data", element("PlainValue", "AAAA"), Name="SECRET")
    certificate = element("EncryptionKey", element("X509Data", element("X509Certificate", "AAAA")))
    cases = (
        ("version-2", good.replace('Version="1.0"', 'Version="2.0"'), "unsupported-version", None),
        ("data-with-name", good.replace("<Data>", f"{old}<Data>"), "unsupported-version", None),
        ("certificate", good.replace(element("EncryptionKey", given.opening), certificate),
         "unsupported-version", None),
        ("other-derivation", good.replace("#pbkdf2", "#argon2"), "unsupported-version", None),
        ("other-function", good.replace("<PRF>", '<PRF Algorithm="x#hmac-md5">'), "unsupported-version", None),
        ("other-mac", good.replace("#hmac-sha1", "#hmac-ripemd160"), "unsupported-version", None),
        ("other-cipher", good.replace("aes128-cbc", "tripledes-cbc"), "unsupported-version", None),
        ("no-salt", good.replace("<Specified>", "<Specified>*"), "corrupt", password),
        ("no-iterations", good.replace(f">{ITERATIONS}<", ">x<"), "corrupt", password),
        ("no-key-length", good.replace("KeyLength", "Length"), "corrupt", password),
        ("iterations-0", good.replace(f">{ITERATIONS}<", ">0<"), "corrupt", password),
        ("iterations-beyond-the-limit", good.replace(f">{ITERATIONS}<", ">10000001<"), "limit-exceeded", password),
        ("key-of-another-size", good.replace("aes128-cbc", "aes256-cbc"), "wrong-password", password),
        ("not-a-key", keyed_file.decode(), "wrong-password", password),
    )  # fmt: skip
    for name, text, error, opening in cases:
        catalogue.failure(f"{FORMAT}/hostile/{name}.xml", text, error, password=opening)
    empty = container([])
    catalogue.add(f"{FORMAT}/hostile/empty.xml", empty)
