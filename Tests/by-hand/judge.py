#!/usr/bin/env python3
"""judge.py PROGRAM FOLDER [FILE…]: runs PROGRAM convert on the files of make_files.py and compares with
FILE.expected.json.

Classes (one per file):
  right                    items equal, in order, names too; or refused where it must be
  right but names differ   the same secrets and parameters; issuers, names or the order differ
  refused                  exit not 0 and nothing written, though there are accounts (safe, not helpful)
  partial                  what was read is right; what is missing is named in stderr
  WRONG                    an account with another secret, algorithm, digits, period, counter or type than any
                           reading allows, with the names of another account, one that is none, or one
                           missing without a word in stderr
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CLASSES = ["right", "right but names differ", "refused", "partial", "WRONG"]
MOVING = ["type", "algorithm", "digits", "period", "counter"]
BEST = {c: i for i, c in enumerate(CLASSES)}


def run(program, path):
    with tempfile.TemporaryDirectory() as tmp:
        out, report = os.path.join(tmp, "out.json"), os.path.join(tmp, "report.json")
        command = [program, "convert", path, "--to", "json", "-o", out]
        env = {k: v for k, v in os.environ.items() if not k.startswith("TOTP_IMPORT_")}
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, env=env)
        text = done.stderr.decode("utf-8", "replace")
        written = os.path.exists(out)
        items = json.loads(Path(out).read_text("utf-8"))["items"] if written else []
        # the format it was taken for: only for the line that is printed
        subprocess.run(command[:-1] + [os.path.join(tmp, "again.json"), "--report", report], stdin=subprocess.DEVNULL,
                       capture_output=True, timeout=120, env=env)
        try:
            source = json.loads(Path(report).read_text("utf-8"))["sources"][0]
            how = source.get("format") or source.get("code") or "?"
        except (OSError, ValueError, LookupError):
            how = "?"
        return done.returncode, written, items, text, how


def secret(item):
    return str(item.get("secret", "")).replace(" ", "").rstrip("=").upper()


def moving(item):
    """What the codes depend on."""
    kind = item.get("type", "totp")
    digits = item.get("digits", 5 if kind == "steam" else 6)
    m = {"type": kind, "algorithm": item.get("algorithm", "SHA1"), "digits": digits}
    if kind == "hotp":
        m["counter"] = item.get("counter", 0)
    else:
        m["period"] = item.get("period", 30)
    return m


def names(item):
    return (item.get("issuer") or "", item.get("name") or "")


def said(text):
    """How many records stderr rejects by name, and how many it says it skipped as having no one-time code.
    "12 without a link" counts lines or values, not records, and names none: no word about an account."""
    lines = len(re.findall(r"^(?:rejected|skipped|error): ", text, re.M))
    total = re.search(r"(\d+) rejected\b", text)
    skipped = sum(int(n) for n in re.findall(r"(\d+) without a one-time code", text))
    return max(lines, int(total.group(1)) if total else 0), skipped


def mentioned(item, text):
    """Is the account named in a line that warns or rejects?"""
    lines = [line for line in text.splitlines() if re.match("rejected:|skipped:|warning:|error:", line)]
    return any(all(name in line for name in names(item) if name) for line in lines)


def show(item):
    i, n = names(item)
    return "%s: %s" % (i, n) if i and n else (i or n or "(no name)")


def pair(got, want):
    """Pairs by secret, of several with one secret the one with the same names first; then by names; then by place."""
    left = list(range(len(want)))
    found = [None] * len(got)
    for test in (lambda g, w: secret(g) == secret(w) and names(g) == names(w),
                 lambda g, w: secret(g) == secret(w), lambda g, w: names(g) == names(w)):
        for k, g in enumerate(got):
            if found[k] is None:
                for j in left:
                    if test(g, want[j]):
                        found[k] = j
                        left.remove(j)
                        break
    return found, left


def strings(readings):
    """All issuers and names that any reading gives an account, by its secret."""
    out = {}
    for want, _ in readings:
        for w in want:
            out.setdefault(secret(w), set()).update(n for n in names(w) if n)
    return out


def compare(got, want, rejected, text, known):
    """One reading: (class, differences)."""
    found, left = pair(got, want)
    wrong, soft = [], []
    for k, (g, j) in enumerate(zip(got, found)):
        if j is None:
            members = ", ".join("%s %s" % kv for kv in moving(g).items())
            wrong.append("read #%d %s is no account of this file (%s)" % (k + 1, show(g), members))
            continue
        w, label = want[j], "#%d %s" % (j + 1, show(want[j]))
        if secret(g) != secret(w):
            wrong.append("%s: another secret" % label)
        a, b = moving(g), moving(w)
        for m in MOVING:
            if a.get(m) != b.get(m):
                wrong.append("%s: %s %s, not %s" % (label, m, a.get(m, "absent"), b.get(m, "absent")))
        if names(g) != names(w):
            others = set().union(*[t for k2, t in known.items() if k2 != secret(w)])
            if any(n in others and n not in known[secret(w)] for n in names(g) if n):
                wrong.append("%s: has the names of another account: %s" % (label, show(g)))
            else:
                soft.append("#%d issuer %r name %r, not %r %r" % ((j + 1,) + names(g) + names(w)))
    order = [j for j in found if j is not None]
    if order != sorted(order):
        soft.append("order differs")
    named, skipped = said(text)
    lost = [want[j] for j in left]
    missing = "; ".join("#%d %s" % (j + 1, show(want[j])) for j in left)
    silent = [w for w in lost if not mentioned(w, text)]
    if silent and named < len(lost) + rejected:
        wrong.append("missing without a word (%d rejected): %s" % (named, missing))
    elif named + skipped < rejected:
        wrong.append("%d of %d bad records rejected, the others vanish without a word" % (named, rejected))
    if wrong:
        return "WRONG", wrong + soft
    if lost:
        return "partial", ["missing: " + missing] + soft
    if named < rejected:
        return "partial", ["%d of %d bad records rejected, %d skipped" % (named, rejected, skipped)] + soft
    if soft:
        return "right but names differ", soft
    return "right", []


def judge(expected, code, written, items, text):
    if not written or not items:
        if expected["refused"] or [] in expected["alternatives"]:
            if code == 0 and not re.search(r"error|no accounts", text):
                return "WRONG", ["refused, but exits with 0 and says nothing"]
            return "right", []
        if code == 0 and not text.strip():
            return "WRONG", ["nothing read, exit 0, without a word"]
        word = re.search(r"^(?:error|rejected): (.*)$", text, re.M)
        return "refused", [(re.sub("^/[^ ]*/", "", word.group(1)) if word else "exit %d" % code)]
    readings = [] if expected["refused"] else [(expected["items"], expected["rejected"])]
    whole = len(expected["items"]) + expected["rejected"]
    for other in expected["alternatives"]:
        if other:
            readings.append((other, max(0, whole - len(other))))
    if not readings:
        return "WRONG", ["must be refused, but %d read: %s" % (len(items), "; ".join(show(i) for i in items))]
    results = [compare(items, want, rejected, text, strings(readings)) for want, rejected in readings]
    best = min(results, key=lambda r: (BEST[r[0]], len(r[1])))
    if best[0] == "WRONG" and expected["refused"]:
        return "WRONG", ["must be refused, but %d read: %s" % (len(items), "; ".join(show(i) for i in items))]
    return best


def verdicts(program, folder, names=None):
    """For each file: name, class, what differs, the format found, and how many texts were shown that must not be."""
    for name in names or sorted(f[:-len(".expected.json")] for f in os.listdir(folder) if f.endswith(".expected.json")):
        with open(os.path.join(folder, name + ".expected.json"), encoding="utf-8") as f:
            expected = json.load(f)
        try:
            code, written, items, text, how = run(program, os.path.join(folder, name))
            kind, what = judge(expected, code, written, items, text)
        except (subprocess.TimeoutExpired, ValueError) as error:
            text, how, kind, what = "", "?", "WRONG", [type(error).__name__]
        hidden = expected.get("hidden", []) + [i["secret"] for i in expected["items"]]
        yield name, kind, what, how, sum(1 for s in hidden if s and s in text)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    totals, leaks = dict.fromkeys(CLASSES, 0), 0
    for name, kind, what, how, shown in verdicts(os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]):
        totals[kind] += 1
        leaks += shown
        if kind != "right":
            print("%-22s %s [%s]: %s" % (kind, name, how, " | ".join(w.replace("\n", "\\n") for w in what)))
        if shown:
            print("LEAK %s: stderr shows %d text(s) that it must not" % (name, shown))
    print("\n%d files: %s" % (sum(totals.values()), ", ".join("%s %d" % (c, totals[c]) for c in CLASSES)))
    sys.exit(1 if totals["WRONG"] or leaks else 0)


if __name__ == "__main__":
    main()
