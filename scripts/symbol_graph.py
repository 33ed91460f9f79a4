"""The public symbols of the library as one symbol graph: what a program sees after `import TOTPImport`."""

import json
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SWIFT = os.environ.get("SWIFT", "swift")
# The modules that the two products show. Whoever imports the first one sees the other two as well.
MODULES = ["TOTPImport", "TOTPCore", "TOTPDomain"]


def build(options: list[str]) -> Path:
    """Compiles the library, and returns the folder with the symbol graph of each module.

    `options` are those of `swift package`, such as --traits.
    """
    command = [SWIFT, "package", *options, "dump-symbol-graph", "--minimum-access-level", "public",
               "--skip-synthesized-members"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    found = re.search(r"^Files written to (.*)$", run.stdout, re.MULTILINE)
    if run.returncode or not found:
        raise SystemExit(f"{run.stdout}{run.stderr}error: {' '.join(command)} failed")
    return Path(found[1])


def merged(folder: Path) -> dict:
    """One graph of all modules. Each symbol has its module's name in `product`."""
    symbols: dict[str, dict] = {}
    relationships: dict[str, dict] = {}
    graph: dict = {}
    for module in MODULES:
        paths = [folder / f"{module}.symbols.json", *sorted(folder.glob(f"{module}@*.symbols.json"))]
        for path in paths:
            graph = json.loads(path.read_text())
            for symbol in graph["symbols"]:
                symbol["product"] = "TOTPImport" if module == "TOTPImport" else "TOTPCore"
                symbols[symbol["identifier"]["precise"]] = symbol
            for relationship in graph["relationships"]:
                relationships[json.dumps(relationship, sort_keys=True)] = relationship
    graph["module"]["name"] = MODULES[0]
    graph["symbols"] = [symbols[name] for name in sorted(symbols)]
    graph["relationships"] = [relationships[text] for text in sorted(relationships)]
    return graph


def text(fragments: list[dict]) -> str:
    return re.sub(r"\s+", " ", "".join(fragment["spelling"] for fragment in fragments)).strip()
