#!/usr/bin/env python3
"""Writes the test vectors: vaults that must open, vaults that must be refused, and manifest.json, which lists them.

Every run writes the same bytes. Accounts and passphrases are invented.

Usage: make_vectors.py [FOLDER]
"""

import base64
import copy
import json
import sys
import unicodedata
from pathlib import Path

from vault_maker import BLOCK, PASSPHRASE, Maker, Seeded, b64, encode, recovery_code

TIME = "2026-11-21T09:30:00Z"
AT = 1700000000
BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Vectors:
    """The files, and the manifest with the expected result of each."""

    def __init__(self):
        self.files, self.cases = {}, []

    def add(self, name, content):
        self.files[f"{name}.json"] = content if isinstance(content, bytes) else encode(content)

    def case(self, file, expect, about, **facts):
        facts = {name: value for name, value in facts.items() if value is not None}
        self.cases.append({"file": f"{file}.json", "about": about, "expect": expect, **facts})

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        manifest = json.dumps({"cases": self.cases}, indent=1) + "\n"
        for name, content in [*self.files.items(), ("manifest.json", manifest.encode())]:
            (folder / name).write_bytes(content)


def item(random, kind, issuer, name, secret, **fields):
    """An item with the usual parameters of its type, unless `fields` has others."""
    algorithm, digits, period = {"steam": ("SHA1", 5, 30), "motp": ("MD5", 6, 10), "yandex": ("SHA256", 8, 30)}.get(
        kind, ("SHA1", 6, 30))
    made = {"id": random.uuid(), "type": kind, "name": name, "issuer": issuer,
            "secret": base64.b32encode(secret).decode().rstrip("="), "algorithm": algorithm, "digits": digits}
    if kind != "hotp":
        made["period"] = period
    made.update({"createdAt": TIME, "updatedAt": TIME, "isDeleted": False, "syncedAt": None})
    made.update(fields)
    return made


def all_kinds():
    """Items of every type with every optional field, and their codes at AT (hotp: at the stored counter).

    The codes are not computed here: totp and hotp are oathtool's, the others made with openssl and bc.
    """
    random = Seeded("items")
    made = [
        (item(random, "totp", "Birchwood Bank", "alice@example.com", b"12345678901234567890",
              note="Card ends in 0000.\nBranch \"North\" / back\\slash", tags=["money", "caf\u00e9"], favorite=True,
              source={"format": "aegis", "importedAt": TIME}, syncedAt="2026-11-22T10:00:59Z"), "921300"),
        (item(random, "totp", "Caf\u00e9 Zo\u00eb \u2615", "bob+totp@example.org", b"12345678901234567890123456789012",
              algorithm="SHA256", digits=8, period=60, favorite=False, tags=[]), "77076628"),
        (item(random, "totp", "", "no issuer", bytes(range(64)), algorithm="SHA512", digits=10, note=""), "1629185241"),
        (item(random, "hotp", "Harbour Cloud", "carol", b"12345678901234567890", counter=7), "162583"),
        (item(random, "hotp", "Harbour Cloud", "last counter", b"12345678901234567890",
              counter=(1 << 63) - 1), "181742"),
        (item(random, "steam", "Pixel Quarry", "dave_plays", bytes(range(20))), "7MQGM"),
        (item(random, "motp", "Old Gateway", "erin", bytes.fromhex("0123456789abcdef"), pin="1234"), "05aae5"),
        (item(random, "motp", "Old Gateway", "PIN not known", bytes.fromhex("fedcba9876543210")), None),
        (item(random, "yandex", "Northmail", "frank", bytes(range(16)), pin="5239"), "hkoypxma"),
        (item(random, "yandex", "Northmail", "key begins with a zero byte", bytes(range(16, 32)),
              pin="1513"), "rwhgwpdp"),
        (item(random, "totp", "Closed Shop", "grace@example.net", b"\x00", isDeleted=True,
              updatedAt="2026-12-01T00:00:00Z"), "501315"),
        (item(random, "totp", "From A Newer Program", "heidi", b"\xff" * 10, x_rank=9, icon={
            "name": "rocket", "scale": 2.5, "tint": None, "layers": [1, -2, [True, "\u6f22\u5b57"]]}), "132603"),
    ]
    return [entry for entry, _ in made], [code for _, code in made]


def one_account(name):
    return {"items": [item(Seeded(f"{name}/item"), "totp", "Example", "alice@example.com", b"Hello!\xde\xad\xbe\xef")],
            "generator": "totp-import 1.0.0"}


def add_opening(vectors):
    items, codes = all_kinds()
    other = {"generator": "totp-import 1.0.0", "futureSetting": {"sortBy": "name", "columns": [1, 2]}}
    plaintext = {"items": items, **other}
    facts = {"passphrase": PASSPHRASE, "items": items, "otherFields": other, "at": AT, "codes": codes}

    maker = Maker("basic")
    basic = maker.seal([maker.passphrase_slot(n=1024)], plaintext)
    vectors.add("basic", basic)
    vectors.case("basic", "opens", "every type, every optional field, unknown fields", **facts)
    vectors.case("basic", "wrong-passphrase", "another passphrase", passphrase="correct horse battery stapler")
    vectors.case("basic", "wrong-passphrase", "no white space is trimmed", passphrase=PASSPHRASE + " ")
    vectors.case("basic", "wrong-passphrase", "a vault without a recovery slot",
                 recoveryCode=recovery_code(Seeded("foreign").take(32)))

    def backwards(value):
        if isinstance(value, dict):
            return {name: backwards(value[name]) for name in reversed(value)}
        return [backwards(member) for member in value] if isinstance(value, list) else value

    # The same strings with escapes that the canonical form must undo.
    pretty = json.dumps(backwards(basic), indent=4).replace("/", "\\/").replace("AES-256", "\\u0041ES-256")
    vectors.add("pretty", (pretty + "\n").encode())
    vectors.case("pretty", "opens", "basic, pretty printed, keys in another order, other escapes", **facts)

    maker = Maker("unknown-header-field")
    extra = {"Zeta": 0, "alpha": [9007199254740991, -1, {"b": "", "a": []}], "10": "x", "9": "y", "_": {},
             "text": "quote \" backslash \\ slash / tab \t newline \n bell \x07 escape \x1b delete \x7f"}
    slot = {**maker.passphrase_slot(), "label": "laptop"}
    envelope = {**maker.seal([slot], one_account("unknown-header-field"), extra), "comment": ["not sealed", 1.5, None]}
    vectors.add("unknown-header-field", envelope)
    vectors.case("unknown-header-field", "opens", "unknown fields in the envelope, the header and a slot",
                 passphrase=PASSPHRASE, items=one_account("unknown-header-field")["items"])
    changed = copy.deepcopy(envelope)
    changed["header"]["slots"][0]["label"] = "laptoq"
    vectors.add("changed-unknown-header-field", changed)
    vectors.case("changed-unknown-header-field", "changed", "unknown header fields are sealed, too",
                 passphrase=PASSPHRASE)

    # Composed and decomposed letters are the same passphrase; compatibility forms (the ligature) are not.
    maker, typed = Maker("unicode-passphrase"), "\u00c5ngstr\u00f6m \ufb01nds caf\u00e9 \U0001f511"
    vectors.add("unicode-passphrase", maker.seal([maker.passphrase_slot(typed)], one_account("unicode-passphrase")))
    for form, expect in ("NFC", "opens"), ("NFD", "opens"), ("NFKC", "wrong-passphrase"):
        vectors.case("unicode-passphrase", expect, f"the passphrase in form {form}",
                     passphrase=unicodedata.normalize(form, typed),
                     items=one_account("unicode-passphrase")["items"] if expect == "opens" else None)

    maker = Maker("recovery")
    secret = maker.random.take(32)
    code, plaintext = recovery_code(secret), one_account("recovery")
    items = plaintext["items"]
    vectors.add("recovery", maker.seal([maker.passphrase_slot(), maker.recovery_slot(secret)], plaintext))
    vectors.case("recovery", "opens", "by passphrase", passphrase=PASSPHRASE, items=items)
    vectors.case("recovery", "opens", "by recovery code", recoveryCode=code, items=items)
    for about, typed in {"lower case, spaces for hyphens": code.lower().replace("-", " "),
                         "no separators": code.replace("-", ""),
                         "separators in odd places": f"  {code[:7]} {code[7:20]}--{code[20:]} "}.items():
        vectors.case("recovery", "opens", about, recoveryCode=typed, items=items)
    vectors.case("recovery", "wrong-passphrase", "the code of another vault",
                 recoveryCode=recovery_code(Seeded("foreign").take(32)))
    vectors.case("recovery", "wrong-passphrase", "one character mistyped",
                 recoveryCode=("B" if code[0] != "B" else "C") + code[1:])
    vectors.case("recovery", "wrong-passphrase", "the checksum is missing", recoveryCode=code[:-5])

    maker = Maker("three-slots")
    secret = maker.random.take(32)
    slots = [maker.passphrase_slot("first passphrase"), maker.recovery_slot(secret),
             maker.passphrase_slot("second passphrase", n=32)]
    vectors.add("three-slots", maker.seal(slots, one_account("three-slots")))
    for credential in ({"passphrase": "first passphrase"}, {"passphrase": "second passphrase"},
                       {"recoveryCode": recovery_code(secret)}):
        vectors.case("three-slots", "opens", "each slot opens the whole vault",
                     items=one_account("three-slots")["items"], **credential)

    batches = {"items": [], "batches": [
        {"id": 1234567890, "size": 3, "parts": [0, 2], "seenAt": TIME},
        {"id": -2147483648, "size": 10, "parts": [9], "seenAt": TIME, "label": "old phone"},
        {"id": 0, "size": 2, "parts": [], "seenAt": TIME}], "generator": "totp-import 1.1.0"}
    maker = Maker("batches")
    vectors.add("batches", maker.seal([maker.passphrase_slot()], batches))
    vectors.case("batches", "opens", "exports of several parts", passphrase=PASSPHRASE, items=[],
                 otherFields={name: value for name, value in batches.items() if name != "items"})

    maker = Maker("empty")
    vectors.add("empty", maker.seal([maker.passphrase_slot()], {"items": [], "generator": "totp-import 1.0.0"}))
    vectors.case("empty", "opens", "a vault without items", passphrase=PASSPHRASE, items=[])

    full = one_account("full-block")
    full["items"][0]["note"] = ""
    full["items"][0]["note"] = "x" * (BLOCK - len(encode(full)))
    maker = Maker("full-block")
    vectors.add("full-block", maker.seal([maker.passphrase_slot()], full))
    vectors.case("full-block", "opens", "the JSON fills a block exactly: no padding", passphrase=PASSPHRASE,
                 items=full["items"])

    maker = Maker("at-the-limits")
    slots = [maker.passphrase_slot(f"passphrase {index}") for index in range(31)]
    slots.append(maker.passphrase_slot(r=16, p=8))
    vectors.add("at-the-limits", maker.seal(slots, one_account("at-the-limits")))
    vectors.case("at-the-limits", "opens", "32 slots, the last with r 16 and p 8", passphrase=PASSPHRASE,
                 items=one_account("at-the-limits")["items"])


def put(path, value):
    """A change of an encrypted envelope: sets the field at `path`, or removes it if `value` is `...`."""
    def change(envelope):
        *parents, name = path
        for parent in parents:
            envelope = envelope[parent]
        if value is ...:
            del envelope[name]
        else:
            envelope[name] = value(envelope[name]) if callable(value) else value
    return change


def with_unused_bits(data):
    """The base64 of bytes whose last character has unused bits, with one of those bits set."""
    text = b64(data)
    return text[:-2] + BASE64_ALPHABET[BASE64_ALPHABET.index(text[-2]) + 1] + "="


def add_refused(vectors):
    slot, kdf = ("header", "slots", 0), ("header", "slots", 0, "kdf")
    first = "header.slots[0]"

    def refused(name, field, about, change=None, first_slot=None, second=None, extra=None, plaintext=None, **payload):
        """Without `change`, only the check itself keeps the vault from opening."""
        maker = Maker(name)
        slots = [maker.passphrase_slot(**(first_slot or {}))] + ([second(maker)] if second else [])
        envelope = maker.seal(slots, plaintext or {"items": [], "generator": "totp-import 1.0.0"}, extra, **payload)
        if change:
            # A short payload keeps the vectors small: the refusal comes long before it matters.
            envelope["ciphertext"] = envelope["ciphertext"][:64]
            change(envelope)
        vectors.add(name, envelope)
        vectors.case(name, "refused", about, passphrase=PASSPHRASE, field=field)

    refused("n-not-a-power-of-two", f"{first}.kdf.n", "n is 24", put((*kdf, "n"), 24))
    refused("n-one", f"{first}.kdf.n", "n is 1, which RFC 7914 excludes", put((*kdf, "n"), 1))
    refused("n-zero", f"{first}.kdf.n", "n is 0", put((*kdf, "n"), 0))
    refused("n-negative", f"{first}.kdf.n", "n is -16", put((*kdf, "n"), -16))
    refused("n-string", f"{first}.kdf.n", "n is a string", put((*kdf, "n"), "16"))
    refused("n-over-limit", f"{first}.kdf.n", "n is 2^21; r is 2, so that the memory is within its limit",
            lambda envelope: envelope["header"]["slots"][0]["kdf"].update(n=1 << 21, r=2))
    refused("n-beyond-64-bits", f"{first}.kdf.n", "n is 2^64", put((*kdf, "n"), 1 << 64))
    refused("n-too-large-for-r", f"{first}.kdf.n", "n is 65536 with r 1: RFC 7914 asks for n < 2^(16 r)",
            lambda envelope: envelope["header"]["slots"][0]["kdf"].update(n=1 << 16, r=1))
    refused("r-over-limit", f"{first}.kdf.r", "r is 17", first_slot={"r": 17})
    refused("r-zero", f"{first}.kdf.r", "r is 0", put((*kdf, "r"), 0))
    refused("p-over-limit", f"{first}.kdf.p", "p is 9", first_slot={"p": 9})
    refused("p-zero", f"{first}.kdf.p", "p is 0", put((*kdf, "p"), 0))
    refused("memory-over-limit", f"{first}.kdf", "n is 2^20 and r is 9: 1.125 GiB",
            lambda envelope: envelope["header"]["slots"][0]["kdf"].update(n=1 << 20, r=9))
    refused("limit-in-second-slot", "header.slots[1].kdf.p", "the first slot would open, the second breaks a limit",
            second=lambda maker: maker.passphrase_slot("another passphrase", p=9))
    refused("slot-salt-31", f"{first}.kdf.salt", "a slot salt of 31 bytes", first_slot={"salt_size": 31})
    refused("slot-salt-33", f"{first}.kdf.salt", "a slot salt of 33 bytes", first_slot={"salt_size": 33})
    refused("recovery-salt-31", "header.slots[1].kdf.salt", "a recovery slot's salt of 31 bytes",
            second=lambda maker: maker.recovery_slot(maker.random.take(32), salt_size=31))
    refused("slot-nonce-11", f"{first}.nonce", "a slot nonce of 11 bytes", first_slot={"nonce_size": 11})
    refused("payload-salt-31", "header.payload.salt", "a payload salt of 31 bytes", salt_size=31)
    refused("payload-nonce-11", "header.payload.nonce", "a payload nonce of 11 bytes", nonce_size=11)
    refused("wrapped-key-47", f"{first}.wrappedKey", "a wrapped key of 47 bytes",
            put((*slot, "wrappedKey"), lambda text: b64(base64.b64decode(text)[:47])))
    refused("ciphertext-15", "ciphertext", "a ciphertext shorter than its tag",
            put(("ciphertext",), lambda text: b64(base64.b64decode(text)[:15])))
    refused("no-slots", "header.slots", "no slots", put(("header", "slots"), []))
    refused("unknown-version", "version", "version 2", put(("version",), 2))
    refused("version-string", "version", "the version is a string", put(("version",), "1"))
    refused("unknown-format", "format", "another format", put(("format",), "other-vault"))
    refused("unknown-cipher", "header.cipher", "another cipher", extra={"cipher": "AES-256-GCM-SIV"})
    refused("unknown-slot-type", f"{first}.type", "another type of slot", put((*slot, "type"), "smartcard"))
    refused("unknown-slot-type-second", "header.slots[1].type", "the first slot would open, the second is unknown",
            second=lambda maker: {**maker.passphrase_slot("another passphrase"), "type": "smartcard"})
    refused("unknown-kdf", f"{first}.kdf.name", "another key derivation", put((*kdf, "name"), "argon2id"))
    refused("kdf-of-other-type", f"{first}.kdf.name", "hkdf-sha256 in a passphrase slot",
            put((*kdf, "name"), "hkdf-sha256"))
    refused("base64-unused-bits", "header.payload.salt", "unused bits of the base64 are not zero",
            spell=with_unused_bits)
    refused("base64-no-padding", "header.payload.salt", "base64 without padding",
            spell=lambda data: b64(data).rstrip("="))
    refused("base64-url-alphabet", "header.payload.salt", "base64url",
            spell=lambda data: base64.urlsafe_b64encode(data).decode())
    refused("base64-line-break", "header.payload.salt", "a line break within base64",
            spell=lambda data: b64(data)[:22] + "\n" + b64(data)[22:])
    refused("header-not-ascii", "header.owner", "a header string that is not ASCII", extra={"owner": "Zo\u00eb"})
    refused("header-fraction", "header.scale", "a header number that is no integer", extra={"scale": 1.5})
    refused("header-null", "header.owner", "null in the header", extra={"owner": None})
    for name, path in {
            "version": ("version",), "header": ("header",), "ciphertext": ("ciphertext",),
            "cipher": ("header", "cipher"), "payload-nonce": ("header", "payload", "nonce"),
            "slots": ("header", "slots"), "slot-id": (*slot, "id"), "kdf": kdf, "n": (*kdf, "n"),
            "wrapped-key": (*slot, "wrappedKey")}.items():
        field = ".".join(map(str, path)).replace(".0", "[0]")
        refused(f"missing-{name}", field, f"without {field}", put(path, ...))

    for name, path, literal in (
            ("version-with-fraction", "version", b'"version":1.0'), ("n-with-fraction", f"{first}.kdf.n", b'"n":16.0'),
            ("r-with-exponent", f"{first}.kdf.r", b'"r":8e0'), ("p-with-fraction", f"{first}.kdf.p", b'"p":1.0')):
        plain = literal.replace(b".0", b"").replace(b"e0", b"")
        vectors.add(f"number-{name}", encode(one_envelope(f"number-{name}")).replace(plain, literal))
        vectors.case(f"number-{name}", "refused", f"{literal.decode()}: not written as a plain integer",
                     passphrase=PASSPHRASE, field=path)
    vectors.add("number-negative-zero", encode(one_envelope("number-negative-zero")).replace(
        b'"header":{', b'"header":{"x":-0,'))
    vectors.case("number-negative-zero", "refused", "-0 in the header: it has no canonical form here",
                 passphrase=PASSPHRASE, field="header.x")

    maker = Maker("too-many-slots")
    slots = [maker.passphrase_slot() for _ in range(33)]
    vectors.add("too-many-slots", maker.seal(slots, {"items": []}))
    vectors.case("too-many-slots", "refused", "33 slots", passphrase=PASSPHRASE, field="header.slots")

    vectors.add("deep-nesting", b'{"format":"totply-vault","version":1,"header":' + b"[" * 20000 + b"]" * 20000 + b"}")
    vectors.add("duplicate-name", encode(one_envelope("duplicate-name")).replace(
        b'"cipher":"AES-256-GCM"', b'"cipher":"AES-256-GCM","cipher":"AES-256-GCM"'))
    vectors.add("not-json", encode(one_envelope("not-json"))[:-1])
    vectors.add("not-utf-8", encode(one_envelope("not-utf-8"))[:-1] + b',"owner":"Zo\xeb"}')
    vectors.add("json-array", encode([one_envelope("json-array")]))
    vectors.add("empty-file", b"")
    for name, about in {"deep-nesting": "20,000 arrays in each other", "duplicate-name": "one name twice in the header",
                        "not-json": "the last brace is missing", "not-utf-8": "a string in ISO 8859-1",
                        "json-array": "an array, not an object", "empty-file": "no bytes"}.items():
        vectors.case(name, "refused", about, passphrase=PASSPHRASE)

    refused("plaintext-not-json", None, "the payload verifies, but is not JSON", plaintext=b"accounts: none")
    refused("plaintext-no-items", "items", "the plaintext has no items", plaintext={"generator": "totp-import 1.0.0"})
    wrong = one_account("plaintext-wrong-type")
    wrong["items"][0]["digits"] = "6"
    refused("plaintext-wrong-type", "items[0].digits", "digits is a string", plaintext=wrong)
    batch = {"id": 1, "size": 3, "parts": [0], "seenAt": TIME}
    for name, field, changed in ("parts-order", "parts", [2, 1]), ("size", "size", 1), ("id", "id", 1 << 31):
        refused(f"plaintext-batch-{name}", f"batches[0].{field}", f"{field} of a batch is {changed}",
                plaintext={"items": [], "batches": [{**batch, field: changed}]})


def one_envelope(name, slots=lambda maker: [maker.passphrase_slot()]):
    maker = Maker(name)
    return maker.seal(slots(maker), {"items": [], "generator": "totp-import 1.0.0"})


def flipped(text, byte):
    data = bytearray(base64.b64decode(text))
    data[byte] ^= 1
    return b64(data)


def add_damaged(vectors):
    def two_slots(maker):
        return [maker.passphrase_slot(), maker.passphrase_slot("another passphrase")]

    def damaged(name, expect, about, change, slots=lambda maker: [maker.passphrase_slot()]):
        envelope = one_envelope(name, slots)
        change(envelope)
        vectors.add(name, envelope)
        vectors.case(name, expect, about, passphrase=PASSPHRASE)

    def swap_ids(envelope):
        one, two = envelope["header"]["slots"]
        one["id"], two["id"] = two["id"], one["id"]

    damaged("changed-header-id", "changed", "the vault's id is another", put(("header", "id"), Seeded("other").uuid()))
    damaged("changed-field-added", "changed", "a header field was added",
            put(("header",), lambda header: {**header, "x": 1}))
    damaged("changed-slot-removed", "changed", "the other slot was taken away",
            put(("header", "slots"), lambda slots: slots[:1]), two_slots)
    damaged("changed-slot-order", "changed", "the slots were exchanged",
            put(("header", "slots"), lambda slots: slots[::-1]), two_slots)
    damaged("changed-payload-salt", "changed", "one bit of the payload's salt",
            put(("header", "payload", "salt"), lambda text: flipped(text, 0)))
    damaged("changed-ciphertext", "changed", "one bit of the ciphertext",
            put(("ciphertext",), lambda text: flipped(text, 5)))
    damaged("changed-tag", "changed", "one bit of the tag", put(("ciphertext",), lambda text: flipped(text, -1)))
    damaged("changed-truncated", "changed", "the last 16 bytes are missing",
            put(("ciphertext",), lambda text: b64(base64.b64decode(text)[:-16])))
    damaged("slot-ids-swapped", "wrong-passphrase", "the ids of two slots were exchanged", swap_ids, two_slots)
    damaged("slot-wrapped-key-changed", "wrong-passphrase", "one bit of the wrapped key",
            put(("header", "slots", 0, "wrappedKey"), lambda text: flipped(text, 0)))
    damaged("slot-salt-changed", "wrong-passphrase", "one bit of the slot's salt",
            put(("header", "slots", 0, "kdf", "salt"), lambda text: flipped(text, 0)))


def all_vectors():
    vectors = Vectors()
    add_opening(vectors)
    add_refused(vectors)
    add_damaged(vectors)
    return vectors


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "vectors"
    all_vectors().write(target)
