"""Reads pictures with zxing-cpp and prints the lines of our other peers; runs in the benchmarks' own Python.

QR codes are what ISO/IEC 18004 calls model 2: zxing-cpp's wider "QRCode" takes Micro QR codes in.
The first argument is the number of processes.
The parts of a set (structured append) stay parts: the binding does not say which belong together.
"""

import sys
import time
from multiprocessing import Pool

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


def scan(file: str) -> tuple[int, int, list[str]]:
    """Nanoseconds of decoding and of scanning, and the payloads in hexadecimal digits."""
    start = time.perf_counter_ns()
    levels = luma(file)
    decoded = time.perf_counter_ns()
    barcodes = zxingcpp.read_barcodes(levels, formats=zxingcpp.BarcodeFormat.QRCodeModel2)
    scanned = time.perf_counter_ns()
    return decoded - start, scanned - decoded, [barcode.bytes.hex() for barcode in barcodes]


def main(jobs: int, files: list[str]) -> None:
    if jobs == 1:
        results = list(map(scan, files))
    else:
        with Pool(jobs) as pool:
            results = pool.map(scan, files, chunksize=1)
    for index, (_, _, payloads) in enumerate(results):
        for payload in payloads:
            print("code", index, payload)
    # With several jobs, their sums say nothing about the time that passed.
    if jobs == 1:
        print("decode", sum(decoding for decoding, _, _ in results))
        print("scan", sum(scanning for _, scanning, _ in results))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
