"""Reads pictures with zxing-cpp and prints the lines of our other peers; runs in the benchmarks' own Python.

Sets of symbols (structured append) are put together here, because the library hands out their parts.
"""

import sys
import time

import numpy as np
import zxingcpp
from PIL import Image


def luma(file: str) -> np.ndarray:
    """8-bit grey, what is transparent over white."""
    image = Image.open(file)
    if image.has_transparency_data:
        image = image.convert("RGBA")
        ground = Image.new("RGBA", image.size, "white")
        ground.alpha_composite(image)
        image = ground
    if image.mode.startswith("I"):
        return (np.asarray(image, dtype=np.uint32) >> 8).astype(np.uint8)
    return np.asarray(image.convert("L"))


def payloads(barcodes: list) -> list[bytes]:
    """What single symbols and complete sets say, and the parts of incomplete sets."""
    single = [barcode.bytes for barcode in barcodes if barcode.sequence_size < 2]
    sets: dict[str, dict[int, bytes]] = {}
    sizes = {barcode.sequence_id: barcode.sequence_size for barcode in barcodes}
    for barcode in barcodes:
        if barcode.sequence_size >= 2:
            sets.setdefault(barcode.sequence_id, {})[barcode.sequence_index] = barcode.bytes
    for name, parts in sets.items():
        whole = len(parts) == sizes[name]
        single += [b"".join(parts[at] for at in sorted(parts))] if whole else list(parts.values())
    return single


def main(files: list[str]) -> None:
    decoding = scanning = 0
    for index, file in enumerate(files):
        start = time.perf_counter_ns()
        levels = luma(file)
        decoded = time.perf_counter_ns()
        barcodes = zxingcpp.read_barcodes(levels, formats=zxingcpp.BarcodeFormat.QRCode)
        scanning += time.perf_counter_ns() - decoded
        decoding += decoded - start
        for payload in payloads(barcodes):
            print("code", index, payload.hex())
    print("decode", decoding)
    print("scan", scanning)


if __name__ == "__main__":
    main(sys.argv[1:])
