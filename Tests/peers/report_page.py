#!/usr/bin/env python3
"""Opens the page of a report in headless Chromium, with and without its script, and looks for readable QR codes.

Prints one JSON object. Exit status 1 if the page could load anything, its text is not readable in light or dark mode,
it is wider than a phone, or a QR code on it can be read.
"""

import argparse
import base64
import json
import re
import sys
import tempfile
from pathlib import Path

from browser import Browser
from page import READABILITY, check_source
from pictures import payloads
from rules import PeerError, decode, require

# Searches for TEXT with the keyboard's events, and counts what is left.
SEARCH = """(text => {
    const field = document.querySelector('#filter input');
    field.value = text;
    field.dispatchEvent(new Event('input'));
    return shown();
})"""
CLICK = """(kind => { document.querySelector(`#filter button[data-kind='${kind}']`).click(); return shown(); })"""
SHOWN = """window.shown = () => [...document.querySelectorAll('.source')].filter(card => !card.hidden).length"""
# Browsers draw what is not in view only when it is needed.
EVERYTHING = """(async () => {
    const sheet = document.styleSheets[0];
    sheet.insertRule('.source { content-visibility: visible !important }', sheet.cssRules.length);
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map(image => image.decode()));
})()"""
WIDTH = "document.documentElement.scrollWidth"
# The viewports: name, width, whether it is dark.
SCREENS = [("light", 1100, "light"), ("dark", 1100, "dark"), ("phone", 390, "light"), ("phone-dark", 390, "dark")]


def picture(browser, path, width, scheme, scale=2):
    browser.call("Emulation.setEmulatedMedia", media="screen",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=scale, mobile=False)
    size = browser.call("Page.getLayoutMetrics")["cssContentSize"]
    clip = {"x": 0, "y": 0, "width": width, "height": min(size["height"], 16000 // scale), "scale": 1}
    shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    path.write_bytes(base64.b64decode(shot["data"]))
    return size


def examine(path, folder, search):
    text = decode(path.read_bytes(), strict=True)
    check_source(text, scripts=1)
    url = path.resolve().as_uri()
    found = {"bytes": len(text.encode())}
    codes = []
    for number, data in enumerate(re.findall(r'src="data:image/bmp;base64,([A-Za-z0-9+/=]+)"', text)):
        image = folder / f"picture-{number}.bmp"
        image.write_bytes(base64.b64decode(data))
        codes += payloads(str(image))
    found["pictures"] = text.count("data:image/bmp")
    with Browser() as browser:
        browser.open(url)
        browser.evaluate(EVERYTHING)
        for name, width, scheme in SCREENS:
            shot = folder / f"{name}.png"
            picture(browser, shot, width, scheme)
            codes += payloads(str(shot))
            readable = browser.evaluate(READABILITY)
            contrast = readable["contrast"]
            require(contrast >= 4.5, f"{name}: text must have a contrast of 4.5, not {contrast}")
            require(readable["isDark"] == (scheme == "dark"), f"{name}: the page must be {scheme}")
            require(browser.evaluate(WIDTH) <= width, f"{name}: the page is wider than {width} pixels")
        browser.evaluate(SHOWN)
        found["sources"] = browser.evaluate("shown()")
        found["searched"] = browser.evaluate(f"{SEARCH}({json.dumps(search)})") if search else None
        browser.evaluate(f"{SEARCH}('')")
        kinds = ("green", "amber", "red", "gray", "")
        found["kinds"] = {kind: browser.evaluate(f"{CLICK}('{kind}')") for kind in kinds}
        found["text"] = browser.evaluate("document.body.innerText")
        pdf = browser.call("Page.printToPDF", printBackground=True)
        (folder / "print.pdf").write_bytes(base64.b64decode(pdf["data"]))
        outside = [request for request in browser.requests if request != url and not request.startswith("data:")]
        require(not outside, f"the page loads {len(outside)} files")
    require(not codes, f"{len(codes)} QR codes on the page can be read")
    return found


def main():
    parser = argparse.ArgumentParser(prog="report_page.py", description=__doc__.splitlines()[0])
    parser.add_argument("file", metavar="PAGE", type=Path)
    parser.add_argument("--search", metavar="TEXT", help="search for this")
    parser.add_argument("--pictures", metavar="FOLDER", type=Path, help="keep the pictures there")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="peers-") as temporary:
            folder = options.pictures or Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            print(json.dumps(examine(options.file, folder, options.search), ensure_ascii=False))
    except (PeerError, OSError) as error:
        print(f"error: {options.file}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
