#!/usr/bin/env python3
"""Merging copies: the vectors, and random histories of copies, through merge_copies.py and the program.

The program is that of the environment variable TOTP_IMPORT_BINARY; without it only the model is tested. MERGES is how
many merges both do; SEED starts with another history. Run: python3 -m unittest
"""

import copy
import itertools
import json
import os
import random
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path

import read_vault
from merge_copies import FIXED, Changes, Item, Merge, core_id
from vault_maker import PASSPHRASE, Maker

HERE = Path(__file__).parent
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", HERE.parent.parent / ".build/release/totp-import"))
MERGES, SEED = int(os.environ.get("MERGES", 300)), int(os.environ.get("SEED", 0))
START = 1795253400
SECRETS = ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ", "MFRGGZDFMZTWQ2LK", "KRSXG5CTMVRXEZLU"]
WORDS = ["one", "two", "two\nlines", "Größe", ""]


def time(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def by_id(items):
    return {item["id"]: {**without_empty(item), "changes": normal(item.get("changes"))} for item in items}


def without_empty(item):
    """A merge that changes nothing leaves the vault as it was written."""
    return {name: value for name, value in item.items() if value or name not in ("favorite", "tags")}


def normal(changes):
    """Ids of the parts, however they are written."""
    return changes and {"made": changes["made"], **{name: value for name, value in changes.items()
                                                    if value != changes["made"]}}


def state(plaintext):
    """The parts to compare: all but the order of the items, and what changes with each save."""
    rest = {name: value for name, value in plaintext.items() if name not in ("generator", "savedAt")}
    batches = sorted((json.dumps(one, sort_keys=True) for one in rest.get("batches") or []))
    return {**rest, "items": by_id(rest["items"]), "batches": batches, "seen": rest.get("seen", "")}


class History:
    """Copies of a vault that were changed in several places, merged in between, by several programs."""

    def __init__(self, seed):
        self.dice, self.pairs = random.Random(f"merging {seed}"), []
        start = {"items": [self.item(START) for _ in range(self.dice.randint(0, 2))], "savedAt": time(START)}
        self.copies = [copy.deepcopy(start) for _ in range(self.dice.choice([2, 2, 3]))]
        self.earlier = [[start] for _ in self.copies]
        self.clocks = [self.dice.choice([0, 0, 86_400_000, -86_400_000]) for _ in self.copies]
        self.is_old = [self.dice.random() < 0.15 for _ in self.copies]
        # Items that a copy has removed, taken back or given another secret: the specification names exceptions.
        self.touched = set()
        for step in range(self.dice.randint(1, 14)):
            self.step(self.dice.randrange(len(self.copies)), START + 60 * step)
        self.pairs += list(itertools.permutations(self.copies, 2))

    def uuid(self):
        data = self.dice.randbytes(16).hex().upper()
        return f"{data[:8]}-{data[8:12]}-4{data[13:16]}-A{data[17:20]}-{data[20:]}"

    def item(self, now):
        """An account of which each of several copies may add its own."""
        number, dice = self.dice.randrange(3), self.dice
        item = {"id": self.uuid(), "type": "hotp" if number == 0 else "totp", "secret": SECRETS[number],
                "issuer": dice.choice(["Acorn", "acorn "]), "name": dice.choice(["alice", "Alice"]),
                "algorithm": "SHA1", "digits": 6, "createdAt": time(now - dice.randrange(3)), "updatedAt": time(now),
                "isDeleted": False, "syncedAt": dice.choice([None, time(START), time(START + 5)])}
        item.update({"counter": dice.randrange(9)} if number == 0 else {"period": 30})
        for name in dice.sample(["note", "tags", "favorite", "source", "token", "x-color"], dice.randrange(4)):
            self.edit(item, name, now)
        return item

    def edit(self, item, name, now):
        dice = self.dice
        if name == "secret":
            item[name] = dice.choice(SECRETS[2:])
        elif name == "counter":
            if item["type"] == "hotp":
                item[name] = max(0, item[name] + dice.choice([1, 1, 5, -4]))
        elif name == "favorite":
            item[name] = not item.get(name, False)
        elif name == "isDeleted":
            item[name] = not item[name]
        elif name == "tags":
            tags, tag = list(item.get("tags", [])), dice.choice(["work", "home", "ä"])
            item[name] = [one for one in tags if one != tag] if tag in tags else [*tags, tag]
        elif name == "source":
            item[name] = {"format": dice.choice(["aegis", "2fas"]), "importedAt": time(now)}
        elif name == "token":
            members = [("serial", "A1"), ("serial", "A2"), ("model", "T-1"), ("user", "alice"), ("x-slot", 2)]
            item[name] = {**item.get(name, {}), **dict(dice.sample(members, dice.randint(1, 2)))}
        elif name in ("issuer", "name"):
            item[name] = dice.choice(["alice", "ALICE", "bob", "Acorn"])
        else:
            item[name] = dice.choice(WORDS[:4])

    def step(self, place, now):
        before = self.copies[place]
        plaintext, dice = copy.deepcopy(before), self.dice
        kind, items = dice.randrange(20), plaintext["items"]
        if kind < 4:
            other = dice.choice(self.copies)
            self.pairs.append((before, other))
            plaintext = {**Merge(before, other).plaintext, "savedAt": time(now)}
        else:
            if kind < 8 or not items:
                items.append(self.item(now))
            elif kind == 8:
                self.touch([items.pop(dice.randrange(len(items)))])
            elif kind == 9 and not self.is_old[place]:
                plaintext["items"] = copy.deepcopy(dice.choice(self.earlier[place])["items"])
                self.touch([*items, *plaintext["items"]])
            elif kind == 10:
                plaintext["x-folders"] = {"count": dice.randrange(3)}
            elif kind == 11:
                plaintext["batches"] = [{"id": dice.randrange(2), "size": 3, "parts": sorted(dice.sample(range(3), 2)),
                                         "seenAt": "2199-01-01T00:00:00Z", "x-phone": dice.randrange(2)}
                                        for _ in range(dice.randint(1, 2))]
            else:
                item = dice.choice(items)
                name = dice.choice(["secret", "counter", "counter", "favorite", "isDeleted", "tags", "source", "token",
                                    "issuer", "name", "note", "note", "x-color"])
                if name in ("secret", "isDeleted"):
                    self.touch([item])
                self.edit(item, name, now)
                # Programs that note nothing need not say when they changed something.
                if not self.is_old[place] or dice.random() < 0.8:
                    item["updatedAt"] = time(max(now + self.clocks[place], START))
            if not self.is_old[place]:
                self.note(before, plaintext, now + self.clocks[place])
                plaintext["savedAt"] = time(now)
        self.copies[place] = plaintext
        self.earlier[place].append(plaintext)

    def touch(self, items):
        self.touched |= {one for item in items for one in (item["id"], item["secret"])}

    def note(self, before, plaintext, now):
        """Notes what is different, as a save does."""
        seen, old = set(before.get("seen", "").split()), {item["id"]: Item(item) for item in before["items"]}
        kept = {item["id"] for item in plaintext["items"]}
        changed, again = [], []
        for place, plain in enumerate(plaintext["items"]):
            item = Item(plain)
            if plain["id"] not in old:
                plain.pop("changes", None)
                if Changes.unnoted(plain).made in seen:
                    again.append(place)
            elif item.item != old[plain["id"]].item:
                changed.append(place)
                seen |= old[plain["id"]].changes.all
            elif "changes" in plain:
                plain["changes"] = next(one for one in before["items"] if one["id"] == plain["id"]).get("changes")
        for name in old.keys() - kept:
            seen |= old[name].changes.all
        latest = max((int(one[:10], 16) for one in seen), default=-1)
        new = f"{max(now, latest + 1):010x}{self.dice.randbytes(7).hex()}"
        for place in again + changed:
            item = Item(plaintext["items"][place])
            if place in again:
                item.changes = Changes(new)
                item.changes["core"] = core_id(item.item, int(new[:10], 16))
                seen |= item.changes.all
            else:
                was = old[item.id]
                item.changes = copy.deepcopy(was.changes)
                item.changes.parts = {part: one for part, one in item.changes.parts.items()
                                      if part in FIXED or part[4:] in item.tags}
                differing = [part for part in FIXED if item.value(part) != was.value(part)]
                differing += [f"tag:{tag}" for tag in item.tags if tag not in was.tags]
                for part in differing:
                    item.changes[part] = core_id(item.item, int(new[:10], 16)) if part == "core" else new
                    seen.add(item.changes[part])
                if set(was.tags) - set(item.tags):
                    item.changes.lost.add(new)
                    seen.add(new)
            plaintext["items"][place] = item.plain()
        if seen:
            plaintext["seen"] = " ".join(sorted(seen))


class Program:
    """Merges plaintexts with the program."""

    def __init__(self, folder):
        self.folder, self.passphrase = Path(folder), Path(folder) / "passphrase"
        self.passphrase.write_text(PASSPHRASE + "\n")

    def merge(self, number, mine, theirs):
        files = [self.folder / f"{number}-{place}.json" for place in range(2)]
        for file, plaintext in zip(files, (mine, theirs)):
            # Seeded, so that both have the same key and id.
            maker = Maker("merging")
            file.write_text(json.dumps(maker.seal([maker.passphrase_slot(n=2, r=1)], plaintext)))
        command = [PROGRAM, "vault", "merge", files[1], "--vault", files[0], "--passphrase-file", self.passphrase,
                   "--yes", "--json", "--no-backup"]
        done = subprocess.run(command, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "HOME": "/"})
        assert done.returncode in (0, 1), done.stderr
        result = read_vault.open_vault(files[0].read_bytes(), passphrase=PASSPHRASE)
        for file in self.folder.glob(f"{number}-*"):
            file.unlink()
        lost = [(one["account"] is None, one["field"], one["kept"], one["lost"])
                for copied in json.loads(done.stdout)["copies"] for one in copied["lost"]]
        return result[1] if isinstance(result, tuple) else result, lost


def named(merge):
    """What a merge names, as the program writes it."""
    parts = {"deleted": "isDeleted"}

    def written(part, value):
        if part in ("issuer", "name", "note"):
            return value or ""
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return [(one[0] is None, parts.get(one[1], one[1]), *(written(one[1], value) for value in one[2:]))
            for one in merge.named]


class Vectors(unittest.TestCase):
    def test_every_rule_is_a_text_of_the_specification(self):
        specification = " ".join((HERE / "README.md").read_text("utf-8").split())
        for rule in sorted({case["rule"] for case in json.loads((HERE / "merging.json").read_text("utf-8"))["cases"]}):
            self.assertIn(rule, specification)

    def test_the_model_gives_what_the_vectors_say_in_either_order(self):
        for case in json.loads((HERE / "merging.json").read_text("utf-8"))["cases"]:
            for copies in (case["copies"], case["copies"][::-1]):
                with self.subTest(case["about"]):
                    merged = Merge(*copies).plaintext
                    self.assertEqual(by_id(merged["items"]), by_id(case["items"]))
                    self.assertEqual(merged["seen"], case["seen"])
                    for name, value in case.get("others", {}).items():
                        self.assertEqual(merged[name], value)


class Histories(unittest.TestCase):
    maxDiff = None

    @staticmethod
    def histories():
        count = 0
        for seed in itertools.count(SEED):
            if count >= MERGES:
                return
            history = History(seed)
            count += len(history.pairs)
            yield seed, history

    def test_which_of_two_copies_is_merged_into_the_other_makes_no_difference(self):
        for seed, history in self.histories():
            for mine, theirs in history.pairs:
                first, second = Merge(mine, theirs), Merge(theirs, mine)
                self.assertEqual(state(first.plaintext), state(second.plaintext), f"history {seed}")
                again = Merge(first.plaintext, theirs).plaintext
                self.assertEqual(state(again)["items"], state(first.plaintext)["items"], f"history {seed}: once more")

    def test_three_copies_have_the_same_accounts_in_every_order(self):
        compared = 0
        for seed, history in self.histories():
            if len(history.copies) < 3:
                continue
            results = []
            for first, *others in itertools.permutations(history.copies):
                for other in others:
                    first = Merge(first, other).plaintext
                results.append({item["id"]: item for item in first["items"]})
            ids, secrets = {}, set()
            for item in itertools.chain.from_iterable(one["items"] for one in history.copies):
                ids.setdefault(item["secret"], set()).add(item["id"])
                secrets.add(item["secret"])
            for result in results:
                lost = secrets - history.touched - {item["secret"] for item in result.values()}
                self.assertEqual(lost, set(), f"history {seed}")
            if any(history.is_old):
                continue
            # Without twins, the items are the same as well.
            for own in (own for own in ids.values() if len(own) == 1 and not own & history.touched):
                versions = [{name: value for name, value in result[one].items()
                             if name not in ("changes", "counter")} for result in results for one in own]
                self.assertEqual(versions, versions[:1] * len(versions), f"history {seed}")
                compared += 1
        self.assertGreater(compared, MERGES / 100)

    @unittest.skipUnless(PROGRAM.exists(), "the program is not built")
    def test_the_program_gives_what_the_model_gives(self):
        with tempfile.TemporaryDirectory(prefix="merging-") as folder, ThreadPoolExecutor(os.cpu_count()) as workers:
            program = Program(folder)
            pairs = [(seed, *pair) for seed, history in self.histories() for pair in history.pairs]
            results = workers.map(lambda one: program.merge(one[0], *one[1][1:]), enumerate(pairs))
            for (seed, mine, theirs), (result, lost) in zip(pairs, results):
                model = Merge(mine, theirs)
                self.assertEqual(state(result), state(model.plaintext), f"history {seed}")
                self.assertEqual(sorted(lost), sorted(named(model)), f"history {seed}")


if __name__ == "__main__":
    unittest.main()
