#!/usr/bin/env python3
"""Writes the pages of the site into a folder that has the documentation: that, and the guides of the program.

    packaging/site/pages.py PROGRAM FOLDER

An app has a page, and so has each pair of an app that is read and an app that a file is written for. HOMEPAGE is the
address of the project, for links to its releases.
"""

import html
import json
import os
import re
import shutil
import string
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "Docs/development"))
from make_rescue import page as markdown_of_guide  # noqa: E402

HOMEPAGE = os.environ.get("HOMEPAGE")
TEMPLATE = string.Template((HERE / "page.html").read_text())
APPS = re.compile("<!-- apps: begin.*<!-- apps: end -->", re.DOTALL)
GROUPS = {"authenticator-app": "Authenticator apps", "password-manager": "Password managers", None: "Without an export"}


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("+", " plus")).strip("-")


def html_of(markdown, *options):
    """HTML with GitHub's anchors."""
    text = subprocess.run(["cmark-gfm", "-e", "table", *options], capture_output=True, text=True, check=True,
                          input=re.sub(r"<!--.*?-->\n?", "", markdown, flags=re.DOTALL)).stdout
    seen = {}

    def heading(found):
        title = html.unescape(re.sub("<[^>]*>", "", found[2]))
        anchor = re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        number = seen[anchor] = seen.get(anchor, -1) + 1
        return f'<h{found[1]} id="{anchor}{f"-{number}" if number else ""}">{found[2]}</h{found[1]}>'

    text = re.sub(r"<h([1-6])>(.*?)</h\1>", heading, text)
    # What is wider than the page scrolls, also with keys.
    text = text.replace("<pre>", '<pre tabindex="0">').replace(' class="language-sh"', "")
    text = re.sub("<li>\n<p>(.*?)</p>\n", r"<li>\1\n", text, flags=re.DOTALL)
    return text.replace("<table>", '<div class="wide" role="region" aria-label="Table" tabindex="0"><table>').replace(
        "</table>", "</table></div>")


class Site:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.index = []

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout

    def knows(self, name):
        """Whether the name of an app is that of no other one."""
        return subprocess.run([self.program, "guide", name], capture_output=True, check=False).returncode == 0

    def write(self, path, title, description, body, scripts=""):
        root = "../" * path.count("/")
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(TEMPLATE.substitute(
            title=html.escape(title), description=html.escape(description), root=root, body=body.strip(),
            scripts=scripts, download=" " + link_to(f"{HOMEPAGE}/releases", "Download") if HOMEPAGE else ""))

    # Documentation

    def link(self, page, target):
        """A link of a page, as the site has it."""
        path, _, anchor = target.partition("#")
        if re.match("[a-z]+:", target) or not path:
            return target
        file = Path(os.path.normpath(page.parent / path))
        if (self.folder / file / "README.md").exists():
            file /= "README.md"
        file = "index.html" if str(file) == "README.md" else re.sub(r"\.md$", ".html", str(file))
        return os.path.relpath(file, page.parent) + (f"#{anchor}" if anchor else "")

    def linked(self, page, markdown):
        """HTML with the links of the site, for a page."""
        return re.sub('<a href="([^"]*)">',
                      lambda found: f'<a href="{html.escape(self.link(page, html.unescape(found[1])))}">',
                      html_of(markdown, "--unsafe"))

    def document(self, page):
        """A page of the documentation."""
        markdown = (self.folder / page).read_text()
        if str(page) == "README.md":
            markdown = APPS.sub(lambda _: "@APPS@", markdown)
        body = self.linked(page, markdown)
        path = self.link(Path("README.md"), str(page))
        title = plain(re.search("<h1[^>]*>(.*?)</h1>", body)[1])
        first = re.search("<p>(.*?)</p>", body, re.DOTALL)
        if path == "index.html":
            body = body.replace("<p>@APPS@</p>", self.lists)
            name = "totp-import: move your accounts from one authenticator app to another"
        else:
            name = f"{title} · totp-import"
        # Each section is found on its own.
        for part in re.split("(?=<h[1-6] )", body)[1:]:
            anchor, heading = re.match('<h[1-6] id="([^"]*)">(.*?)</h', part).groups()
            own = plain(heading)
            self.index.append(entry(title if own == title else f"{title} › {own}", f"{path}#{anchor}", plain(part)))
        self.write(path, name, shortened(plain(first[1] if first else title)), body)

    # Guides

    def guide(self, text, level=1):
        """The heading of a guide, its steps as HTML, and links to what it names at its end."""
        heading, _, text = text.partition("\n\n")
        paragraphs = text.split("\n\n")
        ends = ("See also:", "More:", "To another app instead")
        steps = "\n\n".join(part for part in paragraphs if not part.startswith(ends))
        named = " ".join(part for part in paragraphs if part.startswith(ends))
        body = html_of(markdown_of_guide(steps)).replace("<h2 ", f"<h{level + 1} ").replace("</h2>", f"</h{level + 1}>")
        apps = re.findall(r"([\w-]+) \(", named)
        pages = re.findall(r"Docs/([\w/-]+)\.md", named) + [f"formats/{one}" for one in apps if one not in self.page_of]
        links = [link_to(f"../Docs/{page}.html", self.titles[f"Docs/{page}.md"]) for page in pages]
        links += [self.app_link(self.page_of[one]) for one in apps if one in self.page_of]
        return " ".join(heading.split()), body, links

    def app_link(self, page, pair="{}", folder=""):
        """A link to the page of an app, or of a pair with it; it shows the name of the app."""
        return link_to(f"{folder}{pair.format(page)}.html", self.apps[page]["name"])

    def find_apps(self):
        """The apps by the names of their pages: what is shown, how the program finds them, and what they can do."""
        self.apps, self.page_of = {}, {}
        formats = json.loads(self.run("formats", "--json"))
        without = self.run("guide").partition("\nWithout an export\n")[2]
        known = [*formats, *({"id": line.split()[0], "app": " ".join(line.split()[1:-2]), "group": None, "reads": False,
                              "writes": False} for line in without.splitlines())]
        for one in known:
            if one["group"] == "file":
                continue
            name = one["app"].partition(" (")[0]
            if one["app"].endswith("…"):
                title = " ".join(self.run("guide", one["id"]).partition("\n\n")[0].split())
                name = title.partition(" have no export")[0]
            page = slug(name)
            self.page_of[one["id"]] = page
            app = self.apps.setdefault(page, {"name": name, "shown": one["app"], "ids": [], "group": one["group"],
                                              "reads": False, "target": None})
            app["ids"].append(one["id"])
            if "rooted" in app["shown"]:
                app["shown"] = one["app"]
            app["reads"] |= one["reads"]
            if one["writes"]:
                app["target"] = app["target"] or one["id"]
        self.apps = dict(sorted(self.apps.items(), key=lambda one: one[1]["name"].lower()))

    def write_guides(self):
        apps = self.apps
        self.sources = [page for page in apps if apps[page]["reads"]]
        self.targets = [page for page in apps if apps[page]["target"]]
        for page in apps:
            # The name finds all ways out of an app.
            app = apps[page]
            app["source"] = app["name"] if app["reads"] and self.knows(app["name"]) else app["ids"][0]
        pairs = [(start, end) for start, end in product(self.sources, self.targets) if start != end]
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            texts = list(threads.map(
                lambda pair: self.run("guide", apps[pair[0]]["source"], "--to", apps[pair[1]]["target"]), pairs))
        get = subprocess.run([ROOT / "packaging/get"], stdout=subprocess.PIPE, text=True, check=True).stdout
        get = self.linked(Path("move/page"), re.sub(r"\]\((?=Docs)", "](../", get))
        for (start, end), text in zip(pairs, texts):
            _, body, _ = self.guide(text)
            title = f"From {apps[start]['name']} to {apps[end]['name']}"
            self.write(f"move/{start}-to-{end}.html", f"{title} · totp-import",
                       f"How to move your accounts and their one-time codes {title[0].lower()}{title[1:]}: "
                       "every step, offline.",
                       f"<h1>{html.escape(title)}</h1>\n{get}\n{body}\n"
                       f"<p>More about {self.app_link(start)} and {self.app_link(end)}</p>")
        for page, app in apps.items():
            self.write_app(page, app)

    def write_app(self, page, app):
        name = html.escape(app["name"])
        parts = [f"<h1>{name}</h1>"]
        # Of an app that lets nothing out, both are the same.
        guides = dict.fromkeys([self.run("guide", app["source"]),
                                self.run("guide", "--to", app["target"] or app["ids"][0])])
        links = []
        for text in guides:
            heading, body, named = self.guide(text, 2)
            # That nothing gets into a Wi-Fi goes without saying.
            if heading.startswith("Nothing can be moved into") and not app["group"]:
                continue
            parts.append(f"<h2>{html.escape(heading)}</h2>\n{body}")
            links += [link for link in named if link not in links]
        steps = plain(" ".join(parts))
        lists = {
            f"From {name} to another app": [self.app_link(end, f"{page}-to-{{}}") for end in self.targets
                                            if page in self.sources and end != page],
            f"From another app to {name}": [self.app_link(start, f"{{}}-to-{page}") for start in self.sources
                                            if page in self.targets and start != page],
            "More": links,
        }
        parts += [f"<h2>{heading}</h2>\n{bulleted(links)}" for heading, links in lists.items() if links]
        path = f"move/{page}.html"
        body = "\n".join(parts)
        self.index.append(entry(app["shown"].removesuffix(" (rooted)"), path, steps))
        self.write(path, f"{app['name']}: export and import · totp-import",
                   f"What {app['name']} lets out and takes in, and how to move your accounts, step by step.", body)

    def write_all(self):
        documents = sorted(path.relative_to(self.folder) for path in self.folder.rglob("*.md"))
        self.titles = {str(page): plain(html_of(re.search("^# .*", (self.folder / page).read_text(), re.MULTILINE)[0]))
                       for page in documents}
        self.find_apps()
        self.write_guides()
        self.lists = "".join(
            f"<h3>{title}</h3>\n" + bulleted(self.app_link(page, folder="move/") for page, app in self.apps.items()
                                             if app["group"] == group)
            for group, title in GROUPS.items())
        for page in documents:
            self.document(page)
        for page in documents:
            (self.folder / page).unlink()
        self.write("search.html", "Search · totp-import",
                   "Search all pages about moving accounts between authenticator apps.",
                   '<h1>Search</h1>\n<p id="count" role="status"></p>\n<ol id="found"></ol>\n'
                   '<noscript><p>The search needs JavaScript. <a href="index.html">The first page</a> leads to all '
                   'others.</p></noscript>',
                   '<script src="search-index.js"></script>\n<script src="search.js"></script>')
        ends = [[[self.apps[page]["name"], page] for page in pages] for pages in (self.sources, self.targets)]
        (self.folder / "search-index.js").write_text("".join(
            f"const {name} = {json.dumps(value, ensure_ascii=False, separators=(',', ':'))};\n"
            for name, value in zip(("pages", "sources", "targets"), (self.index, *ends))))
        for file in ("style.css", "search.js"):
            shutil.copy(HERE / file, self.folder / file)


def link_to(target, text):
    return f'<a href="{html.escape(target)}">{html.escape(text)}</a>'


def plain(text):
    return " ".join(html.unescape(re.sub("<[^>]*>", "", text)).split())


def shortened(text):
    return text if len(text) <= 155 else text[:155].rpartition(" ")[0] + " …"


def bulleted(links):
    return '<ul class="apps">' + "".join(f"\n<li>{link}</li>" for link in links) + "\n</ul>\n"


def entry(title, address, text):
    """A page for the search: each word once."""
    return [title, address, " ".join(sorted(set(re.findall(r"[^\W_]{2,}", text.lower()))))]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    Site(Path(sys.argv[1]).resolve(), Path(sys.argv[2])).write_all()
