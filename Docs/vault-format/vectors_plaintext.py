"""The vectors whose payload verifies, but has one defect."""

from vault_maker import PASSPHRASE, Maker, encode, padded, unpadded
from vector_list import (
    DEPTH, ENCODING, GRAMMAR, NO_REPEATED, PLAIN_INTEGERS, TIME, account, nested, no_accounts, one_account)

TIME_RULE = "Times are ISO 8601 in UTC with whole seconds: `2026-11-21T09:30:00Z`."
ITEM_RULES = {
    "id": "| `id` | UUID in upper case |", "type": "| `type` | `totp`, `hotp`, `steam`, `motp` or `yandex` |",
    "name": "| `name`, `issuer` | string, may be empty |", "issuer": "| `name`, `issuer` | string, may be empty |",
    "secret": "| `secret` | RFC 4648 base32, upper case, no padding, 1 to 4,096 bytes, unused bits zero |",
    "algorithm": "| `algorithm` | `SHA1`, `SHA256`, `SHA512` or `MD5`", "digits": "| `digits` | 1 to 10 |",
    "period": "| `period` | seconds, 1 to 2147483; every type except `hotp` |",
    "counter": "| `counter` | 0 to 2^63 - 1, the counter of the next code; only `hotp`, instead of `period` |",
    "pin": "| `pin` | string, optional; only `motp` and `yandex` |", "createdAt": "| `createdAt`, `updatedAt` | time |",
    "updatedAt": "| `createdAt`, `updatedAt` | time |", "isDeleted": "| `isDeleted` | true or false;",
    "syncedAt": "| `syncedAt` | time, or null |",
    "note": "| `note`, `tags`, `favorite` | optional: string, array of strings, true or false |",
    "tags": "| `note`, `tags`, `favorite` | optional: string, array of strings, true or false |",
    "favorite": "| `note`, `tags`, `favorite` | optional: string, array of strings, true or false |",
    "token": "| `token` | optional: the hardware token that generates the codes",
    "source": '| `source` | optional: `{"format": "aegis", "importedAt": time}`',
}
BATCH_RULES = {
    "id": "| `id` | the export's number, -2^31 to 2^31 - 1.",
    "size": "| `size` | number of codes of the whole export, 2 to",
    "parts": "| `parts` | codes that were imported, from 0 to `size` - 1, in ascending order, each once |",
    "seenAt": "| `seenAt` | time of the last import of one of them |",
}
JSON_RULE = "JSON in UTF-8, followed by spaces (0x20) up to the next multiple of 4,096 bytes"


def refused(vectors, name, field, about, rule, plaintext, pad=unpadded):
    maker = Maker(name)
    vectors.add(name, maker.seal([maker.passphrase_slot()], plaintext, pad=pad))
    vectors.case(name, "refused", about, rule, passphrase=PASSPHRASE, field=field)


def add_items(vectors):
    def value(name, key, value, kind="totp", about=None, rule=None):
        vector = f"plaintext-{name}"
        entry = account(vector, kind)
        if value is ...:
            del entry[key]
        else:
            entry[key] = value
        shown = about or ("missing" if value is ... else encode(value).decode())
        refused(vectors, vector, f"items[0].{key}", f"{key} of a {kind} item: {shown}", rule or ITEM_RULES[key],
                {"items": [entry]})

    for key in ("id", "type", "name", "issuer", "secret", "algorithm", "digits", "period", "createdAt", "updatedAt",
                "isDeleted"):
        value(f"missing-{key}", key, ...)
    value("missing-counter", "counter", ..., "hotp")
    for key, wrong in (
            ("id", 7), ("type", None), ("name", None), ("issuer", 7), ("secret", None), ("algorithm", 1),
            ("digits", None), ("digits", True), ("period", "30"), ("createdAt", 1795253400), ("updatedAt", None),
            ("isDeleted", 0), ("isDeleted", "false"), ("syncedAt", False), ("syncedAt", ""), ("note", 7),
            ("tags", "money"), ("tags", [1]), ("tags", [None]), ("favorite", 1), ("favorite", "true"),
            ("source", "aegis"), ("token", "1234567")):
        kind = {"null": "null", "true": "true"}.get(encode(wrong).decode(), type(wrong).__name__)
        value(f"type-{key}-{kind}".replace("type-tags-list", f"type-tags-list-{len(encode(wrong))}"), key, wrong)
    value("wrong-type", "digits", "6")
    value("type-pin", "pin", 1234, "motp")
    made = account("plaintext-id")["id"]
    value("id-lower-case", "id", made.lower())
    value("id-braces", "id", f"{{{made}}}")
    value("id-no-hyphens", "id", made.replace("-", ""))
    value("id-empty", "id", "")
    for name, kind in ("case", "TOTP"), ("other", "push"), ("empty", ""):
        value(f"type-{name}", "type", kind)
    for name, algorithm in ("case", "sha1"), ("hyphen", "SHA-256"), ("other", "SHA384"):
        value(f"algorithm-{name}", "algorithm", algorithm)
    for digits in 0, 11, -1, 1 << 64:
        value(f"digits-{str(digits).replace('-', 'minus-')[:8]}", "digits", digits)
    for period in 0, 2147484, -30:
        value(f"period-{str(period).replace('-', 'minus-')}", "period", period)
    value("period-of-motp", "period", 0, "motp")
    value("digits-of-steam", "digits", 0, "steam")
    value("digits-of-yandex", "digits", 11, "yandex")
    value("counter-negative", "counter", -1, "hotp")
    value("counter-2-63", "counter", 1 << 63, "hotp", "2^63")
    value("counter-of-totp", "counter", 5, about="a counter beside the period")
    for kind in "totp", "hotp", "steam":
        value(f"pin-of-{kind}", "pin", "1234", kind)
    value("period-of-hotp", "period", 30, "hotp", "a period beside the counter", ITEM_RULES["counter"])
    for name, secret, about in (
            ("empty", "", "empty"), ("lower-case", "jbswy3dp", "in lower case"),
            ("padding", "JBSWY3A=", "with padding"),
            ("spaces", "JBSW Y3DP", "with a space"), ("hyphens", "JBSW-Y3DP", "with a hyphen"),
            ("one-character", "A", "one character"), ("three-characters", "AAA", "a length that base32 does not have"),
            ("unused-bits", "AB", "unused bits are not zero"), ("digit", "JBSWY3D1", "with a 1"),
            ("not-ascii", "JBSWY3D\u00c5", "with a letter that is not ASCII"),
            ("full-width", "\uff2aBSWY3DP", "with a full-width letter"), ("line-end", "JBSWY3DP\n", "with a line end"),
            ("4097-bytes", "A" * 6556, "4,097 bytes")):
        value(f"secret-{name}", "secret", secret, about=about)
    for name, time in (
            ("offset", "2026-11-21T09:30:00+00:00"), ("fraction", "2026-11-21T09:30:00.5Z"),
            ("space", "2026-11-21 09:30:00Z"),
            ("lower-case", "2026-11-21t09:30:00z"), ("no-zone", "2026-11-21T09:30:00"), ("date", "2026-11-21"),
            ("basic", "20261121T093000Z"), ("month-13", "2026-13-21T09:30:00Z"), ("month-0", "2026-00-21T09:30:00Z"),
            ("day-0", "2026-11-00T09:30:00Z"), ("day-32", "2026-12-32T09:30:00Z"),
            ("february-30", "2028-02-30T09:30:00Z"),
            ("no-leap-year", "2100-02-29T09:30:00Z"), ("five-digit-year", "20266-11-21T09:30:00Z"),
            ("hour-24", "2026-11-21T24:00:00Z"), ("minute-60", "2026-11-21T09:60:00Z"),
            ("second-61", "2026-11-21T09:30:61Z"), ("one-digit", "2026-11-21T9:30:00Z"), ("empty", ""),
            ("space-before", " 2026-11-21T09:30:00Z"), ("text-after", "2026-11-21T09:30:00Z ")):
        value(f"time-{name}", "createdAt", time, rule=TIME_RULE)
    value("time-updated-at", "updatedAt", "2026-11-21T09:30:00+01:00", rule=TIME_RULE)
    value("time-synced-at", "syncedAt", "2026-11-21T09:30Z", rule=TIME_RULE)

    def source(name, field, value):
        vector = f"plaintext-source-{name}"
        refused(vectors, vector, f"items[0].source.{field}", f"{field} of a source is {encode(value).decode()}",
                ITEM_RULES["source"], one_account(vector, source=value))

    source("no-format", "format", {"importedAt": TIME})
    source("no-time", "importedAt", {"format": "aegis"})
    source("format-number", "format", {"format": 7, "importedAt": TIME})
    source("bad-time", "importedAt", {"format": "aegis", "importedAt": "2026-11-21"})

    for name, key, value_ in (
            ("serial-number", "serial", 1234567), ("serial-empty", "serial", ""), ("serial-257", "serial", "7" * 257),
            ("user-258", "user", "\u00e9" * 129), ("model-list", "model", ["T-1"]),
            ("manufacturer-true", "manufacturer", True)):
        vector = f"plaintext-token-{name}"
        refused(vectors, vector, f"items[0].token.{key}", f"{key} of a token is {encode(value_).decode()[:20]}",
                ITEM_RULES["token"], one_account(vector, token={key: value_}))

    second = "plaintext-second-item"
    refused(vectors, second, "items[1].digits", "the first item is good, the second has 11 digits",
            ITEM_RULES["digits"], {"items": [account(f"{second}/1"), account(f"{second}/2", digits=11)]})
    for name, kind, plain, literal in (
            ("digits", "totp", '"digits":6', '"digits":6.0'), ("digits-exponent", "totp", '"digits":6', '"digits":6e0'),
            ("period", "totp", '"period":30', '"period":3e1'), ("counter", "hotp", '"counter":5', '"counter":5.0')):
        vector = f"plaintext-number-{name}"
        data = encode({"items": [account(vector, kind)]}).decode()
        assert plain in data
        refused(vectors, vector, f"items[0].{name.split('-')[0]}", f"{literal}: not written as a plain integer",
                PLAIN_INTEGERS, data.replace(plain, literal).encode())


def add_batches(vectors):
    batch = {"id": 1, "size": 3, "parts": [0], "seenAt": TIME}

    def wrong(name, key, value):
        made = {other: part for other, part in {**batch, key: value}.items() if part is not ...}
        shown = "missing" if value is ... else encode(value).decode()
        refused(vectors, f"plaintext-batch-{name}", f"batches[0].{key}", f"{key} of a batch: {shown}", BATCH_RULES[key],
                {"items": [], "batches": [made]})

    for name, key, value in (
            ("parts-order", "parts", [2, 1]), ("size", "size", 1),
            ("id", "id", 1 << 31), ("id-negative", "id", -(1 << 31) - 1), ("id-string", "id", "1"),
            ("size-zero", "size", 0), ("size-2-31", "size", 1 << 31), ("size-fraction", "size", 3.5),
            ("parts-twice", "parts", [1, 1]), ("parts-too-large", "parts", [0, 3]), ("parts-negative", "parts", [-1]),
            ("parts-string", "parts", ["0"]), ("parts-object", "parts", {}), ("parts-null", "parts", None),
            ("seen-at", "seenAt", "2026-11-21"), ("seen-at-null", "seenAt", None)):
        wrong(name, key, value)
    for key in batch:
        wrong(f"missing-{key}".replace("seenAt", "seen-at"), key, ...)
    refused(vectors, "plaintext-batches-object", "batches", "batches is an object",
            "| field of a batch | value |", {"items": [], "batches": {}})
    refused(vectors, "plaintext-batch-number", None, "a batch is a number", "| field of a batch | value |",
            {"items": [], "batches": [7]})


def add_texts(vectors):
    def text(name, about, rule, data, field=None, pad=unpadded):
        refused(vectors, f"plaintext-{name}", field, about, rule, data, pad)

    good = encode(no_accounts())
    text("not-json", "the payload verifies, but is not JSON", JSON_RULE, b"accounts: none")
    text("no-items", "no items", JSON_RULE, {"generator": "totp-import 1.0.0"}, "items")
    text("items-object", "items is an object", JSON_RULE, {"items": {}}, "items")
    text("items-null", "items is null", JSON_RULE, {"items": None}, "items")
    text("item-string", "an item is a string", JSON_RULE, {"items": ["alice"]})
    text("array", "an array, not an object", JSON_RULE, [no_accounts()])
    text("empty", "no bytes", JSON_RULE, b"")
    text("only-spaces", "nothing but padding", JSON_RULE, b"", pad=lambda data: b" " * 4096)
    text("nul-padding", "padded with zero bytes", JSON_RULE, good, pad=lambda data: data.ljust(4096, b"\0"))
    text("pkcs-padding", "padded as PKCS #7 does", JSON_RULE, good, pad=lambda data: data + b"\x10" * 16)
    text("byte-order-mark", "a byte order mark", JSON_RULE, b"\xef\xbb\xbf" + good, pad=padded)
    text("text-after", "a second object after the padding", GRAMMAR, good, pad=lambda data: padded(data) + b"{}")
    text("truncated", "the last brace is missing", GRAMMAR, good[:-1], pad=padded)
    text("comma-after", "a comma after the last member", GRAMMAR, good[:-1] + b",}")
    text("nan", "NaN in an unknown field", GRAMMAR, good[:-1] + b',"x":NaN}')
    text("nesting-513", "513 levels in all", DEPTH, good[:-1] + b',"x":' + nested(512) + b"}")
    text("items-twice", "two lists of items", NO_REPEATED, b'{"items":[],"items":[]}')
    text("generator-number", "the generator is a number", "`generator` is the program that wrote the vault",
         {"items": [], "generator": 7}, "generator")
    text("saved-at", "the time of the vault has no seconds", "`savedAt` is when this version of the vault was written",
         {"items": [], "savedAt": "2026-11-21T09:30Z"}, "savedAt")
    entry = encode(one_account("plaintext-entry"))
    text("secret-twice", "two secrets in one item", NO_REPEATED,
         entry.replace(b'"secret":', b'"secret":"AA","secret":'))
    text("name-twice-escaped", "two names in one item, one with an escape", NO_REPEATED,
         entry.replace(b'"name":', b'"\\u006eame":"bob","name":'))
    text("surrogate", "half of a surrogate pair in a name", GRAMMAR, entry.replace(b"alice@", b"\\ud83d@"))
    text("control", "a line end in a name", GRAMMAR, entry.replace(b"alice@", b"alice\n@"))
    text("not-utf-8", "a name in ISO 8859-1", ENCODING, entry.replace(b"alice@", b"Zo\xeb@"))
    text("utf-8-surrogate", "a surrogate in UTF-8 in a name", ENCODING, entry.replace(b"alice@", b"\xed\xa0\xbd@"))


def add_all(vectors):
    for add in add_items, add_batches, add_texts:
        add(vectors)
