"""Compares a file with the one that was made from it: what was not to change is there, and only codes are new.

Each function returns the codes of the entries that existed, and those of new entries, both as sets of
(title, user name, hosts, secret), after it has checked everything else. It raises AssertionError.
"""

import copy
import io
import json
import logging
import re
from urllib.parse import parse_qs, urlsplit

from pykeepass import PyKeePass

import kdbx
from logins import PASSPHRASE, open_bitwarden

FOLDER = "One-time codes"


class Strict(logging.Handler):
    """A value that pykeepass cannot decrypt is only a message."""

    def emit(self, record):
        raise AssertionError(record.getMessage())


logging.getLogger("pykeepass").addHandler(Strict(logging.WARNING))
CODE_FIELDS = re.compile(r"otp|(Time|Hmac)Otp-.*|TOTP (Seed|Settings)")


class Number(str):
    """A number as it is written."""


def exact(text):
    """JSON in which order, numbers and repeated names count: objects are lists of pairs."""
    return json.loads(text, object_pairs_hook=Pairs, parse_int=Number, parse_float=Number)


class Pairs(list):
    """The members of an object in their order."""

    def get(self, name):
        found = [value for key, value in self if key == name]
        assert len(found) < 2, f"{name} is there twice"
        return found[0] if found else None

    def without(self, *names):
        return [(key, value) for key, value in self if key not in names]


def equal(old, new, what):
    assert type(old) is type(new) and old == new, f"{what} changed"


def secret_of(text):
    """The secret of a link, or of base32."""
    text = (text or "").strip()
    if not text:
        return None
    if text.startswith("otpauth:"):
        return parse_qs(urlsplit(text).query)["secret"][0].upper()
    return text.upper().rstrip("=")


def differences(format, old, new):
    return {"bitwarden": bitwarden, "cxf": cxf, "keepass": keepass}[format](old, new)


# MARK: Bitwarden

def bitwarden(old, new):
    (old_text, old_file), (new_text, new_file) = open_bitwarden(old), open_bitwarden(new)
    assert (old_file is None) == (new_file is None), "the encryption changed"
    if old_file:
        equal(exact(old_file).without("data"), exact(new_file).without("data"), "the encryption")
    old, new = exact(old_text), exact(new_text)
    equal(old.without("items", "folders"), new.without("items", "folders"), "the document")
    folders = old.get("folders")
    equal(folders, new.get("folders")[:len(folders)], "a folder")
    assert all(folder.get("name") == FOLDER for folder in new.get("folders")[len(folders):]), "a folder is new"
    assert len(new.get("folders")) <= len(folders) + 1, "several folders are new"
    items, written = old.get("items"), new.get("items")
    codes = set()
    for item, other in zip(items, written):
        login = item.get("login")
        if login is None or other.get("login").get("totp") == login.get("totp"):
            equal(item, other, "an item")
            continue
        equal(item.without("login"), other.without("login"), "an item")
        equal(login.without("totp"), other.get("login").without("totp"), "a login")
        assert not login.get("totp"), "a code was overwritten"
        codes.add((*bitwarden_names(other), secret_of(other.get("login").get("totp"))))
    assert len(written) >= len(items), "an item is gone"
    ids = {folder.get("id") for folder in new.get("folders") if folder.get("name") == FOLDER}
    assert all(item.get("folderId") in ids for item in written[len(items):]), "a new item is in no folder"
    return codes, {(*bitwarden_names(item), secret_of(item.get("login").get("totp"))) for item in written[len(items):]}


def bitwarden_names(item):
    login = item.get("login")
    return item.get("name"), login.get("username") or "", tuple(uri.get("uri") for uri in login.get("uris") or [])


# MARK: CXF

def cxf(old, new):
    old, new = exact(old), exact(new)
    equal(old.without("accounts", "items"), new.without("accounts", "items"), "the document")
    accounts, others = (document.get("accounts") or [document] for document in (old, new))
    assert len(accounts) == len(others), "the number of accounts changed"
    codes, added = set(), set()
    for account, other in zip(accounts, others):
        equal(account.without("items"), other.without("items"), "an account")
        items, written = account.get("items"), other.get("items")
        assert len(written) >= len(items), "an item is gone"
        for item, changed in zip(items, written):
            equal(item.without("credentials"), changed.without("credentials"), "an item")
            before, after = item.get("credentials"), changed.get("credentials")
            equal(before, after[:len(before)], "a credential")
            for code in after[len(before):]:
                assert not any(credential.get("type") == "totp" for credential in before), "there was a code"
                codes.add(cxf_code(changed, code))
            assert len(after) <= len(before) + 1, "there are several new credentials"
        for item in written[len(items):]:
            added.add(cxf_code(item, item.get("credentials")[0]))
    return codes, added


def cxf_code(item, credential):
    assert credential.get("type") == "totp", "a credential is not a code"
    users = [other.get("username").get("value") for other in item.get("credentials")
             if other.get("type") == "basic-auth"]
    urls = (item.get("scope") or Pairs()).get("urls") or []
    user = users[0] if users else credential.get("username") or ""
    return item.get("title"), user, tuple(urls), credential.get("secret")


# MARK: KDBX

def keepass(old, new):
    equal(kdbx.kept_settings(old), kdbx.kept_settings(new), "the encryption")
    old, new = (PyKeePass(io.BytesIO(data), password=PASSPHRASE) for data in (old, new))
    equal([bytes(data) for data in old.binaries], [bytes(data) for data in new.binaries], "an attachment")
    old, new = old.tree.getroot(), copy.deepcopy(new.tree.getroot())
    for hash_old, hash_new in zip(old.findall("Meta/HeaderHash"), new.findall("Meta/HeaderHash")):
        hash_new.text = hash_old.text
    root = "Root/Group"
    groups = [group for group in new.findall(f"{root}/Group") if group.findtext("Name") == FOLDER]
    before = [group for group in old.findall(f"{root}/Group") if group.findtext("Name") == FOLDER]
    added = set()
    if groups:
        count = len(before[0].findall("Entry")) if before else 0
        for entry in groups[0].findall("Entry")[count:]:
            added |= {(*names(entry), secret) for secret in secrets(entry)}
            groups[0].remove(entry)
        if not before:
            assert not groups[0].findall("Entry") and groups[0].getnext() is None, "a group is in the wrong place"
            groups[0].getparent().remove(groups[0])
    codes = set()
    by_id = {entry.findtext("UUID"): entry for entry in current(old)}
    for entry in current(new):
        source = by_id.get(entry.findtext("UUID"))
        assert source is not None, "an entry is new"
        if secrets(entry) == secrets(source):
            continue
        assert not secrets(source), "a code was overwritten"
        codes |= {(*names(entry), secret) for secret in secrets(entry)}
        for field in entry.findall("String"):
            if CODE_FIELDS.fullmatch(field.findtext("Key")):
                entry.remove(field)
        entry.find("Times/LastModificationTime").text = source.findtext("Times/LastModificationTime")
        history = entry.find("History")
        state = history[-1]
        history.remove(state)
        without = copy.deepcopy(source)
        for part in without.findall("History"):
            without.remove(part)
        assert canonical(state) == canonical(without), "the state before is not in the history"
        if source.find("History") is None:
            assert len(history) == 0, "the history changed"
            entry.remove(history)
    assert canonical(old) == canonical(new), "something else changed"
    return codes, added


def current(root):
    """The entries that are not in a history."""
    return [entry for entry in root.iter("Entry") if entry.getparent().tag == "Group"]


def fields(entry):
    return {field.findtext("Key"): field.findtext("Value") or "" for field in entry.findall("String")}


def names(entry):
    own = fields(entry)
    hosts = tuple(value for name, value in sorted(own.items()) if name == "URL" or name.startswith("KP2A_URL"))
    return own["Title"], own["UserName"], hosts


def secrets(entry):
    return {secret_of(value) for name, value in fields(entry).items()
            if name in ("otp", "TimeOtp-Secret-Base32", "TOTP Seed")} - {None}


def canonical(element):
    """A tree without the spaces between elements."""
    text = element.text or ""
    return (element.tag, sorted(element.attrib.items()), "" if len(element) else text,
            [canonical(child) for child in element])
