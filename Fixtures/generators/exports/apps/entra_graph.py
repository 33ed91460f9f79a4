"""Hardware tokens as administrators send them to Microsoft Graph."""

import json
from typing import Any

from .. import accounts as invented
from ..accounts import Entry, entry
from ..catalogue import Catalogue

FORMAT = "entra-graph"
HASHES = {"SHA1": "hmacsha1", "SHA256": "hmacsha256"}


def token(label: str, serial: str, **fields: Any) -> Entry:
    maker = fields.pop("issuer", "Acorn Tokens")
    given = invented.token(serial, maker, "A-1")
    return entry(f"{FORMAT}/{label}", issuer=maker, name=serial, token=given, **fields)


def body(account: Entry, **changes: Any) -> dict:
    found: dict[str, Any] = {"serialNumber": account.name, "manufacturer": account.issuer, "model": "A-1"}
    found |= {"secretKey": account.base32, "timeIntervalInSeconds": account.period}
    return found | {"hashFunction": HASHES[account.algorithm]} | changes


def several(bodies: list[dict]) -> bytes:
    value = [{"@contentId": str(at)} | found for at, found in enumerate(bodies, 1)]
    return json.dumps({"@context": "#$delta", "value": value}, ensure_ascii=False, indent=1).encode()


def add(catalogue: Catalogue) -> None:
    accounts = [
        token("list/0", "TOTP123456"), token("list/1", "TOTP234567", algorithm="SHA256", period=60),
        token("list/2", "0000042", issuer="Größenwahn & Söhne"),
    ]  # fmt: skip
    bodies = [body(account) for account in accounts]
    bodies[1] |= {"displayName": "spare", "assignTo": {"id": "00aa00aa-bb11-cc22-dd33-44ee44ee44ee"}}
    catalogue.add(f"{FORMAT}/list.json", several(bodies), accounts)
    alone = token("alone", "TOTP345678", period=60)
    catalogue.add(f"{FORMAT}/alone.json", body(alone), [alone])
    first, bad, last = token("rejected/first", "1"), token("rejected/bad", "2"), token("rejected/last", "3")
    faults = {
        "no secret, as a GET answers": body(bad, secretKey=None),
        "not base32": body(bad, secretKey="not base32!"),
        "unknown hash": body(bad, hashFunction="hmacsha384"),
        "interval 0": body(bad, timeIntervalInSeconds=0),
        "no serial number": body(bad, serialNumber=""),
    }
    content = several([body(first), *faults.values(), body(last)])
    catalogue.add(f"{FORMAT}/rejected.json", content, [first, last], list(faults))
    catalogue.failure(f"{FORMAT}/hostile/truncated.json", several([body(first)])[:-4], "corrupt")
