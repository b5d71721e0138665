"""Whether every link of a site leads to a file of it, and to a place in that file: python3 links.py FOLDER"""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The places and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.places, self.links = set(), set()
        self.feed(text)

    def handle_starttag(self, _, attributes):
        for name, value in attributes:
            if name == "id" and value:
                self.places.add(value)
            elif name in ("href", "src") and value:
                self.links.add(value)


root = pathlib.Path(sys.argv[1]).resolve()
pages = {path: Page(path.read_text()) for path in root.rglob("*.html")}
broken, links = [], 0
for path, page in pages.items():
    # Every other page on one, and what is shown where there is none: their links begin elsewhere.
    if path.name in ("print.html", "404.html", "toc.html"):
        continue
    for link in page.links:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        links += 1
        to = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
        if to.is_dir():
            continue
        if not to.is_file():
            broken.append(f"{path.relative_to(root)}: {link}")
        elif parts.fragment and to in pages and urllib.parse.unquote(parts.fragment) not in pages[to].places:
            broken.append(f"{path.relative_to(root)}: {link} (no such place)")
print("\n".join(sorted(broken)))
print(f"{len(pages)} pages, {links} links, {len(broken)} broken")
sys.exit(1 if broken or not links else 0)
