"""How long it takes from the start of the program to its end when there is next to nothing to do."""

from pathlib import Path
from statistics import median

from peers import TOTPImport, ZBarImg, available
from results.expectations import Corpus
from results.report import Report

from .measuring import run

Walls = dict[str, list[float]]
"""Milliseconds of every run, by command."""


def startup(ours: TOTPImport, folder: Path, rounds: int) -> Walls:
    """`folder` is a corpus of one small picture."""
    picture = Corpus.load(folder).files[0]
    commands = {
        "totp-import --version": [str(ours.program), "--version"],
        "totp-import scan of one small picture": [str(ours.program), "scan", picture],
    }
    if available([ZBarImg()]):
        commands["zbarimg of the same picture"] = ["zbarimg", "--quiet", "--nodbus", picture]
    walls: Walls = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            walls[name].append(run(command, folder).wall * 1000)
    return walls


def best(walls: Walls) -> dict[str, float]:
    return {name: min(times) for name, times in walls.items()}


def print_startup(report: Report, walls: Walls) -> None:
    rows = [[name, f"{median(times):.1f}", f"{min(times):.1f}"] for name, times in walls.items()]
    report.table(["command", "median ms", "best ms"], rows)
