"""What the generator is: its own sources and the versions of its packages."""

import hashlib
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[1]


def fingerprint() -> str:
    """Changes whenever a corpus could come out otherwise than before."""
    digest = hashlib.sha256()
    for source in [*sorted((BENCHMARKS / "corpus").rglob("*.py")), BENCHMARKS / "requirements.txt"]:
        digest.update(source.relative_to(BENCHMARKS).as_posix().encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:16]
