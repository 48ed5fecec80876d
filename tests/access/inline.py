"""Finds what a strict policy refuses in a page: scripts and styles inside it."""

from html.parser import HTMLParser


class Inline(HTMLParser):
    """Collects what a strict policy refuses: inline scripts and styles, and what would run them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        names = dict(attrs)
        self._script = tag == "script" and "src" not in names and names.get("type") != "application/json"
        if tag == "style" or self._script:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith(("on", "hx-on")) or (value or "").strip().startswith("javascript:"):
                self.found.append(f"{tag} {name}={value!r}")


def inline(html: str) -> list[str]:
    """What is inline in a page or a template."""
    parser = Inline()
    parser.feed(html)
    return parser.found
