"""The page's half of what it and the program say (Docs/development/web-resources.md); no other Python file has it."""

import hashlib
import hmac
import json
import os

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CHUNK, TAG = 1 << 20, 16
PATH = "/api"


def derived(secret, purpose):
    return HKDF(SHA256(), 32, b"totp-import page", purpose.encode()).derive(secret)


class Caller:
    """One load of the page: `token` is the token in hexadecimal, or what a reload has in its place."""

    def __init__(self, token, load=0, channel=None):
        secret = bytes.fromhex(token)
        self.channel, self.load, self.counter = channel or os.urandom(16).hex(), load, 0
        self.next = derived(secret, "next load").hex()
        self.proof_key, self.requests, self.answers = (
            derived(secret, f"{purpose} {self.channel}") for purpose in ("proof", "requests", "answers"))

    @staticmethod
    def nonce(counter, number):
        return counter.to_bytes(8, "big") + number.to_bytes(4, "big")

    def authorization(self, counter, length, method="POST", target=PATH):
        said = f"{method} {target}\n{counter}\n{length}".encode()
        proof = hmac.new(self.proof_key, said, hashlib.sha256).hexdigest()
        return f"Page {self.load} {self.channel} {counter} {proof}"

    def seal(self, method, target, headers=(), body=b"", counter=None, **lies):
        """(number of the request, its header Authorization, its body). `lies` are wrong members of its head."""
        if counter is None:
            self.counter += 1
            counter = self.counter
        members = {"method": method, "target": target, "headers": dict(headers), "size": len(body)} | lies
        head = json.dumps(members).encode()
        pieces = [body[at:at + CHUNK] for at in range(0, len(body), CHUNK)] or [b""]
        pieces[0] = head + pieces[0]
        cipher = AESGCM(self.requests)
        sealed = len(head).to_bytes(4, "big") + b"".join(
            cipher.encrypt(self.nonce(counter, number), piece, None) for number, piece in enumerate(pieces))
        return counter, self.authorization(counter, len(sealed)), sealed

    def open(self, counter, sealed):
        """(status, headers, body) of an answer; fails if it is not the program's."""
        return self._open(self.answers, counter, sealed, "status")

    def open_request(self, counter, sealed):
        """(method, headers, body) of a request: what somebody with the token of this load reads."""
        return self._open(self.requests, counter, sealed, "method")

    def _open(self, key, counter, sealed, first):
        cipher, count = AESGCM(key), int.from_bytes(sealed[:4], "big")
        plain, at, number = b"", 4, 0
        while at < len(sealed):
            end = at + CHUNK + TAG + (count if number == 0 else 0)
            plain += cipher.decrypt(self.nonce(counter, number), sealed[at:end], None)
            at, number = end, number + 1
        head, body = json.loads(plain[:count]), plain[count:]
        if head["size"] != len(body):
            raise ValueError("an answer that was cut")
        return head[first], head["headers"], body
