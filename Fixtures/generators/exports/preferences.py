"""The preferences of Android apps: an XML map of named values, some of them JSON in a string."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .shape import Shape

HEAD = "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n"
ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
QUOTES = {'"': "&quot;", "\n": "&#10;"}


def escaped(text: str, *, quotes: bool = True) -> str:
    return text.translate(str.maketrans(ESCAPES | (QUOTES if quotes else {})))


def string(name: str, value: str, *, quotes: bool = True) -> str:
    """A named string as the system writes it. A reader of XML takes quotes that are not escaped as well."""
    return f'    <string name="{escaped(name)}">{escaped(value, quotes=quotes)}</string>'


def preferences(lines: Iterable[str]) -> str:
    return "\n".join([HEAD + "<map>", *lines, "</map>", ""])


@dataclass(frozen=True)
class PreferencesShape(Shape):
    """JSON in preferences, with quotes as they are, so that the common cases find what they replace."""

    dressed: Callable[[Any, Callable[[Any], str]], str] = lambda document, encoded: encoded(document)
    """The whole file around a document, given what writes JSON."""

    def text(self, document: Any, *, escaped: bool = False) -> str:
        return self.dressed(document, lambda value: json.dumps(value, ensure_ascii=escaped, separators=(",", ":")))
