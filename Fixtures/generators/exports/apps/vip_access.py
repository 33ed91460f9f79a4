"""The file of python-vipaccess."""

from ..accounts import entry
from ..catalogue import Catalogue

FORMAT = "vip-access"


def add(catalogue: Catalogue) -> None:
    account = entry(f"{FORMAT}/plain", issuer="VIP Access", name="VSST12345678")
    text = f"version 1\nsecret {account.base32}\nid {account.name}\nexpiry 2028-01-15T12:00:00.000Z\n"
    catalogue.add(f"{FORMAT}/vipaccess", text, [account])
    damaged = text.replace(account.base32, "not0base32")
    catalogue.add(f"{FORMAT}/damaged", damaged, [], ["not base32"])
    newer = text.replace("version 1", "version 2")
    catalogue.failure(f"{FORMAT}/hostile/newer", newer, "unsupported-version")
