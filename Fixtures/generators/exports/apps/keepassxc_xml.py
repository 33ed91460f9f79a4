"""KeePassXC: the XML export, KeePass 2's with every value in the clear."""

from collections.abc import Sequence
from dataclasses import replace

from images.accounts import base32, invented_bytes

from .. import ciphers, hostile_xml, links
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue
from ..preferences import escaped
from . import keepassxc

FORMAT = keepassxc.FORMAT
KINDS = ("totp", "hotp", "steam")
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
DIGESTS = {"SHA1": "HMAC-SHA-1", "SHA256": "HMAC-SHA-256", "SHA512": "HMAC-SHA-512"}
PROTECTED = frozenset(("Password", "otp", "TimeOtp-Secret-Base32"))
READABLE_GROUPS = 60
Strings = dict[str, str]


def identifier(label: str) -> str:
    return ciphers.b64(invented_bytes(f"exports/keepassxc/uuid/{label}", 16))


BIN, NO_BIN = identifier("recycle bin"), ciphers.b64(bytes(16))


def element(name: str, text: str) -> str:
    return f"<{name}>{escaped(text, quotes=False)}</{name}>" if text else f"<{name}/>"


def values(strings: Strings) -> str:
    """Whether a value is one to protect in memory is nothing to a reader of the file."""
    lines = []
    for key, value in strings.items():
        mark = ' ProtectInMemory="True"' if key in PROTECTED else ""
        text = escaped(value, quotes=False)
        lines.append(f"<String>{element('Key', key)}<Value{mark}>{text}</Value></String>\n")
    return "".join(lines)


def item(strings: Strings, history: Sequence[Strings] = ()) -> str:
    """One entry; its earlier states are entries inside it."""
    times = "<Times><LastModificationTime>AhaT4g4AAAA=</LastModificationTime><Expires>False</Expires></Times>"
    own = f"{element('UUID', identifier(repr(strings)))}<IconID>0</IconID><Tags/>{times}\n{values(strings)}"
    earlier = "".join(item(former) for former in history)
    return f"<Entry>\n{own}<History>{earlier}</History></Entry>\n"


def group(name: str, contents: str, uuid: str | None = None) -> str:
    head = element("UUID", uuid or identifier(f"group/{name}")) + element("Name", name) + element("IsExpanded", "True")
    return f"<Group>{head}\n{contents}</Group>\n"


def file(contents: str, bin: str = NO_BIN) -> bytes:
    enabled = "<RecycleBinEnabled>True</RecycleBinEnabled>" + element("RecycleBinUUID", bin)
    meta = f"<Meta><Generator>KeePassXC</Generator><DatabaseName/>{enabled}<CustomData/></Meta>"
    root = f"<Root>\n{group('Root', contents)}<DeletedObjects/></Root>"
    return f"{HEAD}<KeePassFile>\n{meta}\n{root}\n</KeePassFile>\n".encode()


def named(account: Entry, secrets: Strings, *, title: str | None = None) -> Strings:
    """The entry's own names are the account's only where the secret brings none."""
    names = {"Title": account.issuer if title is None else title, "UserName": account.name_in_file}
    return {"Notes": account.note, "Password": "<in>vent&ed", **names, "URL": "https://example.com/"} | secrets


TITLE = "Title of the entry"


def linked(account: Entry) -> Strings:
    link = keepassxc.uri(account) if account.type == "steam" else links.key_uri(account)
    return named(account, {"otp": link}, title=TITLE)


def add(catalogue: Catalogue) -> None:
    accounts = list(cast("keepassxc/xml-plain", KINDS))
    contents = "".join(item(linked(account)) for account in accounts)
    # The link of one of them names no issuer.
    read = [replace(account, issuer=account.issuer or TITLE) for account in accounts]
    catalogue.add("keepassxc/plain.xml", file(contents), read)
    add_fields(catalogue)
    add_groups(catalogue)
    add_rejected(catalogue)
    add_hostile(catalogue)
    hostile_xml.add(catalogue, "keepassxc", everything_linked, thorough=True)


def everything_linked(accounts: Sequence[Entry]) -> bytes:
    """The names are unescaped, so that the common cases find what they replace."""
    return file("".join(item(named(account, {"otp": account.base32})) for account in accounts))


def add_fields(catalogue: Catalogue) -> None:
    """Every field that may hold a secret, in every form."""
    label = "keepassxc/xml-fields"
    text, other = "schlüssel 鍵 0123", "another 鍵 4567"
    found: list[tuple[Entry, Strings]] = []

    def field(strings, type: str = "totp", **fields) -> None:
        account = entry(f"{label}/{len(found)}", type, **fields)
        found.append((account, strings(account)))

    both = {"algorithm": "SHA256", "digits": 8, "period": 60}
    field(lambda one: {"otp": one.base32})
    field(lambda one: {"otp": f"steam://{one.base32}"}, "steam")
    field(lambda one: {"otp": f"key={one.base32}&step=60&size=8&otpHashMode=Sha256"}, **both)
    field(lambda one: {"otp": f"key={one.base32}"})
    field(lambda one: {"otp": f"key={one.base32}&type=hotp&counter=7"}, "hotp", counter=7)
    field(lambda one: {"TimeOtp-Secret": text}, secret=text.encode())
    field(lambda one: {"TimeOtp-Secret-Hex": one.secret.hex()})
    field(lambda one: {"TimeOtp-Secret-Base32": one.base32})
    field(lambda one: {"TimeOtp-Secret-Base64": ciphers.b64(one.secret)})
    for algorithm in DIGESTS:
        settings = {"TimeOtp-Length": "8", "TimeOtp-Period": "60", "TimeOtp-Algorithm": DIGESTS[algorithm]}
        field(
            lambda one, settings=settings: settings | {"TimeOtp-Secret-Base32": one.base32},
            algorithm=algorithm, digits=8, period=60,
        )  # fmt: skip
    field(lambda one: {"HmacOtp-Secret": other, "HmacOtp-Counter": "5"}, "hotp", counter=5, secret=other.encode())
    field(lambda one: {"HmacOtp-Secret-Hex": one.secret.hex(), "HmacOtp-Counter": "6"}, "hotp", counter=6)
    field(lambda one: {"HmacOtp-Secret-Base32": one.base32}, "hotp", counter=0)
    field(lambda one: {"HmacOtp-Secret-Base64": ciphers.b64(one.secret), "HmacOtp-Counter": "7"}, "hotp", counter=7)
    field(lambda one: {"TOTP Seed": one.base32})
    field(lambda one: {"TOTP Seed": one.base32, "TOTP Settings": "60;8"}, digits=8, period=60)
    field(lambda one: {"TOTP Seed": one.base32, "TOTP Settings": "30;6;https://example.org/time"})
    field(lambda one: {"TOTP Seed": one.base32, "TOTP Settings": "30;S"}, "steam")
    field(lambda one: {"TOTP Seed": one.base32, "TimeOtp-Secret-Hex": one.secret.hex(), "otp": one.base32})
    field(lambda one: {"OTP": one.base32})
    field(lambda one: {"HmacOtp-Secret-Hex": one.secret.hex(), "HmacOtp-Secret-Base32": one.base32}, "hotp", counter=0)
    accounts = [account for account, _ in found]
    contents = "".join(item(named(account, strings)) for account, strings in found)
    catalogue.add("keepassxc/fields.xml", file(contents), accounts)


def add_groups(catalogue: Catalogue) -> None:
    """Groups in groups; entries of former times, in the recycle bin, and without any secret are left out."""
    label = "keepassxc/xml-groups"
    top, work, deep, bin, after = some(label, 5)
    gone = [item(linked(entry(f"{label}/gone/{at}"))) for at in range(3)]
    former = [linked(entry(f"{label}/former/{at}")) for at in range(2)]
    binned = group("Recycle Bin", gone[0] + group("Old", gone[1] + group("Older", gone[2])), BIN)
    contents = [
        item(linked(top), former),
        item(named(entry(f"{label}/none"), {}), former),
        item(linked(after)),
        group("Work", item(linked(work)) + group("Größe 大", item(linked(deep))) + binned),
        group("Recycle Bin", item(linked(bin))),
        group("Empty", ""),
    ]
    catalogue.add("keepassxc/groups.xml", file("".join(contents), BIN), [top, after, work, deep, bin])
    deeper = entry(f"{label}/deeper")
    nested = item(linked(deeper))
    for _ in range(READABLE_GROUPS):
        nested = group("Nested", nested)
    catalogue.add("keepassxc/hostile/deep-groups.xml", file(nested), [deeper])


def add_rejected(catalogue: Catalogue) -> None:
    label = "keepassxc/xml-rejected"
    first, bad, last = some(label, 3)
    secret = base32(invented_bytes(f"exports/{label}", 20))
    faults = [({"otp": link}, reason) for link, reason in links.bad_links(secret)]
    faults += [
        ({"otp": "AB1CD8EF"}, "1 and 8 are not base32"),
        ({"otp": "steam://"}, "steam without secret"),
        ({"otp": "key=&step=30&size=6"}, "empty key"),
        ({"otp": "step=30&size=6"}, "no key"),
        ({"otp": f"key={bad.base32}&step=0"}, "step 0"),
        ({"otp": f"key={bad.base32}&size=11"}, "size 11"),
        ({"otp": f"key={bad.base32}&otpHashMode=Sha384"}, "hash Sha384"),
        ({"otp": f"key={bad.base32}&type=hotp&counter=-1"}, "counter -1"),
        ({"TimeOtp-Secret-Hex": "xyz"}, "no hex"),
        ({"TimeOtp-Secret-Base32": "AB1CD8EF"}, "1 and 8 are not base32"),
        ({"TimeOtp-Secret-Base64": "not*base64"}, "no base64"),
        ({"TimeOtp-Secret-Base32": bad.base32, "TimeOtp-Length": "0"}, "length 0"),
        ({"TimeOtp-Secret-Base32": bad.base32, "TimeOtp-Period": "half"}, "period is no number"),
        ({"TimeOtp-Secret-Base32": bad.base32, "TimeOtp-Algorithm": "HMAC-SHA-384"}, "algorithm HMAC-SHA-384"),
        ({"HmacOtp-Secret-Base32": bad.base32, "HmacOtp-Counter": "-1"}, "counter -1"),
        ({"HmacOtp-Secret-Base32": bad.base32, "HmacOtp-Counter": "9223372036854775808"}, "counter 2^63"),
        ({"TOTP Seed": "AB1CD8EF"}, "1 and 8 are not base32"),
        ({"TOTP Seed": bad.base32, "TOTP Settings": "0;6"}, "period 0"),
        ({"TOTP Seed": bad.base32, "TOTP Settings": "30;11"}, "digits 11"),
        ({"TOTP Seed": bad.base32, "TOTP Settings": "thirty;6"}, "period is no number"),
    ]
    entries = [item(named(bad, strings)) for strings, _ in faults]
    text = item(linked(first)) + "".join(entries) + item(linked(last))
    reasons = [reason for _, reason in faults]
    catalogue.add("keepassxc/rejected.xml", file(text), [first, last], reasons)


def add_hostile(catalogue: Catalogue) -> None:
    again, other = entry("keepassxc/xml-duplicates/0"), entry("keepassxc/xml-duplicates/1")
    several = [again, other, again, again]
    content = file("".join(item(linked(account)) for account in several))
    catalogue.add("keepassxc/hostile/duplicates.xml", content, several)
    catalogue.add("keepassxc/hostile/no-entries.xml", file(""))
    catalogue.add("keepassxc/hostile/no-root.xml", f"{HEAD}<KeePassFile/>\n")
    names = ("\u202egnihtemos", "]]> & <b>bold</b>", "no-break\u00a0space", "👩‍👩‍👧‍👦 family", "x" * 1000)
    strange = [
        replace(entry(f"keepassxc/xml-names/{at}"), issuer="Oddities", name=name) for at, name in enumerate(names)
    ]
    content = file("".join(item(named(account, {"otp": account.base32})) for account in strange))
    catalogue.add("keepassxc/hostile/strange-names.xml", content, strange)
    good = entry("keepassxc/xml-odd")
    odd = [
        "<Entry/>",
        "<Entry><String/><String><Key>otp</Key></String><String><Value>no key</Value></String></Entry>",
        item(linked(good)),
    ]
    catalogue.add("keepassxc/hostile/odd-entries.xml", file("".join(odd)), [good])
