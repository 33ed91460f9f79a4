"""What the common cases must know of one JSON format, and how they change an entry of it."""

import copy
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .accounts import Entry, entry

LARGEST = 2**63 - 1
Path = tuple[str | int, ...]
ABSENT = object()
"""In place of a value: the member is left out."""
KEPT = object()
"""In place of a default: the value is known from elsewhere in the entry."""

DEFAULTS = {"issuer": "", "name": "", "algorithm": "SHA1", "digits": 6, "period": 30, "counter": 0}
BAD_BASE32 = (
    ("AB1CD8EF", "1 and 8 are not base32"),
    ("GEZDGNBVGY3TQOJQé", "é is not base32"),
    ("", "empty secret"),
    (" -==", "secret of no bytes"),
)
FIELDS = ("issuer", "name", "algorithm", "digits", "period", "counter")


def paths(members: str) -> tuple[Path, ...]:
    """The paths of members that spaces separate: `login.uris` is in an object, `fields.0` in a list."""
    return tuple(tuple(int(key) if key.isdecimal() else key for key in text.split(".")) for text in members.split())


def places(same: str = "", /, **others: str) -> dict[str, tuple[Path, ...]]:
    """Where an entry has the fields of an account: in members of the same name, and in others."""
    found = {text.rpartition(".")[2]: text for text in same.split()} | others
    return {name: paths(found[name]) for name in FIELDS if name in found}


def between(good: Sequence[Any], bad: Sequence[Any]) -> list[Any]:
    """The bad entries between three good ones."""
    half = len(bad) // 2
    return [good[0], *bad[:half], good[1], *bad[half:], good[2]]


def within(member: str, **beside: Any) -> Callable[[Any], dict]:
    """A document whose last member is the list of entries."""
    return lambda entries: beside | {member: entries}


@dataclass(frozen=True)
class Shape:
    """A JSON format: how it writes accounts, and where the fields of an account are in an entry."""

    format: str
    entry: Callable[[Entry], dict]
    secret: Path
    fields: dict[str, tuple[Path, ...]]
    """Every place of an issuer, name, algorithm, digits, period or counter."""
    document: Callable[[Any], Any] = lambda entries: entries
    """The whole file around a list of entries."""
    suffix: str = ".json"
    indent: int | None = None
    kind: Path | None = None
    unknown_kind: Any = "push"
    bad_secrets: Sequence[tuple[Any, str]] = BAD_BASE32
    skips_without_secret: bool = False
    """An entry without secret is not about an account at all: neither an item nor a rejection."""
    rejects_null_secret: bool = False
    """Unless it has the member, without a value."""
    skips_empty: bool = False
    """The same for an entry without any member."""
    required: frozenset[str] = frozenset()
    """Fields of which there is no default."""
    never_absent: frozenset[str] = frozenset()
    """Fields whose absence, or an empty text, rejects the entry."""
    defaults: dict[str, Any] = field(default_factory=lambda: DEFAULTS)
    extras: tuple[Path, ...] = ()
    """Members that an importer can do without."""
    needs_a_list: bool = True
    """Whether something else in place of the list is a damaged file, and not one of another format."""
    empty_error: str | None = None
    """The failure of a file with an empty list, where nothing is left to tell the format from."""
    bad_counters: tuple[int, ...] = (-1, LARGEST + 1)
    """Stored counters that must be refused."""
    faults: Sequence[tuple[str, dict]] = ()
    """Entries that only this format rejects, with the reason."""
    bad_algorithms: Sequence[Any] = ("SHA224", "SHA384", "ROT13")
    missing_kind: str = "rejected"
    """What an entry without kind is: `rejected`, `totp`, or `unclear`."""
    unclear: frozenset[str] = frozenset()
    """Fields of which the specification does not say what their absence means."""
    seen: Callable[[Entry], Entry] = lambda account: account
    """The account as the format can hold it."""

    def account(self, case: str, type: str = "totp", **fields: Any) -> Entry:
        """An invented account for a case."""
        return self.seen(entry(f"{self.format}/{case}", type, **fields))

    def accounts(self, case: str, count: int = 2) -> list[Entry]:
        return [self.account(f"{case}/{at}") for at in range(count)]

    def written(self, entries: Any, **changes: Any) -> bytes:
        return self.text(self.document(entries), **changes).encode()

    def holding(self, accounts: Iterable[Entry]) -> bytes:
        """The whole file of some accounts."""
        return self.written([self.entry(account) for account in accounts])

    def text(self, document: Any, *, escaped: bool = False) -> str:
        separators = (",", ":") if self.indent is None else None
        return json.dumps(document, ensure_ascii=escaped, indent=self.indent, separators=separators)

    def changed(self, account: Entry, changes: dict[Path, Any]) -> dict:
        """The account's entry with other values, or none, at some paths."""
        tree = copy.deepcopy(self.entry(account))
        for path, value in changes.items():
            put(tree, path, value)
        return tree

    def with_field(self, account: Entry, name: str, value: Any) -> dict:
        return self.changed(account, {path: value for path in self.fields[name]})

    def stored(self, account: Entry, name: str) -> Any:
        """The value of a field as the entry holds it."""
        tree = self.entry(account)
        for key in self.fields[name][0]:
            tree = tree[key]
        return tree


def put(tree: Any, path: Path, value: Any) -> None:
    for key in path[:-1]:
        tree = tree[key]
    if value is ABSENT:
        tree.pop(path[-1], None)
    else:
        tree[path[-1]] = value
