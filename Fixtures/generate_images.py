#!/usr/bin/env python3
"""Makes Fixtures/images: pictures and texts, each with the accounts that a reader must find in it.

    python3 Fixtures/generate_images.py            write the files, remove those that are no longer made
    python3 Fixtures/generate_images.py --check    write nothing, fail if the committed files differ

Needs the packages of scripts/requirements.txt. Every byte is derived from names, so two runs agree.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from generator.catalogue import Catalogue  # noqa: E402
from generator.groups import GROUPS  # noqa: E402

IMAGES = Path(__file__).resolve().parent / "images"


def committed_files(folder: Path) -> dict[str, bytes]:
    """What lies below the folder, hidden files aside."""
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


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes Fixtures/images.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if the committed files differ")
    arguments = parser.parse_args()

    catalogue = Catalogue(IMAGES)
    for group in GROUPS:
        group(catalogue)
    catalogue.verify()

    made, present = catalogue.files, committed_files(IMAGES)
    if arguments.check:
        found = differences(made, present)
        print("\n".join(found) or f"{len(made)} files as committed", file=sys.stderr if found else sys.stdout)
        return 1 if found else 0
    write(made, present, IMAGES)
    print(catalogue.summary())
    return 0


if __name__ == "__main__":
    sys.exit(main())
