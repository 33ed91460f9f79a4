"""Small file systems, mounted where that is allowed: a tmpfs that fills up, and FAT, which has no hard links."""

import contextlib
import struct
import subprocess
from pathlib import Path

SECTOR = 512


def fat_image(path, sectors=8192):
    """An empty file system of FAT16 with clusters of one sector (Microsoft's FAT specification, 1.03)."""
    root_entries, reserved, tables = 512, 1, 2
    root_sectors = root_entries * 32 // SECTOR
    table_sectors = -(-(sectors * 2 + 4) // SECTOR)
    boot = b"\xeb\x3c\x90" + b"MSDOS5.0" + struct.pack(
        "<HBHBHHBHHHII", SECTOR, 1, reserved, tables, root_entries, sectors, 0xF8, table_sectors, 32, 2, 0, 0)
    boot += struct.pack("<BBBI11s8s", 0x80, 0, 0x29, 0x12345678, b"FAULTS     ", b"FAT16   ")
    table = (struct.pack("<HH", 0xFFF8, 0xFFFF)).ljust(table_sectors * SECTOR, b"\0")
    head = boot.ljust(510, b"\0") + b"\x55\xaa" + table * tables + b"\0" * (root_sectors * SECTOR)
    Path(path).write_bytes(head.ljust(sectors * SECTOR, b"\0"))


@contextlib.contextmanager
def mounted(folder, *options):
    """Mounts a file system on a folder; gives the folder, or None where that is not allowed or not possible."""
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True)
    if done.returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def tmpfs(folder, kibibytes):
    return mounted(folder, "-t", "tmpfs", "-o", f"size={kibibytes}k,mode=0700", "tmpfs")


def vfat(folder, image, options):
    fat_image(image)
    return mounted(folder, "-t", "vfat", "-o", f"loop,{options}", str(image))
