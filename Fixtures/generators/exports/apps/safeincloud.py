"""SafeInCloud: cards with fields of many types."""

from collections.abc import Sequence
from dataclasses import replace
from xml.sax.saxutils import escape, quoteattr

from .. import hostile_xml, logins
from ..accounts import Entry, entry, some
from ..catalogue import Catalogue
from ..logins import Login

FORMAT = "safeincloud"
LABELS = {"Work": 3, "家族": 7, "Games": 8}


def field(type: str, text: str, **attributes: str) -> str:
    every = {"name": type.title(), "type": type, **attributes}
    given = "".join(f" {key}={quoteattr(value)}" for key, value in every.items())
    return f"<field{given}>{escape(text)}</field>"


def card(login: Login, *further: str, **attributes: str) -> str:
    fields = [field("login", login.user), field("password", "GEZDGNBVGY3TQOJQ"), field("website", login.url)]
    fields += [field("secret", "GEZDGNBVGY3TQOJQ"), field("pin", "1234")]
    fields.append(field("one_time_password", login.key, autofill="one-time-code"))
    star = {"star": "true"} if login.favourite else {}
    given = {"title": login.title, "id": "7", "symbol": "web_site", "color": "blue"} | star | attributes
    content = "".join((*fields, *further))
    if login.group:
        content += f"<label_id>{LABELS.get(login.group, 99)}</label_id>"
    if login.note:
        content += f"<notes>{escape(login.note)}</notes>"
    return "<card" + "".join(f" {key}={quoteattr(value)}" for key, value in given.items()) + f">{content}</card>"


def database(cards: Sequence[str]) -> bytes:
    labels = "".join(f'<label name="{name}" id="{number}"/>' for name, number in LABELS.items())
    head = ['<?xml version="1.0" encoding="utf-8"?>', f"<database>{labels}"]
    return "\n".join([*head, *cards, "</database>\n"]).encode()


def add(catalogue: Catalogue) -> None:
    accounts, found = logins.export(f"{FORMAT}/plain")
    cards = [card(login) for login in found]
    cards.insert(1, card(Login(title="Template", key="GEZDGNBVGY3TQOJQ"), template="true"))
    first, second, trashed, web = some(f"{FORMAT}/plain", "two/0 two/1 trash web")
    cards.append(card(logins.bare(first), field("one_time_password", second.base32)))
    cards.append(card(logins.bare(trashed), deleted="true"))
    login = logins.bare(web, title="", url="")
    cards.append(card(login, field("weblogin", f"https://www.{web.issuer.split()[0].lower()}.example/x")))
    web = replace(web, issuer=f"{web.issuer.split()[0].lower()}.example")
    cards.append('<card title="Note" id="9" type="note"><notes>GEZDGNBVGY3TQOJQ</notes></card>')
    second = replace(second, issuer=first.issuer, name=first.name)
    catalogue.add(f"{FORMAT}/plain.xml", database(cards), [*accounts, first, second, trashed, web])

    good, last = entry(f"{FORMAT}/rejected/0"), entry(f"{FORMAT}/rejected/1")
    faults = dict((reason, key) for key, reason in logins.bad_keys(FORMAT))
    bad = [card(Login(title="Bad", key=key)) for key in faults.values()]
    cards = [card(logins.bare(good)), *bad, card(logins.bare(last))]
    catalogue.add(f"{FORMAT}/rejected.xml", database(cards), [good, last], list(faults))
    none = database([card(Login(title="No code")), card(Login(title="None"))])
    catalogue.add(f"{FORMAT}/no-codes.xml", none)

    def written(several: Sequence[Entry]) -> bytes:
        return database([card(logins.bare(account)) for account in several])

    hostile_xml.add(catalogue, FORMAT, written, thorough=True)
    others = {"other-root": "<data><card title='x'/></data>", "no-cards": "<database><table/></database>"}
    for name, text in others.items():
        catalogue.failure(f"{FORMAT}/hostile/{name}.xml", text, "unrecognised")
