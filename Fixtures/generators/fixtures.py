"""What both generators share: the files of a folder, each with what a reader must find in it, and their comparison with
those that are committed."""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path, PurePosixPath

EXPECTED = "expected.json"
"""One in every folder, keyed by file name. Fixtures/README.md has its members."""


class Fixtures:
    """Every file that is made, by its path below the folder of fixtures."""

    maximum_size: int

    def __init__(self) -> None:
        self.inputs: dict[str, bytes] = {}
        self.expected: dict[str, dict[str, dict]] = {}
        self.owners: dict[bytes, str] = {}

    def put(self, path: str, content: bytes, expected: dict | None) -> None:
        """Adds a file, with what is expected of it, or None for a file that another one needs next to it.

        Members that are 0 or empty are left out.
        """
        if path in self.inputs:
            raise ValueError(f"{path} is made twice")
        self.inputs[path] = content
        if expected is not None:
            place = PurePosixPath(path)
            self.expected.setdefault(str(place.parent), {})[place.name] = {
                key: value for key, value in expected.items() if value != [] and value != 0
            }

    def files(self) -> dict[str, bytes]:
        """All files, expectations included."""
        expected = {f"{folder}/{EXPECTED}": text(files).encode() for folder, files in self.expected.items()}
        return self.inputs | expected

    def verify(self) -> None:
        """Keeps the folder small enough for a repository."""
        total = sum(map(len, self.files().values()))
        if total > self.maximum_size:
            raise ValueError(f"{total} bytes are more than {self.maximum_size}")

    def summary(self) -> str:
        groups = Counter(path.split("/")[0] for path in self.inputs)
        total = sum(map(len, self.files().values()))
        lines = [f"{group:26}{count:4}" for group, count in groups.items()]
        return "\n".join([*lines, f"{len(self.inputs)} inputs, {len(self.owners)} accounts, {total:,} bytes"])


def text(files: dict[str, dict]) -> str:
    """The expectations of a folder: files by name, one account per line."""
    return block({name: files[name] for name in sorted(files)}, 0, 2) + "\n"


def block(value: dict | list, depth: int, blocks: int) -> str:
    """The value as JSON, spread over lines as many levels deep as `blocks` says; an array of objects is one level."""
    spread = [
        (f"{compact(key)}: " if key is not None else "")
        + (block(member, depth + 1, blocks - 1) if is_block(member, blocks) else compact(member))
        for key, member in (value.items() if isinstance(value, dict) else ((None, member) for member in value))
    ]
    start, end = "{}" if isinstance(value, dict) else "[]"
    margin = "\n" + " " * (depth + 1)
    return start + margin + f",{margin}".join(spread) + "\n" + " " * depth + end


def is_block(value: object, blocks: int) -> bool:
    if isinstance(value, dict):
        return blocks > 1
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def run(made: Fixtures, folder: Path, arguments: argparse.Namespace, hand_written: frozenset[str] = frozenset()) -> int:
    """Writes the files, or with `--check` compares them with those that are committed; returns the exit code."""
    made.verify()
    files = made.files()
    present = {name: content for name, content in committed_files(folder).items() if name not in hand_written}
    if arguments.check:
        found = differences(files, present)
        print("\n".join(found) or f"{len(files)} files as committed", file=sys.stderr if found else sys.stdout)
        return 1 if found else 0
    write(files, present, folder)
    print(made.summary())
    return 0


def committed_files(folder: Path) -> dict[str, bytes]:
    """All files below the folder, except hidden ones."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return {
        name: path.read_bytes()
        for name, path in names.items()
        if not any(part.startswith(".") for part in name.split("/"))
    }


def differences(made: dict[str, bytes], present: dict[str, bytes]) -> list[str]:
    missing = [f"missing: {name}" for name in sorted(made.keys() - present.keys())]
    extra = [f"not made by the generator: {name}" for name in sorted(present.keys() - made.keys())]
    changed = [f"differs: {name}" for name in sorted(made.keys() & present.keys()) if made[name] != present[name]]
    return missing + extra + changed


def write(made: dict[str, bytes], present: dict[str, bytes], folder: Path) -> None:
    for name in sorted(present.keys() - made.keys()):
        (folder / name).unlink()
        print(f"removed {name}")
    for name, content in made.items():
        if present.get(name) != content:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for directory in sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True):
        if not any(directory.iterdir()):
            directory.rmdir()
