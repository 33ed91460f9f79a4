"""The resources of the page, from the code: (method, path), where * is any segment."""

import re

from program import ROOT

RESOURCES = sorted({(method, path) for file in (ROOT / "Sources/WebPage/Resources").glob("*.swift")
                    for method, path in re.findall(r'Route\(\s*"([A-Z]+)",\s*"(/api/[^"]+)"', file.read_text("utf-8"))})
