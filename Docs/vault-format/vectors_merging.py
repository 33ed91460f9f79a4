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
NEITHER = "| has two values, and both copies have seen the id of the other, or neither |"
KNOWN = "| has two values, and one copy has seen the id of the other |"
OTHER = "| `other` has two values, and both have seen the other id, or neither |"
TWINS = "| two items that stay, each only in one copy, are of the same account |"
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


def united_id(*ids):
    """The id of a part that is made of two."""
    first, second = sorted(ids)
    return second[:17] + digits("united", [first, second])[:7]


def noted(item, made, updated=TIME, **parts):
    """An item with the ids of its changes. Its core is as old as the item, unless `parts` has another id."""
    changes = {"updatedAt": updated, "made": made, "core": core_id(item), **parts}
    return {**item, "updatedAt": updated, "changes": changes}


def copy(*items, seen=(), **others):
    document = {"items": list(items), "generator": "totp-import 1.0.0"}
    return {**document, **others, **({"seen": " ".join(sorted(seen))} if seen else {})}


def case(about, rule, copies, items, seen, **others):
    """One vector: `seen` has ids that the result knows beside those of its cores, `others` members beside items."""
    seen = [*seen, *(item["changes"]["core"] for item in items if "changes" in item)]
    return {"about": about, "rule": rule, "copies": copies, "items": items, "seen": " ".join(sorted(set(seen))),
            **({"others": others} if others else {})}


def twin(name, seconds, kind="totp", **fields):
    """An item of one account that nobody noted a change of."""
    own = account(f"merging/{name}", kind)["id"]
    time = f"2026-11-21T09:30:{seconds:02}Z"
    return {**account("merging", kind), "id": own, "createdAt": time, "updatedAt": TIME, **fields}


def ids_of(item):
    """Those of an item that nobody noted a change of."""
    return [unnoted_id(item), core_id(item, SECONDS + int(item["createdAt"][17:19]))]


def of_twins(older, newer, result, *, seen=(), **parts):
    """The item that two that nobody noted become, with the ids of parts that are not the later `made`."""
    first, second = ids_of(older), ids_of(newer)
    made = max(first[0], second[0])
    core = f"{int(max(first[1], second[1])[:10], 16) + 1:010x}{first[1][10:]}"
    kept = {"core": core, **{name: value for name, value in parts.items() if value != made}}
    lost = sorted({*first, *second} - {made, *kept.values()} - set(seen))
    return {**result, "changes": {"updatedAt": result["updatedAt"], "made": made, **kept, "lost": " ".join(lost)}}


def cases():
    first, mine, theirs = change(1), change(2, after=60), change(3, after=120)
    base = account("merging", note="at first")
    whole = noted(base, first)
    ids = [first, core_id(base)]
    yield case("one copy has a new name", KNOWN,
               [copy(whole, seen=ids),
                copy(noted({**base, "name": "bob"}, first, LATER, name=mine), seen=[*ids, mine])],
               [noted({**base, "name": "bob"}, first, LATER, name=mine)], [*ids, mine])
    yield case("both copies have another note", NEITHER,
               [copy(noted({**base, "note": "mine"}, first, LATER, note=mine), seen=[*ids, mine]),
                copy(noted({**base, "note": "theirs"}, first, LATER, note=theirs), seen=[*ids, theirs])],
               [noted({**base, "note": "theirs"}, first, LATER, note=theirs, lost=mine)], [*ids, mine, theirs])
    yield case("an item was removed",
               "| an item is only in one copy, and the other copy has seen all of its ids |",
               [copy(whole, seen=ids), copy(seen=ids)], [], ids)
    changed = noted({**base, "name": "bob"}, first, LATER, name=mine)
    yield case("an item was removed in one copy and changed in the other",
               "| an item is only in one copy, and the other copy has not seen all of its ids |",
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
    yield case("a tag was removed", "| a tag is only in one copy |",
               [copy(tagged, seen=[*ids, mine]), copy(noted({**base, "tags": []}, first, LATER, lost=theirs),
                                                      seen=[*ids, mine, theirs])],
               [noted({key: value for key, value in base.items() if key != "tags"}, first, LATER, lost=theirs)],
               [*ids, mine, theirs])
    counter = account("merging", "hotp", note="at first")
    counter_ids = [first, core_id(counter)]
    yield case("both copies counted on", "| `counter` has two values, and both have seen the other id, or neither |",
               [copy(noted({**counter, "counter": 9}, first, LATER, counter=mine), seen=[*counter_ids, mine]),
                copy(noted({**counter, "counter": 7}, first, LATER, counter=theirs), seen=[*counter_ids, theirs])],
               [noted({**counter, "counter": 9}, first, LATER, counter=mine, lost=theirs)],
               [*counter_ids, mine, theirs])
    yield case("a counter was set back in one copy", KNOWN,
               [copy(noted({**counter, "counter": 5000}, first, LATER, counter=mine), seen=[*counter_ids, mine]),
                copy(noted({**counter, "counter": 7}, first, LATER, counter=theirs),
                     seen=[*counter_ids, mine, theirs])],
               [noted({**counter, "counter": 7}, first, LATER, counter=theirs)], [*counter_ids, mine, theirs])
    cores = [{**base, "secret": secret} for secret in SECRETS]
    (lost, lost_core), (kept, kept_core) = [
        (item, core_id(item, SECONDS + after)) for item, after in zip(cores, (60, 120))]
    other = conflict_id(lost)
    conflict = {**lost, "id": other, "name": f"{base['name']} (conflict)", "tags": ["conflict"], "updatedAt": LATER,
                "changes": {"updatedAt": LATER, "made": f"{SECONDS + 60:010x}{other.replace('-', '')[:14].lower()}",
                            "core": lost_core, "conflictOf": base["id"]}}
    yield case("both copies have another secret",
               "| the core has two values, and neither copy has seen the id of the other |",
               [copy(noted(lost, first, LATER, core=lost_core), seen=[*ids, lost_core]),
                copy(noted(kept, first, LATER, core=kept_core), seen=[*ids, kept_core])],
               [noted(kept, first, LATER, core=kept_core, lost=lost_core), conflict],
               [*ids, lost_core, kept_core, conflict["changes"]["made"]])
    yield from of_one_item()
    yield from of_twin_items()
    yield from outside_of_items()


def of_one_item():
    first, mine, theirs = change(1), change(2, after=60), change(3, after=120)
    base = account("merging")
    ids = [first, core_id(base)]
    seen = [*ids, mine, theirs]

    def both(name, here, there, **parts):
        """Two copies that changed a part, neither of which has seen the change of the other."""
        return [copy(noted({**base, **here}, first, LATER, **{name: mine}), seen=[*ids, mine]),
                copy(noted({**base, **there}, first, LATER, **{name: theirs}), seen=[*ids, theirs])]
    united = united_id(mine, theirs)
    yield case("each copy has another unknown member and a part of the token", OTHER,
               both("other", {"token": {"serial": "1"}, "x-a": 1.50},
                    {"token": {"model": "T", "x-b": []}, "x-c": None}),
               [noted({**base, "token": {"model": "T", "x-b": [], "serial": "1"}, "x-a": 1.50, "x-c": None}, first,
                      LATER, other=united, lost=f"{mine} {theirs}")], [*seen, united])
    yield case("the copies have two tokens, and one unknown member with two values", OTHER,
               both("other", {"token": {"serial": "1", "user": "alice"}, "x-a": {"b": 1}},
                    {"token": {"serial": "2"}, "x-a": {"b": 2}}),
               [noted({**base, "token": {"serial": "2"}, "x-a": {"b": 2}}, first, LATER, other=theirs, lost=mine)],
               seen)
    yield case("the copies have the same name from two changes", "| has one value, with one id or two |",
               both("name", {"name": "bob"}, {"name": "bob"}),
               [noted({**base, "name": "bob"}, first, LATER, name=theirs, lost=mine)], seen)
    yield case("both copies marked it, and one took that back", NEITHER,
               both("favorite", {"favorite": True}, {"favorite": False}),
               [noted(base, first, LATER, favorite=theirs, lost=mine)], seen)
    yield case("each copy has a tag of its own", "| `tags` | as they are if the lists are equal",
               [copy(noted({**base, "tags": ["work", "art"]}, first, LATER, **{"tag:art": mine}), seen=[*ids, mine]),
                copy(noted({**base, "tags": ["work", "home"]}, first, LATER, **{"tag:home": theirs}),
                     seen=[*ids, theirs])],
               [noted({**base, "tags": ["art", "home", "work"]}, first, LATER,
                      **{"tag:art": mine, "tag:home": theirs})], seen)
    yield case("the times are different",
               "| `createdAt`; `updatedAt`, also in `changes` | the earlier one; the later one |",
               [copy(noted({**base, "name": "bob", "syncedAt": TIME}, first, LATER, name=mine), seen=[*ids, mine]),
                copy(noted(base, first), seen=ids)],
               [noted({**base, "name": "bob", "syncedAt": TIME}, first, LATER, name=mine)], [*ids, mine])


def of_twin_items():
    older, newer = twin("older", 1), twin("newer", 2)
    both = [*ids_of(older), *ids_of(newer)]
    yield case("the same account was added to both copies", TWINS, [copy(older), copy(newer)],
               [of_twins(older, newer, older)], both)
    here, there = {**older, "note": "mine", "tags": ["b", "a"]}, {
        **newer, "note": "theirs", "favorite": True, "token": {"serial": "1"}, "x-a": 1, "tags": ["c"]}
    made = [unnoted_id(here), unnoted_id(there)]
    parts = {"note": united_id(*made), "favorite": made[1]}
    parts["other"] = made[1] if made[1] > made[0] else united_id(*made)
    tags = {"tag:a": made[0], "tag:b": made[0], "tag:c": made[1]}
    result = {**older, **{name: there[name] for name in ("favorite", "token", "x-a")}, "note": "mine\ntheirs",
              "tags": ["a", "b", "c"]}
    merged = of_twins(here, there, result, **parts, **tags)
    yield case("… with a note, tags, a token and more", "`note` is both notes", [copy(here), copy(there)], [merged],
               [*ids_of(here), *ids_of(there), parts["note"], parts["other"]])
    here, there = {**older, "note": "two"}, {**newer, "note": "one\ntwo"}
    yield case("… of which one note has the other", "but if the lines of one are also in the other one",
               [copy(here), copy(there)],
               [of_twins(here, there, {**older, "note": "one\ntwo"}, note=unnoted_id(there))],
               [*ids_of(here), *ids_of(there)])
    here, there = {**older, "issuer": "EXAMPLE"}, {**newer, "issuer": "Exam ple"}
    later = max(here, there, key=unnoted_id)
    yield case("… with another spelling", "Two items are of the same account if their cores are equal",
               [copy(here), copy(there)], [of_twins(here, there, {**older, "issuer": later["issuer"]})],
               [*ids_of(here), *ids_of(there)])
    here, there = twin("older", 1, "hotp", counter=5), twin("newer", 2, "hotp", counter=9)
    yield case("… with two counters", "| `counter` has two values, and both have seen the other id, or neither |",
               [copy(here), copy(there)], [of_twins(here, there, {**here, "counter": 9}, counter=unnoted_id(there))],
               [*ids_of(here), *ids_of(there)])
    note = change(2, after=60)
    edited = {**noted(older, unnoted_id(older), LATER, note=note), "note": "theirs"}
    edited["changes"]["core"] = ids_of(older)[1]
    first, second = ids_of(older), ids_of(newer)
    united = {"made": max(first[0], second[0]), "core": f"{SECONDS + 3:010x}{first[1][10:]}", "note": note}
    # The copy that removed the older item has seen its ids.
    lost = " ".join(sorted({*second} - {*united.values()}))
    merged = {**edited, "changes": {"updatedAt": LATER, **united, "lost": lost}}
    yield case("an account was removed and added again in one copy, and changed in the other", TWINS,
               [copy(newer, seen=first), copy(edited, seen=[*first, note])], [merged], [*first, *second, note])
    second_here, second_there = twin("second", 3), twin("third", 4)
    yield case("both copies have the account, and each added it once more", "each item has one twin at most",
               [copy(older, second_here), copy(older, second_there)],
               [older, of_twins(second_here, second_there, second_here)],
               [ids_of(older)[1], *ids_of(second_here), *ids_of(second_there)])
    deleted = {**newer, "isDeleted": True}
    yield case("one of the two was deleted", "Items with `isDeleted` or `conflictOf` have no twin",
               [copy(older), copy(deleted)], [older, deleted], [ids_of(older)[1], ids_of(deleted)[1]])


def outside_of_items():
    batch = {"id": 0, "size": 3, "parts": [0], "seenAt": TIME}
    yield case("the copies have unknown members of their own",
               "| unknown members of the plaintext and of such batches |",
               [copy(**{"x-a": 1, "x-b": 1, "savedAt": LATER}), copy(**{"x-b": 2, "x-c": [], "savedAt": TIME})], [], [],
               **{"x-a": 1, "x-b": 1, "x-c": []})
    yield case("… of equal times", "| unknown members of the plaintext and of such batches |",
               [copy(**{"x-b": {"a": 1}, "savedAt": TIME}), copy(**{"x-b": {"a": 2}, "savedAt": TIME})], [], [],
               **{"x-b": {"a": 2}})
    yield case("each copy has parts of two exports that look alike", "| `batches` | of one `id` and `size`",
               [copy(batches=[batch, {**batch, "parts": [1], "x-a": 1}]),
                copy(batches=[{**batch, "parts": [2], "seenAt": LATER, "x-b": 2}])], [], [],
               batches=[{**batch, "parts": [0, 2], "seenAt": LATER, "x-b": 2}, {**batch, "parts": [1], "x-a": 1}])


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
