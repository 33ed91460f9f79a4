#!/usr/bin/env python3
"""What the programs are made of, with versions and licenses; fails if something has no license in licenses.tsv.

    packaging/parts.py --license usual       prints the licenses of a program as one SPDX expression
    packaging/parts.py --license portable
    packaging/parts.py --names               prints the libraries in the portable program, with their licenses
    packaging/parts.py --brought             prints those that do not tell their version, in C
    packaging/parts.py --files FOLDER        copies the license of each part of it to FOLDER

All but --license need the portable program's libraries and objects.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
PORTABLE = ROOT / ".build-portable"
BUILD = ROOT / ".build-release"
COMMON = Path("/usr/share/common-licenses")
Row = namedtuple("Row", "place package name license words")
Part = namedtuple("Part", "row version purl files")


def output(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout.strip()


def table(path):
    lines = (ROOT / path).read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


ROWS = {row[1]: Row(*row) for row in table("packaging/licenses.tsv")}
SOURCES = table("packaging/portable/sources.tsv")


def linked():
    """The packages of the libraries in the portable program."""
    compiled = [package for kind, package, *_ in SOURCES if not kind.startswith("glibc")]
    return ["libc6-dev", "libgcc-s1", *compiled, *output(ROOT / "packaging/portable/libraries", "--packages").split()]


def row(package):
    if package not in ROWS:
        sys.exit(f"parts: {package} has no license in packaging/licenses.tsv; look it up, and put it there")
    return ROWS[package]


def expression(is_portable):
    rows = [one for one in ROWS.values() if one.place == "every"]
    if is_portable:
        rows += map(row, linked())
    terms = [f"({one.license})" if " OR " in one.license else one.license for one in rows]
    return " AND ".join(dict.fromkeys(term for one in terms for term in one.split(" AND ")))


# Parts

def own_parts():
    version = output(ROOT / "packaging/version")
    yield Part(row("totp-import"), version, f"pkg:generic/totp-import@{version}", [ROOT / "LICENSE"])
    yield Part(row("eff-words"), "2016-07-18", "pkg:generic/eff-large-wordlist@2016-07-18",
               [ROOT / "packaging/words.license"])


def swift_parts():
    info = json.loads(output(os.environ.get("SWIFT", "swift"), "-print-target-info"))
    version = re.search(r"Swift version ([0-9.]+)", info["compilerVersion"])[1]
    folder = Path(info["paths"]["runtimeResourcePath"]).parents[1]
    yield Part(row("swift"), version, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE",
               [folder / "share/swift/LICENSE.txt"])
    objects = (BUILD / "release/totp-import.product/Objects.LinkFileList").read_text()
    modules = set(re.findall(r"/(\w+)\.build/", objects))
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        name, version = pin["identity"], pin["state"]["version"]
        folder = BUILD / "checkouts" / name
        # Others are fetched, but nothing of them is linked.
        if any(module.name in modules for module in folder.glob("Sources/*")):
            place = re.sub(r"^https://|\.git$", "", pin["location"])
            files = [folder / "LICENSE.txt", *folder.glob("NOTICE.txt")]
            yield Part(row(name), version, f"pkg:swift/{place}@{version}", files)


def of_debian(package, version, architecture, distribution):
    return f"pkg:deb/debian/{quote(package)}@{quote(version)}?arch={architecture}&distro=debian-{distribution}"


def system(field):
    return re.search(rf'^{field}="?([^"\n]*)', Path("/etc/os-release").read_text(), re.MULTILINE)[1]


def compiled_parts():
    architecture = output("dpkg", "--print-architecture")
    for kind, package, version, *_ in SOURCES:
        if kind == "python":
            # Its archive has no license; the package of its older version has.
            yield Part(row(package), version, f"pkg:pypi/{package}@{version}",
                       [Path("/usr/share/doc/libzxing-dev/copyright")])
        elif not kind.startswith("glibc"):
            places = [PORTABLE / f"build/{package}.source" / name for name in ("debian/copyright", "COPYING")]
            yield Part(row(package), version, of_debian(package, version, "source", system("VERSION_ID")),
                       [next((place for place in places if place.exists()), places[0])])
        elif kind == f"glibc-{architecture}" and package in ROWS:
            # That of libgcc_s is in another package of Debian 11.
            root = PORTABLE / "sysroot" if package == "libc6-dev" else Path("/")
            yield Part(row(package), version, of_debian(package, version, architecture, 11),
                       [root / f"usr/share/doc/{package}/copyright"])


def debian_parts():
    packages = output(ROOT / "packaging/portable/libraries", "--packages").split()
    lines = output("dpkg-query", "-W", "-f", "${Package}\t${Version}\t${Architecture}\n", *packages).splitlines()
    for package, version, architecture in (line.split("\t") for line in lines):
        yield Part(row(package), version, of_debian(package, version, architecture, system("VERSION_ID")),
                   [Path(f"/usr/share/doc/{package}/copyright")])


def libraries():
    return [*swift_parts(), *compiled_parts(), *debian_parts()]


def parts():
    return [*own_parts(), *libraries()]


def copy(folder):
    """The license of each part, and the texts that they only name."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts():
        text = "".join(file.read_text() for file in part.files if file.exists())
        if part.row.words not in text:
            sys.exit(f"parts: the license of {part.row.package} does not say \"{part.row.words}\"; see whether it is "
                     "another one, and put it into packaging/licenses.tsv")
        for file in part.files:
            end = "-NOTICE" if file.name == "NOTICE.txt" else ""
            (folder / f"{part.row.package}{end}").write_text(file.read_text())
    for name in set(re.findall(r"[A-Z][A-Za-z0-9.-]+", expression(True))):
        text = COMMON / re.sub(r"(\.0)?-or-later$", "", name)
        if text.exists():
            shutil.copy(text, folder)


def main():
    words = sys.argv[1:]
    if words in (["--license", "usual"], ["--license", "portable"]):
        print(expression(words[1] == "portable"))
    elif words == ["--names"]:
        for part in libraries():
            print(part.row.name, part.row.license, sep="\t")
    elif words == ["--brought"]:
        lines = [f"{part.row.name}\\t{part.version}\\t{part.row.license}\\n" for part in libraries()
                 if part.row.place == "brought"]
        print(f'const char *cassets_brought(void) {{ return "{"".join(sorted(lines))}"; }}')
    elif words[:1] == ["--files"] and len(words) == 2:
        copy(Path(words[1]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
