#!/usr/bin/env python3
"""Writes the options into cli.md and into the manual page, from what the program says of itself.

    make_options.py PROGRAM           writes them
    make_options.py PROGRAM --check   fails if a page is not what the program says

An option is declared once, in Swift: `@Option(.section, "Abstract.", value: …, manual: "What the manual adds.")`.
The text has light markup: `code`, and [text](#place), which is a link in cli.md only. Options of the program, names of
its variables and `-` are marked up without quotes.
"""

import json
import pathlib
import re
import subprocess
import sys
import textwrap

DOCS = pathlib.Path(__file__).parents[1]
TABLE, MANUAL = DOCS / "cli.md", DOCS / "man/totp-import.1"
# As `OptionSection` in Swift, with the titles of both pages.
SECTIONS = {"reading": "Options for reading", "passphrases": "Options for the vault's passphrase",
            "writing": "Options for writing", "correcting": "Options for correcting a vault",
            "validating": "Options for validate", "serving": "Options for web", "showing": "Options for what is shown"}
# The parser adds these to every command; the pages name them by hand, after the generated options.
OF_PARSER = {"--help", "--version"}
LONGEST_ABSTRACT = 60
MARKUP = re.compile(
    r"\[(?P<link>[^\]]+)\]\((?P<place>[^)]+)\)|`(?P<code>[^`]+)`|(?<![\w-])(?P<option>--[a-z][a-z0-9-]*)"
    r"|\b(?P<variable>TOTP_IMPORT_[A-Z_]+|NO_COLOR|CLICOLOR)\b|(?<![\w-])(?P<hyphen>-)(?=[ ;,.)])"
    r"|(?<![\w.])(?P<value>FILE|FOLDER|LIST|STATE|N)(?!\w|\.\w)")


class Option:
    def __init__(self, found: dict):
        dashed = (("--" if name["kind"] == "long" else "-") + name["name"] for name in found["names"])
        self.names = sorted(dashed, key=len)
        self.id = self.names[-1]
        self.abstract = found.get("abstract", "")
        self.section, _, self.manual = found.get("discussion", "").partition("\n")
        self.default = found.get("defaultValue")
        self.values = []
        if found["kind"] == "option":
            self.values = found.get("allValues") or found["valueName"].split("|")
        self.is_choice = bool(found.get("allValues"))
        self.commands: list[str] = []

    @property
    def meaning(self) -> str:
        """With the default, unless the text says it: that of --jobs depends on the machine."""
        text = f"{self.abstract} {self.manual}".strip()
        if self.default is None or "default" in text:
            return text
        return f"{text} The default is {self.default if self.default.isdigit() else f'`{self.default}`'}."

    @property
    def head(self) -> str:
        placeholders = [value.upper() if value.islower() else value for value in self.values]
        shown = "|".join(self.values if self.is_choice else placeholders)
        return ", ".join([*(f"`{name}`" for name in self.names[:-1]), f"`{f'{self.id} {shown}'.strip()}`"])

    @property
    def man_head(self) -> str:
        flags = " , ".join("Fl " + name[1:] for name in self.names)
        return flags + (f" {'Cm' if self.is_choice else 'Ar'} {' | '.join(self.values)}" if self.values else "")


def commands(command: dict, parent: str = ""):
    """Each command that does something, with its arguments."""
    for child in command.get("subcommands", []):
        path = f"{parent} {child['commandName']}".strip()
        if path != "help":
            yield path, child
            yield from commands(child, path)


def options(root: dict) -> tuple[list[Option], list[str]]:
    """The options, one for each meaning, and the commands that have options of their own."""
    found: dict[tuple, Option] = {}
    all_commands = []
    for path, command in commands(root):
        if command.get("subcommands"):
            continue
        all_commands.append(path)
        for argument in command["arguments"]:
            if argument["kind"] == "positional":
                continue
            option = Option(argument)
            if option.id in OF_PARSER:
                continue
            key = (option.section, option.head, option.meaning)
            found.setdefault(key, option).commands.append(path)
    # The meanings of one name follow each other.
    names = [option.id for option in found.values()]
    return sorted(found.values(), key=lambda option: names.index(option.id)), all_commands


def phrase(names: list[str], all_commands: list[str]) -> tuple[list[str], list[str]]:
    """Commands in few words: `all`, `all of vault` or names, and the commands that are not meant."""
    missing = [name for name in all_commands if name not in names]
    if not missing or len(missing) < 6 < len(names):
        return ["all"], missing
    vault = [name for name in all_commands if name.startswith("vault ")]
    outside = [name for name in vault if name not in names]
    if len(outside) < 6:
        return [name for name in names if name not in vault] + ["all of vault"], outside
    return names, []


def sentence(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# cli.md


def table_text(text: str) -> str:
    def replaced(match: re.Match) -> str:
        if match["link"] or match["code"] or match["value"]:
            return match[0]
        return f"`{match[0]}`"

    return MARKUP.sub(replaced, text)


def tables(found: list[Option], all_commands: list[str]) -> str:
    text = ""
    for section, title in SECTIONS.items():
        text += f"\n### {title}\n\n| option | commands | meaning |\n|---|---|---|\n"
        for option in (option for option in found if option.section == section):
            meant, missing = phrase(option.commands, all_commands)
            owners = ", ".join(meant) + (f" but {sentence(missing)}" if missing else "")
            cells = [option.head, owners, table_text(option.meaning)]
            text += "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"
    return text + "\n"


# The manual page


def escaped(text: str) -> str:
    return text.replace("\\", "\\e")


def macro(match: re.Match) -> str | None:
    """The macro of a piece of markup, without its dot."""
    if match["hyphen"]:
        return "Ql -"
    if match["variable"]:
        return f"Ev {match[0]}"
    if match["value"]:
        return f"Ar {match[0].lower()}"
    code = escaped(match["code"] or match["option"]).replace('"', r"\(dq").replace("'", r"\(aq")
    words = code.split(" ")
    if re.fullmatch(r"--[a-z][a-z0-9-]*", words[0]) and len(words) < 3:
        return f"Fl {words[0][1:]}" + (f" Cm {words[1]}" if words[1:] else "")
    if re.fullmatch(r"[a-z][a-z0-9-]*", code):
        return f"Cm {code}"
    code = re.sub("(?<= )--", r"\\-\\-", code)
    return f'Ql "{code}"' if " " in code else f"Ql {code}"


def man_text(text: str) -> list[str]:
    """Lines of mdoc: a macro has a line of its own, and so has a sentence."""
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    lines: list[str] = []

    def prose(piece: str):
        for part in re.split(r"(?<=[.?!]) (?=[A-Z0-9])", piece.strip()):
            for line in textwrap.wrap(escaped(part), 78, break_long_words=False, break_on_hyphens=False):
                lines.append("\\&" + line if line[0] in ".'" else line)

    end = 0
    for match in MARKUP.finditer(text):
        before = text[end:match.start()]
        if match.start() < end:
            continue
        opening = "( " if before.endswith("(") else ""
        prose(before[:-1] if opening else before)
        name, _, arguments = macro(match).partition(" ")
        closing = re.match(r"[.,:;)]*", text[match.end():])[0]
        lines.append(f".{name} {opening}{arguments}{''.join(' ' + mark for mark in closing)}")
        end = match.end() + len(closing)
        if end < len(text) and text[end] not in " ":
            sys.exit(f"a letter follows markup: {text}")
    prose(text[end:])
    return lines


def owners(names: list[str], all_commands: list[str], last: str = ",") -> str:
    """Commands as arguments of a macro."""
    def listed(names: list[str], last: str) -> str:
        words = {"all": "No all", "all of vault": "No all of Cm vault"}
        named = [words.get(name, f"Cm {name}") for name in names]
        return f" {last} ".join([" , ".join(named[:-1]), named[-1]] if len(named) > 1 else named)

    meant, missing = phrase(names, all_commands)
    return listed(meant, last) + (f" No but {listed(missing, 'No and')}" if missing else "")


def entries(found: list[Option], section: str, all_commands: list[str]) -> str:
    here = [option for option in found if option.section == section]
    sets = [tuple(option.commands) for option in here]
    usual = max(sets, key=sets.count)
    # The commands of most options are named once.
    usual = usual if len(usual) > 1 and sets.count(usual) * 2 > len(sets) else None
    lines = []
    if usual:
        lines += ["These are for", f".{owners(list(usual), all_commands, 'No and')} ;", "others name their commands."]
    lines.append(".Bl -tag -width Ds")
    heads: dict[str, list[Option]] = {}
    for option in here:
        heads.setdefault(option.man_head, []).append(option)
    for head, meanings in heads.items():
        lines.append(f".It {head}")
        for index, option in enumerate(meanings):
            if index:
                lines.append(".Pp")
            if len(set(sets)) > 1 and tuple(option.commands) != usual and len(option.commands) < len(all_commands):
                named = owners(option.commands, all_commands)
                lines.append(".Pq " + named.removeprefix("No "))
            lines += man_text(option.meaning)
    return "\n".join(lines) + "\n"


def problems(root: dict, found: list[Option]) -> list[str]:
    said = [f"{option.id} ({sentence(option.commands)}) has no section; declare it with @Option(.section, …)"
            for option in found if option.section not in SECTIONS]
    said += [f"no option is in the section {section}; the program needs every trait"
             for section in SECTIONS if section not in {option.section for option in found}]
    texts = {part.get("abstract", "") for _, command in [("", root), *commands(root)]
             for part in [command, *command["arguments"]]}
    return said + [f"help has at most {LONGEST_ABSTRACT} characters and a full stop: {text}"
                   for text in sorted(texts) if len(text) > LONGEST_ABSTRACT or not text.endswith(".")]


def between(page: str, begin: str, end: str, text: str) -> str:
    head, rest = page.split(begin)
    _, tail = rest.split(end, 1)
    return head + begin + text + end + tail


def main() -> int:
    program, *flags = sys.argv[1:]
    said = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True).stdout
    root = json.loads(said)["command"]
    found, all_commands = options(root)
    wrong = problems(root, found)
    for problem in wrong:
        print(problem, file=sys.stderr)
    if wrong:
        return 1
    table = TABLE.read_text(encoding="utf-8")
    wanted = between(table, "<!-- options: begin, made by make_options.py -->\n", "<!-- options: end -->\n",
                     tables(found, all_commands))
    page = MANUAL.read_text(encoding="utf-8")
    manual = page
    for section in SECTIONS:
        manual = between(manual, f".\\\" options {section}: begin, made by make_options.py\n", ".\\\" options: end\n",
                         entries(found, section, all_commands))
    if "--check" not in flags:
        TABLE.write_text(wanted, encoding="utf-8")
        MANUAL.write_text(manual, encoding="utf-8")
        return 0
    stale = [path for path, old, new in ((TABLE, table, wanted), (MANUAL, page, manual)) if old != new]
    for path in stale:
        print(f"Docs/{path.relative_to(DOCS)} is stale; run: make options-page", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
