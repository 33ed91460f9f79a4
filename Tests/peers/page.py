#!/usr/bin/env python3
"""Opens an HTML page in headless Chromium, prints it on A4 and Letter, and scans the QR codes of the printed pages.

Prints one JSON object: per paper size the payloads of each page, then those of a screenshot in dark mode, and the
page's text. Exit status 1 if the page could load anything, or text is not readable in dark mode.
"""

import argparse
import base64
import json
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

from browser import Browser
from pictures import payloads
from rules import PeerError, decode, require

PAPERS = {"A4": (8.27, 11.69), "Letter": (8.5, 11)}
DOTS_PER_INCH = 150
FORBIDDEN = ("script", "link", "iframe", "object", "embed", "base", "form", "video", "audio")
HARMLESS = re.compile("'none'|data:|'unsafe-inline'|'sha(256|384|512)-[A-Za-z0-9+/=]+'")
# The least contrast of any text, by WCAG 2, and whether the page is dark.
READABILITY = """(() => {
    const channels = text => (text.match(/[\\d.]+/g) || []).map(Number);
    const luminance = rgb => rgb.slice(0, 3).map(value => value / 255)
        .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    const canvas = scheme.includes('dark') ? [18, 18, 18] : [255, 255, 255];
    const background = element => {
        for (; element; element = element.parentElement) {
            const found = channels(getComputedStyle(element).backgroundColor);
            if (found.length == 3 || found[3] > 0.5) return found;
        }
        return canvas;
    };
    let least = 21;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !element.getClientRects().length) continue;
        const pair = [luminance(channels(getComputedStyle(element).color)), luminance(background(element))];
        least = Math.min(least, (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05));
    }
    return {contrast: least, isDark: luminance(background(document.body)) < 0.2};
})()"""


class Source(HTMLParser):
    """What the source of the page says of loading."""

    def __init__(self, scripts):
        super().__init__()
        self.policy, self.before_policy, self.problems, self.scripts = None, [], [], scripts

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "meta" and (attributes.get("http-equiv") or "").lower() == "content-security-policy":
            self.policy = attributes.get("content") or ""
        elif self.policy is None and tag not in ("html", "head", "meta", "title"):
            self.before_policy.append(tag)
        if tag == "script" and self.scripts > 0:
            # The policy allows it by its hash.
            self.scripts -= 1
        elif tag in FORBIDDEN:
            self.problems.append(f"the page must not have the element {tag}")
        for name, value in attributes.items():
            if name in ("src", "srcset", "poster", "background", "data") and not (value or "").startswith("data:"):
                self.problems.append(f"{name} of {tag} must be a data: URL")
            if name.startswith("on"):
                self.problems.append(f"{tag} must not have {name}")


def check_source(text, scripts=0):
    """Fails if the page could load anything, or has more scripts in it than are allowed."""
    source = Source(scripts)
    source.feed(text)
    require(source.policy is not None, "the meta element with Content-Security-Policy is missing")
    require(not source.before_policy, "Content-Security-Policy must come before every element that could load")
    directives = {name: values for name, *values in (part.split() for part in source.policy.split(";") if part.split())}
    require(directives.get("default-src") == ["'none'"], "Content-Security-Policy must have default-src 'none'")
    for name, values in directives.items():
        require(all(map(HARMLESS.fullmatch, values)), f"{name} of Content-Security-Policy lets the page load something")
    require("'unsafe-inline'" not in directives.get("script-src", []), "Content-Security-Policy must not allow scripts")
    require(not source.problems, "; ".join(source.problems))
    outside = re.search(r"""url\(\s*["']?(?!data:|#)|@import""", text)
    require(not outside, "styles must not load anything")


def printed(browser, size, name, folder):
    """The payloads of each page of the print."""
    pdf = browser.call("Page.printToPDF", paperWidth=size[0], paperHeight=size[1], printBackground=True,
                       preferCSSPageSize=False)
    path = folder / f"{name}.pdf"
    path.write_bytes(base64.b64decode(pdf["data"]))
    command = ["pdftoppm", "-png", "-r", str(DOTS_PER_INCH), path, folder / name]
    try:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        raise PeerError("pdftoppm cannot draw the print; is the Debian package poppler-utils installed?") from None
    return [payloads(str(page)) for page in sorted(folder.glob(f"{name}-*.png"))]


def dark(browser, folder):
    """The payloads of a screenshot in dark mode, and whether its text is readable."""
    browser.call("Emulation.setEmulatedMedia", media="screen",
                 features=[{"name": "prefers-color-scheme", "value": "dark"}])
    browser.call("Emulation.setDeviceMetricsOverride", width=1000, height=1400, deviceScaleFactor=2, mobile=False)
    size = browser.call("Page.getLayoutMetrics")["cssContentSize"]
    # Chromium draws at most 16,384 pixels.
    clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 8000), "scale": 1}
    picture = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    path = folder / "dark.png"
    path.write_bytes(base64.b64decode(picture["data"]))
    found = browser.evaluate(READABILITY)
    require(found["contrast"] >= 4.5, f"text in dark mode must have a contrast of 4.5, not {found['contrast']:.1f}")
    return {"payloads": payloads(str(path)), "contrast": round(found["contrast"], 1), "isDark": found["isDark"]}


def examine(path, folder):
    text = decode(path.read_bytes(), strict=True)
    check_source(text)
    url = path.resolve().as_uri()
    with Browser() as browser:
        browser.open(url)
        found = {name: printed(browser, size, name, folder) for name, size in PAPERS.items()}
        found["dark"] = dark(browser, folder)
        found["text"] = browser.evaluate("document.body.innerText")
        outside = [request for request in browser.requests if request != url and not request.startswith("data:")]
        require(not outside, f"the page loads {len(outside)} files")
    return found


def main():
    parser = argparse.ArgumentParser(prog="page.py", description=__doc__.splitlines()[0])
    parser.add_argument("file", metavar="PAGE", type=Path)
    parser.add_argument("--pictures", metavar="FOLDER", type=Path, help="keep the PDF files and pictures there")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="peers-") as temporary:
            folder = options.pictures or Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            print(json.dumps(examine(options.file, folder), ensure_ascii=False))
    except (PeerError, OSError) as error:
        print(f"error: {options.file}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
