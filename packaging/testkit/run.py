#!/usr/bin/env python3
"""Tries an importer on every file, and says what it lost.

    python3 run.py [--skip-hostile] [APP...] -- COMMAND {file} ...

README.md says what the command must print, and what the lines mean.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
# In the repository, the exports are elsewhere.
EXPORTS = next(folder for folder in (HERE / "exports", HERE.parents[1] / "Fixtures/exports") if folder.is_dir())
# What decides about the codes.
CORE = ("type", "secret", "algorithm", "digits", "period", "pin")
LABEL = ("issuer", "name")
# Seconds for one file.
LONGEST = 60


def cases(apps, with_hostile):
    """(app, file, what is expected) of each input."""
    for description in sorted(EXPORTS.rglob("expected.json")):
        place = description.parent.relative_to(EXPORTS)
        if (apps and place.parts[0] not in apps) or (not with_hostile and "hostile" in place.parts):
            continue
        for name, expected in json.loads(description.read_text(encoding="utf-8")).items():
            yield place.parts[0], description.parent / name, expected


def keys(item):
    secret = str(item.get("secret", "")).upper().replace(" ", "").rstrip("=")
    core = tuple(secret if member == "secret" else item.get(member) for member in CORE)
    return core, item.get("counter") or 0, tuple(item.get(member) or "" for member in LABEL)


def without(some, others):
    """The accounts of `some` that `others` has not. Of equal accounts, an importer may keep the one that counts on."""
    counters = {}
    for core, counter, _ in others:
        counters[core] = max(counter, counters.get(core, 0))
    return {(core, counter) for core, counter, _ in some if counter > counters.get(core, -1)}


def verdict(expected, status, output):
    if expected["status"] == "failed":
        # A file that is no export of this app may be one of another kind.
        if status != 0 or expected["error"] == "unrecognised":
            return "good", ""
        return "taken", f"the command ended well, though the file cannot be read ({expected['error']})"
    # A file with rejected entries may end with another status, if what could be read was printed.
    try:
        found = json.loads(output)
        items = found["items"] if isinstance(found, dict) else found
        # Sets: an importer may merge equal accounts.
        found = {keys(item) for item in items}
    except (ValueError, KeyError, TypeError, AttributeError):
        if status == 0:
            return "refused", "the command printed no list of accounts"
        return ("good", "") if not expected.get("items") else ("refused", f"exit code {status}")
    wanted = {keys(item) for item in expected.get("items", [])}
    lost, invented = without(wanted, found), without(found, wanted)
    if lost:
        return "lost", f"{len(lost)} of {len(wanted)} accounts"
    if len(invented) > expected.get("attached", 0):
        return "invented", f"{len(invented)} accounts"
    other = {(core, label) for core, _, label in wanted} - {(core, label) for core, _, label in found}
    return ("names", f"{len(other)} of {len(wanted)} accounts") if other else ("good", "")


def filled(word, values):
    for place, value in values.items():
        word = word.replace(place, value)
    return word


def main():
    if "--" not in sys.argv:
        sys.exit(__doc__)
    split = sys.argv.index("--")
    words, command = sys.argv[1:split], sys.argv[split + 1:]
    apps = [word for word in words if word != "--skip-hostile"]
    if not command or any(not (EXPORTS / app).is_dir() for app in apps):
        sys.exit(__doc__)
    counts = Counter()
    with tempfile.TemporaryDirectory() as folder:
        passphrase_file = Path(folder, "passphrase")
        for app, file, expected in cases(apps, "--skip-hostile" not in words):
            passphrase = expected.get("password", "")
            passphrase_file.write_text(passphrase + "\n", encoding="utf-8")
            values = {"{file}": str(file), "{passphrase-file}": str(passphrase_file), "{passphrase}": passphrase,
                      "{key-file}": str(file.parent / expected["keyFile"]) if "keyFile" in expected else "",
                      "{app}": app}
            line = [filled(word, values) for word in command if values["{key-file}"] or "{key-file}" not in word]
            try:
                done = subprocess.run(line, capture_output=True, stdin=subprocess.DEVNULL, timeout=LONGEST, check=False)
                found, why = verdict(expected, done.returncode, done.stdout.decode("utf-8", "replace"))
            except subprocess.TimeoutExpired:
                found, why = "refused", f"no answer within {LONGEST} s"
            counts[found] += 1
            if found != "good":
                print(f"{found:9} {file.relative_to(EXPORTS)}{': ' if why else ''}{why}")
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    sys.exit(0 if set(counts) <= {"good", "names"} else 1)


if __name__ == "__main__":
    main()
