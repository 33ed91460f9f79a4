"""A link of each scheme is read, or named, at each kind of place that holds text: no place has a table of its own."""

import html
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from files import GOOGLE, LINK, PROGRAM, SECRETS, aegis, as_bytes, mail, named, packed, pdf, picture, tar

SCHEMES = {
    "otpauth": LINK.replace(SECRETS[0], SECRETS[1]),
    "one slash": LINK.replace(SECRETS[0], SECRETS[1]).replace("://", ":/"),
    "motp": "motp://Acme:eve?secret=00112233445566778899aabbccddeeff",
    "steam": f"steam://{SECRETS[1]}",
    "apple": f"apple-{LINK}".replace(SECRETS[0], SECRETS[1]),
    "google": GOOGLE,
    "apple's google": f"apple-{GOOGLE}",
}
WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>'


def alone(link):
    """Files that have nothing but the link."""
    text = html.escape(link)
    return {
        "a text": f"{link}\n",
        "a cell": f"otpauth\n{link}\n",
        "a string of JSON": json.dumps({"links": [link]}),
        "an attribute": f'<html><body><a href="{text}">code</a></body></html>',
        "a page": f"<html><body><p>{text}</p></body></html>",
        "a QR code": picture(text=link),
        "a PDF": pdf(code=link),
        "a document": packed({"[Content_Types].xml": "<Types/>",
                              "word/document.xml": f"{WORD}{text}</w:t></w:r></w:p></w:body></w:document>"}),
        "a mail": mail({}, f"{link}\n"),
        "an attachment": mail({"a.txt": f"{link}\n"}),
        "an archive": packed({"a.txt": f"{link}\n"}),
        "a compressed archive": tar({"a.txt": f"{link}\n"}),
    }


def beside(link):
    """Files with another account, which have the link in a place that programs do not read."""
    return {
        "a note": aegis(link),
        "a comment": f"{LINK}\n# {link}\n",
        "a comment of a page": f"<html><body><p>{html.escape(LINK)}</p><!-- {link} --></body></html>",
        "a cell of another column": f"name,otpauth,comment\nAcme,{LINK},{link}\n",
        "the comment of an archive": packed({"a.txt": f"{LINK}\n"}, comment=link.encode()),
    }


def accounts(content):
    """The accounts of a file, without their names, which a place may add to."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a").write_bytes(as_bytes(content))
        done = subprocess.run([PROGRAM, "list", "a", "--json", "--reveal"], cwd=folder, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL)
    items = json.loads(done.stdout)["items"] if done.stdout else []
    return done.returncode, [[item[name] for name in ("type", "secret", "algorithm", "digits")] for item in items]


class SchemeTests(unittest.TestCase):
    def test_alone(self):
        for scheme, link in SCHEMES.items():
            expected = accounts(f"{link}\n")
            self.assertEqual(expected[0], 0, scheme)
            self.assertEqual(len(expected[1]), 1, scheme)
            for place, content in alone(link).items():
                with self.subTest(scheme=scheme, place=place):
                    self.assertEqual(accounts(content), expected)

    def test_beside(self):
        """The link is another account, or the file is kept and something is said."""
        for scheme, link in SCHEMES.items():
            for place, content in beside(link).items():
                with self.subTest(scheme=scheme, place=place):
                    names, count, said = named(content)
                    self.assertTrue(count == 2 or (not names and said), said)


if __name__ == "__main__":
    unittest.main()
