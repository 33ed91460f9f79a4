"""Small PSKC files, written from the format page, for the tests."""

import hashlib
import hmac
import os
from xml.sax.saxutils import escape

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

from plain_samples import HOTP, LONG, TOTP, b64
from samples import PASSPHRASE

ACCOUNTS = [TOTP, LONG, HOTP]
MORE, OLD = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256", "http://www.w3.org/2000/09/xmldsig#hmac-sha1"
STRONG, COMPATIBLE = ("sha256", MORE, 256, 600_000), ("sha1", OLD, 128, 100_000)


def container(accounts, head="", value=lambda secret: f"<PlainValue>{b64(secret)}</PlainValue>"):
    packages = "".join(package(found, at, value) for at, found in enumerate(accounts, 1))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc" xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" \
xmlns:xenc11="http://www.w3.org/2009/xmlenc11#" \
xmlns:pkcs5="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#">
{head}{packages}</KeyContainer>
""".encode()


def package(found, number, value):
    suite = "" if found.algorithm == "SHA1" else f"<Suite>{found.algorithm.lower()}</Suite>"
    name, factor = ("Counter", found.counter) if found.type == "hotp" else ("TimeInterval", found.period)
    issuer = escape(found.issuer)
    maker, issued = ("<Manufacturer>totp-import</Manufacturer>", f"<Issuer>{issuer}</Issuer>") if issuer else ("", "")
    shown = f"{issuer}: {escape(found.name)}" if issuer else escape(found.name)
    return f"""<KeyPackage><DeviceInfo>{maker}<SerialNo>{number}</SerialNo></DeviceInfo>\
<Key Id="{number}" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:{found.type}">{issued}<AlgorithmParameters>{suite}\
<ResponseFormat Length="{found.digits}" Encoding="DECIMAL"/></AlgorithmParameters><FriendlyName>{shown}</FriendlyName>\
<Data><Secret>{value(found.secret)}</Secret><{name}><PlainValue>{factor}</PlainValue></{name}></Data>\
<UserId>{escape(found.name)}</UserId></Key></KeyPackage>
"""


def sealed_with(strength):
    digest, mac, bits, rounds = strength

    def build(accounts):
        salt, mac_key = os.urandom(16), os.urandom(hashlib.new(digest).digest_size)
        key = hashlib.pbkdf2_hmac(digest, PASSPHRASE.encode(), salt, rounds, bits // 8)

        def sealed(data):
            iv, padding = os.urandom(16), PKCS7(128).padder()
            encryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
            return iv + encryptor.update(padding.update(data) + padding.finalize()) + encryptor.finalize()

        def data(value):
            return (f'<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes{bits}-cbc"/>'
                    f"<xenc:CipherData><xenc:CipherValue>{b64(value)}</xenc:CipherValue></xenc:CipherData>")

        def value(secret):
            found = sealed(secret)
            code = b64(hmac.digest(mac_key, found, digest))
            return f"<EncryptedValue>{data(found)}</EncryptedValue><ValueMAC>{code}</ValueMAC>"

        head = f"""<EncryptionKey><xenc11:DerivedKey><xenc11:KeyDerivationMethod \
Algorithm="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#pbkdf2"><pkcs5:PBKDF2-params xmlns=""><Salt>\
<Specified>{b64(salt)}</Specified></Salt><IterationCount>{rounds}</IterationCount><KeyLength>{bits // 8}</KeyLength>\
<PRF Algorithm="{mac}"/></pkcs5:PBKDF2-params></xenc11:KeyDerivationMethod></xenc11:DerivedKey></EncryptionKey>
<MACMethod Algorithm="{mac}"><MACKey>{data(sealed(mac_key))}</MACKey></MACMethod>
"""
        return container(accounts, head, value)

    build.__name__ = f"pskc_{digest}"
    return build


PLAIN = [("pskc", container, ACCOUNTS)]
ENCRYPTED = [("pskc", sealed_with(STRONG), ACCOUNTS), ("pskc", sealed_with(COMPATIBLE), ACCOUNTS)]
