"""Keycloak: realm exports with users, whose credentials are JSON in JSON."""

import json
from typing import Any

from ..accounts import Entry, entry
from ..catalogue import Catalogue

FORMAT = "keycloak"
ALGORITHMS = {"SHA1": "HmacSHA1", "SHA256": "HmacSHA256", "SHA512": "HmacSHA512"}
PASSWORD = {"type": "password", "secretData": '{"value":"x"}', "credentialData": '{"hashIterations":5}'}


def made(label: str, type: str = "totp", **fields: Any) -> Entry:
    """Secrets are twenty letters and digits, taken as they are."""
    account = entry(f"{FORMAT}/{label}", type, **fields)
    if "secret" in fields:
        return account
    return entry(f"{FORMAT}/{label}", type, secret=account.base32[:20].encode(), **fields)


def credential(account: Entry, *, data: dict | None = None, secret: dict | None = None, **changes: Any) -> dict:
    """Changes of the credential itself, and of the JSON in it; None leaves a member out."""
    inner = {"subType": account.type, "digits": account.digits, "counter": account.counter or 0}
    inner |= {"period": 0 if account.type == "hotp" else account.period, "algorithm": ALGORITHMS[account.algorithm]}
    inner = {name: value for name, value in (inner | (data or {})).items() if value is not None}
    value = {"value": account.secret.decode("latin-1")} if secret is None else secret
    tree = {"id": account.identifier, "type": "otp", "userLabel": "phone", "createdDate": 1700000000000}
    return tree | {"secretData": json.dumps(value), "credentialData": json.dumps(inner)} | changes


def user(name: str, *credentials: Any) -> dict:
    return {"username": name, "email": "someone@example.com", "enabled": True, "credentials": list(credentials)}


def realm(users: Any, name: str = "work", **further: Any) -> dict:
    return {"id": "r", "realm": name, **further, "otpPolicyType": "totp", "otpPolicyDigits": 6, "users": users}


def put(catalogue: Catalogue, name: str, tree: Any, accounts: list[Entry], rejected: list[str] | None = None) -> None:
    content = json.dumps(tree, ensure_ascii=False, indent=2).encode()
    catalogue.add(f"{FORMAT}/{name}.json", content, accounts, rejected or [])


def add(catalogue: Catalogue) -> None:
    shown = {"issuer": "Größenwahn & Söhne"}
    accounts = [
        made("plain/0", **shown, name="alice"),
        made("plain/1", **shown, name="bob", algorithm="SHA256", digits=8, period=60),
        made("plain/2", "hotp", **shown, name="bob", counter=17),
        made("plain/3", **shown, name="田中 花子", algorithm="SHA512"),
    ]  # fmt: skip
    base32 = entry(f"{FORMAT}/plain/base32", **shown, name="carol")
    users = [
        user("alice", PASSWORD, credential(accounts[0])),
        user("bob", credential(accounts[1]), credential(accounts[2]), {"type": "webauthn"}),
        user("nobody"), {"username": "none at all"}, user("田中 花子", credential(accounts[3])),
        user("carol", credential(base32, secret={"value": base32.base32}, data={"secretEncoding": "BASE32"})),
    ]  # fmt: skip
    put(catalogue, "realm", realm(users, displayName="Größenwahn & Söhne"), [*accounts, base32])
    several = [made(f"users/{at}", issuer="work", name=f"user {at}") for at in range(3)]
    put(catalogue, "users", realm([user(account.name, credential(account)) for account in several]), several)
    lists = [made(f"list/{at}", issuer=f"realm {at}", name="dora") for at in range(3)]
    realms = [realm([user("dora", credential(account))], account.issuer, displayName=" ") for account in lists]
    put(catalogue, "list", [*realms, {"realm": "empty"}], lists)
    add_rejected(catalogue)
    add_damaged(catalogue)


def add_rejected(catalogue: Catalogue) -> None:
    first, bad, last = (made(f"rejected/{name}", issuer="work", name=name) for name in ("first", "bad", "last"))
    hotp = made("rejected/hotp", "hotp")
    faults = {
        "no secret": credential(bad, secret={}), "empty secret": credential(bad, secret={"value": ""}),
        "secret a number": credential(bad, secret={"value": 7}),
        "secret data no JSON": credential(bad, secretData="{"), "secret data missing": credential(bad, secretData=None),
        "data an object": credential(bad, credentialData={"subType": "totp"}),
        "kind": credential(bad, data={"subType": "ocra"}), "no kind": credential(bad, data={"subType": None}),
        "algorithm": credential(bad, data={"algorithm": "HmacSHA224"}), "digits": credential(bad, data={"digits": 11}),
        "period": credential(bad, data={"period": 0}), "counter": credential(hotp, data={"counter": -1}),
        "encoding": credential(bad, data={"secretEncoding": "BASE64"}),
        "not base32": credential(bad, secret={"value": "0189"}, data={"secretEncoding": "BASE32"}),
        "layout before version 8": {"type": "totp", "value": "GEZDGNBVGY3TQOJQ", "digits": 6}, "a text": "otp",
    }  # fmt: skip
    users: list[Any] = [user("first", credential(first)), *(user("bad", fault) for fault in faults.values())]
    users += ["a text", {"username": "x", "credentials": "otp"}, user("last", credential(last))]
    reasons = [*faults, "a user that is text", "credentials that are text"]
    put(catalogue, "rejected", realm(users), [first, last], reasons)


def add_damaged(catalogue: Catalogue) -> None:
    good = json.dumps(realm([user("a", credential(made("damaged")))])).encode()
    for name, content in {
        "truncated": good[: len(good) * 4 // 5],
        "trailing-garbage": good + b"]}garbage",
        "two-lists": good[:-1] + b',"users":[]}',
        "realm-is-text": b"[" + good + b',"text"]',
    }.items():
        catalogue.failure(f"{FORMAT}/hostile/{name}.json", content, "corrupt")
    put(catalogue, "hostile/no-users", realm([]), [])
    again = made("duplicates", issuer="work", name="eve")
    put(catalogue, "hostile/duplicates", realm([user("eve", credential(again), credential(again))]), [again, again])
    marked = [made(f"utf-16/{at}", issuer="Größe 大", name="eve") for at in range(3)]
    tree = realm([user("eve", *map(credential, marked))], "Größe 大")
    text = ("\ufeff" + json.dumps(tree, ensure_ascii=False)).encode("utf-16-le")
    catalogue.add(f"{FORMAT}/hostile/utf-16.json", text, marked)
