"""YAML of apps that write lists: Authelia, totp-cli, Authenticator-rs, and settings of no app, also in TOML."""

import base64
import hashlib
import json

from .. import ciphers
from ..accounts import Entry, entry
from ..catalogue import Catalogue

HASHES = ("SHA1", "SHA256", "SHA512")


def text(value: str) -> str:
    """In double quotes, whose escapes are those of JSON."""
    return json.dumps(value, ensure_ascii=False)


def made(format: str, case: str, count: int = 4, **fields) -> list[Entry]:
    def settings(at: int) -> dict:
        return {"algorithm": HASHES[at % 3], "digits": 6 + at % 2 * 2, "period": 30 + at % 2 * 30}

    return [entry(f"{format}/{case}/{at}", **(settings(at) | fields)) for at in range(count)]


def authelia(accounts: list[Entry], **changes: str) -> str:
    lines = ["# yaml-language-server: $schema=https://www.authelia.com/schemas/v4.39/json-schema/export.totp.json", ""]
    lines.append("totp_configurations:")
    for account in accounts:
        secret = ciphers.b64(account.base32.encode())
        members = {
            "created_at": "2026-02-03T10:11:12.123456Z", "last_used_at": "null", "username": text(account.name),
            "issuer": text(account.issuer), "algorithm": account.algorithm, "digits": str(account.digits),
            "period": str(account.period), "secret": secret,
        }  # fmt: skip
        if account is accounts[-1]:
            members |= changes
        marks = ["    - "] + ["      "] * (len(members) - 1)
        lines += [f"{mark}{name}: {value}" for mark, (name, value) in zip(marks, members.items())]
    return "\n".join(lines) + "\n"


def add_authelia(catalogue: Catalogue) -> None:
    name = "authelia"
    accounts = made(name, "yaml")
    accounts[1] = entry(f"{name}/yaml/1", issuer="auth.example.org: home", name="007")
    catalogue.add(f"{name}/export.yml", authelia(accounts), accounts, format=name)
    good = made(name, "rejected", 2)
    content = authelia(good, secret=good[1].base32)
    catalogue.add(f"{name}/rejected.yml", content, good[:1], ["base32 in place of base64"], format=name)
    rows = made(name, "csv")
    rows[2] = entry(f"{name}/csv/2", issuer="Example, Inc.")
    lines = ["issuer,username,algorithm,digits,period,secret"]
    lines += [f"{x.issuer},{x.name},{x.algorithm},{x.digits},{x.period},{x.base32}" for x in rows]
    lines.append("a,row,cut")
    catalogue.add(f"{name}/export.csv", "\n".join(lines) + "\n", rows, ["a row of three cells"], format=name)


def add_totp_cli(catalogue: Catalogue) -> None:
    name = "totp-cli"
    accounts = made(name, "dump", issuer="work")
    lines = ["- name: work", "  accounts:"]
    for account in accounts:
        lines += [f"    - name: {text(account.name)}", f"      token: {account.base32}"]
        lines += ['      prefix: ""', f"      algorithm: {account.algorithm.lower()}"]
        lines += [f"      length: {account.digits}", f"      timePeriod: {account.period}"]
    lines += ["- name: empty", "  accounts: []"]
    usual = entry(f"{name}/dump/usual", issuer="yes")
    lines += ['- name: "yes"', "  accounts:", f"    - name: {text(usual.name)}", f"      token: {usual.base32.lower()}"]
    lines += ['      prefix: ""', '      algorithm: ""', "      length: 0", "      timePeriod: 0"]
    lines += ["    - name: none", '      token: ""']
    content = ("\n".join(lines) + "\n").encode()
    catalogue.add(f"{name}/dump.yaml", content, [*accounts, usual], ["no token"], format=name)
    add_totp_cli_files(catalogue, name)


def add_totp_cli_files(catalogue: Catalogue, name: str) -> None:
    """Its own file of before 2023, in both layouts. Nothing authenticates it."""
    listed = entry(f"{name}/credentials/list", issuer="work")
    accounts = [{"name": listed.name, "token": listed.base32, "prefix": "", "algorithm": "", "length": 0}]
    mapped = entry(f"{name}/credentials/map", issuer="home")
    contents = {
        "credentials-list": ([{"name": "work", "accounts": accounts}], listed),
        "credentials-map": ({"home": {mapped.name: mapped.base32}}, mapped),
    }
    for file, (content, account) in contents.items():
        text = json.dumps(content).encode()
        text += bytes(-len(text) % 16)
        key = hashlib.sha1(b"the old credentials").hexdigest()[:32].encode()
        # The block of other padding is not the program's.
        sealed = bytes(range(16)) + ciphers.aes_cbc(key, bytes(range(16)), text)[:-16]
        content = base64.b64encode(sealed)
        catalogue.add(f"{name}/{file}", content, [account], format=name, password="the old credentials")
        catalogue.failure(f"{name}/{file}-wrong", content, "wrong-password", format=None, password="wrong")


def add_authenticator_rs(catalogue: Catalogue) -> None:
    name = "authenticator-rs"
    first, second, third = (entry(f"{name}/export/{at}", issuer=("Acorn", "Mail: private")[at > 0]) for at in range(3))
    lines = ["---", "- name: Acorn", "  url: ~", "  entries:"]
    lines += [f"    - label: {first.name}", f"      secret: {first.base32.lower()}"]
    lines += ["- name: 'Mail: private'", "  url: https://mail.example.org", "  entries:"]
    for account in (second, third):
        lines += [f"  - label: {account.name}", f"    secret: '{account.base32}'"]
    lines += ["  - label: locked", "    secret: ''", "- name: Empty", "  url: null", "  entries: []"]
    content = ("\n".join(lines) + "\n").encode()
    catalogue.add(f"{name}/export.yaml", content, [first, second, third], ["the keyring was locked"], format=name)


def add_settings(catalogue: Catalogue) -> None:
    name = "json-list"
    accounts = made(name, "yaml", 3)
    lines = ["%YAML 1.2", "---", "# group_vars/all.yml", "all:", "  vars:", "    accounts:"]
    for account in accounts:
        lines += [f"    - issuer: {text(account.issuer)}", f"      name: '{account.name}'", "      secret: >-"]
        lines += [f"        {account.base32}", f"      algorithm: {account.algorithm}"]
        lines += [f"      digits: {account.digits}", f"      period: {account.period}   # seconds"]
    catalogue.add(f"{name}/settings.yaml", "\n".join(lines) + "\n...\n", accounts, format=name)
    tables = made(name, "toml", 3)
    lines = ['title = "codes"']
    for account in tables:
        lines += ["", "[[account]]", f"issuer = {text(account.issuer)}", f"name = {text(account.name)}"]
        lines += ['secret = """', f'{account.base32}"""', f"algorithm = '{account.algorithm}'"]
        lines += [f"digits = {account.digits} # of a code", f"period = {account.period}"]
    catalogue.add(f"{name}/accounts.toml", "\n".join(lines) + "\n", tables, format=name)
    anchored = "base: &b\n  digits: 8\naccounts:\n- <<: *b\n  name: a\n  secret: OAFE6KRYUZAWXP5FUGUVWQ2PTLY7QV6S\n"
    catalogue.failure(f"{name}/anchors.yaml", anchored, "unrecognised", format=name)


def add(catalogue: Catalogue) -> None:
    add_authelia(catalogue)
    add_totp_cli(catalogue)
    add_authenticator_rs(catalogue)
    add_settings(catalogue)
