"""What people read on the page: no option, no command, no path and no rule's id.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import json
import re
import unittest

from pages import ROOT, PageTest
from browsers import in_chromium
from program import run

PAGE = ROOT / "Sources/WebPage/Page"
# The page is a part of a program of this name, and people decrypt files with programs that have names.
NOT_FOR_PEOPLE = re.compile(
    r"totp-import (?!to\b|page\b)[a-z]|(^|[\s(“])--?[a-z]|Docs/|(^|[\s(“])(~|\.{1,2}|/\w+)/\w|Type it in"
    r"|\bopenssl\b|\bgpg\b")
TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
# Kinds of accounts, and details, that many apps cannot hold.
LINKS = """otpauth://totp/Acorn:al?secret=JBSWY3DPEHPK3PXPJBSWY3DPJBSWY3DP&issuer=Acorn
otpauth://totp/Birch%3AB:bo?secret=JBSWY3DPEHPK3PXPJBSWY3DQJBSWY3DP&issuer=Birch%3AB&digits=8&period=45
otpauth://totp/Cedar:cy?secret=JBSWY3DPEHPK3PXPJBSWY3DRJBSWY3DP&issuer=Cedar&algorithm=SHA512
otpauth://hotp/Date:di?secret=JBSWY3DPEHPK3PXPJBSWY3DSJBSWY3DP&issuer=Date&counter=4294967297
otpauth://steam/Elm:ed?secret=JBSWY3DPEHPK3PXPJBSWY3DTJBSWY3DP
otpauth://yaotp/Fig:fa?secret=6SB2IKNM6OBZPAVBVTOHDKS4FAAAAAAADFUTQMBTRY&name=fa&pin_length=4
otpauth://totp/?secret=MFRGGZDFMZTWQ2LK
"""


def texts_of_page():
    """(file, text) of what the script of the page says."""
    for file in sorted(PAGE.glob("*.js")):
        for found in TEXT.finditer(file.read_text("utf-8")):
            text = re.sub(r"\$\{[^}]*\}", "…", found[1] or found[2] or "")
            if re.search(r"[A-Za-z]{2,} [A-Za-z…]", text):
                yield file.name, text


class Words(PageTest):
    def assert_for_people(self, text, where):
        self.assertNotRegex(text, NOT_FOR_PEOPLE, where)

    def test_every_text_of_the_page(self):
        found = list(texts_of_page())
        self.assertGreater(len(found), 300)
        for where, text in found:
            self.assert_for_people(text, where)
        markup = (PAGE / "index.html").read_text("utf-8")
        self.assert_for_people(re.sub(r"<!--.*?-->|<[^>]*>", " ", markup), "index.html")

    def test_script_and_style_are_small(self):
        files = [*PAGE.glob("*.js"), *PAGE.glob("*.css")]
        self.assertGreater(len(files), 10)
        self.assertLessEqual(sum(file.stat().st_size for file in files), 230_000)

    def test_the_words_of_all_advice_for_the_page(self):
        found = [(file, text) for file in sorted((ROOT / "Sources").rglob("*.swift"))
                 for text in re.findall(r'onPage:\s*"((?:[^"\\]|\\.)*)"', file.read_text("utf-8"))]
        self.assertGreater(len(found), 20)
        for file, text in found:
            self.assert_for_people(text, file.name)
        # Without words of its own, advice is the same on the page.
        advised = re.compile(r"""(?x) \.text\( \s* "((?:[^"\\]|\\.)*)" \s* \) """)
        looked = 0
        for file in sorted((ROOT / "Sources").rglob("*.swift")):
            # The page asks for no format, and has no options of commands.
            if "totp-import" in file.relative_to(ROOT).parts:
                continue
            for text in advised.findall(file.read_text("utf-8")):
                looked += 1
                if "--from" not in text:
                    self.assert_for_people(text, file.name)
        self.assertGreater(looked, 100)

    def test_every_app_that_people_leave_or_move_to(self):
        served = self.serve()
        for one in served.json("GET", "apps")["apps"]:
            self.assert_for_people(" ".join([one.get("take", ""), one.get("reason", "")]), one["id"])
        formats = served.json("GET", "formats")
        for one in [*(one for one in formats["formats"] if one["reads"]), *formats["withoutExport"]]:
            for part in served.json("GET", f"guide/{one['id']}/-")["parts"]:
                self.assertNotEqual(part["kind"], "command", one["id"])
                self.assert_for_people(part["text"], one["id"])

    @in_chromium
    def test_everything_that_is_said_of_an_app(self):
        (self.folder / "links.txt").write_text(LINKS)
        person = self.chromium(self.serve("links.txt"))
        person.open("move")
        person.wait("the apps", lambda: person.all(".target"))
        apps = [one.get_attribute("data-target") for one in person.all("label.target")]
        self.assertGreater(len(apps), 60)
        for app in apps:
            person.driver.execute_script(f"document.querySelector('[data-target=\"{app}\"] input').click()")
            person.wait(app, lambda: person.driver.execute_script(
                "return document.querySelector('#target-side h2') && !document.querySelector('#target-side .waits')"
                f" && document.querySelector('[data-target=\"{app}\"] input').checked"))
            kinds = [one.get_attribute("value") for one in person.all("#target-kind option")] or [app]
            for kind in kinds:
                if kind != app:
                    person.click(f"#target-kind option[value={kind}]")
                    person.wait(kind, lambda: person.find("#target-kind").get_attribute("value") == kind)
                self.assert_for_people(person.find("#target-side").get_attribute("textContent"), kind)

    @in_chromium
    def test_the_findings_about_links(self):
        person = self.chromium(self.serve())
        person.open("check")
        person.type("#check-text", LINKS.replace("secret=JBSW", "secret=j b1") + "otpauth://totp/Gum:gy?secret=A&color=red#x\n")
        person.click("#check-run")
        person.wait_for("#check-sum")
        said = person.text("#check-result")
        self.assert_for_people(said, "findings")
        rules = [rule["id"] for rule in json.loads(run("validate", "--rules", "--json", folder=self.folder))]
        self.assertGreater(len(rules), 50)
        for rule in rules:
            self.assertNotIn(rule, said)


if __name__ == "__main__":
    unittest.main()
