"""What people have of Authy: captured tokens, the output of scripts, and the answer to a data request."""

import json
from dataclasses import replace
from typing import Any

from images.accounts import base32, invented_bytes

from .. import ciphers, hostile, links, reopen
from ..accounts import Entry, cast, entry, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..shape import Shape, paths, places

FORMAT = "authy-scripts"
SLOW, OLD = 100_000, 1000
BAD_SEEDS = (
    ("not base32!", "neither base32 nor hexadecimal"),
    ("ABC89", "hexadecimal of odd length"),
    ("GEZDGNBVGY3TQOJQé", "é is not base32"),
    ("", "empty seed"),
    (" -==", "seed of no bytes"),
    ("Decryption failed: Invalid padding length", "what a script writes"),
)


def described(account: Entry) -> dict:
    name = f"{account.issuer}: {account.name}" if account.issuer else account.name_in_file
    tree = {"account_type": "authenticator", "digits": account.digits, "issuer": account.issuer or None, "logo": "x"}
    tree |= {"name": name if account.name else account.issuer, "original_name": None, "unique_id": "1"}
    return tree | {"password_timestamp": 1_767_225_600}


def decrypted(account: Entry) -> dict:
    return described(account) | {"name": account.name_in_file, "decrypted_seed": account.secret_in_file.lower()}


def sealed(account: Entry, password: str, *, text: str | None = None, iv: bytes = b"", iterations: int = OLD) -> dict:
    salt = invented_bytes(f"exports/{FORMAT}/{account.base32}/salt", 15).hex()
    key = ciphers.pbkdf2("sha1", password, salt.encode(), iterations)
    text = account.base32.lower() if text is None else text
    encrypted = ciphers.aes_cbc(key, iv or bytes(16), text.encode())
    tree = {"encrypted_seed": ciphers.b64(encrypted), "salt": salt, "unique_iv": iv.hex() if iv else None}
    return described(account) | tree | {"key_derivation_iterations": iterations}


def app(account: Entry, **changes: Any) -> dict:
    """A token of Authy's own."""
    tree = {"_id": account.identifier, "name": account.issuer, "secret_seed": account.secret.hex(), "authy_id": 1}
    return tree | {"digits": account.digits} | changes


def own(label: str, **fields: Any) -> Entry:
    return entry(f"{FORMAT}/{label}", name="", **({"digits": 7, "period": 10, "secret_size": 16} | fields))


def written(tree: Any) -> bytes:
    return json.dumps(tree, ensure_ascii=False).encode()


SHAPE = Shape(
    format=FORMAT,
    entry=decrypted,
    document=lambda rows: {"message": "success", "decrypted_authenticator_tokens": rows, "success": True},
    secret=("decrypted_seed",),
    fields=places("issuer name digits"),
    bad_secrets=BAD_SEEDS,
    extras=paths("account_type logo original_name unique_id"),
    needs_a_list=False,
)


def add(catalogue: Catalogue) -> None:
    hostile.add(catalogue, SHAPE)
    add_captured(catalogue)
    add_saved(catalogue)
    add_names(catalogue)
    add_rejected(catalogue)
    add_gist(catalogue)
    add_request(catalogue)


def seen(account: Entry) -> Entry:
    return replace(account, algorithm="SHA1", period=30)


def add_captured(catalogue: Catalogue) -> None:
    """Old and new iterations, with and without an IV, base32 and hexadecimal."""
    label, password = locked(f"{FORMAT}/captured", ascii=False)
    accounts = [seen(account) for account in cast(label, ("totp",))]
    slow, hexadecimal = entry(f"{label}/slow"), entry(f"{label}/hex")
    rows = []
    for at, account in enumerate(accounts):
        iv = invented_bytes(f"exports/{label}/iv/{at}", 16) if at % 2 else b""
        rows.append(sealed(account, password, iv=iv))
    del rows[0]["key_derivation_iterations"], rows[0]["unique_iv"]
    rows[2]["unique_iv"] = ""
    rows.append(sealed(slow, password, iterations=SLOW))
    # With a zero in front, so that it is not base32.
    hexadecimal = replace(hexadecimal, secret=b"\x08" + hexadecimal.secret[1:])
    rows.append(sealed(hexadecimal, password, text=hexadecimal.secret.hex()))
    tree = {"authenticator_tokens": rows, "deleted": [sealed(entry(f"{label}/deleted"), password)], "success": True}
    read = [*accounts, slow, hexadecimal]
    texts = [account.base32.lower() for account in [*accounts, slow]] + [hexadecimal.secret.hex()]
    seal = Seal(reopen.authy_tokens, "\n".join(texts).encode())
    catalogue.add(f"{label}.json", written(tree), read, password=password, seal=seal)
    two = some(f"{FORMAT}/list")
    password = passphrase(f"{FORMAT}/list")
    content = written([sealed(account, password) for account in two])
    seal = Seal(reopen.authy_tokens, "\n".join(account.base32.lower() for account in two).encode())
    catalogue.add(f"{FORMAT}/list.json", content, two, password=password, seal=seal)


def add_saved(catalogue: Catalogue) -> None:
    """What a program saved, with Authy's own tokens after the others; and those alone."""
    label, password = locked(f"{FORMAT}/saved")
    first, second = entry(f"{label}/0"), entry(f"{label}/1", digits=8)
    seven, eight = own("saved/seven"), own("saved/eight", digits=8, issuer="青い銀行")
    bare = app(own("saved/bare"))
    del bare["digits"]
    tokens = {"message": "ok", "authenticator_tokens": [sealed(first, password), sealed(second, password)]}
    gone = app(own("saved/gone"))
    apps = {"message": "", "apps": [app(seven), app(eight, digits="8"), bare], "deleted": [gone], "success": True}
    content = written({"tokens": tokens | {"deleted": [], "success": True}, "apps": apps})
    read = [first, second, seven, eight, own("saved/bare")]
    catalogue.add(f"{label}.json", content, read, password=password)
    alone, bad = own("apps/good"), own("apps/bad")
    faults = {
        "not hexadecimal": app(bad, secret_seed="no hex"), "odd length": app(bad, secret_seed="abc"),
        "empty": app(bad, secret_seed=""), "null": app(bad, secret_seed=None), "digits": app(bad, digits=11),
        "a list": app(bad, secret_seed=[1]), "no object": 7,
    }  # fmt: skip
    content = written({"apps": [app(alone), *faults.values()]})
    catalogue.add(f"{FORMAT}/apps.json", content, [alone], list(faults))
    nothing = written({"tokens": {"authenticator_tokens": None}, "apps": {"apps": None}})
    catalogue.add(f"{FORMAT}/hostile/nulls-for-lists.json", nothing)
    wrong = written({"tokens": {"authenticator_tokens": {}}, "apps": {}})
    catalogue.failure(f"{FORMAT}/hostile/tokens-no-list.json", wrong, "corrupt")


def add_names(catalogue: Catalogue) -> None:
    names = (
        ({"issuer": "Widgetry", "name": "Widgetry: walter"}, "Widgetry", "walter"),
        ({"issuer": None, "original_name": "Studio:a:b", "name": "someone"}, "Studio", "someone"),
        ({"name": "Copperline - walter"}, "Copperline", "walter"),
        ({"name": "octavia", "account_type": "gitlab"}, "Gitlab", "octavia"),
        ({"name": "octavia", "account_type": "authenticator_pro"}, "", "octavia"),
    )
    accounts, rows = [], []
    for at, (given, issuer, name) in enumerate(names):
        account = entry(f"{FORMAT}/names/{at}", issuer=issuer, name=name)
        accounts.append(account)
        rows.append({"account_type": "authenticator", "decrypted_seed": account.base32} | given)
    catalogue.add(f"{FORMAT}/names.json", SHAPE.written(rows), accounts)


def add_rejected(catalogue: Catalogue) -> None:
    """Tokens that the passphrase does not open, between those that it opens."""
    label, password = locked(f"{FORMAT}/encrypted-rejected")
    first, last, bad = some(label, "first last bad")
    base = sealed(bad, password)
    faults = {
        "another passphrase": sealed(bad, "not this one"),
        "no seed": described(bad),
        "null": base | {"encrypted_seed": None},
        "a number": base | {"encrypted_seed": 7},
        "no salt": base | {"salt": None},
        "not base64": base | {"encrypted_seed": "not*base64"},
        "IV not hexadecimal": base | {"unique_iv": "xyz"},
        "IV too short": base | {"unique_iv": "00"},
        "IV is a number": base | {"unique_iv": [0]},
        "no iterations": base | {"key_derivation_iterations": 0},
        "iterations not a number": base | {"key_derivation_iterations": "many"},
        "digits": base | {"digits": 0},
        "no object": "x",
    }
    rows = [sealed(first, password), *faults.values(), sealed(last, password)]
    content = written({"authenticator_tokens": rows})
    catalogue.add(f"{label}.json", content, [first, last], list(faults), password=password)
    costly = written({"authenticator_tokens": [base | {"key_derivation_iterations": 10_000_001}]})
    catalogue.failure(f"{FORMAT}/hostile/iterations-beyond-the-limit.json", costly, "limit-exceeded", password=password)
    wrong = written({"authenticator_tokens": [sealed(bad, "not this one")]})
    catalogue.failure(f"{FORMAT}/hostile/wrong-password.json", wrong, "wrong-password", password=password)


def add_gist(catalogue: Catalogue) -> None:
    label = f"{FORMAT}/gist"
    first, second, bare, unnamed = some(label, "first second bare unnamed")
    ten = entry(f"{label}/ten", digits=7, period=10)
    rows = []
    for account in (first, second):
        shown = f"{account.issuer}: {account.name}"
        rows.append({"name": shown, "secret": account.base32, "uri": links.key_uri(account)})
    rows.append({"name": "x", "secret": ten.base32, "uri": links.key_uri(ten).replace("&period=10", "")})
    rows.append({"name": f"{bare.issuer}: {bare.name}", "secret": bare.base32})
    # The link has no names.
    link = f"otpauth://totp/?secret={unnamed.base32}"
    rows.append({"name": f"{unnamed.issuer}:{unnamed.name}", "secret": "GEZDGNBV", "uri": link})
    secret = base32(invented_bytes(f"exports/{label}/bad", 20))
    faults = {
        "not base32": {"name": "bad", "secret": "undefined!"},
        "no secret": {"name": "bad"},
        "null": {"name": "bad", "secret": None, "uri": None},
        "bad link": {"name": "bad", "secret": secret, "uri": f"otpauth://totp/a?secret={secret}&digits=0"},
        "no object": [],
    }
    content = written([*rows, *faults.values()])
    catalogue.add(f"{label}.json", content, [first, second, ten, bare, unnamed], list(faults))


def add_request(catalogue: Catalogue) -> None:
    """The answer to a data request: tidy, with semicolons, and with quotes around everything."""
    header = ["name", "encrypted_seed", "salt", "iv"]

    def table(label: str, separator: str = ",") -> tuple[list[str], list[Entry], str]:
        password = passphrase(label)
        colon, alone = entry(f"{label}/colon"), entry(f"{label}/alone", issuer="")
        lines = [separator.join(header)]
        for account in (colon, alone):
            iv = invented_bytes(f"exports/{label}/{account.base32}", 16)
            found = sealed(account, password, iv=iv, iterations=SLOW)
            name = f"{account.issuer}:{account.name}" if account.issuer else account.name
            lines.append(separator.join((name, found["encrypted_seed"], found["salt"], iv.hex())))
        return lines, [colon, alone], password

    lines, accounts, password = table(f"{FORMAT}/request")
    # A row of nothing is not a token.
    content = "\r\n".join([*lines, ",,,", ""]).encode()
    catalogue.add(f"{FORMAT}/request.csv", content, accounts, password=password)
    lines, accounts, password = table(f"{FORMAT}/request-quoted")
    content = ('"' + "\n".join(lines) + '"').encode()
    catalogue.add(f"{FORMAT}/request-quoted.csv", content, accounts, password=password)
    lines, accounts, password = table(f"{FORMAT}/request-rows", ";")
    content = "\n".join(f'"{line}"' for line in lines).encode()
    catalogue.add(f"{FORMAT}/request-rows.csv", content, accounts, password=password)
    label, password = locked(f"{FORMAT}/request-columns")
    named = entry(label, digits=8)
    found = sealed(named, password, iterations=SLOW)
    cells = [found["salt"], "8", found["encrypted_seed"], named.issuer, named.name]
    content = "\n".join(["SALT,Digits,Encrypted_Seed,issuer,name", ",".join(cells), f"{'a' * 30},6,,b,c"]).encode()
    catalogue.add(f"{label}.csv", content, [named], ["no seed"], password=password)
