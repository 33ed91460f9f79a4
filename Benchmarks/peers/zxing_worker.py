"""Reads pictures with zxing-cpp and prints the lines of our other peers; runs in the benchmarks' own Python.

QR codes are what ISO/IEC 18004 calls model 2: zxing-cpp's wider "QRCode" takes Micro QR codes in.
The parts of a set (structured append) stay parts: the binding does not say which belong together.
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


def main(files: list[str]) -> None:
    decoding = scanning = 0
    for index, file in enumerate(files):
        start = time.perf_counter_ns()
        levels = luma(file)
        decoded = time.perf_counter_ns()
        barcodes = zxingcpp.read_barcodes(levels, formats=zxingcpp.BarcodeFormat.QRCodeModel2)
        scanning += time.perf_counter_ns() - decoded
        decoding += decoded - start
        for barcode in barcodes:
            print("code", index, barcode.bytes.hex())
    print("decode", decoding)
    print("scan", scanning)


if __name__ == "__main__":
    main(sys.argv[1:])
