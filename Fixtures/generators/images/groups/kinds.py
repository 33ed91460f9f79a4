"""Pictures other than PNG: each kind in the forms in which apps, cameras, scanners and printers write it."""

import io
import struct

from PIL import Image

from .. import bmp, pdf
from ..accounts import someone
from ..canvas import QUIET, Canvas, modules
from ..catalogue import Catalogue
from ..payloads import Payload, link

SIZE = (360, 260)
"""Of pictures with an orientation: no turn looks like another."""

STORED_AS = {
    1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}  # fmt: skip
"""How an upright picture is stored for each orientation of EXIF."""

Rows = list[list[bool]]


def add(catalogue: Catalogue) -> None:
    jpeg(catalogue)
    webp(catalogue)
    gif(catalogue)
    several(catalogue)
    bitmaps(catalogue)
    tiff(catalogue)
    documents(catalogue)
    kept(catalogue)


def saved(image: Image.Image, kind: str, **options) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def code(path: str, *, mode: str = "RGB", dark=(24, 10, 70), light=(255, 250, 205)) -> tuple[Image.Image, Payload]:
    payload = link(someone(path))
    canvas = Canvas.of_code(payload, 4, dark=dark, light=light)
    return canvas.image.convert(mode), payload


def off_centre(path: str) -> tuple[Image.Image, Payload]:
    """A code in the top left corner of a page."""
    payload = link(someone(path))
    canvas = Canvas.blank(*SIZE)
    canvas.code(payload, 10, 10, 4)
    return canvas.image, payload


def stored(image: Image.Image, orientation: int) -> Image.Image:
    how = STORED_AS[orientation]
    return image if how is None else image.transpose(how)


def exif(orientation: int) -> Image.Exif:
    block = Image.Exif()
    block[0x0112] = orientation
    return block


def clear_code(path: str, colour: tuple[int, int, int]) -> tuple[Image.Image, Payload]:
    """A code of one colour on nothing."""
    payload = link(someone(path))
    image = Image.new("RGBA", (1, 1))
    mask = Canvas.of_code(payload, 4, dark=(255, 255, 255), light=(0, 0, 0)).image.convert("L")
    image = Image.new("RGBA", mask.size, (*colour, 0))
    image.paste((*colour, 255), mask=mask)
    return image, payload


def rows(payload: Payload, scale: int = 3) -> Rows:
    """The modules with their quiet zone, a few pixels each."""
    plain = modules(payload)
    side = len(plain) + 2 * QUIET
    framed = [[False] * side for _ in range(QUIET)]
    framed += [[False] * QUIET + row + [False] * QUIET for row in plain]
    framed += [[False] * side for _ in range(QUIET)]
    return [[dark for dark in row for _ in range(scale)] for row in framed for _ in range(scale)]


def jpeg(catalogue: Catalogue) -> None:
    for name, mode, options in (
        ("gray", "L", {}),
        ("color-420", "RGB", {"subsampling": 2}),
        ("color-444", "RGB", {"subsampling": 0}),
        ("progressive", "RGB", {"progressive": True}),
        ("restarts", "RGB", {"restart_marker_rows": 1}),
        ("cmyk", "CMYK", {}),
        ("rgb", "RGB", {"keep_rgb": True}),
    ):
        path = f"jpeg/{name}.jpg"
        image, payload = code(path, mode=mode)
        catalogue.picture(path, saved(image, "JPEG", quality=80, **options), [payload])
    for orientation in STORED_AS:
        path = f"jpeg/orientation-{orientation}.jpg"
        image, payload = off_centre(path)
        turned = stored(image, orientation)
        catalogue.picture(path, saved(turned, "JPEG", quality=80, exif=exif(orientation)), [payload])
    path = "jpeg/called-png.png"
    image, payload = code(path)
    catalogue.picture(path, saved(image, "JPEG", quality=80), [payload])


def webp(catalogue: Catalogue) -> None:
    for name, options in (("lossy", {"quality": 70}), ("lossless", {"lossless": True})):
        path = f"webp/{name}.webp"
        image, payload = code(path)
        catalogue.picture(path, saved(image, "WEBP", **options), [payload])
    for name, colour in (("black-on-clear", (0, 0, 0)), ("white-on-clear", (255, 255, 255))):
        path = f"webp/{name}.webp"
        image, payload = clear_code(path, colour)
        catalogue.picture(path, saved(image, "WEBP", quality=70), [payload])
    for orientation in (1, 6):
        path = f"webp/orientation-{orientation}.webp"
        image, payload = off_centre(path)
        turned = stored(image, orientation)
        catalogue.picture(path, saved(turned, "WEBP", quality=70, exif=exif(orientation)), [payload])
    path = "webp/animation.webp"
    image, payload = code(path)
    later = Image.new("RGB", image.size, (200, 30, 30))
    content = saved(image, "WEBP", quality=70, save_all=True, append_images=[later], duration=100)
    catalogue.picture(path, content, [payload])


def gif(catalogue: Catalogue) -> None:
    for name, options in (("plain", {"interlace": 0}), ("interlaced", {"interlace": 1})):
        path = f"gif/{name}.gif"
        image, payload = code(path, mode="P")
        catalogue.picture(path, saved(image, "GIF", **options), [payload])
    path = "gif/white-on-clear.gif"
    payload = link(someone(path))
    mask = Canvas.of_code(payload, 4, dark=(255, 255, 255), light=(0, 0, 0)).image.convert("L")
    image = mask.point(lambda value: value // 255).convert("P")
    image.putpalette((255, 255, 255, 255, 255, 255))
    catalogue.picture(path, saved(image, "GIF", transparency=0, optimize=False), [payload])
    path = "gif/animation.gif"
    image, payload = code(path, mode="P")
    later = Image.new("P", image.size, 1)
    catalogue.picture(path, saved(image, "GIF", save_all=True, append_images=[later], duration=100), [payload])


def pictures(path: str) -> tuple[list[Image.Image], list[Payload]]:
    """Frames with an account each: the second is beside the first, the third replaces both. One is repeated."""
    payloads = [link(someone(f"{path}/{number}")) for number in (1, 2, 3)]
    frames = []
    for shown in ((0,), (0, 1), (0, 1), (2,)):
        canvas = Canvas.blank(560, 280)
        for place, number in enumerate(shown):
            canvas.code(payloads[number], 10 + 270 * place, 10, 4)
        frames.append(canvas.image)
    return frames, payloads


def several(catalogue: Catalogue) -> None:
    """Files with several pictures that people see one after the other."""
    for path, kind, options in (
        ("gif/animation-of-three.gif", "GIF", {"duration": 100}),
        ("formats/animation-of-three.png", "PNG", {"duration": 100}),
        ("webp/animation-of-three.webp", "WEBP", {"duration": 100, "lossless": True}),
        ("jpeg/several.mpo", "MPO", {"quality": 80}),
    ):
        frames, payloads = pictures(path)
        content = saved(frames[0], kind, save_all=True, append_images=frames[1:], **options)
        catalogue.picture(path, content, payloads)
    # A picture that is shown only where animations are not, and codes that can be seen only over the ones before them.
    path = "formats/animation-in-layers.png"
    first, payload = code(f"{path}/1")
    clear, white = clear_code(f"{path}/2", (255, 255, 255))
    ground = Image.new("RGBA", clear.size, (20, 20, 20, 255))
    content = saved(
        first.convert("RGBA").resize(clear.size, Image.Resampling.NEAREST), "PNG", save_all=True, default_image=True,
        append_images=[ground, clear], duration=100, blend=[0, 1], disposal=[0, 0],
    )  # fmt: skip
    catalogue.picture(path, content, [payload, white])


def bitmaps(catalogue: Catalogue) -> None:
    def add_bitmap(name: str, make) -> None:
        path = f"bmp/{name}.bmp"
        payload = link(someone(path))
        catalogue.picture(path, make(rows(payload)), [payload])

    for depth in (1, 4, 8):
        add_bitmap(f"index{depth}", lambda dark, depth=depth: bmp.indexed(dark, depth))
    add_bitmap("os2", bmp.os2)
    add_bitmap("rle4", lambda dark: bmp.run_lengths(dark, 4))
    add_bitmap("rle8", lambda dark: bmp.run_lengths(dark, 8))
    add_bitmap("rgb565", lambda dark: bmp.masked(dark, 16, (0xF800, 0x07E0, 0x001F), 0x1848, 0xFFDB))
    add_bitmap(
        "top-down", lambda dark: bmp.masked(dark, 32, (0xFF0000, 0xFF00, 0xFF), 0x00180A46, 0x00FFFACD, top_down=True)
    )
    masks = (0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    add_bitmap("white-on-clear", lambda dark: bmp.masked(dark, 32, masks, 0xFFFFFFFF, 0x00FFFFFF))
    path = "bmp/rgb24.bmp"
    image, payload = code(path)
    catalogue.picture(path, saved(image, "BMP"), [payload])


def tiff(catalogue: Catalogue) -> None:
    for name, mode, compression in (
        ("fax", "1", "group4"), ("packbits", "P", "packbits"), ("rgb-lzw", "RGB", "tiff_lzw"),
        ("rgb-deflate", "RGB", "tiff_adobe_deflate"), ("cmyk", "CMYK", None), ("gray-jpeg", "L", "jpeg"),
    ):  # fmt: skip
        path = f"tiff/{name}.tif"
        image, payload = code(path, mode=mode)
        catalogue.picture(path, saved(image, "TIFF", compression=compression), [payload])
    path = "tiff/gray16.tif"
    image, payload = code(path, mode="L")
    deep = Image.frombytes("I;16", image.size, b"".join(struct.pack("<H", value * 257) for value in image.tobytes()))
    catalogue.picture(path, saved(deep, "TIFF"), [payload])
    path = "tiff/bigtiff.tif"
    image, payload = code(path)
    catalogue.picture(path, saved(image, "TIFF", big_tiff=True, compression="tiff_lzw"), [payload])
    path = "tiff/white-on-clear.tif"
    image, payload = clear_code(path, (255, 255, 255))
    catalogue.picture(path, saved(image, "TIFF", compression="tiff_lzw"), [payload])
    for orientation in (1, 3, 6, 7):
        path = f"tiff/orientation-{orientation}.tif"
        image, payload = off_centre(path)
        turned = stored(image, orientation)
        content = saved(turned, "TIFF", compression="tiff_lzw", tiffinfo={274: orientation})
        catalogue.picture(path, content, [payload])
    path = "tiff/three-pages.tif"
    sheets = [code(f"{path}/{number}", mode="1") for number in (1, 2)]
    blank = Image.new("1", SIZE, 1)
    images = [sheets[0][0], blank, sheets[1][0]]
    content = saved(images[0], "TIFF", save_all=True, append_images=images[1:], compression="group4")
    catalogue.picture(path, content, [payload for _, payload in sheets])


def documents(catalogue: Catalogue) -> None:
    """A code of 2.5 cm as rectangles, a page without one, and one as a picture of a pixel a module."""
    path = "pdf/three-pages.pdf"
    drawn, pictured = (link(someone(f"{path}/{number}")) for number in (1, 2))
    pages = [
        (pdf.modules_drawn(modules(drawn), 71, 60.3, 700.7), None),
        (b"0.5 g 60 700 200 2 re f", None),
        (b"q 142 0 0 142 200 300 cm /Code Do Q", rows(pictured, 1)),
    ]
    catalogue.picture(path, pdf.file(pages), [drawn, pictured])
    for name, size, rotation in (("card", (90, 60), 0), ("poster", (2400, 3400), 0), ("turned", (595, 842), 90)):
        path = f"pdf/{name}.pdf"
        payload = link(someone(path))
        side = {"card": 50, "poster": 1500, "turned": 142}[name]
        content = pdf.modules_drawn(modules(payload), side, size[0] / 10, size[1] / 10 - 1)
        catalogue.picture(path, pdf.file([(content, None)], size, rotation), [payload])


def kept(catalogue: Catalogue) -> None:
    """HEIC and AVIF: their encoders give other bytes with every version and number of cores, so the files stay as they
    were made once, and what is checked is what they must give."""
    for name in ("plain.heic", "turned.heic", "ten-bit.heic", "plain.avif", "white-on-clear.avif"):
        path = f"heif/{name}"
        catalogue.kept(path, [link(someone(path))])
    # libheif reads one frame of a sequence.
    for path, count, impaired in (("heif/several.heic", 3, False), ("heif/sequence.avif", 1, True)):
        catalogue.kept(path, [link(someone(f"{path}/{number + 1}")) for number in range(count)], impaired)
