"""What a person does on the page."""

import tempfile
import time
from pathlib import Path

import segno
from selenium.common.exceptions import (ElementClickInterceptedException, ElementNotInteractableException,
                                        NoSuchElementException, StaleElementReferenceException)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# Seconds for anything that a person waits for, on a slow computer.
PATIENCE = 60
PARTS = {"add": "Add", "accounts": "Accounts", "move": "Move", "check": "Check"}


# Draws QR codes, one after the other, into what a camera or the screen gives.
FILM = """
    const [device, codes] = arguments, scale = 6;
    const canvas = document.createElement("canvas"), context = canvas.getContext("2d");
    Object.assign(canvas, {width: 1280, height: 800});
    setInterval(() => {
        context.fillStyle = "#fff";
        context.fillRect(0, 0, 1280, 800);
        context.fillStyle = "#000";
        codes[Math.floor(Date.now() / 1000) % codes.length].forEach((row, y) => row.forEach((dark, x) =>
            dark && context.fillRect(200 + x * scale, 100 + y * scale, scale, scale)));
    }, 100);
    window.shared = canvas.captureStream(10);
    // WebKit forgets what an object of its own was given.
    MediaDevices.prototype[device] = async () => window.shared;"""

# The time from the picture that is taken from the film to the outlines that are drawn for it.
OUTLINES = """
    window.delays = [];
    let taken = 0;
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function (...all) {
        taken = performance.now();
        return draw.apply(this, all);
    };
    new MutationObserver((changes) => {
        if (changes.some((one) => one.target.matches?.(".outlines") && one.addedNodes.length))
            window.delays.push(performance.now() - taken);
    }).observe(document.body, {subtree: true, childList: true});"""


# What browsers complain of whose log no driver gives.
PROBLEMS = """
    window.problems = [];
    for (const [name, text] of [["error", "message"], ["unhandledrejection", "reason"],
                                ["securitypolicyviolation", "blockedURI"]])
        addEventListener(name, (event) => { window.problems.push(`${name}: ${event[text]}`); });"""


class Person:
    def __init__(self, driver, served):
        self.driver, self.served = driver, served

    def open(self, part=None):
        """Opens the address that the terminal shows."""
        # The same address with another fragment would load nothing.
        self.driver.get("about:blank")
        self.driver.get(self.served.address)
        # The head is drawn first; the part below it comes with the first answer of the program.
        self.wait("the page", lambda: self.shown("main > section:not([hidden])") or self.shown("dialog[open]"))
        if self.driver.engine != "chromium":
            self.driver.execute_script(PROBLEMS)
        if part:
            self.go(part)

    def go(self, part):
        self.click(f"#nav-{part}")
        self.wait(part, lambda: self.shown(f"#{part}"))

    # Looking

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def text(self, css):
        """What can be read there; nothing if it is not there."""
        try:
            return self.text_of(self.find(css))
        except (NoSuchElementException, StaleElementReferenceException):
            return ""

    def text_of(self, element):
        """WebKit's driver sees no text in what may end in an ellipsis."""
        if self.driver.engine != "webkit":
            return element.text
        return self.driver.execute_script(
            "return arguments[0].checkVisibility() ? arguments[0].innerText.trim() : ''", element)

    def shown(self, css):
        try:
            return self.find(css).is_displayed()
        except (NoSuchElementException, StaleElementReferenceException):
            return False

    def wait(self, what, happens, patience=PATIENCE):
        """Waits until something is true, and returns it."""
        end = time.monotonic() + patience
        while True:
            try:
                found = happens()
            except (NoSuchElementException, StaleElementReferenceException, ElementClickInterceptedException,
                    ElementNotInteractableException, IndexError):
                found = None
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(
                    f"{what} does not appear within {patience} s; the page shows:\n{self.text('body')[:3000]}")
            time.sleep(0.05)

    def wait_for(self, css, text="", patience=PATIENCE):
        """Waits until a text can be read somewhere."""
        self.wait(f'"{text}" in {css}', lambda: self.shown(css) and text in self.text(css), patience)
        return self.text(css)

    def note_when(self, css):
        """From now on the page notes when an element is first seen, and what it has then; `noted` has both."""
        self.driver.execute_script("""
            const watcher = new MutationObserver(() => {
                const found = document.querySelector(arguments[0]);
                if (!found || !found.checkVisibility()) return;
                window.noted = [Date.now() / 1000, document.documentElement.outerHTML];
                watcher.disconnect();
            });
            watcher.observe(document.body, {subtree: true, childList: true, attributes: true});""", css)

    def noted(self):
        return self.wait("the moment", lambda: self.driver.execute_script("return window.noted"))

    def watch_outlines(self):
        self.driver.execute_script(OUTLINES)

    def outline_delays(self, count):
        """Milliseconds from each picture of the camera to its outlines, sorted."""
        self.wait(f"{count} outlines", lambda: self.driver.execute_script("return window.delays.length") >= count)
        return sorted(self.driver.execute_script("return window.delays"))

    def cards(self):
        """(name, status, text) of each input that is shown."""
        return [(self.text_of(card.find_element(By.TAG_NAME, "h3")),
                 card.get_attribute("data-status"), self.text_of(card))
                for card in self.all("#cards > .card")]

    def card(self, name):
        return self.wait(name, lambda: next((card for card in self.all("#cards > .card")
                                             if self.text_of(card.find_element(By.TAG_NAME, "h3")) == name), None))

    def rows(self):
        """Issuer, name and code of the accounts that can be seen."""
        return [tuple(self.text_of(row.find_element(By.CSS_SELECTOR, css)) for css in (".issuer", ".name", ".code"))
                for row in self.all("#rows .account")]

    # Doing

    def click(self, css):
        def done():
            element = self.find(css)
            if not element.is_displayed() or not element.is_enabled():
                return False
            self.click_on(element)
            return True
        self.wait(css, done)

    def click_on(self, element):
        """WebKit's driver does not scroll to an element by itself."""
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def click_in_card(self, name, css):
        """Clicks on a part of the card of an input, which is drawn again when another one comes in."""
        def done():
            self.click_on(self.card(name).find_element(By.CSS_SELECTOR, css))
            return True
        self.wait(f"{css} of {name}", done)

    def hold_message(self):
        """Lays the pointer on the message with a button, so that it stays."""
        self.wait("a message with a button", lambda: self.shown("#toasts .link"))
        self.driver.execute_script(
            "document.querySelector('.toast:has(.link)').dispatchEvent(new PointerEvent('pointermove'))")

    def open_files(self, passphrase):
        """Gives the passphrase of encrypted files."""
        self.type("#files-passphrase", passphrase)
        self.click("#files-open")

    def find_app(self, name):
        """Looks for the steps of an app that is not among the usual ones."""
        if not self.find("#from-app").get_attribute("open"):
            self.click("#from-app > summary")
        if not self.shown("#from-search"):
            self.click("#from-apps button:last-child")
        self.type("#from-search", name)

    def choose_passphrase(self, name, passphrase):
        """Types a new passphrase twice."""
        self.type(f"#{name}-passphrase", passphrase)
        self.type(f"#{name}-repeat", passphrase)

    def unlock(self, passphrase):
        self.type("#unlock-passphrase", passphrase)
        self.click("#unlock")
        self.wait("the unlocked page", lambda: not self.shown("#cover"))

    def press(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def type(self, css, text):
        def done():
            element = self.find(css)
            # WebKit's driver does not scroll to it.
            self.driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", element)
            element.clear()
            element.send_keys(text)
            return True
        self.wait(css, done)

    def refuse(self, name, error="NotAllowedError"):
        """Makes the browser refuse something that pages may ask for, such as `mediaDevices.getUserMedia`."""
        path = name.split(".")
        self.driver.execute_script(
            "const place = arguments[0].reduce((found, name) => found[name], navigator);"
            "place[arguments[1]] = () => Promise.reject(new DOMException('', arguments[2]));",
            path[:-1], path[-1], error)

    def show(self, device, links):
        """Makes a camera (`getUserMedia`) or the screen (`getDisplayMedia`) show QR codes, each for a second."""
        codes = [segno.make(link, error="m", micro=False).matrix for link in links]
        self.driver.execute_script(FILM, device, [[[int(dark) for dark in row] for row in code] for code in codes])

    def pretend_that_time_is_up(self, seconds=42):
        """From now on the page hears that this is the last minute, until somebody is there."""
        self.driver.execute_script("""
            const [seconds] = arguments, real = Response.prototype.json;
            Response.prototype.json = async function () {
                const state = await real.call(this);
                return state.idle ? {...state, idle: {...state.idle, seconds, warns: true}} : state;
            };
            for (const name of ["keydown", "pointerdown"])
                addEventListener(name, () => { Response.prototype.json = real; }, true);""", seconds)

    def choose_files(self, *paths):
        self.find("#files").send_keys("\n".join(map(str, paths)))

    def choose_folder(self, path):
        """In browsers whose driver cannot, chooses the files in it."""
        if self.driver.engine == "chromium":
            self.find("#folder").send_keys(str(path))
        else:
            self.choose_files(*sorted(path.iterdir()))

    def drop(self, *paths):
        """Drops files or folders from outside of the browser. Only in Chromium."""
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in "dragEnter", "dragOver", "drop":
            self.driver.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": 400, "y": 300, "data": data})

    def give(self, *paths):
        """Drops files; in browsers whose driver cannot, chooses them."""
        (self.drop if self.driver.engine == "chromium" else self.choose_files)(*paths)

    def read(self, count):
        """Waits until so many files are read: what became of them."""
        self.wait(f"the end of reading {count} inputs", lambda: self.text("#inputs-sum").startswith(f"{count} file"))
        return self.text("#inputs-head")

    def accounts(self):
        """The number in the badge."""
        return int(self.text("#count").replace(",", "") or 0)

    def choose_target(self, format_id):
        self.wait(format_id, lambda: self.find(f"[data-target={format_id}]"))
        if not self.shown(f"[data-target={format_id}]"):
            self.driver.execute_script(
                "for (const one of document.querySelectorAll('#targets details')) one.open = true;")
        self.click(f"[data-target={format_id}]")
        self.wait_for("#target-title")

    def show_codes(self, app):
        """Chooses an app, and shows it the QR codes, or the secrets to type."""
        self.choose_target(app)
        self.click("#show-qr")
        self.wait("a code", lambda: self.all("#phone-code svg, #phone-secret"))

    def download(self):
        """Presses the button, and waits for the file: its path."""
        before = set(self.driver.downloads.iterdir())
        self.click("#export")
        self.wait_for("#export-done")
        return self.downloaded(before)

    def downloaded(self, before):
        def new():
            found = [path for path in self.driver.downloads.iterdir() if path not in before
                     and path.suffix not in (".crdownload", ".wkdownload") and not path.name.startswith(".")]
            return found[0] if found and found[0].stat().st_size else None
        path = self.wait("the file that was downloaded", new)
        # WebKit's little browser downloads no second file of the same name.
        place = Path(tempfile.mkdtemp(dir=self.driver.downloads.parent))
        return path.rename(place / path.name)

    # Keyboard

    def tab_to(self, css, most=120):
        """Presses Tab until the focus is there, as people without a pointer do."""
        for _ in range(most):
            if self.driver.execute_script("return document.activeElement.matches(arguments[0])", css):
                return self.driver.switch_to.active_element
            self.press(Keys.TAB)
        raise AssertionError(f"Tab never comes to {css}")

    def errors(self):
        """What the browser complains of: errors of scripts, what the page's policy blocked, unknown headers."""
        if self.driver.engine != "chromium":
            return self.driver.execute_script("return window.problems ?? []")
        # A page that a test reloads was never touched, so Chromium does not ask.
        usual = "Failed to load resource", "Blocked attempt to show a 'beforeunload'"
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING") and not any(text in entry["message"] for text in usual)]
