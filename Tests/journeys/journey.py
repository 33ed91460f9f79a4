"""A journey: what a person types in a terminal of 80×24, and the screens that follow, as one text.

    # A line about it.
    + Fixtures/exports/aegis/encrypted.json old-phone.json
    $ totp-import list old-phone.json
    < the passphrase
    | …

A line with `+` gives the person a file or a folder. `$` is a command at the prompt of the shell, on a screen that is
empty but for it. `<` is an answer to the program, and `^` a key. After each of them, the lines with `|` are what is new
on the screen. `= 1` is the status of a command that ended with another one than 0. What is different each time has the
same text each time: see `VARIABLE`. `{recovery code}` is the one that was on a screen before.
"""

import os
import re
import shutil
import time
from pathlib import Path

import pexpect
import pyte

ROOT = Path(__file__).resolve().parent.parent.parent
COLUMNS, ROWS = 80, 24
# Seconds that the program has for a screen, on a slow computer.
PATIENCE = 60
# Seconds without a change after which a screen is written down.
REST = 1
KEYS = {"Ctrl-C": "\x03", "Ctrl-D": "\x04", "Escape": "\x1b", "Enter": "\r", "Up": "\x1b[A", "Down": "\x1b[B"}
PROMPT = re.compile(r"^\[(\d+)\] \$$")
# What a program writes to get a screen of its own, and to leave it, which pyte does not know.
ALTERNATE = re.compile(rb"(\x1b\[\?1049[hl])")
RECOVERY_CODE = re.compile(r"(?:[A-Z2-7]{4}-){13}[A-Z2-7]{4}")
# What is different each time, and what stands for it.
VARIABLE = [(RECOVERY_CODE, "-".join(["ABCD"] * 14)), (re.compile(r"\b\d{3} \d{3}\b"), "123 456"),
            (re.compile(r"\b\d{4} \d{4}(?= +\d+ s$)", re.MULTILINE), "1234 5678"),
            (re.compile(r"(?<=\d\d  )[ \d]\d s$", re.MULTILINE), "15 s"),
            (re.compile(r"(?<=\d\d  )\d s$", re.MULTILINE), "15 s"),
            (re.compile(r"^ (?= *[▀▄█])[ ▀▄█]{30,}", re.MULTILINE), f" {'▒' * 40}   "),
            (re.compile(r"\b\d{4}-\d\d-\d\d(T|,? (?:at )?)\d\d:\d\d(:\d\d)?"), "2026-01-01 12:00")]


class Terminal:
    """A shell in a terminal, and what can be seen there."""

    def __init__(self, folder, program):
        (folder / "home").mkdir(mode=0o700)
        (folder / "here").mkdir()
        (folder / "bin").mkdir()
        (folder / "bin/totp-import").symlink_to(program)
        self.folder = folder / "here"
        environment = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "HOME": str(folder / "home"), "LANG": "C.UTF-8",
                       "TERM": "xterm-256color", "PS1": "[$?] $ ", "XDG_RUNTIME_DIR": str(folder / "home")}
        self.shell = pexpect.spawn("/bin/sh", ["-i"], env=environment, cwd=self.folder, dimensions=(ROWS, COLUMNS),
                                   encoding=None, echo=True)
        self.usual = pyte.HistoryScreen(COLUMNS, ROWS, history=500)
        self.stream = pyte.ByteStream()
        self.show(self.usual)
        self.codes = {}
        self.until(lambda: self.status() is not None, "the shell")

    def show(self, screen):
        self.screen = screen
        self.stream.detach(self.stream.listener)
        self.stream.attach(screen)

    def look(self, seconds=0.05):
        """Takes what was printed: whether it was anything."""
        try:
            for piece in ALTERNATE.split(self.shell.read_nonblocking(1 << 16, seconds)):
                if ALTERNATE.fullmatch(piece):
                    self.show(pyte.Screen(COLUMNS, ROWS) if piece.endswith(b"h") else self.usual)
                else:
                    self.stream.feed(piece)
            return True
        except pexpect.TIMEOUT:
            return False

    def lines(self):
        """The screen, with what has gone off its top."""
        gone = self.screen.history.top if self.screen is self.usual else []
        above = ["".join(line[column].data for column in range(COLUMNS)) for line in gone]
        lines = [line.rstrip() for line in above + self.screen.display]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def status(self):
        """The status of the last command; None if it has not ended."""
        found = PROMPT.match(self.lines()[-1]) if self.lines() else None
        return int(found[1]) if found else None

    def until(self, happens, what):
        end = time.monotonic() + PATIENCE
        while not happens():
            if not self.look() and time.monotonic() > end:
                raise AssertionError(f"{what} does not appear; the screen:\n" + "\n".join(self.lines()))

    def rest(self):
        """Waits until nothing has changed for a while, and somebody is asked for something."""
        start = changed = time.monotonic()
        while time.monotonic() < changed + REST or (self.screen.cursor.x == 0 and time.monotonic() < start + PATIENCE):
            if self.look():
                changed = time.monotonic()

    def news(self, before):
        """What was not in the lines of an earlier screen."""
        lines = self.shown()
        shorter = min(len(lines), len(before))
        same = next((at for at, pair in enumerate(zip(lines, before)) if len(set(pair)) > 1), shorter)
        return lines[same:]

    def shown(self):
        """The screen, and the status after it."""
        lines, status = self.lines(), self.status()
        if status is not None:
            lines.pop()
        text = "\n".join(lines)
        if found := RECOVERY_CODE.search(text):
            self.codes["recovery code"] = found[0]
        for pattern, constant in VARIABLE:
            text = pattern.sub(constant, text)
        # The prompt of the shell, as people know it.
        text = re.sub(r"^\[\d+\] \$ ", "$ ", text, flags=re.MULTILINE)
        return [f"| {line}".rstrip() for line in text.split("\n")] + ([f"= {status}"] if status else [])

    def type(self, text):
        self.shell.send(text)

    def close(self):
        self.shell.close(force=True)


def give(line, folder):
    """Copies what a line with `+` names."""
    source, _, name = line.partition(" ")
    source, target = ROOT / source, folder / (name or Path(source).name)
    target.parent.mkdir(exist_ok=True)
    (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    os.utime(target)


def steps(text):
    """(line, the lines of the screen after it) of all that a journey says."""
    found = []
    for line in text.splitlines():
        if line[:1] in ("|", "="):
            found[-1][1].append(line)
        elif line:
            found.append((line, []))
    return found


def walk(path, folder, program, writes=False):
    """Does what a journey says. Returns its text with the screens that came: each must be the one that is in it,
    unless it is written anew."""
    terminal, said, before = Terminal(folder, program), [], []
    try:
        for line, expected in steps(path.read_text("utf-8")):
            kind, rest = line[0], line[2:]
            said.append(("\n" if kind in "$#" else "") + line)
            if kind == "+":
                give(rest, terminal.folder)
                continue
            if kind == "#":
                continue
            if kind == "$":
                terminal.until(lambda: terminal.status() is not None, "the prompt of the shell")
                terminal.screen.reset()
                terminal.stream.feed(b"[0] $ ")
                # The line itself is typed on it.
                before = [f"| $ {rest}"]
            keys = {"$": f"{rest}\r", "<": f"{rest.format_map(terminal.codes)}\r", "^": KEYS.get(rest, "")}
            terminal.type(keys[kind])
            if writes:
                terminal.rest()
            else:
                terminal.until(lambda: terminal.news(before) == expected, f"what {path.name} has after {line!r}")
            said += terminal.news(before)
            before = terminal.shown()
    finally:
        terminal.close()
    return "\n".join(said).lstrip("\n") + "\n"
