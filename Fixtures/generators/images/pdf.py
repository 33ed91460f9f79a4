"""PDF files of a few objects, written by hand so that they hold no date and no program name."""

import zlib

Rows = list[list[bool]]


def modules_drawn(rows: Rows, side: float, left: float, bottom: float) -> bytes:
    """Each run of dark modules of a row as one rectangle."""
    step = side / len(rows)
    out = ["0 g"]
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = next((at for at in range(x, len(row)) if not row[at]), len(row)) - x
            if run:
                place = (left + x * step, bottom + side - (y + 1) * step, run * step, step)
                out.append(" ".join(f"{number:.3f}" for number in place) + " re f")
            x += run or 1
    return "\n".join(out).encode()


def file(pages: list[tuple[bytes, Rows | None]], size: tuple[int, int] = (595, 842), rotation: int = 0) -> bytes:
    """Pages of drawing commands; a page with rows has them as the picture /Code, a bit a module."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    kids = []
    for content, rows in pages:
        resources = b"<< >>"
        if rows is not None:
            objects.append(bitmap(rows))
            resources = b"<< /XObject << /Code %d 0 R >> >>" % len(objects)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Rotate %d /Resources %s /Contents %d 0 R >>"
            % (*size, rotation, resources, len(objects))
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    return joined(objects)


def bitmap(rows: Rows) -> bytes:
    packed = b"".join(
        int("".join("01"[not dark] for dark in row).ljust(-(-len(row) // 8) * 8, "0"), 2).to_bytes(-(-len(row) // 8))
        for row in rows
    )
    data = zlib.compress(packed, 9)
    return (
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 1 /ColorSpace /DeviceGray "
        b"/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(rows[0]), len(rows), len(data), data)
    )


def joined(objects: list[bytes]) -> bytes:
    out, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, table, len(objects) + 1, len(out))
    )
