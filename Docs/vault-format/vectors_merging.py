#!/usr/bin/env python3
"""Writes merging.json: copies of a vault, and what merging them gives, in either order.

Merging needs no key, so the copies are plaintexts. All accounts are invented.

Usage: vectors_merging.py [--check]
"""

import hashlib
import json
import re
import sys
from pathlib import Path

from vector_list import TIME, account

FILE = Path(__file__).parent / "merging.json"
SECONDS = 1795253400  # TIME
LATER = "2026-11-21T10:30:00Z"
SECRETS = ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ"]


def change(number, after=0):
    """The id of a change some seconds after TIME."""
    return f"{SECONDS + after:010x}{number:014x}"


def digits(purpose, values):
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    text = re.sub("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", lambda one: f"\\u{ord(one[0]):04x}", text)
    return hashlib.sha256(f"totply-vault/1/{purpose}\0".encode() + text.encode()).hexdigest()


def core(item):
    return [item["type"], item["secret"], item["algorithm"], item["digits"], item.get("period"), item.get("pin")]


def core_id(item, time=SECONDS):
    return f"{time:010x}{digits('core', [item['id'], core(item)])[:14]}"


def unnoted_id(item):
    """`made` of an item that a program changed which notes nothing: its `updatedAt` must be TIME."""
    assert item["updatedAt"] == TIME
    values = [item["id"], core(item), item["issuer"], item["name"], item.get("note"), item.get("tags", []),
              item.get("favorite", False), item["isDeleted"], item["updatedAt"]]
    return f"{SECONDS:010x}{digits('change', values)[:14]}"


def conflict_id(item):
    """The id of the item that gets the core of this one, if the other copy has a later core."""
    text = digits("conflict", [item["id"], core(item)])[:32].upper()
    return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])


def noted(item, made, updated=TIME, **parts):
    """An item with the ids of its changes. Its core is as old as the item, unless `parts` has another id."""
    changes = {"updatedAt": updated, "made": made, "core": core_id(item), **parts}
    return {**item, "updatedAt": updated, "changes": changes}


def copy(*items, seen=()):
    document = {"items": list(items), "generator": "totp-import 1.0.0"}
    return {**document, **({"seen": " ".join(sorted(seen))} if seen else {})}


def case(about, rule, copies, items, seen):
    return {"about": about, "rule": rule, "copies": copies, "items": items, "seen": " ".join(sorted(seen))}


def cases():
    first, mine, theirs = change(1), change(2, after=60), change(3, after=120)
    base = account("merging", note="at first")
    whole = noted(base, first)
    ids = [first, core_id(base)]
    yield case("one copy has a new name", "| a part has two values, and one copy has seen the id of the other |",
               [copy(whole, seen=ids),
                copy(noted({**base, "name": "bob"}, first, LATER, name=mine), seen=[*ids, mine])],
               [noted({**base, "name": "bob"}, first, LATER, name=mine)], [*ids, mine])
    yield case("both copies have another note", "| a part has two values, and neither has seen the other id |",
               [copy(noted({**base, "note": "mine"}, first, LATER, note=mine), seen=[*ids, mine]),
                copy(noted({**base, "note": "theirs"}, first, LATER, note=theirs), seen=[*ids, theirs])],
               [noted({**base, "note": "theirs"}, first, LATER, note=theirs, lost=mine)], [*ids, mine, theirs])
    yield case("an item was removed", "| an item or a tag is only in one copy |",
               [copy(whole, seen=ids), copy(seen=ids)], [], ids)
    changed = noted({**base, "name": "bob"}, first, LATER, name=mine)
    yield case("an item was removed in one copy and changed in the other", "| an item or a tag is only in one copy |",
               [copy(changed, seen=[*ids, mine]), copy(seen=ids)], [changed], [*ids, mine])
    odd = {**base, "name": "zoë \"x\" \\ \u200e\x9f\u2066\u061c/", "note": "two\nlines\u2028\x01"}
    for item, about in (
            (base, "an item of a program that notes nothing was removed where it was seen"),
            (odd, "… with odd characters")):
        yield case(about, "An item without `changes`, or with another `updatedAt` in it",
                   [copy(item), copy(seen=[unnoted_id(item), core_id(item)])], [], [unnoted_id(item), core_id(item)])
    yield case("an item of a program that notes nothing is new",
               "An item without `changes`, or with another `updatedAt` in it",
               [copy(base), copy()], [base], [core_id(base)])
    tagged = noted({**base, "tags": ["work"]}, first, **{"tag:work": mine})
    yield case("a tag was removed", "| an item or a tag is only in one copy |",
               [copy(tagged, seen=[*ids, mine]), copy(noted({**base, "tags": []}, first, LATER, lost=theirs),
                                                      seen=[*ids, mine, theirs])],
               [noted({key: value for key, value in base.items() if key != "tags"}, first, LATER, lost=theirs)],
               [*ids, mine, theirs])
    counter = account("merging", "hotp", note="at first")
    counter_ids = [first, core_id(counter)]
    yield case("both copies counted on", "| `counter` | the larger one, if the core is the same |",
               [copy(noted({**counter, "counter": 9}, first, LATER, counter=mine), seen=[*counter_ids, mine]),
                copy(noted({**counter, "counter": 7}, first, LATER, counter=theirs), seen=[*counter_ids, theirs])],
               [noted({**counter, "counter": 9}, first, LATER, counter=theirs, lost=mine)],
               [*counter_ids, mine, theirs])
    cores = [{**base, "secret": secret} for secret in SECRETS]
    (lost, lost_core), (kept, kept_core) = [
        (item, core_id(item, SECONDS + after)) for item, after in zip(cores, (60, 120))]
    other = conflict_id(lost)
    conflict = {**lost, "id": other, "name": f"{base['name']} (conflict)", "tags": ["conflict"], "updatedAt": LATER,
                "changes": {"updatedAt": LATER, "made": f"{SECONDS + 60:010x}{other.replace('-', '')[:14].lower()}",
                            "core": lost_core, "conflictOf": base["id"]}}
    yield case("both copies have another secret", "| the core has two values, and neither has seen the other id |",
               [copy(noted(lost, first, LATER, core=lost_core), seen=[*ids, lost_core]),
                copy(noted(kept, first, LATER, core=kept_core), seen=[*ids, kept_core])],
               [noted(kept, first, LATER, core=kept_core, lost=lost_core), conflict],
               [*ids, lost_core, kept_core, conflict["changes"]["made"]])


def text():
    return json.dumps({"cases": list(cases())}, indent=1) + "\n"


def main():
    if "--check" not in sys.argv[1:]:
        FILE.write_text(text(), "utf-8")
    elif not FILE.exists() or FILE.read_text("utf-8") != text():
        print(f"vectors_merging: {FILE} is not current; run vectors_merging.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
