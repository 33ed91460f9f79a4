"""The public symbols of the library as one symbol graph: what a program sees after `import TOTPImport`."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SWIFT = os.environ.get("SWIFT", "swift")
# The modules that the two products show. Whoever imports the first one sees the other two as well.
MODULES = ["TOTPImport", "TOTPCore", "TOTPDomain"]
# The types of TOTPDomain that TOTPCore shows.
SHOWN = set(re.findall(r"import \w+ TOTPDomain\.(\w+)", (ROOT / "Sources/TOTPCore/TOTPCore.swift").read_text()))


def output(*command: str | Path) -> str:
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"{run.stdout}{run.stderr}error: {' '.join(map(str, command))} failed")
    return run.stdout


def build(options: list[str]) -> Path:
    """Compiles the library, and returns the folder of its modules.

    `options` are those of `swift build`, such as --traits.
    """
    command = [SWIFT, "build", *options, "--target", "TOTPImport"]
    output(*command)
    return Path(output(*command, "--show-bin-path").strip()) / "Modules"


def clang_options(modules: Path) -> list[str]:
    """What the compiler needs to find the C modules below the library's."""
    maps = [*ROOT.glob("Sources/SystemLibraries/*/module.modulemap"), ROOT / "Sources/CZBar/module.modulemap",
            *modules.parent.glob("*.build/module.modulemap")]
    options = [f"-fmodule-map-file={path}" for path in maps]
    options += [f"-I{path}" for path in ROOT.glob("Sources/CShims/*/include")]
    manifest = (ROOT / "Package.swift").read_text()
    for name in re.findall(r'library\("\w+", "([^"]+)"|pkgConfig: "([^"]+)"', manifest):
        run = subprocess.run(["pkg-config", "--cflags", "".join(name)], capture_output=True, text=True)
        options += run.stdout.split()
    return [word for option in options for word in ("-Xcc", option)]


def extract(modules: Path, folder: Path) -> None:
    """Writes the symbol graphs of the library's modules into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    target = json.loads(output("swiftc", "-print-target-info"))["target"]["triple"]
    sdk = ["-sdk", output("xcrun", "--show-sdk-path").strip()] if sys.platform == "darwin" else []
    for module in MODULES:
        output("swift-symbolgraph-extract", "-module-name", module, "-I", modules, "-target", target, *sdk,
               "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder,
               *clang_options(modules))


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
                is_core = module == "TOTPCore" or (module == "TOTPDomain" and symbol["pathComponents"][0] in SHOWN)
                symbol["product"] = "TOTPCore" if is_core else "TOTPImport"
                symbols[symbol["identifier"]["precise"]] = symbol
            for relationship in graph["relationships"]:
                relationships[json.dumps(relationship, sort_keys=True)] = relationship
    graph["module"]["name"] = MODULES[0]
    graph["symbols"] = [symbols[name] for name in sorted(symbols)]
    graph["relationships"] = [relationships[text] for text in sorted(relationships)]
    return graph


def text(fragments: list[dict]) -> str:
    return re.sub(r"\s+", " ", "".join(fragment["spelling"] for fragment in fragments)).strip()
