#!/usr/bin/env python3
"""Prints one JSON line per account of a file, with the members of totp-import's own `json` format.

Exit status: 0 done, 1 the file breaks a rule of its format or cannot be opened, 2 wrong usage.
"""

import argparse
import json
import sys
from importlib import import_module

from rules import PeerError

# The readers whose names are not those of their formats: others would hide modules, or begin with a digit.
NAMES = {"2fas": "twofas", "2fast": "twofast", "2fauth": "twofauth", "csv": "csv_table", "json": "items_json",
         "pskc": "seed_file", "totply-vault": "vault"}


# The formats of this program contain names as they are.
VERBATIM = ("json", "totply-vault")


def reader(format_id):
    name = NAMES.get(format_id, format_id.replace("-", "_"))
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise PeerError(f"no reader {name}.py") from None


def read(format_id, data, passphrase=None, strict=True):
    """The accounts of a file, in its order.

    Strict: the file must be as totp-import writes it. Otherwise any export of the app is read, and bad entries are
    named on standard error.
    """
    try:
        found = reader(format_id).read(data, passphrase, strict)
    except PeerError:
        raise
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        # Not the error's own text, which may quote a secret.
        raise PeerError(f"the file does not have the shape of its format ({type(error).__name__})") from None
    return found if strict or format_id in VERBATIM else [account.trimmed() for account in found]


def read_file(path):
    try:
        with open(0 if path == "-" else path, "rb") as file:
            return file.read()
    except OSError as error:
        raise PeerError(error.strerror) from None


def main():
    parser = argparse.ArgumentParser(prog="read.py", description=__doc__.splitlines()[0])
    parser.add_argument("format", metavar="FORMAT")
    parser.add_argument("file", metavar="FILE", help="the file to read; - is standard input")
    parser.add_argument("--passphrase-file", metavar="F", help="the passphrase is the first line of F; - is stdin")
    parser.add_argument("--codes", metavar="TIME", type=int, nargs="+", help="add codes at these Unix times")
    parser.add_argument("--as-app", action="store_true", help="read any export of the app and skip bad entries")
    options = parser.parse_args()
    try:
        passphrase = None
        if options.passphrase_file:
            passphrase = read_file(options.passphrase_file).decode().split("\n")[0].rstrip("\r")
        accounts = read(options.format, read_file(options.file), passphrase, not options.as_app)
    except PeerError as error:
        print(f"error: {options.file}: {error}", file=sys.stderr)
        return 1
    for account in accounts:
        line = account.members()
        if options.codes:
            code_at = import_module("vault").code_at
            line["codes"] = [code_at(account, time) for time in options.codes]
        sys.stdout.buffer.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
