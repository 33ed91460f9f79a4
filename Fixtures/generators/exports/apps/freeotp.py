"""FreeOTP 1: the preferences of the app. FreeOTP+ keeps the same file."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from .. import hostile, hostile_xml
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue
from ..hostile import READABLE_DEPTH, UNREADABLE_DEPTH, deep
from ..preferences import PreferencesShape, escaped, preferences, string
from . import freeotp_plus

FORMAT = "freeotp"
written = freeotp_plus.written


def file(accounts: Sequence[Entry]) -> str:
    """What the app writes: a string for each token, named after it, and the order of their names."""
    order = [key(account) for account in accounts]
    tokens = [string(key(account), json.dumps(written(account), ensure_ascii=False)) for account in accounts]
    return preferences([*tokens, string("tokenOrder", json.dumps(order, ensure_ascii=False))])


def key(account: Entry) -> str:
    return f"{account.issuer}:{account.name_in_file}"


def dressed(tokens: Any, encoded: Callable[[Any], str]) -> str:
    """Any values in place of the tokens, under names without meaning."""
    lines = [string(f"Somebody:{at}", encoded(token), quotes=False) for at, token in enumerate(tokens)]
    return preferences([*lines, string("tokenOrder", "[]")])


def faults() -> list[tuple[str, dict]]:
    """What FreeOTP+'s list of tokens cannot get wrong without the whole file."""
    base = written(entry("freeotp/fault"))
    return [
        ("deeper than 512 levels", base | {"future": json.loads(deep(UNREADABLE_DEPTH))}),
        ("2^30 is no byte", base | {"secret": [1, 2, 2**30]}),
    ]


SHAPE = PreferencesShape(
    format=FORMAT,
    suffix=".xml",
    entry=written,
    dressed=dressed,
    secret=("secret",),
    fields=freeotp_plus.SHAPE.fields,
    kind=("type",),
    unknown_kind="PUSH",
    missing_kind="unclear",
    bad_secrets=freeotp_plus.BAD_SECRETS,
    bad_counters=freeotp_plus.SHAPE.bad_counters,
    faults=faults(),
)


def add(catalogue: Catalogue) -> None:
    accounts = [*cast("freeotp/plain", ("totp", "hotp")), *steams("freeotp"), entry("freeotp/first", "hotp", counter=0)]
    catalogue.add("freeotp/plain.xml", file(accounts), accounts)
    add_quirks(catalogue)
    add_others(catalogue)
    hostile.add(catalogue, SHAPE, only=hostile_xml.JSON_CASES)
    # Its first half names no token, so nothing tells what it is.
    hostile_xml.add(
        catalogue, FORMAT, SHAPE.holding, thorough=True,
        truncated="unrecognised",
    )  # fmt: skip


def steams(label: str) -> list[Entry]:
    """Steam is known by its issuer, to the letter, and only among tokens of time."""
    return [
        entry(f"{label}/steam", "steam", issuer="Steam"),
        entry(f"{label}/no-steam", issuer="steam"),
        entry(f"{label}/steam-hotp", "hotp", issuer="Steam"),
    ]


def add_quirks(catalogue: Catalogue) -> None:
    """Members left out, bytes without sign, an issuer in one place only, unknown members, a counter never used."""
    unsigned, internal, external, null, bare, counting, steam, unused = accounts = [
        entry("freeotp/quirks/unsigned"),
        entry("freeotp/quirks/internal"),
        entry("freeotp/quirks/external"),
        entry("freeotp/quirks/null"),
        entry("freeotp/quirks/bare", issuer=""),
        entry("freeotp/quirks/counting", "hotp", issuer="", counter=0),
        entry("freeotp/quirks/steam", "steam", issuer="Steam"),
        entry("freeotp/quirks/unused", "hotp", counter=0),
    ]
    tokens = [written(account) for account in accounts]
    tokens[0]["secret"] = list(unsigned.secret)
    del tokens[1]["issuerExt"]
    tokens[2]["issuerInt"] = "Not this"
    tokens[3] |= {"issuerExt": None, "image": "content://example.org/picture", "deep": json.loads(deep(READABLE_DEPTH))}
    tokens[4] = {"type": "TOTP", "label": bare.name, "secret": freeotp_plus.signed(bare.secret)}
    tokens[5] = {"type": "HOTP", "label": counting.name, "secret": freeotp_plus.signed(counting.secret)}
    tokens[6] |= {"issuerExt": None, "digits": 8, "period": 60, "algo": "SHA256"}
    accounts[6] = replace(steam, period=60)
    tokens[7]["counter"] = freeotp_plus.NEVER_USED
    catalogue.add("freeotp/quirks.xml", SHAPE.written(tokens), accounts)


def add_others(catalogue: Catalogue) -> None:
    """Other values among the tokens, other spellings of XML, an order that comes first or names no token."""
    accounts = some("freeotp/others", 4)
    texts = [json.dumps(written(account)) for account in accounts]
    parts = texts[3][:40], texts[3][40:60], texts[3][60:]
    lines = [
        string("tokenOrder", '["Nobody:nobody", 5, null]'),
        '<int name="version" value="3" /><boolean name="seen" value="true" /><null name="nothing" />',
        f"<string name='single quotes'>{escaped(texts[0])}</string>",
        '<set name="marks"><string>no token</string><string>{}</string></set>',
        f'<string name="section"><![CDATA[{texts[1]}]]></string>',
        f'<string\n  name = "blanks"\n>\n  {texts[2]}\n</string >',
        f'<string name="parts">{parts[0]}<!-- comment --><![CDATA[{parts[1]}]]><?mark ?>{parts[2]}</string>',
    ]
    catalogue.add("freeotp/other-values.xml", preferences(lines), accounts)
    good = entry("freeotp/not-json")
    lines = [
        string("Somebody:empty", ""),
        string("Somebody:text", "no JSON"),
        string("Somebody:good", json.dumps(written(good))),
        string("Somebody:cut", json.dumps(written(good))[:-1]),
        string("Somebody:two", json.dumps(written(good)) * 2),
        string("tokenOrder", "[]"),
    ]
    reasons = ["empty", "no JSON", "cut short", "two objects"]
    catalogue.add("freeotp/hostile/not-json.xml", preferences(lines), [good], reasons)
    catalogue.add("freeotp/hostile/no-tokens.xml", preferences([string("tokenOrder", "[]")]))
    nobodys = {"no-order": preferences([string("Somebody:one", texts[0])]), "empty-map": preferences([])}
    for name, text in nobodys.items():
        catalogue.failure(f"freeotp/hostile/{name}.xml", text, "unrecognised")
