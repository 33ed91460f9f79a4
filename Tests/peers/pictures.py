#!/usr/bin/env python3
"""Prints the payload of every QR code in pictures, one per line, as zbarimg reads them."""

import argparse
import json
import subprocess
import sys

from rules import PeerError


def payloads(path):
    """The payloads of the QR codes in a picture, in the order in which zbarimg finds them."""
    command = ["zbarimg", "--raw", "-q", "--nodbus", "-Sdisable", "-Sqrcode.enable", "--", path]
    try:
        found = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    except FileNotFoundError:
        raise PeerError("zbarimg is missing; install the Debian package zbar-tools") from None
    if found.returncode == 4:  # No code was found.
        return []
    if found.returncode != 0:
        raise PeerError(f"{path}: zbarimg cannot read the picture")
    return found.stdout.decode().splitlines()


def main():
    parser = argparse.ArgumentParser(prog="pictures.py", description=__doc__)
    parser.add_argument("files", metavar="PICTURE", nargs="+")
    parser.add_argument("--json", action="store_true", help="print one JSON object per picture: file and payloads")
    options = parser.parse_args()
    try:
        for path in options.files:
            found = payloads(path)
            if not found:
                raise PeerError(f"{path}: no QR code was found")
            print(json.dumps({"file": path, "payloads": found}) if options.json else "\n".join(found))
    except PeerError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
