"""What one QR code or one line of text says, together with what a reader must report of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from . import migration
from .accounts import Account


@dataclass(frozen=True)
class Payload:
    """The bytes, and the accounts, rejections and batch that follow from them, in order."""

    data: bytes
    accounts: tuple[Account, ...] = ()
    rejected: tuple[str, ...] = ()
    batch: tuple[int, int, int] | None = None
    """Batch id, number of parts, index of this part."""

    @property
    def is_about_accounts(self) -> bool:
        return bool(self.accounts or self.rejected or self.batch)


def link(account: Account, text: str | None = None) -> Payload:
    """A key URI of one account, in another spelling where a text is given."""
    return Payload((text or account.link()).encode(), accounts=(account,))


def bad(text: str, code: str) -> Payload:
    """A link, or a line of text, that must be rejected with this code."""
    return Payload(text.encode(), rejected=(code,))


def other(data: str | bytes) -> Payload:
    """Something that is not about accounts."""
    return Payload(data if isinstance(data, bytes) else data.encode())


def export(accounts: Sequence[Account], *, size: int = 1, index: int = 0, batch_id: int, version: int = 1) -> Payload:
    """One part of a Google export; every second entry repeats its issuer in the name, as the app's own do."""
    entries = [
        migration.entry(account, issuer_in_name=at % 2 == 1 and account.issuer != "", unique_id=unique_id(at, version))
        for at, account in enumerate(accounts)
    ]
    return raw_export(entries, accounts, size=size, index=index, batch_id=batch_id, version=version)


def unique_id(at: int, version: int) -> str:
    """Field 8 exists in the newer version of the message only."""
    return f"entry-{at}" if version == 2 else ""


def raw_export(
    entries: Sequence[bytes],
    accounts: Sequence[Account],
    rejected: Sequence[str] = (),
    *,
    size: int = 1,
    index: int = 0,
    batch_id: int,
    version: int = 1,
) -> Payload:
    """A part whose entries are given as bytes, for those that must be rejected."""
    message = migration.payload(entries, size=size, index=index, batch_id=batch_id, version=version)
    return Payload(migration.uri(message).encode(), tuple(accounts), tuple(rejected), (batch_id, size, index))
