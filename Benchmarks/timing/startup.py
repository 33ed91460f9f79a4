"""How long it takes from the start of the program to its end when there is next to nothing to do."""

from pathlib import Path
from statistics import median

from peers import TOTPImport, ZBarImg, available
from results.tables import table

from .measuring import run

ROUNDS = 21


def startup_table(ours: TOTPImport, folder: Path, markdown: bool) -> str:
    """`folder` is a corpus; the smallest of its ordinary pictures is scanned."""
    picture = str(folder / "formats-000.png")
    commands = {
        "totp-import --version": [str(ours.program), "--version"],
        "totp-import scan of one small picture": [str(ours.program), "scan", picture],
    }
    if available([ZBarImg()]):
        commands["zbarimg of the same picture"] = ["zbarimg", "--quiet", "--nodbus", picture]
    walls: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            walls[name].append(run(command, folder).wall * 1000)
    rows = [[name, f"{median(times):.1f}", f"{min(times):.1f}"] for name, times in walls.items()]
    return table(["command", "median", "best"], rows, markdown=markdown)
