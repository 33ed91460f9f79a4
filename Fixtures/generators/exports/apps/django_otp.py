"""The devices of a Django server, as `manage.py dumpdata` writes them."""

import json
from typing import Any

from ..accounts import Entry, entry
from ..catalogue import Catalogue

FORMAT = "django-otp"
USERS = {3: "alice@example.com", 4: "bob@example.org"}


def record(model: str, number: int | str, /, **fields: Any) -> dict:
    return {"model": model, "pk": number, "fields": fields}


def device(account: Entry, user: Any, name: str = "default", app: str = "otp", **changes: Any) -> dict:
    fields = {"user": user, "name": name, "confirmed": True, "key": account.secret.hex(), "digits": account.digits}
    if account.type == "hotp":
        fields |= {"tolerance": 5, "counter": account.counter}
    else:
        fields |= {"step": account.period, "t0": 0, "tolerance": 1, "drift": 0, "last_t": -1}
    fields |= {"throttling_failure_timestamp": None, "throttling_failure_count": 0}
    model = f"{app}_{account.type}.{account.type}device"
    return record(model, 1, **(fields | changes))


def made(label: str, type: str = "totp", **fields: Any) -> Entry:
    return entry(f"{FORMAT}/{label}", type, issuer="", **fields)


def devices(label: str) -> tuple[list[Entry], list[dict]]:
    alice, bob = USERS.values()
    own = made(f"{label}/own", name=alice)
    phone = made(f"{label}/phone", name=bob, note="phone", digits=8, period=60)
    counted = made(f"{label}/counted", "hotp", name="token", counter=41)
    natural = made(f"{label}/natural", name="carol")
    upper = made(f"{label}/upper", name=alice, note="second")
    # All of its digits are base32 as well.
    both = made(f"{label}/both", name=bob, secret=bytes.fromhex("22334455" * 5))
    pairs = [
        (own, device(own, 3)),
        (phone, device(phone, 4, "phone")),
        (counted, device(counted, 9, "token")),
        (natural, device(natural, ["carol"])),
        (upper, device(upper, 3, "second", key=upper.secret.hex().upper())),
        (both, device(both, 4)),
    ]
    return [account for account, _ in pairs], [tree for _, tree in pairs]


def add(catalogue: Catalogue) -> None:
    users = [record("auth.user", key, username=name, password="pbkdf2_sha256$1$x$y") for key, name in USERS.items()]
    others = [
        record("otp_static.statictoken", 1, device=1, token="abcd2345"),
        record("two_factor.phonedevice", 1, user=3, name="backup", number="+15550100", key="00" * 20, method="sms"),
    ]
    accounts, found = devices("dump")
    catalogue.add(f"{FORMAT}/dump.json", dumped([*users, *found, *others]), accounts)
    accounts, found = devices("lines")
    lines = b"".join(dumped(tree) + b"\n" for tree in [*found, *users])
    catalogue.add(f"{FORMAT}/lines.jsonl", lines, accounts)
    authentik = made("authentik", name="dave")
    content = dumped(
        [
            record("authentik_core.user", "b9", username="dave"),
            device(authentik, "b9", "TOTP Device", "authentik_stages_authenticator"),
        ]
    )
    catalogue.add(f"{FORMAT}/authentik.json", content, [authentik])
    bad, good = made("bad"), made("good", name="good")
    faults = {
        "t0 is not 0": device(bad, 3, t0=1000),
        "key of three digits": device(bad, 3, key="abc"),
        "key is base32": device(bad, 3, key=bad.base32),
        "key is encrypted": device(bad, 3, key="ab" * 50),
        "key is empty": device(bad, 3, key=""),
        "step 0": device(bad, 3, step=0),
        "digits 99": device(bad, 3, digits=99),
        "fields is a list": {"model": "otp_totp.totpdevice", "pk": 1, "fields": []},
    }
    content = dumped([device(good, ["good"]), *faults.values()])
    catalogue.add(f"{FORMAT}/rejected.json", content, [good], list(faults))
    catalogue.failure(f"{FORMAT}/hostile/cut.json", content[:-20], "corrupt")


def dumped(tree: Any) -> bytes:
    return json.dumps(tree, ensure_ascii=False).encode()
