"""The users file of OATH Toolkit: one account per line, in fields between tabs or spaces."""

import re

from accounts import Account, MAX_COUNTER, decode_hex
from rules import decode, each, require

TYPE = re.compile(r"HOTP(?:/(E|T[0-9]+))?(?:/([678]))?")
# As totp-import writes it: type with digits, user, no password, key in lower case, and a counter for HOTP.
WRITTEN = re.compile(r"HOTP/(?:E|T(?:30|60))/[678]\t[^\s#]\S*\t-\t(?:[0-9a-f]{2}){1,32}(?:\t(?:0|[1-9][0-9]*))?")
COUNTER, LAST_CODE = 4, 5


def read(data, passphrase, strict):
    text = decode(data, strict)
    if strict:
        require(not text or text.endswith("\n"), "the last line must have an end")
        lines = text.split("\n")[:-1]
        for number, line in enumerate(lines, 1):
            require(WRITTEN.fullmatch(line), f"line {number} must have the fields of a users file")
            require(("\t" in line and line.count("\t") == COUNTER) == line.startswith("HOTP/E/"),
                    f"line {number}: only event-based lines have a counter")
    else:
        lines = [line for line in re.split(r"\r?\n", text) if line.strip() and not line.strip().startswith("#")]
    return each([line.split() for line in lines], "line", account, strict)


def account(fields):
    require(len(fields) >= COUNTER, "the line needs at least four fields")
    found = TYPE.fullmatch(fields[0])
    require(found, "the type is unknown")
    mode, digits = found[1] or "E", int(found[2] or 6)
    secret = decode_hex(fields[3])
    if mode != "E":
        return Account("totp", "", fields[1], secret, digits=digits, period=int(mode[1:]))
    counter = fields[COUNTER] if len(fields) > COUNTER else "0"
    require(re.fullmatch("[0-9]+", counter), "counter must be a number")
    # A code of it was used, and the server accepts only later ones.
    was_used = len(fields) > LAST_CODE and re.fullmatch("[0-9]{6,}", fields[LAST_CODE])
    following = int(counter) + bool(was_used)
    require(following <= MAX_COUNTER, "the counter has no next value")
    return Account("hotp", "", fields[1], secret, digits=digits, counter=following)
