"""Texts with one link per line, as every app reads them."""

import re

import links
from rules import decode, each, require


def read(data, passphrase, strict):
    if strict:
        return each(lines(data), "line", links.parse_written, strict)
    # A link in any text starts at its scheme and ends with the line.
    found = [re.search(r"(?<![\w+.%-])(otpauth://|motp:/|steam://).*", line, re.IGNORECASE)
             for line in re.split(r"[\r\n\v\f\x85\u2028\u2029\0]+", decode(data, strict))
             if not line.startswith("#")]
    return each([match[0].rstrip() for match in found if match], "line",
                lambda link: links.parse(link).trimmed(), strict)


def lines(data):
    """The lines of a text as a program writes it: each ends with LF and is not empty."""
    text = decode(data, strict=True)
    require(not text or text.endswith("\n"), "the last line must end with LF")
    found = text.split("\n")[:-1]
    require(all(found), "a line must not be empty")
    return found
