#!/usr/bin/env python3
"""Compares the names that the sources know, of members, elements and attributes, with the lists in names/.

    names.py            fails if a name is in a source and not in a list, or in a list and not in a source
    names.py --prove    also takes each name out of the sources in turn, and adds a false one to each text of names;
                        fails if one of these changes is not seen

A list has a part per text of names in the sources, `[FILE NAME]`, by the constant or else the number of the call:

    source: what writes these names: a class or a file. `notes:` is what the notes on the format were made from, which
            do not have each name; `unnamed` if neither a comment nor Docs/formats nor the notes name a source
    read: names that a reader uses. `read texts:` and so on are those of another argument than the first
    harmless in FILE PLACE: names that say nothing of an account, and where test_known.py plants them: at a path in
            the JSON of a fixture (`*` is the first member), or behind a text in it, as `TEXT|NEW`
"""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

SOURCES = Path(__file__).resolve().parents[2] / "Sources/Importers"
LISTS = Path(__file__).with_name("names")
CALL = re.compile(r"(?:\blet (\w+) = |(?<![\w.]))(KnownNames|EntryShape)\(|"
                  r"\blet (\w+): StaticString =")
TOKEN = re.compile(r'"""(.*?)"""|"([^"\n]*)"|//[^\n]*|\b(\w+):|([(\[])|([)\]])|(,)', re.S)
# Of an EntryShape, the arguments that name members; of the others, those that do not.
PLACES = set("issuer name inside secret kind algorithm digits period counter pin note favorite group tags".split())
NO_NAMES = {"list", "taking"}


class Word(NamedTuple):
    section: str
    role: str
    text: str
    start: int
    end: int


class Line(NamedTuple):
    """A line of a list: names of one role, and where they are planted; without a place, they are read."""
    section: str
    role: str
    place: str
    words: list[str]


def known(file, text):
    """The names in the texts of a source."""
    for number, call in enumerate(CALL.finditer(text), 1):
        section = f"{file} {call[1] or call[3] or number}"
        depth, role, end = (0, "names", call.end()) if call[3] else (1, "names", call.end())
        while (token := TOKEN.search(text, end)):
            end = token.end()
            depth += bool(token[4]) - bool(token[5])
            if token[3] and depth == 1:
                role = token[3]
            elif token[6] and depth == 1:
                role = "names"
            literal = 1 if token[1] is not None else 2
            is_of_names = role in PLACES if call[2] == "EntryShape" else role not in NO_NAMES
            if token[literal] and is_of_names:
                for word in re.finditer(r"[^\s\\]+", token[literal]):
                    at = token.start(literal) + word.start()
                    yield Word(section, "names" if call[2] == "EntryShape" else role, word[0], at, at + len(word[0]))
                # The kinds have names of their own.
                role = "kinds" if role == "kind" else role
            if depth == 0:
                break


def listed(path):
    """The lines of a list that have names."""
    section, text = "", re.sub(r"\n +", " ", path.read_text("utf-8"))
    if part := re.search(r"^\[.*\]$(?!\nsource: \S)", text, re.M):
        sys.exit(f"{path}: {part[0]} names no source")
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith(("#", "source: ")):
            head = re.fullmatch(r"(read|harmless)(?: (\w+))?(?: in (\S+ .+))?: (.*)", line)
            if not head or not section or (head[1] == "read") != (head[3] is None):
                sys.exit(f"{path}: not a line of a list: {line}")
            yield Line(section, head[2] or "names", head[3] or "", head[4].split())


def sources():
    for path in sorted(SOURCES.rglob("*.swift")):
        text = path.read_text("utf-8")
        if any(call[2] for call in CALL.finditer(text)) and "struct EntryShape:" not in text:
            yield str(path.relative_to(SOURCES)), text


def lines(words):
    return sorted(f"{section}: {role}: {word}" for section, role, word, *_ in words)


def main():
    all_listed = lines((line.section, line.role, word)
                       for path in LISTS.glob("*.txt") for line in listed(path) for word in line.words)
    texts = dict(sources())
    found = {file: list(known(file, text)) for file, text in texts.items()}
    in_sources = lines(sum(found.values(), []))
    problems = [f"only in the sources: {line}" for line in (Counter(in_sources) - Counter(all_listed)).elements()]
    problems += [f"only in the lists: {line}" for line in (Counter(all_listed) - Counter(in_sources)).elements()]
    if problems or "--prove" not in sys.argv:
        sys.exit("\n".join(problems) or None)
    tried, missed = 0, []
    for file, words in found.items():
        of_file = [line for line in all_listed if line.startswith(f"{file} ")]
        text, roles = texts[file], {(word.section, word.role): word for word in words}
        changes = [(word, word.start, word.end, "") for word in words]
        changes += [(word, word.end, word.end, " falseName") for word in roles.values()]
        # A call may have no name of its own.
        changes += [(call, call.end(), call.end(), '"falseName", ') for call in CALL.finditer(text)
                    if call[2] and call[2] != "EntryShape"]
        for word, start, end, new in changes:
            tried += 1
            if lines(known(file, text[:start] + new + text[end:])) == of_file:
                missed.append(f"missed: {file}: {word}{new}")
    print(f"{tried} changes, {len(missed)} missed")
    sys.exit("\n".join(missed) or None)


if __name__ == "__main__":
    main()
