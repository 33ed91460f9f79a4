"""Lists of names and secrets: those of 2fa and gauth, and what people write down."""

import hashlib
from dataclasses import replace

from images.accounts import invented_bytes

from .. import ciphers, links, reopen
from ..accounts import Entry, entry, padded, passphrase, spelt_oddly
from ..catalogue import Catalogue, Seal

FORMAT = "list"


def named(label: str, issuer: str, name: str = "", **fields) -> Entry:
    return entry(f"{FORMAT}/{label}", issuer=issuer, name=name, **fields)


def add(catalogue: Catalogue) -> None:
    add_twofa(catalogue)
    add_gauth(catalogue)
    add_notes(catalogue)
    add_blocks(catalogue)
    add_others(catalogue)


def add_twofa(catalogue: Catalogue) -> None:
    """`~/.2fa`: the counter is that of the code that was shown last."""
    accounts = [
        named("2fa/plain", "github"), named("2fa/seven", "work", "bob", digits=7),
        named("2fa/mail", "", "eve@example.net"), named("2fa/eight", "bank", digits=8, secret_size=10),
        replace(named("2fa/counter", "token", counter=22), type="hotp"),
    ]  # fmt: skip
    lines = []
    for at, account in enumerate(accounts):
        secret = padded(account.base32)
        name = ":".join(filter(None, (account.issuer, account.name)))
        counter = "" if account.counter is None else f" {account.counter - 1:020}"
        lines.append(f"{name} {account.digits} {secret.lower() if at % 2 else secret}{counter}\n")
    catalogue.add(f"{FORMAT}/2fa.txt", "".join(lines), accounts)


def add_gauth(catalogue: Catalogue) -> None:
    """`gauth.csv`: names and secrets, or links; also encrypted by openssl."""
    accounts = [
        named("gauth/0", "AWS"), named("gauth/1", "Airbnb"), named("gauth/2", "Google"),
        entry(f"{FORMAT}/gauth/link", algorithm="SHA512", digits=8),
    ]  # fmt: skip
    aws, airbnb, google, link = accounts
    text = (
        f"AWS:   {aws.base32}\nAirbnb:{spelt_oddly(airbnb.base32).rstrip('=')}\n"
        f"Google:{google.base32.lower()}\n{links.key_uri(link)}\n"
    )
    catalogue.add(f"{FORMAT}/gauth.csv", text, accounts)
    for name, ascii in (("encrypted", True), ("encrypted-unicode", False)):
        password = passphrase(f"{FORMAT}/{name}", ascii=ascii)
        salt = invented_bytes(f"exports/{FORMAT}/{name}/salt", 8)
        content = b"Salted__" + salt + ciphers.aes_cbc(*key_and_iv(password, salt), text.encode())
        seal = Seal(opened, text.encode())
        catalogue.add(f"{FORMAT}/gauth-{name}.csv", content, accounts, password=password, seal=seal)
        catalogue.failure(f"{FORMAT}/hostile/cut-{name}.csv", content[:-3], "corrupt")
    # Opens, but to something else.
    password, salt = passphrase(f"{FORMAT}/other"), bytes(8)
    content = b"Salted__" + salt + ciphers.aes_cbc(*key_and_iv(password, salt), b"a letter\n")
    catalogue.failure(f"{FORMAT}/hostile/other.csv", content, "wrong-password", password=password)


def key_and_iv(password: str, salt: bytes) -> tuple[bytes, bytes]:
    derived = hashlib.sha256(password.encode() + salt).digest()
    return derived[:16], derived[16:]


def opened(content: bytes, password: str) -> bytes:
    return reopen.cbc(*key_and_iv(password, content[8:16]), content[16:])


def add_notes(catalogue: Catalogue) -> None:
    accounts = [
        named("notes/colon", "Acorn"), named("notes/both", "Big Shop", "bob"),
        named("notes/mail", "", "eve@example.net"), named("notes/equals", "Größenwahn & Söhne"),
        named("notes/space", "Corner Shop"), named("notes/groups", "VPN (work)"),
    ]  # fmt: skip
    colon, both, mail, equals, space, groups = (account.base32 for account in accounts)
    text = (
        f"# my codes\n\nAcorn: {colon}\nBig Shop:bob: {both}\neve@example.net\t{mail}\n"
        f"Größenwahn & Söhne = {equals}\nCorner Shop {space.lower()}\nVPN (work)   {spelt_oddly(groups).rstrip('=')}\n"
    )
    catalogue.add(f"{FORMAT}/notes.txt", text, accounts)


def add_blocks(catalogue: Catalogue) -> None:
    accounts = [
        named("blocks/0", "Acorn", "bob"), named("blocks/1", "Birch"),
        named("blocks/2", "Cedar", "carol", algorithm="SHA256", digits=8, period=20),
        entry(f"{FORMAT}/blocks/3", "hotp"),
    ]  # fmt: skip
    lines = []
    for account in accounts:
        fields = {"Name": account.name, "Secret": account.base32, "Issuer": account.issuer}
        fields |= {"Type": f"OTP_{account.type.upper()}", "Algorithm": account.algorithm, "Digits": account.digits}
        fields |= {"Period": 30 if account.period is None else account.period}
        if account.counter is not None:
            fields["Counter"] = account.counter
        lines.append("".join(f"{name + ':':<8}{value}\n" for name, value in fields.items()))
    catalogue.add(f"{FORMAT}/blocks.txt", "\n".join(lines), accounts)


def add_others(catalogue: Catalogue) -> None:
    """What has the form of a list, and is none."""
    texts = {
        "words": "department: administrativeaffairs\nsubject: misrepresentations\n",
        "passwords": "a.example: correcthorsebatterystaple\nb.example: opensesameopensesame\n",
        "prose": "Notes of Monday\n\nThe secret: nobody expects it.\nAdministration: responsibilities unclear\n",
        "chapters": "chapter 6 introduction\nchapter 7 internationalization\n",
    }
    for name, text in texts.items():
        catalogue.failure(f"{FORMAT}/hostile/{name}.txt", text, "unrecognised")
