"""Rules that members of a file must keep. Messages name the member and never contain its value."""

import base64
import json
import re
import sys
from typing import NamedTuple
from collections.abc import Callable


class PeerError(Exception):
    """The file breaks a rule of its format, or cannot be opened."""


class Rule(NamedTuple):
    text: str
    test: Callable


def require(condition, problem):
    if not condition:
        raise PeerError(problem)


def exactly(value):
    return Rule(json.dumps(value), lambda found: type(found) is type(value) and found == value)


def one_of(*values):
    kinds = {type(value) for value in values}
    return Rule(" or ".join(map(str, values)), lambda found: type(found) in kinds and found in values)


def whole(low, high):
    # Not isinstance: in Python, True is an int.
    return Rule(f"an integer from {low} to {high}", lambda found: type(found) is int and low <= found <= high)


def matching(pattern, text):
    return Rule(text, lambda found: type(found) is str and bool(re.fullmatch(pattern, found)))


def either(*rules):
    return Rule(" or ".join(rule.text for rule in rules), lambda found: any(rule.test(found) for rule in rules))


def hexadecimal(size):
    return matching(f"[0-9a-f]{{{2 * size}}}", f"{size} bytes in lower-case hex")


def is_base64(found, size):
    try:
        data = base64.b64decode(found, validate=True)
    except (TypeError, ValueError):
        return False
    return base64.b64encode(data).decode() == found and size in (None, len(data))


def base64_text(size=None):
    what = "base64" if size is None else f"{size} bytes in base64"
    return Rule(f"{what}: standard alphabet, padded", lambda found: type(found) is str and is_base64(found, size))


def at_most(length, rule):
    # C# and Java count UTF-16 units.
    return Rule(f"{rule.text} of at most {length} characters",
                lambda found: rule.test(found) and len(found.encode("utf-16-le")) // 2 <= length)


def list_of(rule):
    return Rule(f"an array, each {rule.text}", lambda found: type(found) is list and all(map(rule.test, found)))


NULL = Rule("null", lambda found: found is None)
BOOLEAN = Rule("true or false", lambda found: type(found) is bool)
OBJECT = Rule("an object", lambda found: type(found) is dict)
ARRAY = Rule("an array", lambda found: type(found) is list)
TEXT = matching("[^\ud800-\udfff]*", "a string of Unicode text")
FILLED = matching("[^\ud800-\udfff]+", "a string that is not empty")
TEXT_OR_NULL = either(TEXT, NULL)
UUID4 = matching("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
                 "a version 4 UUID in lower case")
DIGITS = whole(1, 10)
PERIOD = whole(1, 2147483)
COUNTER = whole(0, (1 << 63) - 1)
MILLISECONDS = whole(1_000_000_000_000, 100_000_000_000_000)


def members(value, rules, optional=(), where=""):
    """Checks that an object has all members of `rules`, perhaps those of `optional`, and no other."""
    require(type(value) is dict, f"{where or 'the entry'} must be an object")
    optional = dict(optional)
    path = f"{where}." if where else ""
    for name in rules:
        require(name in value, f"{path}{name} is missing")
    for name, found in value.items():
        require(name in rules or name in optional, f"{path}{name} is not a member that the app writes")
        rule = rules.get(name) or optional[name]
        require(rule.test(found), f"{path}{name} must be {rule.text}")


def parse_json(data, strict):
    """The JSON in a file. If not strict: in any encoding of Unicode, and with repeated names."""
    def unique(pairs):
        require(not strict or len(dict(pairs)) == len(pairs), "an object has the same name twice")
        return dict(pairs)

    def no_number(name):
        raise PeerError(f"the file contains {name}, which is not JSON")

    try:
        return json.loads(decode(data, strict), object_pairs_hook=unique, parse_constant=no_number)
    except ValueError:  # Not the error's own message, which may quote a secret.
        raise PeerError("the file is not JSON") from None


def check_compact(data):
    require(not re.search(rb"\s", re.sub(rb'"(?:[^"\\]|\\.)*"', b"", data)), "the file must be compact JSON")


def decode(data, strict):
    """The text in a file. Strict: UTF-8 without a byte order mark."""
    utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        text = data.decode("utf-8" if strict else "utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        raise PeerError("the file is not UTF-8") from None
    require(not text.startswith("\ufeff"), "the file must not start with a byte order mark")
    return text


def each(values, where, convert, strict):
    """The accounts that `convert` makes of the values; it returns None for those without a one-time code.

    If not strict, an entry that breaks a rule is named on standard error, and the others are read.
    """
    accounts = []
    for index, value in enumerate(values):
        try:
            account = convert(value)
        except PeerError as error:
            problem = PeerError(f"{where}[{index}]: {error}")
            if strict:
                raise problem from None
            print(f"rejected: {problem}", file=sys.stderr)
            continue
        if account is not None:
            accounts.append(account)
    return accounts


def check_unique(values, what):
    require(len(set(values)) == len(values), f"{what} must be unique")
