"""What the codes say: links, exports and plain words, all invented."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Fixtures"))

from generator import migration  # noqa: E402
from generator.accounts import Account, percent_encoded, someone  # noqa: E402

from .dice import Dice  # noqa: E402

WORDS = (
    "account add app backup between browser camera code confirm continue copy device digits done enter every follow "
    "help hold key later link login manual move new next number open password phone picture privacy recover safe save "
    "scan screen secret security set setup settings share show sign six step store text then time two under verify "
    "view where with your"
).split()


def link(dice: Dice) -> bytes:
    """A key URI; half of them in the short form that leaves the defaults out."""
    account = someone(dice.label(), secret_size=dice.pick((10, 20, 20, 32)))
    return account.link().encode() if dice.chance(0.5) else short_link(account)


def short_link(account: Account) -> bytes:
    issuer, name = percent_encoded(account.issuer), percent_encoded(account.name)
    return f"otpauth://totp/{issuer}:{name}?secret={account.base32}&issuer={issuer}".encode()


def export(dice: Dice, count: int) -> bytes:
    """One part of a Google export with so many accounts: about 100 bytes each."""
    entries = [migration.entry(someone(dice.label())) for _ in range(count)]
    message = migration.payload(entries, size=1, index=0, batch_id=dice.integer(1, 2**31 - 1))
    return migration.uri(message).encode()


def sentence(dice: Dice, words: int) -> str:
    return " ".join(dice.pick(WORDS) for _ in range(words)).capitalize()
