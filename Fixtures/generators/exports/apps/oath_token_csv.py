"""Seed lists of hardware tokens, as administrators upload them."""

from dataclasses import replace

from .. import accounts as invented
from ..accounts import Entry, entry, spelt_oddly
from ..catalogue import Catalogue
from ..rows import row

FORMAT = "oath-token-csv"
HEADER = ("upn", "serial number", "secret key", "time interval", "manufacturer", "model")


def cells(account: Entry, **changes: str) -> list[str]:
    found = {"upn": account.name_in_file, "serial number": "2308731001", "secret key": account.secret_in_file}
    found |= {"time interval": str(account.period), "manufacturer": account.issuer, "model": "C-200"}
    return list((found | {key.replace("_", " "): value for key, value in changes.items()}).values())


def token(label: str, **fields) -> Entry:
    return entry(f"{FORMAT}/{label}", **fields)


def add(catalogue: Catalogue) -> None:
    accounts = [token("plain/0"), token("plain/1", period=60), token("plain/2", issuer="Größenwahn & Söhne, Inc.")]
    odd = replace(token("plain/odd"), written_secret="")
    odd = replace(odd, written_secret=spelt_oddly(odd.base32))
    unnamed = token("plain/unnamed", name="2308731001")
    short = token("plain/short", issuer="", name="12")
    lines = [row(HEADER), *(row(cells(account)) for account in (*accounts, odd)), row([""] * 6), ""]
    lines += [row(cells(unnamed, upn="", time_interval="")), row(["", "12", short.base32])]
    catalogue.add(f"{FORMAT}/plain.csv", "\r\n".join(lines), [*accounts, odd, unnamed, short])
    add_vendor(catalogue)
    add_seeds(catalogue)
    add_tokens(catalogue)
    add_rejected(catalogue)
    cut = "\n".join([row(HEADER), row(cells(token("cut"))), '"never closed'])
    catalogue.failure(f"{FORMAT}/hostile/truncated.csv", cut, "corrupt")
    catalogue.add(f"{FORMAT}/hostile/header-only.csv", f"\ufeff{row(HEADER)}\n")


def add_vendor(catalogue: Catalogue) -> None:
    """Other columns in another order, with semicolons."""
    header = "Serial Number;Manufacturer;TimeInterval;Hash Function;Digits;SECRET KEY"
    several = [
        token("vendor/0", name="86514", algorithm="SHA256", digits=8), token("vendor/1", name="1.2E+09", period=60),
        token("vendor/2", name="7", digits=7, algorithm="SHA512"),
    ]  # fmt: skip
    spellings = ("sha-256", "", "HMAC-SHA512")
    lines = [
        f"{account.name};{account.issuer};{account.period};{spelling};{account.digits};{account.base32}"
        for account, spelling in zip(several, spellings, strict=True)
    ]
    catalogue.add(f"{FORMAT}/vendor.csv", "\n".join([header, *lines]), several)
    named = token("algorithm", algorithm="SHA256")
    text = f"serial number,secret key,algorithm,upn,manufacturer\n1,{named.base32},SHA256,{named.name},{named.issuer}\n"
    catalogue.add(f"{FORMAT}/algorithm.csv", text, [named])


def add_seeds(catalogue: Catalogue) -> None:
    """In hexadecimal, below a title that says nothing of it."""
    tokens = [token(f"seeds/{at}", issuer="", name=f"100000{at}") for at in range(3)]
    lines = ["Serial,Seed", *(f"{account.name},{account.secret.hex()}" for account in tokens)]
    catalogue.add(f"{FORMAT}/seeds.csv", "\r\n".join(lines) + "\r\n", tokens)


def add_tokens(catalogue: Catalogue) -> None:
    """Each with its number, also one that a spreadsheet has changed."""
    first, second = token("tokens/0"), token("tokens/1", name="C200-77", issuer="Acorn Tokens")
    changed = token("tokens/2", name="1.2E+09", issuer="Acorn Tokens")
    lines = [
        row(cells(first, serial_number="2308731009")),
        row(cells(second, upn="", serial_number="C200-77", model="")),
        row(cells(changed, upn="", serial_number="1.2E+09", model="C-200")),
    ]
    numbered = replace(first, token=invented.token("2308731009", first.issuer, "C-200", first.name))
    bare = replace(second, token=invented.token("C200-77", "Acorn Tokens"))
    changed = replace(changed, token=invented.token("", "Acorn Tokens", "C-200"))
    content = "\r\n".join([row(HEADER), *lines, ""]).encode()
    catalogue.add(f"{FORMAT}/tokens.csv", content, [numbered, bare, changed])


def add_rejected(catalogue: Catalogue) -> None:
    first, bad, last = token("rejected/first"), token("rejected/bad"), token("rejected/last")
    faults = {
        "hexadecimal": cells(bad, secret_key="0123456789abcdef0123456789abcdef01234567"),
        "not base32": cells(bad, secret_key="not base32!"),
        "empty": cells(bad, secret_key=""),
        "no bytes": cells(bad, secret_key="===="),
        "no serial number": cells(bad, serial_number=" "),
        "interval 0": cells(bad, time_interval="0"),
        "interval": cells(bad, time_interval="half a minute"),
    }
    table = [HEADER, cells(first), *faults.values(), cells(last)]
    content = "\n".join(map(row, table)).encode()
    catalogue.add(f"{FORMAT}/rejected.csv", content, [first, last], list(faults))
    good = token("rejected/good", name="1")
    values = {"digits 11": f"1;{bad.base32};SHA1;11", "algorithm": f"1;{bad.base32};SHA384;6"}
    lines = ["serialnumber;secretkey;hashfunction;digits;manufacturer", *values.values()]
    lines.append(f"1;{good.base32};;;{good.issuer}")
    catalogue.add(f"{FORMAT}/vendor-rejected.csv", "\n".join(lines), [good], list(values))
