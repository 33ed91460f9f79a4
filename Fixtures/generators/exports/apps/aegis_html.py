"""Aegis's HTML export: a table to print. The QR codes of these files are left out, as by mail programs."""

from dataclasses import replace

from ..accounts import Entry, cast, entry
from ..catalogue import Catalogue

FORMAT = "aegis"
KINDS = ("totp", "hotp", "steam", "motp", "yandex")
COLUMNS = (
    "Issuer", "Name", "Type", "QR Code", "UUID", "Note", "Favorite", "Algo", "Digits", "Secret", "Counter", "PIN",
)  # fmt: skip
NAMES = {"steam": "Steam", "motp": "MOTP", "yandex": "Yandex"}


def escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#39;")


def row(account: Entry, **changes: str) -> str:
    cells = {
        "Issuer": account.issuer,
        "Name": account.name_in_file,
        "Type": NAMES.get(account.type, account.type.upper()),
        "UUID": account.identifier,
        "Note": account.note,
        "Favorite": str(account.favourite).lower(),
        "Algo": account.algorithm,
        "Digits": str(account.digits),
        "Secret": account.secret.hex() if account.type == "motp" else account.secret_in_file,
        "Counter": str(account.counter) if account.type == "hotp" else "-",
        "PIN": account.pin or "-",
    } | changes
    cell = {name: f"<td>{escaped(text)}</td>" for name, text in cells.items()}
    cell["QR Code"] = "<td class='qr'></td>"
    return "<tr>" + "".join(cell[name] for name in COLUMNS) + "</tr>"


def page(rows: list[str]) -> str:
    head = "".join(f"<th>{name}</th>" for name in COLUMNS)
    title = "Aegis-Authenticator-Exportdatei"
    return (
        f"<html><head><title>{title}</title><style>td {{ padding: 1em }}</style></head><body><h1>{title}</h1>"
        f"<table><tr>{head}</tr>{''.join(rows)}</table></body></html>"
    )


def add(catalogue: Catalogue) -> None:
    label = "aegis/page"
    accounts = [
        replace(account, group="") for account in cast(label, KINDS)
        # The period is only in the QR code, and cells have no line breaks of their own.
        if account.period == 30 or account.type in ("hotp", "motp")
    ]  # fmt: skip
    accounts.append(entry(f"{label}/quotes", issuer="A & B <C>", name='"d\'e"', note="a < b & c"))
    catalogue.add("aegis/page.html", page([row(one) for one in accounts]), accounts)
    saved = entry(f"{label}/saved")
    content = page([row(saved)]).replace("<table>", '<table class="x">\n<tbody>').replace("</tr>", "</tr>\n")
    content = content.replace("</table>", "</tbody></table>").replace("<td>", '<td class="y">')
    catalogue.add("aegis/page-saved.html", content, [saved])
    bad, good = entry(f"{label}/bad"), entry(f"{label}/good")
    counted, motp = entry(f"{label}/counted", "hotp"), entry(f"{label}/motp-bad", "motp")
    faults = {
        "type unknown": row(bad, Type="PUSH"),
        "secret empty": row(bad, Secret=""),
        "secret not base32": row(bad, Secret="ABC1"),
        "digits 0": row(bad, Digits="0"),
        "algorithm unknown": row(bad, Algo="SHA384"),
        "no counter": row(counted, Counter="-"),
        "secret not hexadecimal": row(motp, Secret="xyz"),
        "a cell is missing": row(bad).replace("<td class='qr'></td>", ""),
    }
    catalogue.add("aegis/page-rejected.html", page([row(good), *faults.values()]), [good], list(faults))
    last = entry(f"{label}/last")
    cut = page([row(last)]).partition("</table>")[0]
    catalogue.add("aegis/page-cut.html", cut, [last], ["cut off"])
    catalogue.add("aegis/page-empty.html", page([]))
