#!/usr/bin/env python3
"""Measures the page of `totp-import web` in Chromium, beside the same work on the command line.

    bench_web.py PROGRAM [--quick]

Prints the time to the first paint after the command, the time and memory for 500 screenshots compared with `scan`, the
time of a camera's frame of 1920 x 1080, the time until its outlines are drawn, the time of a search over 10,000
accounts, and of a frame while they are scrolled, each with its target.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "Tests/web"), str(ROOT / "Benchmarks")]
MIB = 1 << 20


# Types into the search, and measures until the answer is drawn.
TYPING = """const finish = arguments[0];
    (async () => {
        const box = document.getElementById("search"), times = [];
        for (const text of ["p", "pe", "peb", "pebb", "pebble alice", "42", "dave", "nothing", ""]) {
            const start = performance.now();
            box.value = text;
            box.dispatchEvent(new Event("input", {bubbles: true}));
            document.getElementById("rows").getBoundingClientRect();
            times.push(performance.now() - start);
            await new Promise((next) => setTimeout(next, 50));
        }
        finish(times);
    })();"""

# Notes the time when the page says that it has read so many: asking again and again would take a quarter of the cores.
READ = """const sum = document.getElementById("inputs-sum"), wanted = `${arguments[0].toLocaleString("en-US")} file`;
    new MutationObserver((_, observer) => {
        if (!sum.textContent.startsWith(wanted)) return;
        observer.disconnect();
        window.readAt = Date.now() / 1000;
    }).observe(sum, {childList: true, subtree: true, characterData: true});"""

# Two screens per second for five seconds: the length of each frame, and how many frames show no account.
SCROLLING = """const finish = arguments[0];
    const lengths = [], speed = 2 * innerHeight / 1000;
    let empty = 0, start = null, last = null;
    const step = (now) => {
        start ??= now;
        if (last !== null) lengths.push(now - last);
        last = now;
        if (!document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest(".account")) empty += 1;
        if (now - start > 5000) return finish([lengths, empty]);
        scrollTo(0, 300 + (now - start) * speed);
        requestAnimationFrame(step);
    };
    scrollTo(0, 300);
    requestAnimationFrame(() => requestAnimationFrame(step));"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--quick", action="store_true", help="a short trial")
    return parser.parse_args()


OPTIONS = arguments()
# Before the modules of the tests look for it.
os.environ["TOTP_IMPORT_BINARY"] = str(OPTIONS.program.resolve())

from PIL import Image  # noqa: E402

from browsers import chromium  # noqa: E402
from invented import accounts, code, screenshot, write_film  # noqa: E402
from person import Person  # noqa: E402
from program import Served  # noqa: E402
from timing.measuring import run  # noqa: E402


def show(what, value, unit, target):
    is_met = value <= target
    print(f"{what:58} {value:10.1f} {unit:4} at most {target:7.1f} {unit:4} {'' if is_met else 'NOT MET'}", flush=True)
    return is_met


def peak(pid):
    """Bytes of resident memory at most."""
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmHWM:"))


def first_paint(folder, rounds):
    """Milliseconds from the start of the command to the first paint, in a browser that runs already."""
    driver, found = chromium(folder), []
    for _ in range(rounds):
        start = time.time()
        with Served(folder) as served:
            driver.get(served.address)
            paint = None
            while paint is None:
                paint = driver.execute_script("const [one] = performance.getEntriesByName('first-contentful-paint'); "
                                              "return one ? performance.timeOrigin + one.startTime : null")
            found.append(paint - start * 1000)
            driver.get("about:blank")
    driver.quit()
    return statistics.median(found)


def screenshots(folder, count):
    """(seconds of the page, of scan, bytes of the page, of scan) for so many screenshots: the fastest of three runs."""
    pictures = folder / "Screenshots"
    pictures.mkdir()
    for at, account in enumerate(accounts(count, "bench")):
        screenshot(account.link, account.issuer).resize((1080, 1920), Image.Resampling.NEAREST).save(
            pictures / f"{at:04}.png", compress_level=1)
    shown, read = min(drop(folder, pictures, count) for _ in range(3)), scan(folder, pictures)
    return shown[0], read.wall, shown[1], read.peak


def scan(folder, pictures):
    """The fastest of three runs on the command line."""
    runs = [run([str(OPTIONS.program.resolve()), "scan", str(pictures)], folder) for _ in range(3)]
    for one in runs:
        if one.status != 0:
            sys.exit(f"scan ended with {one.status}: {one.errors[:1000]}")
    return min(runs, key=lambda one: one.wall)


def drop(folder, pictures, count):
    """(seconds, bytes) to read them in the page, in a new browser."""
    with Served(folder) as served:
        person = Person(chromium(folder), served)
        person.open()
        person.driver.execute_script(READ, count)
        start = time.time()
        person.drop(pictures)
        while not (end := person.driver.execute_script("return window.readAt")):
            if time.time() > start + 600:
                sys.exit(f"the page does not read {count} screenshots: {person.text('#inputs-sum')}")
            time.sleep(0.5)
        memory = peak(served.pid)
        person.driver.quit()
    return end - start, memory


def frames(folder, rounds):
    """Milliseconds that the program needs for a frame of 1920 x 1080 with a QR code, with the way there and back."""
    scene = Image.new("L", (1920, 1080), 70)
    picture = code(accounts(1, "frame")[0].link, 8).rotate(7, expand=True, fillcolor=70)
    scene.paste(picture, (700, 300))
    found = []
    with Served(folder) as served:
        headers = {"Frame-Width": "1920", "Frame-Height": "1080"}
        for _ in range(rounds):
            start = time.perf_counter()
            status, _, content = served.ask("POST", "/api/frames", scene.tobytes(), headers)
            found.append((time.perf_counter() - start) * 1000)
            if status != 200 or not json.loads(content)["codes"]:
                sys.exit(f"the frame is not read: {status} {content[:300]}")
    return statistics.median(found)


def outlines(folder, count):
    """Milliseconds from a picture of the camera, 1280 x 720, to its outlines on the screen: the median."""
    film = write_film(folder / "film.y4m", [one.link for one in accounts(3, "outline")])
    with Served(folder) as served:
        person = Person(chromium(folder, film=film), served)
        person.open()
        person.watch_outlines()
        person.click("#use-camera")
        found = person.outline_delays(count)
        person.driver.quit()
    return statistics.median(found)


def search(folder, count):
    """Milliseconds from a key to the drawn answer over so many accounts; of the frames while they are scrolled."""
    (folder / "links.txt").write_text("".join(one.link + "\n" for one in accounts(count, "search")))
    with Served(folder, "links.txt") as served:
        served.wait("reading", accounts=count)
        person = Person(chromium(folder), served)
        person.open("accounts")
        person.wait("the accounts", lambda: person.rows())
        person.wait("all of them", lambda: f"{count:,}" in person.text("#accounts-sum"))
        found = person.driver.execute_async_script(TYPING)
        person.type("#search", "")
        person.wait("all of them", lambda: f"{count:,}" in person.text("#accounts-sum"))
        lengths, empty = person.driver.execute_async_script(SCROLLING)
        person.driver.quit()
    if empty:
        sys.exit(f"{empty} frames show no account while the list is scrolled")
    return max(found), sorted(lengths)[len(lengths) * 99 // 100]


def main():
    quick = OPTIONS.quick
    with tempfile.TemporaryDirectory(prefix="bench-web-", ignore_cleanup_errors=True) as name:
        places = [Path(name) / one for one in ("paint", "screenshots", "frames", "search", "outlines")]
        for place in places:
            place.mkdir()
        is_met = show("first paint after the command", first_paint(places[0], 3 if quick else 9), "ms", 300)
        count = 50 if quick else 500
        page, scan, memory, least = screenshots(places[1], count)
        is_met &= show(f"{count} screenshots dropped into Chromium, times scan", page / scan, "x", 2)
        print(f"    the page {page:.2f} s, scan {scan:.2f} s")
        is_met &= show("memory over that of scan", (memory - least) / MIB, "MiB", 32)
        print(f"    the page {memory / MIB:.1f} MiB, scan {least / MIB:.1f} MiB")
        is_met &= show("a frame of 1920 x 1080, there and back", frames(places[2], 10 if quick else 50), "ms", 15)
        is_met &= show("outlines after a picture of the camera", outlines(places[4], 20 if quick else 60), "ms", 200)
        found, frame = search(places[3], 10_000)
        is_met &= show("search over 10,000 accounts", found, "ms", 50)
        is_met &= show("a frame while 10,000 accounts scroll, 99 of 100", frame, "ms", 50)
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
