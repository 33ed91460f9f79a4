"""What people with other senses get of a page: the rules of axe-core, and Chromium's accessibility tree."""

import json
from pathlib import Path

import axe_playwright_python

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = """axe.run(document, {resultTypes: ["violations"], runOnly: %s}).then((found) =>
    JSON.stringify(found.violations.map((one) => one.id + ": "
    + one.help + ": " + one.nodes.slice(0, 5).map((node) => node.html.slice(0, 160) + " — "
    + [...node.any, ...node.all].map((check) => check.message)[0]).join("; "))))""" % json.dumps(TAGS)
# Parts far below keep the colors in which they were last drawn, and the head of the page covers parts scrolled away.
PREPARE = """(() => {
    const style = new CSSStyleSheet();
    style.replaceSync(".card { content-visibility: visible !important }");
    document.adoptedStyleSheets = [style];
    scrollTo(0, 0);
})()"""
# The page, each dialog, and the controls in a dialog. Content that a separate box scrolls is not cut.
WIDTHS = """[document.documentElement, ...document.querySelectorAll("dialog[open]")].flatMap((box) => {
    const room = box.localName === "dialog" ? box.clientWidth : innerWidth;
    const controls = "button, input, select, textarea, summary, svg[role=img]";
    const cut = box.localName === "dialog" ? [...box.querySelectorAll(controls)]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0
            && (one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth + 0.5)) : [];
    // WebKit adds the padding to a head that reaches over it, though nothing is there.
    const isWider = box.scrollWidth > room
        && (box.localName !== "dialog" || [...box.querySelectorAll(":not(#toasts)")].some((one) =>
            one.checkVisibility() && one.getBoundingClientRect().right > box.getBoundingClientRect().right + 0.5));
    return [...(isWider ? [`${box.localName} is ${box.scrollWidth} pixels wide, its place ${room}`] : []),
        ...cut.map((one) => `cut: ${one.outerHTML.slice(0, 100)}`)];
})"""
# Roles that people operate.
CONTROLS = {"button", "link", "textbox", "searchbox", "checkbox", "switch", "radio", "combobox", "listbox",
            "slider", "spinbutton", "tab", "menuitem", "DisclosureTriangle"}


def evaluate(driver, expression):
    """In the page, but not bound by its policy."""
    if driver.engine != "chromium":
        return driver.execute_async_script(
            f"Promise.resolve({expression}).then(arguments[0], (error) => arguments[0](String(error)))")
    found = driver.execute_cdp_cmd("Runtime.evaluate", {"expression": expression, "awaitPromise": True,
                                                        "returnByValue": True})
    if "exceptionDetails" in found:
        raise AssertionError(f"the browser does not evaluate it: {found['exceptionDetails']}")
    return found["result"].get("value")


def findings(driver):
    """What axe-core finds of WCAG 2.2 AA, and whether the page is wider than the window."""
    if not evaluate(driver, "typeof axe === 'object'"):
        driver.execute_script(AXE) if driver.engine != "chromium" else evaluate(driver, AXE + "; undefined")
    evaluate(driver, PREPARE)
    found = json.loads(evaluate(driver, RUN))
    return found + evaluate(driver, WIDTHS)


def tree(driver):
    """(depth, role, name, other properties) of everything that a screen reader sees."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    known = {node["nodeId"]: node for node in nodes}
    found = []

    def walk(node, depth):
        role = node.get("role", {}).get("value", "")
        name = node.get("name", {}).get("value", "")
        shows = not node.get("ignored") and role not in ("none", "generic", "InlineTextBox", "StaticText")
        if shows:
            properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
            found.append((depth, role, name, properties))
        for child in node.get("childIds", []):
            if child in known:
                walk(known[child], depth + shows)

    walk(nodes[0], 0)
    return found


def printed(found):
    return "\n".join(f"{'  ' * depth}{role} {name!r}" for depth, role, name, _ in found)


def nameless(found):
    """Controls without a name."""
    return [(role, properties) for _, role, name, properties in found if role in CONTROLS and not name.strip()]


def controls(found):
    """(role, name) of what people operate."""
    return [(role, name) for _, role, name, _ in found if role in CONTROLS]


# The announcements to screen readers, in order: changes of live regions.
LISTEN = """
    window.heard = [];
    new MutationObserver((changes) => {
        for (const {target} of changes) {
            const element = target.nodeType === 1 ? target : target.parentElement;
            const region = element?.closest("[role=status], [role=alert], [aria-live]");
            const text = region?.textContent.trim();
            if (text && window.heard.at(-1) !== text) window.heard.push(text);
        }
    }).observe(document.body, {subtree: true, childList: true, characterData: true});"""


def listen(driver):
    driver.execute_script(LISTEN)


def heard(driver):
    return driver.execute_script("return window.heard")
