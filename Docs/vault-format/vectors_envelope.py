"""The vectors with one defect in the envelope.

They are refused before any key is derived, or the defect is found when something is decrypted.
"""

import base64
import json

from vault_maker import PASSPHRASE, Maker, Seeded, b64, encode, padded, unpadded
from vector_list import (
    CANONICAL, DEPTH, ENCODING, FILE_REFUSED, GRAMMAR, HEADER_BOUND, KDF, NFC, NO_REPEATED, ONE_SPELLING, PAYLOAD_KEY,
    PLAIN_INTEGERS, SLOT, SLOT_BOUND, SLOT_KINDS, TAG, WORK, flipped, nested, no_accounts, one_envelope, path_text, put,
    with_unused_bits)
from vectors_opening import work_at_limit

FIRST = path_text(SLOT)


def refused(vectors, name, field, about, change=None, first_slot=None, second=None, extra=None, rule=None, **payload):
    """Without `change`, only the check itself keeps the vault from opening."""
    maker = Maker(name)
    slots = [maker.passphrase_slot(**(first_slot or {}))] + ([second(maker)] if second else [])
    envelope = maker.seal(slots, no_accounts(), extra, pad=unpadded, **payload)
    if change:
        change(envelope)
    vectors.add(name, envelope)
    vectors.case(name, "refused", about, rule, passphrase=PASSPHRASE, field=field)


def add_limits(vectors):
    def limit(*arguments, **options):
        refused(vectors, *arguments, **options)

    limit("n-not-a-power-of-two", f"{FIRST}.kdf.n", "n is 24", put((*KDF, "n"), 24))
    limit("n-one", f"{FIRST}.kdf.n", "n is 1, which RFC 7914 excludes", put((*KDF, "n"), 1))
    limit("n-zero", f"{FIRST}.kdf.n", "n is 0", put((*KDF, "n"), 0))
    limit("n-negative", f"{FIRST}.kdf.n", "n is -16", put((*KDF, "n"), -16))
    limit("n-string", f"{FIRST}.kdf.n", "n is a string", put((*KDF, "n"), "16"))
    limit("n-over-limit", f"{FIRST}.kdf.n", "n is 2^21; r is 2, so that the memory is within its limit",
          lambda envelope: envelope["header"]["slots"][0]["kdf"].update(n=1 << 21, r=2))
    limit("n-beyond-64-bits", f"{FIRST}.kdf.n", "n is 2^64", put((*KDF, "n"), 1 << 64))
    limit("n-too-large-for-r", f"{FIRST}.kdf.n", "n is 65536 with r 1: RFC 7914 asks for n < 2^(16 r)",
          lambda envelope: envelope["header"]["slots"][0]["kdf"].update(n=1 << 16, r=1))
    limit("r-over-limit", f"{FIRST}.kdf.r", "r is 17", first_slot={"r": 17})
    limit("r-zero", f"{FIRST}.kdf.r", "r is 0", put((*KDF, "r"), 0))
    limit("p-over-limit", f"{FIRST}.kdf.p", "p is 9", first_slot={"p": 9})
    limit("p-zero", f"{FIRST}.kdf.p", "p is 0", put((*KDF, "p"), 0))
    limit("memory-over-limit", f"{FIRST}.kdf", "n is 2^20 and r is 9: 1.125 GiB",
          lambda envelope: envelope["header"]["slots"][0]["kdf"].update(n=1 << 20, r=9))
    limit("limit-in-second-slot", "header.slots[1].kdf.p", "the first slot would open, the second breaks a limit",
          second=lambda maker: maker.passphrase_slot("another passphrase", p=9))
    limit("slot-salt-31", f"{FIRST}.kdf.salt", "a slot salt of 31 bytes", first_slot={"salt_size": 31})
    limit("slot-salt-33", f"{FIRST}.kdf.salt", "a slot salt of 33 bytes", first_slot={"salt_size": 33})
    limit("recovery-salt-31", "header.slots[1].kdf.salt", "a recovery slot's salt of 31 bytes",
          second=lambda maker: maker.recovery_slot(maker.random.take(32), salt_size=31))
    limit("slot-nonce-11", f"{FIRST}.nonce", "a slot nonce of 11 bytes", first_slot={"nonce_size": 11})
    limit("payload-salt-31", "header.payload.salt", "a payload salt of 31 bytes", salt_size=31)
    limit("payload-nonce-11", "header.payload.nonce", "a payload nonce of 11 bytes", nonce_size=11)
    limit("wrapped-key-47", f"{FIRST}.wrappedKey", "a wrapped key of 47 bytes",
          put((*SLOT, "wrappedKey"), lambda text: b64(base64.b64decode(text)[:47])))
    limit("ciphertext-15", "ciphertext", "a ciphertext shorter than its tag",
          put(("ciphertext",), lambda text: b64(base64.b64decode(text)[:15])))
    limit("no-slots", "header.slots", "no slots", put(("header", "slots"), []))

    maker = Maker("too-many-slots")
    slots = [maker.passphrase_slot() for _ in range(33)]
    vectors.add("too-many-slots", maker.seal(slots, no_accounts(), pad=unpadded))
    vectors.case("too-many-slots", "refused", "33 slots", passphrase=PASSPHRASE, field="header.slots")

    for size in 0, 13:
        limit(f"payload-nonce-{size}", "header.payload.nonce", f"a payload nonce of {size} bytes",
              put(("header", "payload", "nonce"), b64(bytes(size))))
        limit(f"slot-nonce-{size}", f"{FIRST}.nonce", f"a slot nonce of {size} bytes",
              put((*SLOT, "nonce"), b64(bytes(size))))
    for size in 0, 16, 33:
        limit(f"payload-salt-{size}", "header.payload.salt", f"a payload salt of {size} bytes",
              put(("header", "payload", "salt"), b64(bytes(size))))
    limit("slot-salt-0", f"{FIRST}.kdf.salt", "an empty slot salt", put((*KDF, "salt"), ""))
    limit("recovery-salt-33", "header.slots[1].kdf.salt", "a recovery slot's salt of 33 bytes",
          second=lambda maker: maker.recovery_slot(maker.random.take(32), salt_size=33))
    limit("recovery-nonce-16", "header.slots[1].nonce", "a recovery slot's nonce of 16 bytes",
          second=lambda maker: maker.recovery_slot(maker.random.take(32), nonce_size=16))
    for size in 0, 32, 49:
        limit(f"wrapped-key-{size}", f"{FIRST}.wrappedKey", f"a wrapped key of {size} bytes",
              put((*SLOT, "wrappedKey"), b64(bytes(size))))
    limit("recovery-wrapped-key-47", "header.slots[1].wrappedKey", "a recovery slot's wrapped key of 47 bytes",
          second=lambda maker: {**maker.recovery_slot(maker.random.take(32)), "wrappedKey": b64(bytes(47))})
    limit("ciphertext-empty", "ciphertext", "an empty ciphertext", put(("ciphertext",), ""))

    # Numbers that have the right value in 32 or 64 bits, in wrapping arithmetic.
    for name, value in ("n", (1 << 64) + 16), ("n", (1 << 32) + 16), ("r", (1 << 32) + 8), ("p", (1 << 64) + 1):
        limit(f"{name}-wraps-{value.bit_length() - 1}", f"{FIRST}.kdf.{name}",
              f"{name} is right in {value.bit_length() - 1} bits", put((*KDF, name), value))
    limit("n-2-63", f"{FIRST}.kdf.n", "n is 2^63", put((*KDF, "n"), 1 << 63))
    limit("r-negative", f"{FIRST}.kdf.r", "r is -8", put((*KDF, "r"), -8))
    limit("p-negative", f"{FIRST}.kdf.p", "p is -1", put((*KDF, "p"), -1))

    def with_slots(name, about, slots):
        maker = Maker(name)
        vectors.add(name, maker.seal(slots(maker), no_accounts(), pad=unpadded))
        vectors.case(name, "refused", about, WORK, passphrase=PASSPHRASE, field="header.slots")

    with_slots("kdf-work-over-limit", "all slots together need 2^25 and 2",
               lambda maker: work_at_limit(maker) + [maker.unusable_slot(2, 1, 1)])
    with_slots("kdf-work-two-slots", "the first slot would open, two others need 2^26 each",
               lambda maker: [maker.passphrase_slot(), maker.unusable_slot(1 << 20, 8, 8),
                              maker.unusable_slot(1 << 20, 8, 8)])
    with_slots("kdf-work-one-slot", "one slot needs 2^26; each of n, r and p is at its own limit",
               lambda maker: [maker.unusable_slot(1 << 19, 16, 8), maker.passphrase_slot()])


def add_values(vectors):
    def value(*arguments, **options):
        refused(vectors, *arguments, **options)

    value("unknown-version", "version", "version 2", put(("version",), 2))
    value("version-string", "version", "the version is a string", put(("version",), "1"))
    value("version-zero", "version", "version 0", put(("version",), 0))
    value("version-negative", "version", "version -1", put(("version",), -1))
    value("version-wraps-64", "version", "the version is 1 in 64 bits", put(("version",), (1 << 64) + 1))
    value("unknown-format", "format", "another format", put(("format",), "other-vault"))
    value("format-case", "format", "the format in upper case", put(("format",), "TOTPLY-VAULT"))
    value("format-space", "format", "a space after the format", put(("format",), "totply-vault "))
    value("unknown-cipher", "header.cipher", "another cipher", extra={"cipher": "AES-256-GCM-SIV"})
    value("cipher-case", "header.cipher", "the cipher in lower case", extra={"cipher": "aes-256-gcm"})
    value("cipher-128", "header.cipher", "a cipher with a shorter key", extra={"cipher": "AES-128-GCM"})
    value("unknown-slot-type", f"{FIRST}.type", "another type of slot", put((*SLOT, "type"), "smartcard"))
    value("unknown-slot-type-second", "header.slots[1].type", "the first slot would open, the second is unknown",
          second=lambda maker: {**maker.passphrase_slot("another passphrase"), "type": "smartcard"})
    value("slot-type-case", f"{FIRST}.type", "the type in upper case", put((*SLOT, "type"), "PASSPHRASE"))
    value("slot-type-empty", f"{FIRST}.type", "an empty type", put((*SLOT, "type"), ""))
    value("unknown-kdf", f"{FIRST}.kdf.name", "another key derivation", put((*KDF, "name"), "argon2id"))
    value("kdf-case", f"{FIRST}.kdf.name", "the name in upper case", put((*KDF, "name"), "SCRYPT"))
    value("kdf-of-other-type", f"{FIRST}.kdf.name", "hkdf-sha256 in a passphrase slot",
          put((*KDF, "name"), "hkdf-sha256"), rule=SLOT_KINDS)
    value("kdf-scrypt-for-recovery", f"{FIRST}.kdf.name", "scrypt in a recovery slot",
          put((*SLOT, "type"), "recovery"), rule=SLOT_KINDS)
    value("kdf-hkdf-sha512", "header.slots[1].kdf.name", "hkdf-sha512 in a recovery slot",
          second=lambda maker: {**(slot := maker.recovery_slot(maker.random.take(32))),
                                "kdf": {**slot["kdf"], "name": "hkdf-sha512"}})

    for name, about, change in (
            ("lower-case", "in lower case", str.lower),
            ("no-hyphens", "without hyphens", lambda text: text.replace("-", "")),
            ("braces", "in braces", lambda text: f"{{{text}}}"), ("empty", "empty", lambda text: ""),
            ("not-hex", "with a letter that is not hexadecimal", lambda text: "G" + text[1:]),
            ("line-end", "with a line end", lambda text: text + "\n")):
        value(f"header-id-{name}", "header.id", f"the vault's id {about}",
              extra={"id": change("5B0C2A7E-93C4-4D0B-A6F1-0C5E7B1D2F38")})
        value(f"slot-id-{name}", f"{FIRST}.id", f"a slot's id {about}",
              first_slot={"slot_id": change("9E1D4F60-1B7A-4C25-8E3D-6A90F2C4B7E1")})

    value("header-not-ascii", "header.owner", "a header string that is not ASCII", extra={"owner": "Zo\u00eb"})
    value("header-fraction", "header.scale", "a header number that is not an integer", extra={"scale": 1.5})
    value("header-null", "header.owner", "null in the header", extra={"owner": None})
    value("header-true", "header.owner", "true in the header", extra={"owner": True})
    value("header-over-2-53", "header.x", "2^53 in the header", extra={"x": 1 << 53})
    value("header-under-2-53", "header.x", "-2^53 in the header", extra={"x": -(1 << 53)})
    value("header-deep-null", "header.x[1].y", "null deep in the header", extra={"x": [0, {"y": None}]})
    value("header-name-not-ascii", None, "a header name that is not ASCII", extra={"Zo\u00eb": 1},
          rule="| everything in the header | objects, arrays, ASCII strings, integers")
    value("slot-member-false", f"{FIRST}.used", "false in a slot", put((*SLOT, "used"), False))
    value("kdf-member-not-ascii", f"{FIRST}.kdf.label", "a string in a kdf that is not ASCII",
          put((*KDF, "label"), "\u2028"))


def add_types(vectors):
    """Each field missing, and of another type."""
    paths = [("format",), ("version",), ("header",), ("ciphertext",), ("header", "cipher"), ("header", "id"),
             ("header", "payload"), ("header", "payload", "nonce"), ("header", "payload", "salt"), ("header", "slots"),
             *((*SLOT, name) for name in ("id", "type", "kdf", "nonce", "wrappedKey")),
             *((*KDF, name) for name in ("name", "n", "r", "p", "salt"))]
    for path in paths:
        field = path_text(path)
        kept = ([part for part in path if type(part) is str] if path[-1] in ("id", "name", "nonce", "salt")
                else path[-1:])
        name = "-".join(kept).replace("wrappedKey", "wrapped-key")
        refused(vectors, f"missing-{name}", field, f"without {field}", put(path, ...))
        other = {"slots": {"0": {}}, "payload": [], "kdf": "scrypt", "header": "AES-256-GCM", "version": [1], "n": [16],
                 "r": "8", "p": [1]}.get(path[-1], 7)
        refused(vectors, f"type-{name}", field, f"{field} is {json.dumps(other)}", put(path, other))
    refused(vectors, "type-slot", None, "a slot is a string", put(SLOT, "passphrase"), rule=SLOT_KINDS)


def add_base64(vectors):
    def spelled(name, about, spell):
        refused(vectors, f"base64-{name}", "header.payload.salt", about, spell=spell, rule=ONE_SPELLING)

    spelled("unused-bits", "unused bits of the base64 are not zero", with_unused_bits)
    spelled("no-padding", "base64 without padding", lambda data: b64(data).rstrip("="))
    spelled("url-alphabet", "base64url", lambda data: base64.urlsafe_b64encode(data).decode())
    spelled("line-break", "a line break within base64", lambda data: b64(data)[:22] + "\n" + b64(data)[22:])
    spelled("space-before", "a space before the base64", lambda data: " " + b64(data))
    spelled("line-end", "a line end after the base64", lambda data: b64(data) + "\n")
    spelled("padding-twice", "one = too many", lambda data: b64(data) + "=")
    spelled("padding-block", "a block of padding after the base64", lambda data: b64(data) + "====")
    spelled("nul", "a zero byte after the base64", lambda data: b64(data) + "\0")
    spelled("hex", "hexadecimal digits", lambda data: data.hex())

    def elsewhere(name, path, about, spell):
        def change(envelope):
            parent = envelope
            for part in path[:-1]:
                parent = parent[part]
            text = spell(base64.b64decode(parent[path[-1]]))
            assert text != parent[path[-1]], name
            parent[path[-1]] = text
        envelope = one_envelope(f"base64-{name}", pad=padded)  # One byte of base64 padding.
        change(envelope)
        vectors.add(f"base64-{name}", envelope)
        vectors.case(f"base64-{name}", "refused", about, ONE_SPELLING, passphrase=PASSPHRASE, field=path_text(path))

    url = base64.urlsafe_b64encode
    elsewhere("slot-salt-line-break", (*KDF, "salt"), "a line break within a slot's salt",
              lambda data: b64(data)[:20] + "\r\n" + b64(data)[20:])
    elsewhere("slot-salt-unused-bits", (*KDF, "salt"), "unused bits of a slot's salt are not zero", with_unused_bits)
    elsewhere("slot-nonce-space", (*SLOT, "nonce"), "a space within a slot's nonce",
              lambda data: b64(data)[:8] + " " + b64(data)[8:])
    elsewhere("payload-nonce-padding", ("header", "payload", "nonce"), "padding that a payload nonce does not need",
              lambda data: b64(data) + "=")
    elsewhere("wrapped-key-url", (*SLOT, "wrappedKey"), "base64url in a wrapped key",
              lambda data: url(data[:45] + b"\xff\xff\xff").decode())
    elsewhere("ciphertext-no-padding", ("ciphertext",), "a ciphertext without padding",
              lambda data: b64(data).rstrip("="))
    elsewhere("ciphertext-line-breaks", ("ciphertext",), "a ciphertext in lines of 76 characters",
              lambda data: base64.encodebytes(data).decode())
    elsewhere("ciphertext-unused-bits", ("ciphertext",), "unused bits of the ciphertext are not zero", with_unused_bits)
    elsewhere("ciphertext-url", ("ciphertext",), "base64url in the ciphertext", lambda data: url(data).decode())
    elsewhere("ciphertext-two-parts", ("ciphertext",), "padding in the middle of the ciphertext",
              lambda data: b64(data[:100]) + b64(data[100:]))


def add_numbers(vectors):
    for name, field, literal, plain in (
            ("version-with-fraction", "version", '"version":1.0', '"version":1'),
            ("n-with-fraction", f"{FIRST}.kdf.n", '"n":16.0', '"n":16'),
            ("r-with-exponent", f"{FIRST}.kdf.r", '"r":8e0', '"r":8'),
            ("p-with-fraction", f"{FIRST}.kdf.p", '"p":1.0', '"p":1'),
            ("version-with-exponent", "version", '"version":1e0', '"version":1'),
            ("version-with-capital-exponent", "version", '"version":1E+0', '"version":1'),
            ("version-tenth", "version", '"version":10e-1', '"version":1'),
            ("n-with-exponent", f"{FIRST}.kdf.n", '"n":1.6e1', '"n":16'),
            ("p-long-fraction", f"{FIRST}.kdf.p", '"p":1.00000000000000000000', '"p":1')):
        vectors.add(f"number-{name}", encode(one_envelope(f"number-{name}")).replace(plain.encode(), literal.encode()))
        vectors.case(f"number-{name}", "refused", f"{literal}: not written as a plain integer", PLAIN_INTEGERS,
                     passphrase=PASSPHRASE, field=field)
    for name, literal in ("negative-zero", b"-0"), ("header-exponent", b"1e3"), ("header-fraction-zero", b"2.0"):
        vectors.add(f"number-{name}", encode(one_envelope(f"number-{name}")).replace(
            b'"header":{', b'"header":{"x":' + literal + b","))
        vectors.case(f"number-{name}", "refused", f"{literal.decode()} in the header: it has no canonical form here",
                     PLAIN_INTEGERS, passphrase=PASSPHRASE, field="header.x")


def add_texts(vectors):
    """Files that are not JSON, or not an object, or repeat a name. But for that, each would open."""
    def whole(name, about, rule, change):
        vectors.add(name, change(encode(one_envelope(name))))
        vectors.case(name, "refused", about, rule, passphrase=PASSPHRASE)

    def member(name, about, rule, text):
        whole(name, about, rule, lambda data: data[:-1] + b"," + text + b"}")

    whole("deep-nesting", "20,000 arrays in each other", DEPTH,
          lambda data: b'{"format":"totply-vault","version":1,"header":' + nested(20000) + b"}")
    whole("not-json", "the last brace is missing", GRAMMAR, lambda data: data[:-1])
    whole("json-array", "an array, not an object", FILE_REFUSED, lambda data: b"[" + data + b"]")
    whole("empty-file", "no bytes", FILE_REFUSED, lambda data: b"")
    whole("only-spaces", "nothing but white space", FILE_REFUSED, lambda data: b" \n\t\r\n")
    whole("json-null", "null", FILE_REFUSED, lambda data: b"null")
    whole("json-string", "the whole vault in a string", FILE_REFUSED, lambda data: encode(data.decode()))
    whole("byte-order-mark", "a byte order mark", ENCODING, lambda data: b"\xef\xbb\xbf" + data)
    whole("utf-16", "UTF-16", ENCODING, lambda data: data.decode().encode("utf-16"))
    whole("text-after", "a second object after the vault", GRAMMAR, lambda data: data + b"{}")
    whole("nul-after", "a zero byte after the vault", GRAMMAR, lambda data: data + b"\0")
    whole("comma-after", "a comma after the last member", GRAMMAR, lambda data: data[:-1] + b",}")
    whole("form-feed", "a form feed as white space", GRAMMAR, lambda data: b"\f" + data)
    whole("no-break-space", "a no-break space as white space", GRAMMAR, lambda data: data + "\u00a0".encode())
    whole("comment", "a comment", GRAMMAR, lambda data: data + b"\n// our accounts")
    whole("single-quotes", "a name in single quotes", GRAMMAR, lambda data: data.replace(b'"format"', b"'format'"))
    whole("bare-name", "a name without quotes", GRAMMAR, lambda data: data.replace(b'"format"', b"format"))
    whole("no-colon", "no colon after a name", GRAMMAR, lambda data: data.replace(b'"version":', b'"version" '))
    whole("no-comma", "no comma between two members", GRAMMAR, lambda data: data.replace(b',"version"', b' "version"'))
    member("nesting-513", "513 levels in all", DEPTH, b'"deep":' + nested(512))
    for name, about, text in (
            ("number-leading-zero", "a number with a leading zero", b"01"),
            ("number-plus", "a number with a plus", b"+1"),
            ("number-no-integer", "a fraction without an integer", b".5"),
            ("number-no-fraction", "a point without a fraction", b"1."),
            ("number-no-exponent", "an e without an exponent", b"1e"), ("number-hex", "a hexadecimal number", b"0x10"),
            ("number-nan", "NaN", b"NaN"), ("number-infinity", "-Infinity", b"-Infinity"),
            ("minus-alone", "a minus", b"-"),
            ("literal-case", "True", b"True"), ("literal-long", "nulls", b"nulls"),
            ("array-comma", "a comma after the last element", b"[1,]"),
            ("array-open", "an array that ends as an object", b"[1}"),
            ("string-line-end", "a line end in a string", b'"a\nb"'), ("string-tab", "a tab in a string", b'"a\tb"'),
            ("string-nul", "a zero byte in a string", b'"a\0b"'), ("escape-unknown", "an unknown escape", b'"\\x41"'),
            ("escape-short", "an escape of three digits", b'"\\u041"'),
            ("escape-sign", "a sign in an escape", b'"\\u+041"'),
            ("surrogate-high", "the first half of a surrogate pair", b'"\\ud83d"'),
            ("surrogate-low", "the second half of a surrogate pair", b'"\\udd11"'),
            ("surrogate-swapped", "a surrogate pair in the wrong order", b'"\\udd11\\ud83d"'),
            ("surrogate-two-high", "two first halves", b'"\\ud83d\\ud83d\\udd11"')):
        member(name, about, GRAMMAR, b'"x":' + text)
    for name, about, text in (
            ("not-utf-8", "a string in ISO 8859-1", b"Zo\xeb"), ("utf-8-overlong", "a slash in two bytes", b"\xc0\xaf"),
            ("utf-8-overlong-3", "a letter in three bytes", b"\xe0\x81\x81"),
            ("utf-8-surrogate", "a surrogate in UTF-8", b"\xed\xa0\xbd\xed\xb4\x91"),
            ("utf-8-beyond", "a character beyond U+10FFFF", b"\xf4\x90\x80\x80"),
            ("utf-8-cut", "half a character", b"\xf0\x9f"),
            ("utf-8-continuation", "the second byte of a character alone", b"a\x94"),
            ("utf-8-name", "a name in ISO 8859-1", None)):
        text = b'"Zo\xeb":0' if text is None else b'"owner":"' + text + b'"'
        member(name, about, ENCODING, text)

    whole("duplicate-name", "one name twice in the header", NO_REPEATED, lambda data: data.replace(
        b'"cipher":"AES-256-GCM"', b'"cipher":"AES-256-GCM","cipher":"AES-256-GCM"'))
    whole("duplicate-escaped", "one name twice, once with an escape", NO_REPEATED, lambda data: data.replace(
        b'"cipher":"AES-256-GCM"', b'"cipher":"AES-256-GCM","\\u0063ipher":"AES-256-GCM"'))
    whole("duplicate-format", "the format twice", NO_REPEATED, lambda data: data[:-1] + b',"format":"totply-vault"}')
    whole("duplicate-version", "two versions, the second is another", NO_REPEATED,
          lambda data: data[:-1] + b',"version":2}')
    whole("duplicate-n", "n twice", NO_REPEATED, lambda data: data.replace(b'"n":16', b'"n":16,"n":16'))
    whole("duplicate-slots", "two lists of slots", NO_REPEATED, lambda data: data.replace(
        b'"slots":[', b'"slots":[],"slots":['))
    whole("duplicate-ciphertext", "two ciphertexts", NO_REPEATED, lambda data: data.replace(
        b'"ciphertext":', b'"ciphertext":"AAAAAAAAAAAAAAAAAAAAAA==","ciphertext":'))
    member("duplicate-unknown", "one name twice in an unknown object", NO_REPEATED, b'"x":[{"a":{"b":0,"c":1,"b":0}}]')
    member("duplicate-far", "the first of 1,000 names again", NO_REPEATED,
           b'"x":{' + b",".join(b'"%d":0' % (number % 1000) for number in range(1001)) + b"}")


def add_damaged(vectors):
    def two_slots(maker):
        return [maker.passphrase_slot(), maker.passphrase_slot("another passphrase")]

    def damaged(name, expect, about, rule, change, slots=lambda maker: [maker.passphrase_slot()], **payload):
        envelope = one_envelope(name, slots, **payload)
        change(envelope)
        vectors.add(name, envelope)
        vectors.case(name, expect, about, rule, passphrase=PASSPHRASE)

    def changed(name, about, change, slots=lambda maker: [maker.passphrase_slot()], rule=HEADER_BOUND, **payload):
        damaged(f"changed-{name}", "changed", about, rule, change, slots, **payload)

    def swap_ids(envelope):
        one, two = envelope["header"]["slots"]
        one["id"], two["id"] = two["id"], one["id"]

    def swap_keys(envelope):
        one, two = envelope["header"]["slots"]
        for name in "wrappedKey", "nonce":
            one[name], two[name] = two[name], one[name]

    def earlier(name, path):
        """A part of another save of the same vault."""
        def change(envelope):
            other = Maker(name)
            other.random.take(1)
            source = other.seal(envelope["header"]["slots"], no_accounts(), pad=unpadded)
            parent, found = envelope, source
            for part in path[:-1]:
                parent, found = parent[part], found[part]
            parent[path[-1]] = found[path[-1]]
        return change

    second = ("header", "slots", 1)
    changed("header-id", "the vault's id is another", put(("header", "id"), Seeded("other").uuid()))
    changed("field-added", "a header field was added", put(("header",), lambda header: {**header, "x": 1}))
    changed("slot-removed", "the other slot was removed", put(("header", "slots"), lambda slots: slots[:1]), two_slots)
    changed("slot-order", "the slots were exchanged", put(("header", "slots"), lambda slots: slots[::-1]), two_slots)
    changed("payload-salt", "one bit of the payload's salt",
            put(("header", "payload", "salt"), lambda text: flipped(text, 0)), rule=PAYLOAD_KEY)
    changed("ciphertext", "one bit of the ciphertext", put(("ciphertext",), lambda text: flipped(text, 5)), rule=TAG)
    changed("tag", "one bit of the tag", put(("ciphertext",), lambda text: flipped(text, -1)), rule=TAG)
    changed("truncated", "the last 16 bytes are missing",
            put(("ciphertext",), lambda text: b64(base64.b64decode(text)[:-16])), rule=TAG)
    changed("payload-nonce", "one bit of the payload's nonce",
            put(("header", "payload", "nonce"), lambda text: flipped(text, 11)), rule=TAG)
    changed("byte-added", "one byte more",
            put(("ciphertext",), lambda text: b64(base64.b64decode(text) + b"\0")), rule=TAG)
    changed("tag-first", "the tag is before the ciphertext",
            put(("ciphertext",), lambda text: b64(base64.b64decode(text)[-16:] + base64.b64decode(text)[:-16])),
            rule=TAG)
    changed("tag-only", "nothing but 16 bytes", put(("ciphertext",), b64(bytes(16))), rule=TAG)
    changed("tag-short", "the tag has 12 bytes",
            put(("ciphertext",), lambda text: b64(base64.b64decode(text)[:-4])), rule=TAG)
    changed("slot-added", "a slot for another passphrase was added", put(
        ("header", "slots"), lambda slots: slots + [Maker("changed-slot-added").passphrase_slot("another passphrase")]))
    changed("slot-twice", "a slot was doubled", put(("header", "slots"), lambda slots: slots * 2))
    changed("other-slot-n", "the cost of another slot", put((*second, "kdf", "n"), 2), two_slots)
    changed("other-slot-salt", "one bit of another slot's salt",
            put((*second, "kdf", "salt"), lambda text: flipped(text, 3)), two_slots)
    changed("other-slot-key", "one bit of another slot's wrapped key",
            put((*second, "wrappedKey"), lambda text: flipped(text, 3)), two_slots)
    changed("other-slot-id", "the id of another slot", put((*second, "id"), Seeded("other").uuid()), two_slots)
    changed("field-emptied", "a header field is empty", put(("header", "x"), ""), extra={"x": "text"})
    changed("field-removed", "a header field was removed", put(("header", "x"), ...), extra={"x": []})
    changed("field-integer", "a header text became a number", put(("header", "x"), 1), extra={"x": "1"})
    changed("array-order", "the elements of a header field were exchanged",
            put(("header", "x"), [2, 1]), extra={"x": [1, 2]})
    changed("earlier-ciphertext", "the ciphertext of another save",
            earlier("changed-earlier-ciphertext", ("ciphertext",)))
    changed("earlier-payload", "the salt and nonce of another save",
            earlier("changed-earlier-payload", ("header", "payload")), rule=PAYLOAD_KEY)

    def as_written(envelope):
        pass

    def unsorted_form(canonical):
        return encode(dict(reversed(json.loads(canonical).items())))

    for name, about, rule, payload in (
            ("not-bound", "the header is not authenticated", HEADER_BOUND, {"bind": lambda canonical: None}),
            ("form-unsorted", "the associated data is not sorted", CANONICAL, {"bind": unsorted_form}),
            ("form-spaces", "the associated data has spaces", CANONICAL,
             {"bind": lambda canonical: json.dumps(json.loads(canonical), sort_keys=True).encode()}),
            ("form-slashes", "the associated data has escaped slashes", CANONICAL,
             {"bind": lambda canonical: canonical.replace(b"/", b"\\/"), "extra": {"x": "/"}}),
            ("form-line-end", "the associated data ends with a line end", CANONICAL,
             {"bind": lambda canonical: canonical + b"\n"}),
            ("form-capital-escape", "the associated data has an escape in upper case", CANONICAL,
             {"bind": lambda canonical: canonical.replace(b"\\u001b", b"\\u001B"), "extra": {"x": "\x1b"}}),
            ("form-long-escape", "the associated data has a line end as \\u000a", CANONICAL,
             {"bind": lambda canonical: canonical.replace(b"\\n", b"\\u000a"), "extra": {"x": "\n"}}),
            ("form-without-unknown", "unknown fields are not authenticated", HEADER_BOUND,
             {"bind": lambda canonical: canonical.replace(b',"x":1', b""), "extra": {"x": 1}}),
            ("payload-key-info", "the payload key is derived with another info", PAYLOAD_KEY,
             {"info": b"totply-vault/2/payload"})):
        changed(name, about, as_written, rule=rule, **payload)

    def closed(name, about, rule, change=as_written, slots=lambda maker: [maker.passphrase_slot()]):
        damaged(name, "wrong-passphrase", about, rule, change, slots)

    closed("slot-ids-swapped", "the ids of two slots were exchanged", SLOT_BOUND, swap_ids, two_slots)
    closed("slot-wrapped-key-changed", "one bit of the wrapped key", SLOT_BOUND,
           put((*SLOT, "wrappedKey"), lambda text: flipped(text, 0)))
    closed("slot-salt-changed", "one bit of the slot's salt", NFC, put((*KDF, "salt"), lambda text: flipped(text, 0)))
    closed("slot-tag-changed", "one bit of the wrapped key's tag", TAG,
           put((*SLOT, "wrappedKey"), lambda text: flipped(text, -1)))
    closed("slot-nonce-changed", "one bit of the slot's nonce", SLOT_BOUND,
           put((*SLOT, "nonce"), lambda text: flipped(text, 0)))
    closed("slot-id-changed", "the slot's id is another", SLOT_BOUND, put((*SLOT, "id"), Seeded("other").uuid()))
    closed("slot-n-changed", "n is 32, not 16", NFC, put((*KDF, "n"), 32))
    closed("slot-r-changed", "r is 4, not 8", NFC, put((*KDF, "r"), 4))
    closed("slot-p-changed", "p is 2, not 1", NFC, put((*KDF, "p"), 2))
    closed("slot-keys-swapped", "the wrapped keys of two slots were exchanged", SLOT_BOUND, swap_keys, two_slots)
    closed("slot-not-bound", "the wrapped key is not bound to the slot's id", SLOT_BOUND,
           slots=lambda maker: [maker.passphrase_slot(bound_to=None)])
    closed("slot-bound-to-id-only", "the wrapped key is bound to the id without what is before it", SLOT_BOUND,
           slots=lambda maker: [maker.passphrase_slot(bound_to=b"")])
    closed("slot-of-another-vault", "the slot has another passphrase", NFC,
           slots=lambda maker: [maker.passphrase_slot("another passphrase")])


def add_all(vectors):
    for add in add_limits, add_values, add_types, add_base64, add_numbers, add_texts, add_damaged:
        add(vectors)
