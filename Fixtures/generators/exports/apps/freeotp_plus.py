"""FreeOTP+: tokens with secrets as lists of signed bytes."""

from collections.abc import Iterable

from .. import hostile
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue
from ..shape import LARGEST, Shape, places, within

FORMAT = "freeotp-plus"
# The counter of a token whose link had 0: the apps subtract one when they scan it.
NEVER_USED = -1
BAD_SECRETS = (
    ([], "secret of no bytes"),
    ([1, 2, 256], "256 is no byte"),
    ([1, 2, -129], "-129 is no byte"),
    ([1, 2.5, 3], "2.5 is no byte"),
    ([1, "2", 3], "a string among bytes"),
    ([1, None, 3], "null among bytes"),
    ([1, [2], 3], "a list among bytes"),
    ("GEZDGNBVGY3TQOJQ", "base32 in place of bytes"),
    (None, "secret null"),
)


def signed(secret: bytes) -> list[int]:
    return [byte - 256 if byte > 127 else byte for byte in secret]


def written(account: Entry) -> dict:
    """Both types carry a period and a counter."""
    return {
        "algo": account.algorithm,
        "counter": account.counter or 0,
        "digits": account.digits,
        "issuerExt": account.issuer,
        "issuerInt": account.issuer,
        "label": account.name_in_file,
        "period": account.period,
        "secret": signed(account.secret),
        "type": "TOTP" if account.type == "steam" else account.type.upper(),
    }


def order(accounts: Iterable[Entry]) -> list[str]:
    return [f"{account.issuer}:{account.name_in_file}" if account.issuer else account.name for account in accounts]


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=within("tokens", tokenOrder=[]),
    secret=("secret",),
    fields=places("digits period counter", issuer="issuerExt issuerInt", name="label", algorithm="algo"),
    kind=("type",),
    unknown_kind="PUSH",
    missing_kind="unclear",
    bad_secrets=BAD_SECRETS,
    needs_a_list=False,
    bad_counters=(-2, LARGEST + 1),
)


def add(catalogue: Catalogue) -> None:
    accounts = [*cast("freeotp-plus/plain", ("totp", "hotp")), entry("freeotp-plus/steam", "steam", issuer="Steam")]
    accounts.append(entry("freeotp-plus/first", "hotp", counter=0))
    tree = {"tokenOrder": order(accounts), "tokens": [*map(written, accounts)]}
    catalogue.add("freeotp-plus/plain.json", SHAPE.text(tree), accounts)
    add_quirks(catalogue)
    hostile.add(catalogue, SHAPE)


def add_quirks(catalogue: Catalogue) -> None:
    """Bytes without sign, one issuer only, a counter never used, no order of tokens, or one that names others."""
    unsigned, internal, external = some("freeotp-plus/quirks", 3)
    unused = entry("freeotp-plus/quirks/unused", "hotp", counter=0)
    accounts = [unsigned, internal, external, unused]
    entries = [written(account) for account in accounts]
    entries[0]["secret"] = list(unsigned.secret)
    del entries[1]["issuerExt"]
    entries[2]["issuerInt"] = "Not this"
    entries[3]["counter"] = NEVER_USED
    catalogue.add("freeotp-plus/quirks.json", SHAPE.text({"tokens": entries}), accounts)
    reordered = {"tokenOrder": ["Nobody:nobody", 5, None, *order(accounts)[::-1]], "tokens": entries}
    catalogue.add("freeotp-plus/other-order.json", SHAPE.text(reordered), accounts)
