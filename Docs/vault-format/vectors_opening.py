"""The vectors that must open, and those in which the passphrase or the recovery code is wrong."""

import base64
import copy
import json
import unicodedata

from vault_maker import BLOCK, PASSPHRASE, Maker, Seeded, encode, padded, recovery_code, unpadded
from vector_list import (
    BATCHES, CANONICAL, CHECKSUM, DEPTH, EACH_OPENS, GENERATOR, HEADER_BOUND, LAYOUT, NFC, OPENS, PADDING,
    PLAIN_INTEGERS, RECOVERY_KEY, SLOT_KINDS, STEAM_PERIOD, TIME, TYPING, UNKNOWN, WORK, account, item, nested,
    no_accounts, one_account)

AT = 1700000000


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


def add_opening(vectors):
    items, codes = all_kinds()
    other = {"generator": "totp-import 1.0.0", "futureSetting": {"sortBy": "name", "columns": [1, 2]}}
    plaintext = {"items": items, **other}
    facts = {"passphrase": PASSPHRASE, "items": items, "otherFields": other, "at": AT, "codes": codes}

    maker = Maker("basic")
    basic = maker.seal([maker.passphrase_slot(n=1024)], plaintext)
    vectors.add("basic", basic)
    vectors.case("basic", "opens", "every type, every optional field, unknown fields", OPENS, **facts)
    vectors.case("basic", "wrong-passphrase", "another passphrase", NFC, passphrase="correct horse battery stapler")
    vectors.case("basic", "wrong-passphrase", "no white space is trimmed", NFC, passphrase=PASSPHRASE + " ")
    vectors.case("basic", "wrong-passphrase", "a vault without a recovery slot", RECOVERY_KEY,
                 recoveryCode=recovery_code(Seeded("foreign").take(32)))

    def backwards(value):
        if isinstance(value, dict):
            return {name: backwards(value[name]) for name in reversed(value)}
        return [backwards(member) for member in value] if isinstance(value, list) else value

    # Not only 30 seconds: the code is of the account's own period.
    maker = Maker("steam-period")
    plaintext = {"items": [item(Seeded("steam-period/item"), "steam", "Pixel Quarry", "dave_plays", bytes(range(20)),
                                period=60)], "generator": GENERATOR}
    vectors.add("steam-period", maker.seal([maker.passphrase_slot()], plaintext))
    vectors.case("steam-period", "opens", "a Steam account with a period of its own", STEAM_PERIOD,
                 passphrase=PASSPHRASE, items=plaintext["items"], at=AT, codes=["H7J4V"])

    # The same strings with escapes that the canonical form must undo.
    pretty = json.dumps(backwards(basic), indent=4).replace("/", "\\/").replace("AES-256", "\\u0041ES-256")
    vectors.add("pretty", (pretty + "\n").encode())
    vectors.case("pretty", "opens", "basic, pretty printed, keys in another order, other escapes", LAYOUT, **facts)

    maker = Maker("unknown-header-field")
    extra = {"Zeta": 0, "alpha": [9007199254740991, -1, {"b": "", "a": []}], "10": "x", "9": "y", "_": {},
             "text": "quote \" backslash \\ slash / tab \t newline \n bell \x07 escape \x1b delete \x7f"}
    slot = {**maker.passphrase_slot(), "label": "laptop"}
    envelope = {**maker.seal([slot], one_account("unknown-header-field"), extra), "comment": ["not sealed", 1.5, None]}
    vectors.add("unknown-header-field", envelope)
    vectors.case("unknown-header-field", "opens", "unknown fields in the envelope, the header and a slot", UNKNOWN,
                 passphrase=PASSPHRASE, items=one_account("unknown-header-field")["items"])
    changed = copy.deepcopy(envelope)
    changed["header"]["slots"][0]["label"] = "laptoq"
    vectors.add("changed-unknown-header-field", changed)
    vectors.case("changed-unknown-header-field", "changed", "unknown header fields are sealed, too", HEADER_BOUND,
                 passphrase=PASSPHRASE)

    # Composed and decomposed letters are the same passphrase; compatibility forms (the ligature) are not.
    maker, typed = Maker("unicode-passphrase"), "\u00c5ngstr\u00f6m \ufb01nds caf\u00e9 \U0001f511"
    vectors.add("unicode-passphrase", maker.seal([maker.passphrase_slot(typed)], one_account("unicode-passphrase")))
    for form, expect in ("NFC", "opens"), ("NFD", "opens"), ("NFKC", "wrong-passphrase"):
        vectors.case("unicode-passphrase", expect, f"the passphrase in form {form}", NFC,
                     passphrase=unicodedata.normalize(form, typed),
                     items=one_account("unicode-passphrase")["items"] if expect == "opens" else None)

    maker = Maker("recovery")
    secret = maker.random.take(32)
    code, plaintext = recovery_code(secret), one_account("recovery")
    items = plaintext["items"]
    vectors.add("recovery", maker.seal([maker.passphrase_slot(), maker.recovery_slot(secret)], plaintext))
    vectors.case("recovery", "opens", "by passphrase", EACH_OPENS, passphrase=PASSPHRASE, items=items)
    vectors.case("recovery", "opens", "by recovery code", RECOVERY_KEY, recoveryCode=code, items=items)
    for about, typed in {"lower case, spaces for hyphens": code.lower().replace("-", " "),
                         "no separators": code.replace("-", ""),
                         "separators in odd places": f"  {code[:7]} {code[7:20]}--{code[20:]} "}.items():
        vectors.case("recovery", "opens", about, TYPING, recoveryCode=typed, items=items)
    vectors.case("recovery", "wrong-passphrase", "the code of another vault", RECOVERY_KEY,
                 recoveryCode=recovery_code(Seeded("foreign").take(32)))
    vectors.case("recovery", "wrong-passphrase", "one character mistyped", CHECKSUM,
                 recoveryCode=("B" if code[0] != "B" else "C") + code[1:])
    vectors.case("recovery", "wrong-passphrase", "the checksum is missing", CHECKSUM, recoveryCode=code[:-5])

    maker = Maker("three-slots")
    secret = maker.random.take(32)
    slots = [maker.passphrase_slot("first passphrase"), maker.recovery_slot(secret),
             maker.passphrase_slot("second passphrase", n=32)]
    vectors.add("three-slots", maker.seal(slots, one_account("three-slots")))
    for credential in ({"passphrase": "first passphrase"}, {"passphrase": "second passphrase"},
                       {"recoveryCode": recovery_code(secret)}):
        vectors.case("three-slots", "opens", "each slot opens the whole vault", EACH_OPENS,
                     items=one_account("three-slots")["items"], **credential)

    batches = {"items": [], "batches": [
        {"id": 1234567890, "size": 3, "parts": [0, 2], "seenAt": TIME},
        {"id": -2147483648, "size": 10, "parts": [9], "seenAt": TIME, "label": "old phone"},
        {"id": 0, "size": 2, "parts": [], "seenAt": TIME}], "generator": "totp-import 1.1.0"}
    maker = Maker("batches")
    vectors.add("batches", maker.seal([maker.passphrase_slot()], batches))
    vectors.case("batches", "opens", "exports of several parts", BATCHES, passphrase=PASSPHRASE, items=[],
                 otherFields={name: value for name, value in batches.items() if name != "items"})

    maker = Maker("empty")
    vectors.add("empty", maker.seal([maker.passphrase_slot()], {"items": [], "generator": GENERATOR}))
    vectors.case("empty", "opens", "a vault without items", OPENS, passphrase=PASSPHRASE, items=[])

    full = one_account("full-block")
    full["items"][0]["note"] = ""
    full["items"][0]["note"] = "x" * (BLOCK - len(encode(full)))
    maker = Maker("full-block")
    vectors.add("full-block", maker.seal([maker.passphrase_slot()], full))
    vectors.case("full-block", "opens", "the JSON fills a block exactly: no padding", PADDING, passphrase=PASSPHRASE,
                 items=full["items"])

    maker = Maker("at-the-limits")
    slots = [maker.passphrase_slot(f"passphrase {index}") for index in range(31)]
    slots.append(maker.passphrase_slot(r=16, p=8))
    vectors.add("at-the-limits", maker.seal(slots, one_account("at-the-limits")))
    vectors.case("at-the-limits", "opens", "32 slots, the last with r 16 and p 8", EACH_OPENS, passphrase=PASSPHRASE,
                 items=one_account("at-the-limits")["items"])


def opens(vectors, name, about, rule, passphrases=(PASSPHRASE,), slots=lambda maker: [maker.passphrase_slot()],
          plaintext=None, change=None, extra=None, **payload):
    """A vault that opens with each of the passphrases; `change` is another way to write the same envelope."""
    maker = Maker(name)
    plaintext = plaintext or one_account(name)
    data = encode(maker.seal(slots(maker), plaintext, extra, **payload))
    vectors.add(name, change(data) if change else data)
    items = (json.loads(plaintext) if isinstance(plaintext, bytes) else plaintext)["items"]
    for passphrase in passphrases:
        vectors.case(name, "opens", about, rule, passphrase=passphrase, items=items)


def add_passphrases(vectors):
    def typed(name, about, *passphrases):
        opens(vectors, name, about, NFC, passphrases, lambda maker: [maker.passphrase_slot(passphrases[0])])

    typed("passphrase-hangul", "syllables and their letters are the same", "\ud55c\uae00 \ube44\ubc00",
          unicodedata.normalize("NFD", "\ud55c\uae00 \ube44\ubc00"))
    typed("passphrase-mark-order", "two marks below and above a letter, in any order", "pa\u1e69s",
          "pas\u0323\u0307s", "pas\u0307\u0323s", "pa\u1e61\u0323s", "pa\u1e63\u0307s")
    typed("passphrase-singletons", "signs that are other letters in NFC: angstrom, ohm, kelvin",
          "\u00c5\u03a9K", "\u212b\u2126\u212a")
    typed("passphrase-exclusions", "letters that NFC writes as two characters", "\u0958\ufb1d\u2adc",
          "\u0915\u093c\u05d9\u05b4\u2add\u0338")
    typed("passphrase-compatibility-ideograph", "an ideograph with a unified form", "\u8c48\ufa0e", "\uf900\ufa0e")
    typed("passphrase-blocked-mark", "a mark that another one of its class keeps apart from the letter",
          "a\u0316\u0308\u0301 o\u0305\u0308", "\u00e4\u0316\u0301 o\u0305\u0308")
    typed("passphrase-no-letter-before", "marks without a letter", "\u0301\u0323abc", "\u0323\u0301abc")
    typed("passphrase-emoji", "joined emoji, variation selectors and flags stay as they are",
          "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f \U0001f1e9\U0001f1ea")
    typed("passphrase-spaces", "spaces of every kind count, also at both ends", "  two  words\u00a0\t\u3000 ")
    typed("passphrase-long", "1,000 characters", "0123456789" * 100)
    typed("passphrase-one-letter", "one letter", "x")

    maker = Maker("passphrase-not-normalised")
    vectors.add("passphrase-not-normalised",
                maker.seal([maker.passphrase_slot("caf\u00e9", form="NFD")], no_accounts()))
    for form in "NFC", "NFD":
        vectors.case("passphrase-not-normalised", "wrong-passphrase", f"written with NFD, typed in {form}", NFC,
                     passphrase=unicodedata.normalize(form, "caf\u00e9"))

    maker = Maker("passphrase-case")
    vectors.add("passphrase-case", maker.seal([maker.passphrase_slot("Passphrase Zo\u00eb")], no_accounts()))
    for about, passphrase in {"lower case": "passphrase zo\u00eb", "without the diaeresis": "Passphrase Zoe",
                              "full-width letters": "\uff30assphrase Zo\u00eb",
                              "one space more": "Passphrase  Zo\u00eb", "the first half": "Passphrase"}.items():
        vectors.case("passphrase-case", "wrong-passphrase", about, NFC, passphrase=passphrase)


def add_recovery_codes(vectors):
    def with_code(name, about, rule, slots, codes, passphrases=()):
        maker = Maker(name)
        secrets = [maker.random.take(32) for _ in range(codes)]
        vectors.add(name, maker.seal(slots(maker, *secrets), one_account(name)))
        for secret in secrets:
            vectors.case(name, "opens", about, rule,
                         recoveryCode=recovery_code(secret), items=one_account(name)["items"])
        for passphrase in passphrases:
            vectors.case(name, "opens", about, rule, passphrase=passphrase, items=one_account(name)["items"])
        return secrets

    with_code("recovery-only", "no passphrase at all", EACH_OPENS, lambda maker, one: [maker.recovery_slot(one)], 1)
    with_code("recovery-first", "the recovery slot is the first", EACH_OPENS,
              lambda maker, one: [maker.recovery_slot(one), maker.passphrase_slot()], 1, [PASSPHRASE])
    with_code("recovery-two", "two recovery codes", EACH_OPENS,
              lambda maker, one, two: [maker.recovery_slot(one), maker.passphrase_slot(), maker.recovery_slot(two)], 2,
              [PASSPHRASE])
    secret = with_code("recovery-typed", "as shown", TYPING, lambda maker, one: [maker.recovery_slot(one)], 1)[0]
    code, items = recovery_code(secret), one_account("recovery-typed")["items"]
    mixed = "".join(letter.lower() if place % 2 else letter for place, letter in enumerate(code))
    for about, typed in {"mixed case": mixed, "every character apart": " ".join(code.replace("-", "")),
                         "hyphens at both ends": f"--{code}--"}.items():
        vectors.case("recovery-typed", "opens", about, TYPING, recoveryCode=typed, items=items)
    bare = code.replace("-", "")
    digest_less = bare[:52] + ("A" if bare[52] != "A" else "B") + bare[53:]
    last = bare[:51] + chr(ord(bare[51]) + 1) + bare[52:]
    for about, typed in {
            "a wrong checksum": digest_less, "unused bits in the 52nd character": last,
            "two groups exchanged": "-".join([code[5:9], code[:4], code[10:]]),
            "a character too many": bare + "A", "1 for I": "1" + bare[1:],
            "underscores between the groups": code.replace("-", "_"), "padding": bare + "====",
            "a letter that is not ASCII": "\u00c5" + bare[1:]}.items():
        vectors.case("recovery-typed", "wrong-passphrase", about, CHECKSUM, recoveryCode=typed)
    vectors.case("recovery-typed", "wrong-passphrase", "the code given as a passphrase", SLOT_KINDS, passphrase=code)

    maker = Maker("recovery-other-info")
    secret = maker.random.take(32)
    vectors.add("recovery-other-info", maker.seal([maker.recovery_slot(secret, info=b"totply-vault/1/payload")],
                                                  no_accounts()))
    vectors.case("recovery-other-info", "wrong-passphrase", "the slot key is derived with another info", RECOVERY_KEY,
                 recoveryCode=recovery_code(secret))


def add_layouts(vectors):
    def spaced(data):
        text = json.dumps(json.loads(data), indent="\t", separators=(" \t,\r ", " : "))
        return b" \t\r\n" + text.replace("\n", "\r\n").encode() + b"\n\r\t "

    def joined(name):
        return lambda data: data[:-1] + b"," + name + b"}"

    opens(vectors, "layout-whitespace", "every kind of white space, at every place", LAYOUT, change=spaced)
    opens(vectors, "layout-escapes", "names and values in escapes of either case", LAYOUT,
          change=lambda data: data.replace(b'"format"', b'"\\u0066orm\\u0061t"')
          .replace(b'"scrypt"', b'"\\u0073\\u0063rypt"').replace(b'"nonce"', b'"\\u006Eo\\u006ece"')
          .replace(b"totply-vault", b"totply\\u002Dvault"))
    opens(vectors, "layout-sealed-last", "the ciphertext comes first, the format last", LAYOUT,
          change=lambda data: encode(dict(reversed(json.loads(data).items()))))
    opens(vectors, "unknown-numbers", "numbers of every form in unknown fields", UNKNOWN, change=joined(
        b'"numbers":[-0,0.0,1.50,1e400,-1E-400,0e+1,' + b"7" * 5000 + b"," + b'18446744073709551616,-0.0e0]'))
    opens(vectors, "unknown-text", "text of every kind in unknown fields", UNKNOWN, change=joined(
        ('"\u00e9":"e\u0301 \U0001f511 \u2028",'
         '"e\u0301":"\\ud83d\\udd11 \\u0000 \\/\\b\\f\\n\\r\\t\\"\\\\","":null').encode()))
    opens(vectors, "nesting-512", "512 levels in all", DEPTH, change=joined(b'"deep":' + nested(511)))
    opens(vectors, "unknown-everywhere", "unknown fields in the payload, a slot, its kdf, an item and a batch", UNKNOWN,
          slots=lambda maker: [{**slot, "kdf": {**slot["kdf"], "threads": 4}, "used": [], "note": {"b": 1, "a": "x"}}
                               for slot in [maker.passphrase_slot()]],
          plaintext={"items": [account("unknown-everywhere", colour="blue", rank=[1.5, None, {"a": True}])],
                     "batches": [{"id": 1, "size": 2, "parts": [1], "seenAt": TIME, "phone": {"old": True}}],
                     "generator": GENERATOR, "folders": [], "": 0})
    opens(vectors, "header-names", "the names that sort differently by length, case and escapes", CANONICAL, extra={
        "a": 1, "aa": 2, "a-": 3, "A": 4, "a\"": 5, "a\\": 6, "a\x01": 7, "a\x7f": 8, "": 9, "~": 10, "a/b": 11,
        "\t": 12})
    opens(vectors, "header-text", "the strings with every escape", CANONICAL, extra={
        "text": "".join(map(chr, range(128))), "slash": "</script>"})
    opens(vectors, "header-numbers", "the largest, smallest and shortest numbers", PLAIN_INTEGERS, extra={
        "numbers": [2 ** 53 - 1, 1 - 2 ** 53, 0, -1, 1000000000000], "none": [], "nothing": {}})


def add_limits(vectors):
    opens(vectors, "kdf-smallest", "n 2, r 1, p 1", WORK, slots=lambda maker: [maker.passphrase_slot(n=2, r=1)])
    opens(vectors, "kdf-n-32768-r-1", "the largest n for r 1", WORK,
          slots=lambda maker: [maker.passphrase_slot(n=32768, r=1)])
    opens(vectors, "kdf-memory-at-limit", "another slot needs 1 GiB", WORK,
          slots=lambda maker: [maker.passphrase_slot(), maker.unusable_slot(1 << 20, 8, 1)])
    opens(vectors, "kdf-memory-at-limit-r-16", "another slot needs 1 GiB with r 16", WORK,
          slots=lambda maker: [maker.passphrase_slot(), maker.unusable_slot(1 << 19, 16, 1)])
    # 2^7 for the slot that opens, and 2^7 + 2^8 + ... + 2^24 for the others: 2^25 together.
    opens(vectors, "kdf-work-at-limit", "all slots together need 2^25", WORK, slots=work_at_limit)
    opens(vectors, "slots-same-passphrase", "two slots for one passphrase", EACH_OPENS,
          slots=lambda maker: [maker.passphrase_slot(), maker.passphrase_slot(n=32, p=2)])
    opens(vectors, "slots-31-others", "the last of 32 slots opens", EACH_OPENS, slots=lambda maker: [
        maker.unusable_slot(2, 1, 1) for _ in range(31)] + [maker.passphrase_slot()])


def work_at_limit(maker):
    return [maker.passphrase_slot()] + [
        maker.unusable_slot(1 << min(power - 3, 20), 8, 2 if power == 24 else 1) for power in range(7, 25)]


def add_plaintexts(vectors):
    def plain(name, about, rule, data, **facts):
        opens(vectors, name, about, rule, plaintext=data, **facts)

    plain("plaintext-unpadded", "no spaces at the end", PADDING, one_account("plaintext-unpadded"), pad=unpadded)
    plain("plaintext-more-padding", "8,192 bytes", PADDING, one_account("plaintext-more-padding"),
          pad=lambda value: padded(value) + b" " * BLOCK)
    plain("plaintext-layout", "pretty printed, with escapes", LAYOUT, json.dumps(
        one_account("plaintext-layout", name="Zo\u00eb \U0001f511 / \\", note="\u0000"), indent=2).encode() + b"\n")
    plain("plaintext-nesting-512", "512 levels in all", DEPTH,
          encode(one_account("plaintext-nesting-512"))[:-1] + b',"deep":' + nested(511) + b"}")
    limits = [account(f"plaintext-limits/{index}", kind, **fields) for index, (kind, fields) in enumerate([
        ("totp", {"digits": 1, "period": 1}), ("totp", {"digits": 10, "period": 2147483}),
        ("hotp", {"counter": 0}), ("hotp", {"counter": (1 << 63) - 1, "algorithm": "MD5"}),
        ("totp", {"secret": "AA", "algorithm": "MD5"}), ("totp", {"secret": base64.b32encode(
            bytes(range(256)) * 16).decode().rstrip("=")}),
        ("totp", {"name": "", "issuer": "", "note": "", "tags": [""]}),
        ("totp", {"name": "x" * 2000, "tags": ["one", "one", "two"], "favorite": True}),
        ("totp", {"createdAt": "1970-01-01T00:00:00Z", "updatedAt": "2024-02-29T23:59:59Z",
                  "syncedAt": "9999-12-31T23:59:59Z", "isDeleted": True})])]
    plain("plaintext-limits", "the smallest and largest values of every field", OPENS, {
        "items": limits, "batches": [{"id": 2147483647, "size": 2147483647, "parts": [0, 2147483646], "seenAt": TIME}],
        "generator": "", "savedAt": "9999-12-31T23:59:59Z"})
    tokens = [{"serial": "1234567", "manufacturer": "Acorn", "model": "T-1", "user": "alice@example.com"},
              {"serial": "\u00e9" * 128}, {"user": "x" * 256, "serial": None, "colour": [1]}, {}]
    plain("plaintext-token", "hardware tokens", "| `token` | optional: the hardware token that generates the codes", {
        "items": [account(f"plaintext-token/{index}", token=token) for index, token in enumerate(tokens)]})
    optional = {"note": None, "tags": None, "favorite": None, "token": None, "source": None, "pin": None}
    plain("plaintext-null", "optional fields are null", "`null` means the same as absent", {
        **one_account("plaintext-null", **optional), "batches": None, "generator": None, "savedAt": None})
    plain("plaintext-empty-lists", "no items, no batches, no generator", BATCHES, {"items": [], "batches": []})


def add_all(vectors):
    for add in add_opening, add_passphrases, add_recovery_codes, add_layouts, add_limits, add_plaintexts:
        add(vectors)
