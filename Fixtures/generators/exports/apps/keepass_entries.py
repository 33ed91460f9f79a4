"""KeePass entries with one-time passwords, in every form that an entry can hold them."""

from collections.abc import Sequence
from dataclasses import replace

from images.accounts import base32, invented_bytes

from .. import ciphers, links
from ..accounts import Entry, cast, entry, some, spelt_oddly
from ..kdbx_xml import Record, Strings

KINDS = ("totp", "hotp", "steam")
# No record: another account of the record before it.
Pair = tuple[Record | None, Entry]


def record(account: Entry, strings: Strings, **more) -> Record:
    """Title and user name are the account's."""
    own = [("Notes", account.note), ("Password", 'invented "<&>"'), ("Title", account.issuer)]
    own += [("URL", "https://example.com/?a=1&b=2"), ("UserName", account.name_in_file)]
    return Record([*own, *strings], tags=account.group, **more)


def uri(account: Entry) -> str:
    if account.type == "steam":
        return links.key_uri(replace(account, type="totp"), encoder="steam")
    return links.key_uri(account)


def with_link(account: Entry, **more) -> Record:
    return record(account, [("otp", uri(account))], **more)


def paired(account: Entry, *strings: tuple[str, str]) -> Pair:
    return record(account, strings), account


def linked(label: str) -> list[Pair]:
    return [(with_link(account), account) for account in cast(label, KINDS)]


def fields(label: str) -> list[Pair]:
    """Every field that the program, its extensions and its relatives use."""
    return [*link_fields(label), *keeotp(label), *time_fields(label), *counter_fields(label), *seeds(label)]


def link_fields(label: str) -> list[Pair]:
    """What `otp` can hold: the link names the account, else title and user name do."""
    other, nameless, steam, bare, spelt, padded = some(f"{label}/link", 6)
    steam = entry(f"{label}/link/steam", "steam", issuer="Gamers Den", name="gamer")
    titled = [("Title", "A title of its own"), ("UserName", "a user of its own")]
    spaced = replace(padded, issuer="Padded", name="also padded")
    return [
        (Record([*titled, ("otp", uri(other))]), other),
        paired(nameless, ("otp", f"otpauth://totp/?secret={nameless.base32}&digits=6&period=30")),
        paired(steam, ("otp", f"steam://{steam.base32}")),
        paired(bare, ("otp", bare.base32)),
        paired(spelt, ("otp", spelt_oddly(spelt.base32))),
        (Record([("Title", " Padded\n"), ("UserName", "\talso padded "), ("otp", padded.base32)]), spaced),
    ]


def keeotp(label: str) -> list[Pair]:
    plain, sized, hashed, short = some(f"{label}/keeotp", 4)
    sized, hashed = replace(sized, digits=8, period=60), replace(hashed, algorithm="SHA256")
    sha512 = entry(f"{label}/keeotp/sha512", algorithm="SHA512", digits=8)
    counting = entry(f"{label}/keeotp/hotp", "hotp", counter=9)
    padded = entry(f"{label}/keeotp/padded", secret_size=16)
    written = {
        f"key={plain.base32}&step=30&size=6": plain,
        f"key={sized.base32}&size=8&step=60": sized,
        f"key={hashed.base32}&step=30&size=6&otpHashMode=Sha256": hashed,
        f"key={sha512.base32}&size=8&otpHashMode=Sha512": sha512,
        f"key={counting.base32}&type=hotp&counter=9": counting,
        f"key={short.base32}": short,
        f"key={padded.base32}%3d%3d%3d%3d%3d%3d&step=30&size=6": padded,
    }
    return [paired(account, ("otp", text)) for text, account in written.items()]


def time_fields(label: str) -> list[Pair]:
    def some(case: str, **more) -> Entry:
        return entry(f"{label}/time/{case}", **more)

    text = replace(some("text"), secret="Schlüssel, 鍵 🔑 <&>".encode())
    hex, upper = some("hex", issuer="青い銀行", name="田中 花子"), some("upper", algorithm="SHA256")
    base32_text, odd = some("base32", digits=8, period=60), some("odd")
    base64_text, bare = some("base64", algorithm="SHA512", secret_size=64), some("bare", secret_size=19)
    sha1 = some("sha1", issuer="Größenwahn & Söhne", name="Widget", written_name="Größenwahn & Söhne: Widget")
    both, counted = some("both"), entry(f"{label}/time/both-counted", "hotp", counter=3)
    counted = replace(counted, issuer=both.issuer, name=both.name)
    eight = [("TimeOtp-Length", "8"), ("TimeOtp-Period", "60")]
    return [
        paired(text, ("TimeOtp-Secret", text.secret.decode())),
        paired(hex, ("TimeOtp-Secret-Hex", hex.secret.hex())),
        paired(upper, ("TimeOtp-Algorithm", "HMAC-SHA-256"), ("TimeOtp-Secret-Hex", upper.secret.hex().upper())),
        paired(base32_text, ("TimeOtp-Secret-Base32", base32_text.base32), *eight),
        paired(odd, ("TimeOtp-Secret-Base32", spelt_oddly(odd.base32))),
        paired(
            base64_text,
            ("TimeOtp-Secret-Base64", ciphers.b64(base64_text.secret)),
            ("TimeOtp-Algorithm", "HMAC-SHA-512"),
        ),
        paired(bare, ("TimeOtp-Secret-Base64", ciphers.b64(bare.secret).rstrip("="))),
        paired(sha1, ("TimeOtp-Secret-Base32", sha1.base32), ("TimeOtp-Algorithm", "HMAC-SHA-1")),
        paired(
            both,
            ("HmacOtp-Secret-Hex", counted.secret.hex()),
            ("HmacOtp-Counter", "3"),
            ("TimeOtp-Secret-Hex", both.secret.hex()),
        ),
        (None, counted),
    ]


def counter_fields(label: str) -> list[Pair]:
    def some(case: str, counter: int) -> Entry:
        return entry(f"{label}/counter/{case}", "hotp", counter=counter)

    text = replace(some("text", 1), secret=b"a key of letters")
    hex, base32_text, base64_text, none = some("hex", 2), some("base32", 2**40), some("base64", 3), some("none", 0)
    four = entry(f"{label}/counter/four-ways")
    four_ways = [
        ("TimeOtp-Secret-Base32", four.base32), ("TimeOtp-Secret-Hex", four.secret.hex()), ("TimeOtp-Length", "6"),
        ("otp", uri(four)), ("TOTP Seed", four.base32), ("TOTP Settings", "30;6"),
    ]  # fmt: skip
    return [
        paired(text, ("HmacOtp-Secret", "a key of letters"), ("HmacOtp-Counter", "1")),
        paired(hex, ("HmacOtp-Secret-Hex", hex.secret.hex()), ("HmacOtp-Counter", "2")),
        paired(base32_text, ("HmacOtp-Counter", str(2**40)), ("HmacOtp-Secret-Base32", base32_text.base32)),
        paired(base64_text, ("HmacOtp-Secret-Base64", ciphers.b64(base64_text.secret)), ("HmacOtp-Counter", "3")),
        paired(none, ("HmacOtp-Secret-Base32", none.base32)),
        paired(four, *four_ways),
    ]


def seeds(label: str) -> list[Pair]:
    plain, sized, timed, bare = some(f"{label}/seed", 4)
    sized = replace(sized, period=60, digits=8)
    steam = entry(f"{label}/seed/steam", "steam", issuer="Gamers Den", name="gamer")
    nobody = entry(f"{label}/seed/nobody", issuer="", name="")
    return [
        paired(plain, ("TOTP Seed", plain.base32), ("TOTP Settings", "30;6")),
        paired(sized, ("TOTP Settings", "60;8"), ("TOTP Seed", sized.base32)),
        paired(steam, ("TOTP Seed", steam.base32), ("TOTP Settings", "30;S")),
        paired(timed, ("TOTP Seed", timed.base32), ("TOTP Settings", "30;6;https://time.example.com")),
        paired(bare, ("TOTP Seed", spelt_oddly(bare.base32))),
        (Record([("TOTP Seed", nobody.base32), ("TOTP Settings", "30;6")]), nobody),
    ]


def without(label: str) -> list[Record]:
    """Entries that have nothing to do with one-time passwords."""
    account = entry(f"{label}/without")
    return [
        record(account, []),
        Record([]),
        record(account, [("TimeOtp-Period", "30"), ("TOTP Settings", "30;6"), ("HmacOtp-Counter", "4")]),
        record(account, [("otp", "")]),
    ]


def faults(label: str) -> list[tuple[str, Record]]:
    """What must be refused, each with the reason."""
    account = entry(f"{label}/fault")
    secret, hex = account.base32, account.secret.hex()
    bad: list[tuple[str, Sequence[tuple[str, str]]]] = [
        *((reason, [("otp", link)]) for link, reason in links.bad_links(base32(invented_bytes(f"{label}/bad", 20)))),
        ("text that is no secret", [("otp", "ask me in the morning!")]),
        ("steam link without secret", [("otp", "steam://")]),
        ("KeeOtp without key", [("otp", "step=30&size=6")]),
        ("KeeOtp with an empty key", [("otp", "key=&step=30&size=6")]),
        ("KeeOtp of size 0", [("otp", f"key={secret}&step=30&size=0")]),
        ("KeeOtp with step 0", [("otp", f"key={secret}&step=0&size=6")]),
        ("KeeOtp with an unknown hash", [("otp", f"key={secret}&otpHashMode=Sha384")]),
        ("KeeOtp of an unknown type", [("otp", f"key={secret}&type=push")]),
        ("hex of odd length", [("TimeOtp-Secret-Hex", hex[1:])]),
        ("no hex", [("TimeOtp-Secret-Hex", "key")]),
        ("no base32", [("TimeOtp-Secret-Base32", "AB1CD8EF")]),
        ("no base64", [("TimeOtp-Secret-Base64", "§§§§")]),
        ("length 0", [("TimeOtp-Secret-Hex", hex), ("TimeOtp-Length", "0")]),
        ("length 11", [("TimeOtp-Secret-Hex", hex), ("TimeOtp-Length", "11")]),
        ("length six", [("TimeOtp-Secret-Hex", hex), ("TimeOtp-Length", "six")]),
        ("period 0", [("TimeOtp-Secret-Hex", hex), ("TimeOtp-Period", "0")]),
        ("unknown algorithm", [("TimeOtp-Secret-Hex", hex), ("TimeOtp-Algorithm", "HMAC-SHA-384")]),
        ("counter -1", [("HmacOtp-Secret-Hex", hex), ("HmacOtp-Counter", "-1")]),
        ("counter over 2^63-1", [("HmacOtp-Secret-Hex", hex), ("HmacOtp-Counter", str(2**63))]),
        ("counter is a word", [("HmacOtp-Secret-Base32", secret), ("HmacOtp-Counter", "many")]),
        ("seed is no base32", [("TOTP Seed", "0189"), ("TOTP Settings", "30;6")]),
        ("settings with 12 digits", [("TOTP Seed", secret), ("TOTP Settings", "30;12")]),
        ("settings with period 0", [("TOTP Seed", secret), ("TOTP Settings", "0;6")]),
        ("link and seed differ", [("otp", f"key={secret}&step=30"), ("TOTP Seed", base32(b"not this one"))]),
        ("link and length differ", [("otp", f"key={secret}&step=30"), ("TimeOtp-Length", "8")]),
        ("base32 and hex differ", [("TimeOtp-Secret-Base32", secret), ("TimeOtp-Secret-Hex", hex[2:])]),
        ("settings with another letter", [("TOTP Seed", secret), ("TOTP Settings", "30;X")]),
    ]
    return [(reason, record(account, strings)) for reason, strings in bad]
