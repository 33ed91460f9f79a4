"""Random logins and accounts of invented people, and the files that contain them.

A site has an id: a code may only go into a login of the same site. Sites are alike on purpose.
"""

import base64
import hashlib
import hmac
import json
import uuid
from dataclasses import dataclass, field
from urllib.parse import quote

from Cryptodome.Cipher import AES
from lxml import etree

import kdbx

PASSPHRASE = "erin rents 130 lighthouses"


@dataclass(frozen=True)
class Site:
    name: str
    issuers: tuple
    hosts: tuple
    titles: tuple
    # Logins without an address would be any site's of that title.
    has_hosts: bool = False
    # The parameter issuer of its links, if that is not the issuer.
    domain: str = ""


SITES = [
    Site("github", ("GitHub", "github", "GITHUB", "github.com"), ("github.com", "gist.github.com"), ("GitHub", "Code")),
    Site("alice-pages", ("alice.github.io",), ("alice.github.io",), ("Alice's pages",)),
    Site("bob-pages", ("bob.github.io",), ("bob.github.io", "www.bob.github.io"), ("Bob's pages",)),
    Site("amazon", ("Amazon",), ("www.amazon.com", "amazon.de"), ("Amazon", "Books")),
    Site("aws", ("AWS", "Amazon Web Services"), ("eu-1.signin.aws.amazon.com",), ("AWS", "Cloud machines")),
    Site("paypal", ("PayPal", "paypal"), ("www.paypal.com", "paypal.co.uk"), ("PayPal", "Money")),
    Site("acme", ("Acme",), ("login.acme-intern.example",), ("Acme",)),
    Site("acme-bank", ("Acme Bank",), ("acme-bank.example",), ("Acme Bank",)),
    Site("first-uk", ("first.co.uk",), ("www.first.co.uk",), ("First",)),
    Site("second-uk", ("second.co.uk",), ("shop.second.co.uk",), ("Second",)),
    Site("shop", ("shop.example",), ("shop.example", "www.shop.example"), ("Shop",)),
    Site("bookshop", ("bookshop.example",), ("bookshop.example",), ("Book shop",)),
    Site("router", ("192.168.1.1",), ("192.168.1.1",), ("Router",)),
    Site("printer", ("192.168.1.2",), ("192.168.1.2",), ("Printer",)),
    Site("everywhere", ("ÜBERALL GMBH", "Überall GmbH"), (), ("Überall GmbH",)),
    Site("own-git", ("git.acorn.example",), ("git.acorn.example",), ("GitHub ",), True),
    Site("oak", ("Oak",), ("login.oak.example",), ("Members",), True, "oak.example"),
    Site("wide", ("Ｗｏｌｋｅ", "Wolke"), (), ("Wolke", "ｗｏｌｋｅ")),
]
USERS = ["alice@example.com", "Alice@Example.com", "alice@example.net", "bob@example.org", "bob", "carol",
         "dave@example.net", ""]


@dataclass
class Login:
    site: Site
    title: str
    user: str
    hosts: list
    code: str | None = None
    id: str = ""


@dataclass(frozen=True)
class Account:
    site: Site
    issuer: str
    user: str
    secret: str
    digits: int = 6
    period: int = 30

    @property
    def link(self):
        label = quote(self.issuer + (f":{self.user}" if self.user else ""), safe="")
        issuer = quote(self.site.domain or self.issuer, safe="")
        return (f"otpauth://totp/{label}?secret={self.secret}&issuer={issuer}&algorithm=SHA1"
                f"&digits={self.digits}&period={self.period}")


@dataclass
class Sample:
    """A file, and what is in it."""
    format: str
    data: bytes
    is_encrypted: bool
    logins: list
    accounts: list = field(default_factory=list)


def random_secret(dice):
    return base64.b32encode(dice.randbytes(20)).decode()


def random_logins(dice):
    logins = []
    for _ in range(dice.randint(1, 14)):
        site = dice.choice(SITES)
        hosts = dice.sample(site.hosts, dice.randint(int(site.has_hosts), len(site.hosts)))
        code = random_secret(dice) if dice.random() < 0.25 else None
        logins.append(Login(site, dice.choice(site.titles), dice.choice(USERS), hosts, code,
                            str(uuid.UUID(bytes=dice.randbytes(16), version=4))))
    return logins


def random_accounts(dice, logins):
    """Some for the logins, some for others; some of the secrets are there already."""
    accounts, secrets = [], set()
    for _ in range(dice.randint(1, 10)):
        login = dice.choice(logins) if dice.random() < 0.7 else None
        site = login.site if login else dice.choice(SITES)
        user = login.user if login and dice.random() < 0.7 else dice.choice(USERS)
        known = login.code if login and login.code and dice.random() < 0.4 else None
        secret = known or random_secret(dice)
        if secret in secrets:
            continue
        secrets.add(secret)
        is_usual = known or dice.random() < 0.8
        accounts.append(Account(site, dice.choice(site.issuers), user, secret, 6 if is_usual else 8,
                                30 if is_usual else 60))
    return accounts


def sample(dice):
    logins = random_logins(dice)
    make = dice.choice([bitwarden, sealed_bitwarden, cxf, kdbx4, kdbx4, kdbx3])
    made = make(dice, logins)
    made.accounts = random_accounts(dice, logins)
    return made


# Values that a program which reads and writes again would change.
ODD = '{"number":1.50,"large":123456789012345678901234567890,"small":-0.0,"list":[[],{},"\\u00e9\\/"],"none":null}'


def json_text(dice, value):
    """JSON with odd values, on one line or indented."""
    text = json.dumps(value, ensure_ascii=dice.random() < 0.5, indent=dice.choice([None, 2]))
    return text.replace('"ODD"', ODD).encode()


# MARK: Bitwarden

def bitwarden_document(dice, logins):
    items = []
    for login in logins:
        own = {"fido2Credentials": [{"credentialId": "c", "counter": "0"}], "username": login.user or None,
               "password": "pässword", "uris": [{"match": None, "uri": dice.choice([f"https://{host}/login", host])}
                                                for host in login.hosts]}
        if login.code:
            own["totp"] = dice.choice([login.code, f"otpauth://totp/x?secret={login.code}"])
        elif dice.random() < 0.8:
            own["totp"] = dice.choice([None, ""])
        if dice.random() < 0.5:
            own["newer"] = "ODD"
        items.append({"id": login.id, "type": 1, "name": login.title, "notes": "keep\nthis", "odd": "ODD",
                      "fields": [{"name": "pin", "value": "1234", "type": 1}], "passwordHistory": None, "login": own,
                      "collectionIds": None})
    for login in dice.sample(logins, dice.randint(0, len(logins))):
        items.insert(dice.randint(0, len(items)), {"type": 2, "name": login.title, "secureNote": {"type": 0}})
    folders = [{"id": "f", "name": "Work"}]
    if dice.random() < 0.3:
        folders.append({"id": "c", "name": "One-time codes"})
    return json_text(dice, {"encrypted": False, "newer": "ODD", "folders": folders, "items": items})


def bitwarden(dice, logins):
    return Sample("bitwarden", bitwarden_document(dice, logins), False, logins)


def bitwarden_keys(salt):
    key = hashlib.pbkdf2_hmac("sha256", PASSPHRASE.encode(), salt.encode(), 5000)
    return tuple(hmac.digest(key, name + b"\1", "sha256") for name in (b"enc", b"mac"))


def sealed_bitwarden(dice, logins):
    salt = base64.b64encode(dice.randbytes(16)).decode()
    encryption, authentication = bitwarden_keys(salt)

    def sealed(data):
        iv = dice.randbytes(16)
        text = AES.new(encryption, AES.MODE_CBC, iv).encrypt(kdbx.padded(data))
        return "2." + "|".join(base64.b64encode(part).decode() for part in (
            iv, text, hmac.digest(authentication, iv + text, "sha256")))

    document = {"encrypted": True, "passwordProtected": True, "salt": salt, "kdfType": 0, "kdfIterations": 5000,
                "newer": "ODD", "encKeyValidation_DO_NOT_EDIT": sealed(b"anything"),
                "data": sealed(bitwarden_document(dice, logins))}
    return Sample("bitwarden", json_text(dice, document), True, logins)


def open_bitwarden(data):
    """The text of a plain export, and what is around it."""
    document = json.loads(data)
    if not document.get("encrypted"):
        return data, None
    encryption, authentication = bitwarden_keys(document["salt"])
    iv, text, mac = (base64.b64decode(part) for part in document["data"].removeprefix("2.").split("|"))
    assert hmac.compare_digest(mac, hmac.digest(authentication, iv + text, "sha256")), "wrong MAC"
    plain = AES.new(encryption, AES.MODE_CBC, iv).decrypt(text)
    return plain[:-plain[-1]], data


# MARK: CXF

def cxf(dice, logins):
    items = []
    for login in logins:
        credentials = [{"type": "basic-auth", "password": {"fieldType": "concealed-string", "value": "secret"},
                        "username": {"fieldType": "string", "value": login.user}},
                       {"type": "passkey", "credentialId": "x", "newer": "ODD"}]
        if login.code:
            credentials.append({"type": "totp", "secret": login.code, "period": 30, "digits": 6, "algorithm": "sha1"})
        items.append({"id": login.id, "title": login.title, "creationAt": 1, "modifiedAt": None, "odd": "ODD",
                      "scope": {"urls": [f"https://{host}/" for host in login.hosts], "androidApps": []},
                      "credentials": credentials})
        if dice.random() < 0.3:
            items.append({"id": "n", "title": login.title, "credentials": [{"type": "note", "content": "ODD"}]})
    half = dice.randint(0, len(items))
    accounts = [{"id": "a", "username": "", "email": "", "collections": [], "items": items[:half]},
                {"id": "b", "newer": "ODD", "collections": [], "items": items[half:]}]
    if dice.random() < 0.3:
        document = {"id": "a", "email": "", "collections": [], "items": items}
    else:
        document = {"version": {"major": 1, "minor": 0}, "exporterRpId": "x", "newer": "ODD", "accounts": accounts}
    return Sample("cxf", json_text(dice, document), False, logins)


# MARK: KDBX

def element(name, text=None, *children, **attributes):
    made = etree.Element(name, attributes)
    made.text = text
    made.extend(children)
    return made


def text_id(dice):
    return base64.b64encode(dice.randbytes(16)).decode()


def string(name, value, is_protected=False):
    attributes = {"Protected": "True"} if is_protected else {}
    return element("String", None, element("Key", name), element("Value", value, **attributes))


def times(version):
    text = "2020-01-02T03:04:05Z" if version == 3 else "AAAAAA4AAAA="
    return element("Times", None, element("CreationTime", text), element("LastModificationTime", text),
                   element("Expires", "False"), element("UsageCount", "3"))


def entry(dice, login, version, with_history=True):
    made = element("Entry", None, element("UUID", text_id(dice)), element("IconID", "0"),
                   element("CustomIconUUID", text_id(dice)), element("Tags", "one;two"), times(version),
                   string("Title", login.title), string("UserName", login.user or None),
                   string("Password", "pässword", True),
                   string("URL", dice.choice([f"https://{login.hosts[0]}/", login.hosts[0]]) if login.hosts else None),
                   string("Notes", "a <b>&\r\nc"), string("PIN", "1234", dice.random() < 0.5))
    made.extend(string(f"KP2A_URL_{number}", f"https://{host}") for number, host in enumerate(login.hosts[1:]))
    if login.code:
        made.append(dice.choice([
            string("otp", f"otpauth://totp/x?secret={login.code}", True),
            string("TimeOtp-Secret-Base32", login.code, True), string("TOTP Seed", login.code)]))
    made.append(element("Binary", None, element("Key", "a.txt"), element("Value", Ref="0")))
    made.append(element("AutoType", None, element("Enabled", "True")))
    made.append(element("Newer", " kept "))
    if with_history and dice.random() < 0.7:
        count = dice.randint(0, 2)
        made.append(element("History", None, *(entry(dice, login, version, False) for _ in range(count))))
    return made


def database(dice, logins, version):
    bin_id = text_id(dice)
    meta = element("Meta", None, element("Generator", "Test"), element("DatabaseName", "Päßwörter"),
                   element("RecycleBinUUID", bin_id),
                   element("CustomIcons", None, element("Icon", None, element("Data", "AAAA"))),
                   element("CustomData", None, element("Item", None, element("Key", "k"), element("Value", "v"))))
    if version == 3:
        meta.insert(1, element("HeaderHash"))
        # None is protected: pykeepass decrypts only values of fields, so that it would lose its place in the stream.
        meta.append(element("Binaries", None, element("Binary", "YXR0YWNobWVudA==", ID="0", Compressed="False")))
    inner = element("Group", None, element("UUID", text_id(dice)), element("Name", "Sub"), times(version))
    outer = element("Group", None, element("UUID", text_id(dice)), element("Name", "Root"), times(version))
    trash = element("Group", None, element("UUID", bin_id), element("Name", "Bin"))
    for login in logins:
        dice.choice([inner, outer]).append(entry(dice, login, version))
        if dice.random() < 0.2:
            trash.append(entry(dice, login, version))
    outer.extend([inner, trash])
    if dice.random() < 0.3:
        group = element("Group", None, element("UUID", text_id(dice)), element("Name", "One-time codes"))
        outer.insert(dice.randint(3, len(outer)), group)
    return element("KeePassFile", None, meta, element("Root", None, outer, element("DeletedObjects")))


def kdbx_sample(dice, logins, version):
    root = database(dice, logins, version)
    if dice.random() < 0.5:
        etree.indent(root, "\t")

    def serialize(encrypt, header_hash):
        if header_hash:
            root.find("Meta/HeaderHash").text = header_hash
        kdbx.protect(root, encrypt)
        return etree.tostring(root, xml_declaration=True, encoding="utf-8", standalone=True)

    return Sample("keepass", kdbx.write(serialize, PASSPHRASE, dice, version), True, logins)


def kdbx4(dice, logins):
    return kdbx_sample(dice, logins, 4)


def kdbx3(dice, logins):
    return kdbx_sample(dice, logins, 3)
