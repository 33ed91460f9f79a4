"""Keysmith: Qt's settings, with secrets under Argon2 and NaCl's secretbox."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import argon2.low_level
from images.accounts import invented_bytes

from .. import ciphers, reopen
from ..accounts import Entry, cast, entry, invented_uuid, passphrase, some
from ..catalogue import Catalogue, Seal
from ..secretbox import seal

FORMAT = "keysmith"
KINDS = ("totp", "hotp")
ARGON2 = {1: argon2.low_level.Type.I, 2: argon2.low_level.Type.ID}
EPOCH = "1970-01-01T00:00:00.000Z"
HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !#$%&'()*+-./:<>@[]^_`{|}~?")


@dataclass(frozen=True)
class Vault:
    """The keys of one file."""

    label: str
    password: str
    algorithm: int = 2
    has_challenge: bool = True

    @property
    def salt(self) -> bytes:
        return invented_bytes(f"exports/{self.label}/salt", 16)

    @property
    def key(self) -> bytes:
        return argon2.low_level.hash_secret_raw(self.password.encode(), self.salt, 3, 64, 1, 32, ARGON2[self.algorithm])

    def boxed(self, name: str, text: bytes) -> tuple[str, str]:
        nonce = invented_bytes(f"exports/{self.label}/{name}/nonce", 24)
        return ciphers.b64(seal(self.key, nonce, text)), ciphers.b64(nonce)

    def head(self) -> dict[str, str]:
        values = {"algorithm": str(self.algorithm), "cpu": "3", "length": "32", "memory": "65536"}
        values["salt"] = ciphers.b64(self.salt)
        if self.has_challenge:
            values["challenge"], values["nonce"] = self.boxed("challenge", self.password.encode())
        return values

    def group(self, account: Entry) -> dict[str, str]:
        values = {"account": account.name_in_file, "issuer": account.issuer, "pinLength": str(account.digits)}
        values["secret"], values["nonce"] = self.boxed(account.base32, account.secret)
        if account.type == "hotp":
            return values | {"type": "hotp", "counter": str(account.counter), "checksum": "false"}
        name = account.algorithm.title()
        return values | {"type": "totp", "timeStep": str(account.period), "hash": name, "epoch": EPOCH}


def escaped(text: str) -> str:
    """As Qt 5 writes a value: the character after hexadecimal digits is one of them unless it is escaped as well."""
    units = text.encode("utf-16-le")
    out, after_digits = "", False
    for at in range(0, len(units), 2):
        unit = int.from_bytes(units[at : at + 2], "little")
        character = chr(unit)
        if character in '"\\':
            out, after_digits = f"{out}\\{character}", False
        elif character in "\n\t":
            out, after_digits = out + {"\n": "\\n", "\t": "\\t"}[character], False
        elif character in PLAIN | frozenset(",;=") and not (after_digits and character in HEXADECIMAL):
            out, after_digits = out + character, False
        else:
            out, after_digits = f"{out}\\x{unit:x}", True
    if text.startswith("@"):
        out = f"@{out}"
    is_quoted = out != text or not out or text != text.strip() or any(character in ',;="' for character in out)
    return f'"{out}"' if is_quoted else out


def section(name: str, values: dict[str, str]) -> str:
    return f"[{name}]\n" + "".join(f"{key}={escaped(value)}\n" for key, value in sorted(values.items())) + "\n"


def name_of(account: Entry) -> str:
    return f"%7B{account.identifier}%7D"


def text(vault: Vault, groups: Sequence[tuple[str, dict[str, str]]]) -> str:
    return section("master-key", vault.head()) + "".join(section(*group) for group in groups)


def file(vault: Vault, accounts: Sequence[Entry]) -> bytes:
    return text(vault, [(name_of(account), vault.group(account)) for account in accounts]).encode()


def seen(account: Entry) -> Entry:
    """Codes by counter have SHA1, and none has fewer than six digits."""
    return replace(account, algorithm="SHA1") if account.type == "hotp" else account


def crew(label: str) -> list[Entry]:
    return [seen(account) for account in cast(label, KINDS)]


def add(catalogue: Catalogue) -> None:
    cases = (
        ("argon2id", True, {}),
        ("argon2id-unicode", False, {}),
        ("argon2i", True, {"algorithm": 1}),
        ("without-challenge", True, {"algorithm": 1, "has_challenge": False}),
        ("without-challenge-unicode", False, {"has_challenge": False}),
    )
    for name, ascii, options in cases:
        label = f"{FORMAT}/{name}"
        vault = Vault(label, passphrase(label, ascii=ascii), **options)
        accounts = crew(label)
        opens = Seal(reopen.keysmith, b"".join(account.secret for account in accounts))
        content = file(vault, accounts)
        catalogue.add(f"{label}.conf", content, accounts, password=vault.password, seal=opens)
    add_values(catalogue)
    add_other_groups(catalogue)
    add_rejected(catalogue)
    add_damaged(catalogue)


def vault_of(name: str, **options) -> Vault:
    return Vault(f"{FORMAT}/{name}", passphrase(f"{FORMAT}/{name}"), **options)


def add_values(catalogue: Catalogue) -> None:
    """Values as only a reader of Qt's settings finds them: escapes, quotes, comments, defaults."""
    vault = vault_of("values")
    written = {
        r'"\x438\x432\x430\x43d"': "иван", r'"\xd83d\xde00 x"': "😀 x", r'"\x1f600"': "😀",
        r'"a\"b\\c\x2c\x20\x64"': 'a"b\\c, d', r'"tab\tline\nend"': "tab\tline\nend", "plain ; a comment": "plain",
        '"a;b=c,d"': "a;b=c,d", "@@home": "@home", '"@@home"': "@home", "user@home": "user@home",
        '"half \\xd800 pair"': "half \ufffd pair", '"\\x110000"': "\ufffd", '"\\101\\x42"': "AB",
        '"Zoë 大"': "Zoë 大", '  " padded "  ': "padded", '"open': "open", '"a" "b"': "a b", "": "",
        '"\\q\\\'\\?"': "q'?", '"nothing after \\': "nothing after",
    }  # fmt: skip
    accounts, body = [], section("master-key", vault.head())
    for at, (raw, name) in enumerate(written.items()):
        account = entry(f"{FORMAT}/values/{at}", issuer="", name=name)
        group = section(name_of(account), vault.group(account) | {"account": "@NAME@"})
        body += group.replace('"@@NAME@"', raw)
        accounts.append(account)
    catalogue.add(f"{FORMAT}/values.conf", body, accounts, password=vault.password)
    windows = ("\ufeff" + body.replace("\n", "\r\n")).encode()
    catalogue.add(f"{FORMAT}/hostile/bom-crlf.conf", windows, accounts, password=vault.password)


def add_other_groups(catalogue: Catalogue) -> None:
    """Groups that are no accounts, in front and between; names of groups in every spelling; values that are missing."""
    vault = vault_of("other-groups")
    first, second, third, bare, counted = accounts = [
        entry(f"{FORMAT}/other-groups/{at}", "hotp" if at == 4 else "totp") for at in range(5)
    ]
    lean = {key: value for key, value in vault.group(bare).items() if key not in ("hash", "epoch")}
    only = {key: value for key, value in vault.group(counted).items() if key != "checksum"}
    groups = [
        ("General", {"geometry": "@ByteArray(x)", "pinLength": "6"}),
        ("%7Bnot-a-uuid%7D", {"pinLength": "6", "type": "totp"}),
        (name_of(first), vault.group(first) | {"epoch": "1970-01-01", "unknown": "x"}),
        (f"{{{second.identifier.upper()}}}", vault.group(second) | {"epoch": "1970-01-01T00:00:00+00:00"}),
        (third.identifier, vault.group(third) | {"epoch": "", "hash": "", "offset": "1", "checksum": "true"}),
        ("window", {"width": "5"}),
        (name_of(bare), lean),
        (name_of(counted), only | {"epoch": "2020-01-01", "hash": "Sha512", "timeStep": "7"}),
    ]
    content = (text(vault, groups) + "; a comment=1\nno equals sign\n=\n[").encode()
    catalogue.add(f"{FORMAT}/other-groups.conf", content, accounts, password=vault.password)
    last = "".join(section(*group) for group in groups[2:4]) + section("master-key", vault.head())
    catalogue.add(f"{FORMAT}/key-last.conf", last, accounts[:2], password=vault.password)


def add_rejected(catalogue: Catalogue) -> None:
    vault = vault_of("rejected")
    first, timed, last = some(f"{FORMAT}/rejected", "first timed last")
    counted = entry(f"{FORMAT}/rejected/counted", "hotp")
    base, counter = vault.group(timed), vault.group(counted)
    other = Vault(vault.label, vault.password + ".").boxed(timed.base32, timed.secret)
    empty = vault.boxed("empty", b"")
    changes: list[tuple[str, dict[str, str], dict[str, str | None]]] = [
        ("epoch 2020", base, {"epoch": "2020-01-01T00:00:00.000Z"}),
        ("epoch a second later", base, {"epoch": "1970-01-01T00:00:01.000Z"}),
        ("epoch in another zone", base, {"epoch": "1970-01-01T00:00:00+01:00"}),
        ("epoch a millisecond later", base, {"epoch": "1970-01-01T00:00:00.001Z"}),
        ("checksum", counter, {"checksum": "true"}),
        ("checksum 1", counter, {"checksum": "1"}),
        ("offset", counter, {"offset": "4"}),
        ("offset 0", counter, {"offset": "0"}),
        ("another key", base, {"secret": other[0]}),
        ("secret cut", base, {"secret": base["secret"][:20]}),
        ("secret not base64", base, {"secret": "?"}),
        ("no secret", base, {"secret": None}),
        ("empty secret", base, {"secret": empty[0], "nonce": empty[1]}),
        ("nonce of 23 bytes", base, {"nonce": ciphers.b64(bytes(23))}),
        ("no nonce", base, {"nonce": None}),
        ("type steam", base, {"type": "steam"}),
        ("no type", base, {"type": None}),
        ("hash", base, {"hash": "Sha384"}),
        ("hash MD5", base, {"hash": "Md5"}),
        ("no digits", base, {"pinLength": None}),
        ("digits empty", base, {"pinLength": ""}),
        ("digits 5", base, {"pinLength": "5"}),
        ("digits 11", base, {"pinLength": "11"}),
        ("digits six", base, {"pinLength": "six"}),
        ("period 0", base, {"timeStep": "0"}),
        ("period missing", base, {"timeStep": None}),
        ("period too long", base, {"timeStep": "2147484"}),
        ("counter missing", counter, {"counter": None}),
        ("counter empty", counter, {"counter": ""}),
        ("counter -1", counter, {"counter": "-1"}),
        ("counter beyond 64 bits", counter, {"counter": "9223372036854775808"}),
        ("nothing", {}, {}),
    ]
    groups, reasons = [(name_of(first), vault.group(first))], []
    for at, (reason, values, changed) in enumerate(changes):
        found = {key: value for key, value in (values | changed).items() if value is not None}
        groups.append((f"%7B{invented_uuid(f'{FORMAT}/rejected/{at}')}%7D", found))
        reasons.append(reason)
    groups.append((name_of(last), vault.group(last)))
    content = text(vault, groups).encode()
    catalogue.add(f"{FORMAT}/rejected.conf", content, [first, last], reasons, password=vault.password)


def add_damaged(catalogue: Catalogue) -> None:
    vault = vault_of("damaged")
    account = entry(f"{FORMAT}/damaged")
    group = section(name_of(account), vault.group(account))
    head = vault.head()
    cases: tuple[tuple[str, dict[str, str | None], str], ...] = (
        ("algorithm-3", {"algorithm": "3"}, "unsupported-version"),
        ("no-algorithm", {"algorithm": None}, "unsupported-version"),
        ("length-64", {"length": "64"}, "corrupt"),
        ("no-length", {"length": None}, "corrupt"),
        ("cpu-text", {"cpu": "x"}, "corrupt"),
        ("cpu-0", {"cpu": "0"}, "corrupt"),
        ("cpu-too-high", {"cpu": "4294967295", "memory": "1073741824"}, "limit-exceeded"),
        ("memory-over-2-gib", {"memory": "2147484672"}, "limit-exceeded"),
        ("memory-over-64-bits", {"memory": "9223372036854775808"}, "corrupt"),
        ("memory-exbibytes", {"memory": "9223372036854775807"}, "limit-exceeded"),
        ("memory-negative", {"memory": "-1"}, "corrupt"),
        ("memory-too-low", {"memory": "1024"}, "corrupt"),
        ("salt-15", {"salt": ciphers.b64(bytes(15))}, "corrupt"),
        ("salt-text", {"salt": "?"}, "corrupt"),
        ("challenge-text", {"challenge": "?"}, "corrupt"),
        ("challenge-cut", {"challenge": ciphers.b64(bytes(15))}, "corrupt"),
        ("challenge-changed", {"challenge": ciphers.b64(bytes(40))}, "wrong-password"),
        ("challenge-of-other-text", {"challenge": vault.boxed("challenge", b"something else")[0]}, "wrong-password"),
        ("challenge-without-nonce", {"nonce": None}, "corrupt"),
        ("nonce-12", {"nonce": ciphers.b64(bytes(12))}, "corrupt"),
    )
    for name, changed, error in cases:
        values = {key: value for key, value in (head | changed).items() if value is not None}
        content = (section("master-key", values) + group).encode()
        catalogue.failure(f"{FORMAT}/hostile/{name}.conf", content, error, password=vault.password)
    whole = section("master-key", head)
    catalogue.failure(f"{FORMAT}/hostile/no-master-key.conf", group, "corrupt", password="x")
    content = (whole * 2 + group).encode()
    catalogue.failure(f"{FORMAT}/hostile/two-master-keys.conf", content, "corrupt", password="x")
    catalogue.add(f"{FORMAT}/hostile/no-accounts.conf", whole, password=vault.password)
    cut = whole.encode() + group.encode().partition(b"secret=")[0]
    reasons = ["cut before the secret"]
    catalogue.add(f"{FORMAT}/hostile/cut.conf", cut, [], reasons, password=vault.password)
    one, two = entry(f"{FORMAT}/again/0"), entry(f"{FORMAT}/again/1")
    several = [one, two, one]
    content = file(vault, several)
    catalogue.add(f"{FORMAT}/hostile/duplicates.conf", content, several, password=vault.password)
