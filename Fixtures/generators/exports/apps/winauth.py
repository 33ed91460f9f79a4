"""WinAuth: a list of links, with habits of its own. Nothing tells it from another list, so it is read as one."""

from dataclasses import replace

from images.accounts import base32, invented_bytes, percent_encoded

from .. import hostile_text, links
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue

READ_AS = "otpauth"
KINDS = ("totp", "hotp")
STEAM_DATA = "&deviceid=android%3A0000&data=" + percent_encoded('{"steamid":"0"}')


def link(account: Entry) -> str:
    """Digits always, other parameters where they are unusual."""
    uri = links.key_uri(account, all_parameters=False)
    return uri if "&digits=" in uri else f"{uri}&digits={account.digits}"


def add(catalogue: Catalogue) -> None:
    accounts = list(cast("winauth/plain", KINDS))
    lines = ["# Exported accounts", "", *(f"{link(account)}&icon=AppIcon.png" for account in accounts)]
    raw, blanks, plus = some("winauth/habits", 3, issuer="")
    raw, blanks, plus = replace(raw, name="desk #1"), replace(blanks, name="two words"), replace(plus, name="a+b")
    battle = entry("winauth/battle-net", issuer="BattleNet", name="EU-0000-0000-0000", digits=8)
    steam = entry("winauth/steam", "steam", issuer="Steam", name="gamer")
    lines += [
        f"otpauth://totp/desk #1?secret={raw.base32}&digits=6",
        f"otpauth://totp/two%20words?secret={blanks.base32}&digits=6",
        f"otpauth://totp/a+b?secret={plus.base32}&digits=6",
        f"#otpauth://totp/comment?secret={entry('winauth/comment').base32}",
        link(battle) + "&serial=EU-0000-0000-0000",
        links.key_uri(replace(steam, type="totp"), all_parameters=False) + STEAM_DATA,
    ]
    content = "\r\n".join([*lines, ""]).encode()
    catalogue.add("winauth/plain.txt", content, [*accounts, raw, blanks, plus, battle, steam], format=READ_AS)
    bad = links.bad_links(base32(invented_bytes("exports/winauth/bad-link", 20)))
    hostile_text.add(catalogue, "winauth", link, bad, format=READ_AS)
