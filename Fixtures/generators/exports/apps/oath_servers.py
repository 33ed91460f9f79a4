"""Seed lists of token servers, in hexadecimal and without a header, and the table that pskc2csv makes."""

from typing import Any

from .. import accounts as invented
from ..accounts import Entry, entry
from ..catalogue import Catalogue
from .oath_token_csv import FORMAT


def token(label: str, type: str = "totp", **fields: Any) -> Entry:
    return entry(f"{FORMAT}/{label}", type, **({"issuer": ""} | fields))


def line(account: Entry, *further: str, serial: str | None = None, type: str | None = None) -> str:
    """Serial, key, type, and what follows."""
    cells = [account.name if serial is None else serial, account.secret.hex(), type or account.type, *further]
    return ", ".join(cells)


def add(catalogue: Catalogue) -> None:
    def put(name: str, lines: list[str], accounts: list[Entry], rejected: list[str] | None = None) -> None:
        catalogue.add(f"{FORMAT}/{name}.csv", "\n".join([*lines, ""]), accounts, rejected or [])

    accounts = [
        token("privacyidea/0", "hotp", name="tok01", counter=0), token("privacyidea/1", name="tok02"),
        token("privacyidea/2", name="tok03", digits=8, period=60),
        token("privacyidea/3", "hotp", name="tok04", counter=99),
        token("privacyidea/4", "hotp", name="tok05", counter=0),
        token("privacyidea/5", name="tok06", algorithm="SHA256", secret_size=32),
    ]  # fmt: skip
    lines = [line(accounts[0], "6"), line(accounts[1], "6", "30"), "# a comment, with cells"]
    lines += [line(accounts[2], "8", "60"), "", line(accounts[3], "6", "99"), "alone"]
    lines += [f"tok05,{accounts[4].secret.hex().upper()}", line(accounts[5])]
    put("privacyidea", lines, accounts)

    users = [token(f"users/{at}", name=f"user {at}") for at in range(2)]
    users.append(token("users/2", "hotp", name="tok09", counter=5))
    lines = ["# version: 2", "# user, resolver, realm, serial, key, type, digits, step"]
    lines += [f"{account.name}, ldap, example, {line(account, '6', '30', serial='x')}" for account in users[:2]]
    lines.append(f",,,{line(users[2], '6', '5')}")
    put("privacyidea-users", lines, users)

    numbered = [
        token("server-tokens/0", name="carol", token=invented.token("OATH0001A", user="carol")),
        token("server-tokens/1", name="OATH0001B", token=invented.token("OATH0001B")),
    ]
    lines = ["# version: 2", f"carol, ldap, example, {line(numbered[0], '6', '30', serial='OATH0001A')}"]
    put("server-tokens", [*lines, f",,,{line(numbered[1], '6', '30')}"], numbered)

    hashed = [
        token("linotp/0", name="F1"), token("linotp/1", name="F2", algorithm="SHA256", secret_size=32),
        token("linotp/2", "hotp", name="F3", counter=0),
        token("linotp/3", name="F4", algorithm="SHA512", digits=8, period=60),
        token("linotp/4", name="F5", algorithm="SHA512", secret_size=64),
        token("linotp/5", name="F6", algorithm="SHA256"),
    ]  # fmt: skip
    lines = [line(hashed[0], "6", "30", "sha1"), line(hashed[1]), line(hashed[2], "6", "", "SHA1", type="HMAC")]
    lines += [line(hashed[3], "8", "60", "sha512"), line(hashed[4], "6", "30"), line(hashed[5], "sha256")]
    put("linotp", lines, hashed)

    first, bad, last = token("servers/first", name="1"), token("servers/bad", name="2"), token("servers/last", name="3")
    faults = {
        "ocra": line(bad, "OCRA-1:HOTP-SHA1-6:QN08", type="ocra"), "motp": line(bad, "1234", type="motp"),
        "not hexadecimal": "2, not hex, totp", "odd": "2, abc, totp", "empty": "2,, totp", "digits": line(bad, "11"),
        "step": line(bad, "6", "0"), "step text": line(bad, "6", "soon"), "counter": line(bad, "6", "-1", type="hotp"),
    }  # fmt: skip
    put("servers-rejected", [line(first), *faults.values(), line(last)], [first, last], list(faults))

    table = [
        token("pskc2csv/0", "hotp", name="987654321", digits=8, counter=0), token("pskc2csv/1", name="987654322"),
        token("pskc2csv/2", name="987654323", period=60, secret_size=32),
    ]  # fmt: skip
    lines = ["serial,secret,algorithm,response_length,time_interval"]
    algorithm = "urn:ietf:params:xml:ns:keyprov:pskc:"
    for account in table:
        kind = f"{algorithm}{account.type}"
        lines.append(f"{account.name},{account.secret.hex()},{kind},{account.digits},{account.period or ''}")
    lines.append(f"1,00,{algorithm}pin,4,")
    put("pskc2csv", lines, table, ["a PIN"])
    named = [
        token(
            f"pskc2csv-base32/{at}", "hotp", name=str(at), issuer="Acorn", counter=at + 1,
            token=invented.token(str(at), "Maker"),
        )
        for at in range(3)
    ]  # fmt: skip
    lines = ["serial,secret,algorithm,response_length,counter,issuer,manufacturer"]
    lines += [f"{account.name},{account.base32},{algorithm}hotp,6,{account.counter},Acorn,Maker" for account in named]
    put("pskc2csv-base32", lines, named)
