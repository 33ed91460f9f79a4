"""PSKC (RFC 6030): seed files of tokens, plain or under a passphrase. The name `pskc` belongs to python-pskc."""

import base64
import hashlib
import hmac
import re
import sys
from xml.etree import ElementTree

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

import ciphers
from accounts import Account
from rules import PeerError, decode, require

PSKC = "{urn:ietf:params:xml:ns:keyprov:pskc}"
XENC, XENC11 = "{http://www.w3.org/2001/04/xmlenc#}", "{http://www.w3.org/2009/xmlenc11#}"
PKCS5 = "http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#"
KIND = "urn:ietf:params:xml:ns:keyprov:pskc:"
SUITES = {None: "SHA1", "sha256": "SHA256", "sha512": "SHA512"}
# The functions of a file: its MAC, which is also that of the key derivation, cipher, size of the key, and rounds.
STRENGTHS = {
    "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256": ("sha256", "aes256-cbc", 32, 600_000),
    "http://www.w3.org/2000/09/xmldsig#hmac-sha1": ("sha1", "aes128-cbc", 16, 100_000)}


def read(data, passphrase, strict):
    text = decode(data, strict)
    require("<!" not in text, "the XML must have no document type, comment or CDATA")
    try:
        root = ElementTree.fromstring(text.encode())
    except ElementTree.ParseError:
        raise PeerError("the file is not XML") from None
    require(root.tag == f"{PSKC}KeyContainer" and root.attrib == {"Version": "1.0"},
            "the root must be KeyContainer 1.0")
    heads = [child for child in root if child.tag != f"{PSKC}KeyPackage"]
    packages = root.findall(f"{PSKC}KeyPackage")
    require(list(root) == [*heads, *packages], "the keys must be last")
    seal = Seal(heads, ciphers.needed(passphrase)) if heads else None
    accounts, serials = [], set()
    for number, package in enumerate(packages, 1):
        try:
            accounts.append(account(package, serials, seal))
        except PeerError as error:
            if strict:
                raise PeerError(f"KeyPackage[{number}]: {error}") from None
            print(f"rejected: KeyPackage[{number}]: {error}", file=sys.stderr)
    return accounts


class Seal:
    """How the values of a file are encrypted."""

    def __init__(self, heads, passphrase):
        require([head.tag for head in heads] == [f"{PSKC}EncryptionKey", f"{PSKC}MACMethod"],
                "an encrypted file must have an EncryptionKey, then a MACMethod")
        key, mac = heads
        method = only(only(key, f"{XENC11}DerivedKey"), f"{XENC11}KeyDerivationMethod")
        require(method.attrib == {"Algorithm": f"{PKCS5}pbkdf2"}, "the key must be derived with PBKDF2")
        require(set(mac.attrib) == {"Algorithm"} and mac.attrib["Algorithm"] in STRENGTHS, "the MAC is unknown")
        self.digest, self.cipher, size, rounds = STRENGTHS[mac.attrib["Algorithm"]]
        # Without a namespace, as PKCS #5 has them.
        salt, count, length, function = children(only(method, f"{{{PKCS5}}}PBKDF2-params"),
                                                 "Salt", "IterationCount", "KeyLength", "PRF")
        require((count.text, length.text) == (str(rounds), str(size)),
                f"there must be {rounds} rounds, and {size} bytes")
        require(function.attrib == mac.attrib, "the function of the derivation must be that of the MAC")
        salt = binary(only(salt, "Specified"))
        require(len(salt) == 16, "the salt must be 16 bytes")
        self.key = hashlib.pbkdf2_hmac(self.digest, passphrase.encode(), salt, rounds, size)
        self.mac_key = self.opened(only(mac, f"{PSKC}MACKey"))
        require(len(self.mac_key) == hashlib.new(self.digest).digest_size, "the MAC key must be as long as its hash")

    def opened(self, element, mac=None):
        method, value = children(element, f"{XENC}EncryptionMethod", f"{XENC}CipherData")
        require(method.attrib == {"Algorithm": f"{XENC[1:-1]}{self.cipher}"}, f"the cipher must be {self.cipher}")
        sealed = binary(only(value, f"{XENC}CipherValue"))
        if mac is not None:
            own = hmac.digest(self.mac_key, sealed, self.digest)
            if not hmac.compare_digest(own, binary(mac)):
                raise PeerError(ciphers.WRONG_PASSPHRASE)
        try:
            decryptor = Cipher(algorithms.AES(self.key), modes.CBC(sealed[:16])).decryptor()
            padding = PKCS7(128).unpadder()
            return padding.update(decryptor.update(sealed[16:]) + decryptor.finalize()) + padding.finalize()
        except ValueError:
            raise PeerError(ciphers.WRONG_PASSPHRASE) from None


def account(package, serials, seal):
    device, key = children(package, f"{PSKC}DeviceInfo", f"{PSKC}Key")
    names = {child.tag: child.text for child in device}
    serial = names.get(f"{PSKC}SerialNo")
    require(serial and serial == key.attrib.get("Id") and serial not in serials,
            "serial number and Id must be one, and new")
    serials.add(serial)
    order = [name for name in ("Manufacturer", "SerialNo", "Model", "UserId") if PSKC + name in names]
    require([child.tag for child in device] == [PSKC + name for name in order], "the elements of DeviceInfo are others")
    token = {"serial": serial, "manufacturer": names.get(f"{PSKC}Manufacturer"), "model": names.get(f"{PSKC}Model")}
    algorithm = key.attrib.get("Algorithm", "")
    require(set(key.attrib) == {"Id", "Algorithm"} and algorithm.startswith(KIND), "Id or Algorithm is wrong")
    kind = algorithm[len(KIND):]
    require(kind in ("totp", "hotp"), "the algorithm must be totp or hotp")
    parts = {child.tag[len(PSKC):]: child for child in key}
    order = [name for name in ("Issuer", "AlgorithmParameters", "FriendlyName", "Data", "UserId") if name in parts]
    require([child.tag for child in key] == [PSKC + name for name in order],
            "the elements of Key are others, or elsewhere")
    issuer = text(parts.get("Issuer"))
    require(token["manufacturer"] or not issuer, "there must be a manufacturer if there is an issuer")
    name = text(parts.get("UserId"))
    shown = f"{issuer}: {name}" if issuer else name
    require(text(parts.get("FriendlyName")) == (shown if name else ""), "FriendlyName must be issuer and name")
    *suite, form = list(parts["AlgorithmParameters"])
    require([child.tag for child in suite] in ([], [f"{PSKC}Suite"]), "only a suite may be before ResponseFormat")
    suite = suite[0].text if suite else None
    require(suite in SUITES, "the suite is unknown")
    require(form.tag == f"{PSKC}ResponseFormat" and set(form.attrib) == {"Length", "Encoding"} and
            form.attrib["Encoding"] == "DECIMAL", "the response format must be decimal, with a length")
    factor = {"totp": "TimeInterval", "hotp": "Counter"}[kind]
    secret, value = children(parts["Data"], f"{PSKC}Secret", PSKC + factor)
    if seal is None:
        found = binary(only(secret, f"{PSKC}PlainValue"))
    else:
        encrypted, mac = children(secret, f"{PSKC}EncryptedValue", f"{PSKC}ValueMAC")
        found = seal.opened(encrypted, mac)
    used = {"period" if kind == "totp" else "counter": whole(only(value, f"{PSKC}PlainValue").text)}
    # Servers show the serial number of a token without a user.
    token["user"] = names.get(f"{PSKC}UserId") or name
    return Account(kind, issuer or token["manufacturer"] or "", name or serial, found, SUITES[suite],
                   whole(form.attrib["Length"]), token=token, **used)


def children(element, *tags):
    require([child.tag for child in element] == list(tags), f"{element.tag.split('}')[-1]} has other elements")
    return list(element)


def only(element, tag):
    return children(element, tag)[0]


def text(element):
    return "" if element is None else element.text or ""


def whole(value):
    require(re.fullmatch("0|[1-9][0-9]*", value or ""), "a number must be decimal")
    return int(value)


def binary(element):
    try:
        return base64.b64decode(element.text or "", validate=True)
    except ValueError:
        raise PeerError("a value must be base64") from None
