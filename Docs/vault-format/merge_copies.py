#!/usr/bin/env python3
"""Merges two copies of a vault, as README.md describes it ("Merging copies"): a model for tests, of plaintexts.

It was written from that page alone and shares no code with totp-import.
"""

import copy
import hashlib
import json
import re
import sys
import unicodedata
from datetime import datetime, timezone

FIXED = ["core", "counter", "issuer", "name", "note", "favorite", "deleted", "other"]
CORE = ["type", "secret", "algorithm", "digits", "period", "pin"]
KNOWN = {*CORE, "id", "name", "issuer", "counter", "note", "tags", "favorite", "createdAt", "updatedAt", "isDeleted",
         "syncedAt", "changes"}
# Null means the same as absent, but of unknown members nobody knows that.
OPTIONAL = {"note", "tags", "favorite", "pin", "period", "counter", "token", "source"}
TOKEN = ["serial", "manufacturer", "model", "user"]
LIMIT = 10_000
ID = re.compile("[0-9a-f]{24}", re.ASCII)


def text(value):
    """JSON without white space, in which what could change how a terminal shows it is escaped."""
    written = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]",
                  lambda one: f"\\u{ord(one[0]):04x}", written)


def digits(purpose, values):
    return hashlib.sha256(f"totply-vault/1/{purpose}\0".encode() + text(values).encode()).hexdigest()


def seconds(time):
    return int(datetime.strptime(time, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc).timestamp())


def core(item):
    return [item.get(name) for name in CORE]


def core_id(item, time=None):
    return f"{seconds(item['createdAt']) if time is None else time:010x}{digits('core', [item['id'], core(item)])[:14]}"


def both(one, other):
    """The id that is made of two."""
    first, second = sorted([one, other])
    return second[:17] + digits("united", [first, second])[:7]


def conflict_id(item, original):
    name = digits("conflict", [original, core(item)])[:32].upper()
    return "-".join([name[:8], name[8:12], name[12:16], name[16:20], name[20:]])


def in_order(token):
    """The members of a token in the order of the specification."""
    known = {name: token[name] for name in TOKEN if token.get(name) is not None}
    return {**known, **{name: value for name, value in token.items() if name not in TOKEN}}


def later(*times):
    return max((time for time in times if time), default=None)


class Changes:
    """The ids of an item."""

    def __init__(self, made, parts=None, lost=(), conflict_of=None):
        self.made, self.parts, self.lost, self.conflict_of = made, parts or {}, set(lost), conflict_of

    def __getitem__(self, part):
        return self.parts.get(part, self.made)

    def __setitem__(self, part, value):
        if value == self.made:
            self.parts.pop(part, None)
        else:
            self.parts[part] = value

    @property
    def all(self):
        return {self.made, *self.parts.values(), *self.lost}

    def values(self):
        return self.made, self.parts, self.lost, self.conflict_of

    @classmethod
    def of(cls, item):
        noted = item.get("changes")
        if not isinstance(noted, dict) or noted.get("updatedAt") != item["updatedAt"]:
            return cls.unnoted(item, noted)
        parts = {name: value for name, value in noted.items() if name in FIXED or name.startswith("tag:")}
        return cls(noted["made"], parts, noted.get("lost", "").split(), noted.get("conflictOf"))

    @classmethod
    def unnoted(cls, item, noted=None):
        """Of an item that a program changed which notes nothing."""
        values = [item["id"], core(item), item["issuer"], item["name"], item.get("note"), item.get("tags", []),
                  item.get("favorite", False), item["isDeleted"], item["updatedAt"]]
        made = f"{seconds(item['updatedAt']):010x}{digits('change', values)[:14]}"
        changes, own, before = cls(made), core_id(item), (noted or {}).get("core") or (noted or {}).get("made")
        # One that was noted stays, as long as it is of the same core.
        changes["core"] = before if before and before[10:] == own[10:] else own
        changes.conflict_of = (noted or {}).get("conflictOf")
        return changes


class Item:
    """An item of a copy, with its ids."""

    def __init__(self, item, changes=None):
        self.item = {name: value for name, value in item.items() if name != "changes"}
        if token := self.item.get("token"):
            self.item["token"] = in_order(token)
        self.changes = changes or Changes.of(item)

    def copy(self):
        return copy.deepcopy(self)

    @property
    def id(self):
        return self.item["id"]

    @property
    def age(self):
        return self.item["createdAt"], self.id

    @property
    def tags(self):
        return self.item.get("tags") or []

    @property
    def others(self):
        return {name: value for name, value in self.item.items()
                if name not in KNOWN and (value is not None or name not in OPTIONAL)}

    @property
    def account(self):
        names = ["".join(unicodedata.normalize("NFC", "".join(one.lower() for one in self.item[name] if one.split())))
                 for name in ("issuer", "name")]
        return text([core(self.item), names])

    def value(self, part):
        if part == "core":
            return core(self.item)
        if part == "other":
            return self.others
        name, absent = {"deleted": ("isDeleted", False), "favorite": ("favorite", False)}.get(part, (part, None))
        return absent if self.item.get(name) is None else self.item[name]

    def put(self, part, value):
        if part == "core":
            self.item.update(zip(CORE, value))
        elif part == "other":
            self.item = {name: value for name, value in self.item.items() if name in KNOWN}
            self.item.update(value)
        else:
            self.item[{"deleted": "isDeleted"}.get(part, part)] = value

    def take(self, part, other):
        self.put(part, copy.deepcopy(other.value(part)))
        self.changes[part] = other.changes[part]

    def raise_counter(self, counter):
        if counter is not None and self.item.get("counter") is not None:
            self.item["counter"] = max(self.item["counter"], counter)

    @property
    def is_as_merged(self):
        made = self.changes["core"][:10] + self.id.replace("-", "")[:14].lower()
        return self.changes.made == made and set(self.changes.parts) <= {"core", "counter"}

    @property
    def is_unnoted(self):
        return self.changes.conflict_of is None and self.changes.values() == Changes.unnoted(self.item).values()

    def plain(self):
        """As in a plaintext."""
        item = {name: value for name, value in self.item.items() if value is not None or name not in OPTIONAL}
        for name in ("tags", "favorite"):
            if not item.get(name):
                item.pop(name, None)
        if self.is_unnoted:
            return item
        changes = {"updatedAt": item["updatedAt"], "made": self.changes.made, **self.changes.parts}
        if self.changes.lost:
            changes["lost"] = " ".join(sorted(self.changes.lost))
        if self.changes.conflict_of:
            changes["conflictOf"] = self.changes.conflict_of
        return {**item, "changes": changes}


def has_lines(one, other):
    return not other or f"\n{other}\n" in f"\n{one}\n"


def union(one, other, choose):
    """The members of both; of one that has two values, that which `choose` takes."""
    return {**other, **{name: choose(name, value, other[name]) if name in other and other[name] != value else value
                        for name, value in one.items()}}


class Merge:
    """What merging one copy into another gives, and what it names."""

    def __init__(self, mine, theirs):
        self.copies = mine, theirs
        self.items = tuple([Item(item) for item in one["items"]] for one in self.copies)
        self.noted = tuple(set(one.get("seen", "").split()) for one in self.copies)
        self.seen = tuple(noted.union(*(item.changes.all for item in items))
                          for noted, items in zip(self.noted, self.items))
        self.merged, self.named, self.lost_counters = [], [], {}
        self.merge_items()
        self.unite_twins()
        self.settle_conflicts()

    # MARK: Items

    def merge_items(self):
        here, there = ({item.id: item for item in items} for items in self.items)
        for mine in self.items[0]:
            if mine.id in there:
                self.merged.append(self.merge(mine, there[mine.id]))
                self.add_conflict(here, there)
            elif self.stays(mine, self.seen[1], there):
                self.merged.append(mine.copy())
        self.only = [item for item in self.merged if item.id not in there and not item.changes.conflict_of]
        self.added = [item.copy() for item in self.items[1]
                      if item.id not in here and self.stays(item, self.seen[0], here)]
        self.merged += self.added

    @staticmethod
    def stays(item, seen, others):
        original = item.changes.conflict_of
        if original and item.changes["core"] in seen:
            other = others.get(original)
            if not other or other.changes["core"] != item.changes["core"]:
                return False
        return not item.changes.all <= seen

    def unite_twins(self):
        free = {}
        for item in sorted(self.only, key=lambda item: item.age):
            if not item.item["isDeleted"]:
                free.setdefault(item.account, []).append(item)
        for item in sorted(self.added, key=lambda item: item.age):
            if item.item["isDeleted"] or item.changes.conflict_of or not free.get(item.account):
                continue
            twin = free[item.account].pop(0)
            place = next(place for place, one in enumerate(self.merged) if one is twin)
            self.merged[place] = self.merge(twin, item)
            self.merged = [one for one in self.merged if one is not item]

    # MARK: One item

    def merge(self, mine, their):
        self.twins = mine.id != their.id
        self.conflict = None
        first, second = sorted([mine, their], key=lambda item: item.age)
        result = first.copy() if self.twins else mine.copy()
        named = []
        for part in FIXED:
            self.merge_part(part, mine, their, result, first, second, named)
        removed = [] if self.twins else [
            tag for one, other, seen in ((mine, their, self.seen[1]), (their, mine, self.seen[0]))
            for tag in one.tags if tag not in other.tags and one.changes[f"tag:{tag}"] in seen]
        if mine.tags != their.tags:
            tags = (set(mine.tags) | set(their.tags)) - set(removed)
            result.item["tags"] = sorted(tags, key=lambda tag: tag.encode())
        ids = {part: result.changes[part] for part in FIXED}
        for tag in result.tags:
            part = f"tag:{tag}"
            owners = [one for one in (mine, their) if tag in one.tags]
            ids[part] = self.kept(part, mine, their, True)[0].changes[part] if len(owners) > 1 \
                else owners[0].changes[part]
        result.item["createdAt"] = min(mine.item["createdAt"], their.item["createdAt"])
        result.item["updatedAt"] = max(mine.item["updatedAt"], their.item["updatedAt"])
        result.item["syncedAt"] = later(mine.item.get("syncedAt"), their.item.get("syncedAt"))
        result.changes = Changes(max(mine.changes.made, their.changes.made))
        for part, value in ids.items():
            result.changes[part] = value
        ours, theirs = mine.changes.all, their.changes.all
        lost = (ours - self.seen[1]) | (theirs - self.seen[0]) | ours & theirs
        result.changes.lost = lost - result.changes.all
        result.changes.conflict_of = mine.changes.conflict_of or their.changes.conflict_of
        if not result.is_as_merged:
            self.named += [(result.id, *one) for one in named]
        return result

    def kept(self, part, mine, their, is_equal):
        """Returns the item whose value of a part counts, the other one, and how many copies have seen the other's."""
        known_there, known_here = (not self.twins and one.changes[part] in seen
                                   for one, seen in ((mine, self.seen[1]), (their, self.seen[0])))
        if known_there != known_here:
            return (their, mine, 1) if known_there else (mine, their, 1)
        knowing = 2 if known_there else 0

        def rank(item):
            value = item.value(part) if part in FIXED else None
            if not is_equal and (part == "counter" or part == "favorite" and self.twins):
                return value
            written = value.encode() if isinstance(value, str) else str(value).lower().encode()
            return item.changes[part], b"" if value is None or part == "other" else written
        return (their, mine, knowing) if rank(their) > rank(mine) else (mine, their, knowing)

    def merge_part(self, part, mine, their, result, first, second, named):
        if part == "core" and self.twins:
            times = [int(one.changes[part][:10], 16) for one in (mine, their)]
            result.changes[part] = core_id(result.item, max(times) + 1)
            return
        if part == "counter" and core(mine.item) != core(their.item):
            result.take(part, mine if core(result.item) == core(mine.item) else their)
            return
        is_equal = mine.value(part) == their.value(part)
        kept, other, knowing = self.kept(part, mine, their, is_equal)
        result.take(part, kept)
        if is_equal:
            return
        if part == "core":
            name = conflict_id(other.item, other.id)
            self.lost_counters[name] = max(self.lost_counters.get(name, 0), other.item.get("counter") or 0)
            if knowing == 0:
                self.conflict = other
        elif knowing != 1 and part == "note" and self.twins:
            notes = first.value(part) or "", second.value(part) or ""
            if has_lines(*notes):
                result.take(part, first)
            elif has_lines(*reversed(notes)):
                result.take(part, second)
            else:
                result.put(part, "\n".join(notes))
                result.changes[part] = both(first.changes[part], second.changes[part])
        elif knowing != 1 and part == "other":
            self.unite_others(mine, their, kept, other, result, named)
        elif knowing != 1 and part != "counter" and not (part == "favorite" and self.twins):
            named.append((part, kept.value(part), other.value(part)))

    def unite_others(self, mine, their, kept, other, result, named):
        ids = mine.changes["other"], their.changes["other"]

        def choose(name, ours, theirs):
            if name == "token" and all(theirs.get(key, value) == value for key, value in ours.items()):
                return in_order({**ours, **theirs})
            takes_theirs = text(ours).encode() < text(theirs).encode() if ids[0] == ids[1] else ids[0] < ids[1]
            pair = (theirs, ours) if takes_theirs else (ours, theirs)
            if name != "source" or not self.twins:
                named.append((name, *pair))
            return pair[0]
        result.put("other", union(mine.others, their.others, choose))
        if result.others == kept.others or ids[0] == ids[1] and result.others == other.others:
            result.changes["other"] = kept.changes["other"]
        else:
            result.changes["other"] = both(*ids)

    # MARK: Conflicts

    def add_conflict(self, here, there):
        if not self.conflict:
            return
        loser = self.conflict
        original = loser.changes.conflict_of or loser.id
        conflict = loser.copy()
        conflict.item["id"] = conflict_id(loser.item, original)
        if conflict.id in here or conflict.id in there or any(one.id == conflict.id for one in self.merged):
            return
        made = loser.changes["core"][:10] + conflict.id.replace("-", "")[:14].lower()
        conflict.changes = Changes(made, conflict_of=original)
        conflict.changes["core"] = loser.changes["core"]
        self.merged.append(conflict)

    def settle_conflicts(self):
        items, gone = {item.id: item for item in self.merged}, set()
        for item in self.merged:
            if not item.changes.conflict_of:
                continue
            item.raise_counter(self.lost_counters.get(item.id))
            original = items.get(item.changes.conflict_of)
            if not original:
                continue
            if core(original.item) == core(item.item):
                original.raise_counter(item.item.get("counter"))
                gone.add(item.id)
            elif item.is_as_merged:
                for name in ("issuer", "note", "source", "createdAt", "updatedAt"):
                    item.item[name] = original.item.get(name)
                item.item["name"] = original.item["name"] + " (conflict)"
                item.item["tags"] = [tag for tag in original.tags if tag != "conflict"] + ["conflict"]
                item.item["favorite"] = False
        self.merged = [item for item in self.merged if item.id not in gone]

    # MARK: The whole

    def choose(self, name, ours, theirs):
        ranks = [(one.get("savedAt") or "", text(value).encode()) for one, value in zip(self.copies, (ours, theirs))]
        pair = (theirs, ours) if ranks[0] < ranks[1] else (ours, theirs)
        self.named.append((None, name, *pair))
        return pair[0]

    @property
    def batches(self):
        result, free = [copy.deepcopy(one) for one in self.copies[0].get("batches") or []], {}
        for batch in result:
            free.setdefault((batch["id"], batch["size"]), []).append(batch)
        for their in self.copies[1].get("batches") or []:
            mine = free.get((their["id"], their["size"]))
            if not mine:
                result.append(their)
                continue
            batch, known = mine.pop(0), {"id", "size", "parts", "seenAt"}
            extras = ({name: value for name, value in one.items() if name not in known} for one in (batch, their))
            batch.update(parts=sorted({*batch["parts"], *their["parts"]}), seenAt=max(batch["seenAt"], their["seenAt"]),
                         **union(*extras, self.choose))
        return result

    @property
    def plaintext(self):
        own = {"items", "batches", "generator", "savedAt", "seen"}
        mine, theirs = ({name: value for name, value in one.items() if name not in own} for one in self.copies)
        seen = set(self.seen[0] | self.seen[1])
        for item in self.merged:
            if item.is_unnoted:
                seen.discard(item.changes.made)
            else:
                seen |= item.changes.all
        seen = sorted(seen | self.noted[0] | self.noted[1])[-LIMIT:]
        return {"items": [item.plain() for item in self.merged], "seen": " ".join(seen), "batches": self.batches,
                **union(mine, theirs, self.choose)}


def main():
    """Merges the plaintext in the second file into that in the first one, and writes the result."""
    copies = [json.loads(open(name, encoding="utf-8").read()) for name in sys.argv[1:3]]
    print(json.dumps(Merge(*copies).plaintext, indent=1))


if __name__ == "__main__":
    main()
