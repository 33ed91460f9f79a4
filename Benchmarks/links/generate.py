"""Writes invented otpauth links, a few percent of them with a trouble each.

    python3 Benchmarks/links/generate.py COUNT [--seed N] [--output links.txt]

The same seed gives the same bytes. Links are put together from blocks of 20,000 that are varied as they repeat, so that
50 million take a minute and little memory. All are different, those with a short secret aside: they come again.
"""

import argparse
import base64
import random
import sys

NAMES = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy"]
ISSUERS = ["Acme", "Bolt%20Bank", "Cedar%20Cloud", "Dune", "Elm%20Mail", "Fern", "Gorse%20Games", "Hazel"]
BLOCK = 20_000

# What is wrong, and with how many of a thousand links.
TROUBLES = {
    "not-a-link": 2,
    "type": 2,
    "secret-base32": 4,
    "secret-empty": 2,
    "secret-lower": 6,
    "secret-padded": 3,
    "secret-short": 4,
    "issuer-differs": 3,
    "blank": 4,
    "plus": 3,
    "digits": 3,
    "period": 4,
    "algorithm": 4,
    "repeated": 2,
    "unknown": 2,
    "fragment": 2,
}


def spoil(trouble, name, issuer, secret, dice):
    """A link with that trouble; PLACE is where blocks differ."""
    link = f"otpauth://totp/{issuer}:{name}?secret={secret}&issuer={issuer}"
    if trouble == "not-a-link":
        return f"{name}PLACE has no link"
    if trouble == "type":
        return link.replace("//totp/", "//topt/")
    if trouble == "secret-base32":
        return link.replace(secret, secret[:7] + "1" + secret[8:])
    if trouble == "secret-empty":
        return link.replace(secret, "")
    if trouble == "secret-lower":
        return link.replace(secret, secret.lower())
    if trouble == "secret-padded":
        return link.replace(secret, secret + "=")
    if trouble == "secret-short":
        return link.replace(secret, secret[:16])
    if trouble == "issuer-differs":
        return link + "x"
    if trouble == "blank":
        return link.replace(name, name + " smith")
    if trouble == "plus":
        return link.replace(name, name + "+otp")
    if trouble == "digits":
        return link + f"&digits={dice.choice([0, 5, 7, 11])}"
    if trouble == "period":
        return link + f"&period={dice.choice([0, 15, 60])}"
    if trouble == "algorithm":
        return link + f"&algorithm={dice.choice(['SHA256', 'sha1', 'SHA384'])}"
    if trouble == "repeated":
        return link + "&digits=6&digits=6"
    if trouble == "unknown":
        return link + "&colour=blue"
    return link + "#top"


def block(dice):
    """The lines of one block; in each, PLACE stands for six characters of base32 that say which link it is."""
    kinds = [kind for kind, share in TROUBLES.items() for _ in range(share)]
    lines = []
    for _ in range(BLOCK):
        issuer = dice.choice(ISSUERS)
        name = f"{dice.choice(NAMES)}PLACE%40example.com"
        secret = base64.b32encode(dice.randbytes(20)).decode()[:26] + "PLACE."
        pick = dice.randrange(1000)
        if pick < len(kinds):
            lines.append(spoil(kinds[pick], name, issuer, secret, dice))
        else:
            lines.append(
                f"otpauth://totp/{issuer}:{name}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period=30"
            )
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=7190423)
    parser.add_argument("--output", type=argparse.FileType("w"), default=sys.stdout, help="instead of standard output")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    # Three characters for the line, three for the block: PLACE. in secrets has six, PLACE in names as many.
    lines = []
    for number, line in enumerate(block(dice)):
        low = "~~~" + "".join(alphabet[number >> shift & 31] for shift in (10, 5, 0))
        lines.append(line.replace("PLACE.", low).replace("place.", low.lower()).replace("PLACE", low))
    text = "\n".join(lines) + "\n"
    left = options.count
    number = 0
    while left > 0:
        high = "".join(alphabet[number >> shift & 31] for shift in (10, 5, 0))
        part = text.replace("~~~", high)
        if left < BLOCK:
            part = "".join(part.splitlines(keepends=True)[:left])
        options.output.write(part)
        left -= BLOCK
        number += 1


if __name__ == "__main__":
    main()
