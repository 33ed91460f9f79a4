"""Pictures for tests of many pictures: the fixtures again and again, each with another comment, so that no two are the
same file."""

import random
import struct
import zlib
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent.parent.parent / "Fixtures/images"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
LARGEST = 60_000


def comment(text):
    """A tEXt chunk."""
    content = b"tEXt" + b"Comment\0" + text.encode()
    return struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))


def write_pictures(folder, count, seed):
    """Writes that many pictures, the same for the same seed."""
    sources = [path for path in sorted(FIXTURES.rglob("*.png"))
               if path.stat().st_size <= LARGEST and path.read_bytes().startswith(SIGNATURE)]
    dice = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        content = dice.choice(sources).read_bytes()
        # After IHDR. A picture that ends before stays as it is.
        place = len(SIGNATURE) + 25
        (folder / f"{number:06}.png").write_bytes(content[:place] + comment(f"{seed} {number}") + content[place:])
