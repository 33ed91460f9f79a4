"""totp-cli: the YAML that it imports, line by line as totp-import writes it."""

import json
import re

from accounts import Account, BASE32, decode_base32
from rules import check_unique, decode, each, require

NAMESPACE = re.compile(r'- name: ("(?:[^"\\]|\\.)*")')
ACCOUNT = [re.compile(pattern) for pattern in (
    r'    - name: ("(?:[^"\\]|\\.)*")', r'      token: "([A-Z2-7]+)"', r'      prefix: ""',
    r"      algorithm: (sha1|sha256|sha512)", r"      length: ([1-9])", r"      timePeriod: ([1-9][0-9]*)")]


def read(data, passphrase, strict):
    text = decode(data, strict)
    require(not text or text.endswith("\n"), "the last line must have an end")
    lines, found = text.split("\n")[:-1], []
    while lines:
        name = NAMESPACE.fullmatch(lines.pop(0))
        require(name and lines and lines.pop(0) == "  accounts:", "a namespace must have a name and accounts")
        namespace, count = scalar(name[1]), len(found)
        while lines and lines[0].startswith("    - "):
            matches = [pattern.fullmatch(line) for pattern, line in zip(ACCOUNT, lines)]
            require(len(matches) == len(ACCOUNT) and all(matches), "an account must have six members, in their order")
            found.append((namespace, scalar(matches[0][1]), *(match[1] for match in (matches[1], *matches[3:]))))
            lines = lines[len(ACCOUNT):]
        require(len(found) > count, "a namespace must have accounts")
    check_unique([name[:2] for name in found], "names of accounts")
    return each(found, "accounts", account, strict)


def scalar(text):
    """A text in double quotes. What YAML does not allow in it is escaped."""
    require(not re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]", text), "a character must be escaped")
    return json.loads(text)


def account(found):
    namespace, name, token, algorithm, digits, period = found
    require(BASE32.test(token), f"token must be {BASE32.text}")
    return Account("totp", namespace, name, decode_base32(token), algorithm.upper(), int(digits), int(period)).trimmed()
