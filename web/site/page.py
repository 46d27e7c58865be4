"""What every page is made of: elements, whose texts are escaped here and nowhere else, tables, figures, the frame."""
import hashlib
import html
import os
import re

EMPTY = ("img", "meta", "link", "input")
# What steers a terminal, ends a line, turns the direction of writing, or is half a character.
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Html(str):
    """Is escaped already."""

    def __add__(self, other):
        return Html(str(self) + escaped(other))


def escaped(what):
    if isinstance(what, Html):
        return what
    return Html(html.escape(STEERS.sub("\ufffd", str(what))))


def join(parts, between=""):
    return Html(escaped(between).join(escaped(p) for p in parts if p is not None))


def el(tag, /, *children, **attributes):
    """An element. `class_` is class, `aria_label` aria-label; an attribute that is None is left out."""
    said = "".join(f' {k.rstrip("_").replace("_", "-")}="{escaped(v)}"' for k, v in attributes.items() if v is not None)
    return Html(f"<{tag}{said}/>" if tag in EMPTY else f"<{tag}{said}>{join(children)}</{tag}>")


def slug(name):
    """A name as that of a file and an anchor: other names are other files, on any file system."""
    made = re.sub(r"^\.|[^a-z0-9.-]", lambda m: "".join(f"_{b:02x}" for b in m[0].encode("utf-8", "replace")), name)
    return made if 0 < len(made) <= 120 else made[:100] + "_" + hashlib.sha256(made.encode()).hexdigest()[:16]


def link(to, text, **attributes):
    """`to` is an address outside, an anchor of this page, or a page: "/metrics/mig.html" from the site's root."""
    return el("a", text, href=to, **attributes)


# Addresses as sources write them, and what stands before them in a link.
OUTSIDE = re.compile(r"(arXiv:)([0-9]{4}[.][0-9]{4,5})|(doi:)(10[.][^\s,;}]*[^\s,;.})])|()(github[.]com/[^\s,;)]*[^\s,;.)])")


def linked(text):
    """With links to what is named outside: arXiv:2409.14507, doi:10.1000/1, github.com/a/b."""
    made, at = [], 0
    for found in OUTSIDE.finditer(text):
        begins = {"arXiv:": "https://arxiv.org/abs/", "doi:": "https://doi.org/", "": "https://"}
        which = found.lastindex
        made += [text[at:found.start()], link(begins[found[which - 1]] + found[which], found[0])]
        at = found.end()
    return join(made + [text[at:]])


def prose(text):
    """What stands in `quotes` is code."""
    return join(el("code", part) if k % 2 else linked(part) for k, part in enumerate(text.split("`")))


def code(text):
    return el("pre", el("code", text), tabindex="0")


def details(title, *children):
    return el("details", el("summary", title), *children)


def table(heads, rows, about):
    """The first cell of a row names it; a column without a text is left out; a wide table scrolls within itself."""
    kept = [k for k in range(len(heads)) if not k or not rows or any(row[k] for row in rows)]
    heads, rows = [heads[k] for k in kept], [[row[k] for k in kept] for row in rows]
    body = [el("tr", el("th", row[0], scope="row"), *(el("td", cell) for cell in row[1:])) for row in rows]
    made = el("table", el("caption", about), el("thead", el("tr", *(el("th", h, scope="col") for h in heads))),
              el("tbody", *body))
    return el("div", made, class_="wide", role="region", aria_label=about, tabindex="0")


def section(title, *children, anchor=None, level=2):
    anchor = anchor or re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return el("section", el(f"h{level}", title), *children, id=anchor)


def listed(items):
    return el("ul", *(el("li", i) for i in items))


def evidence(*said):
    """A long text in a cell."""
    return el("span", *said, class_="evidence") if any(said) else ""


def commas(items):
    return join(items, ", ")


class Site:
    """Pages by their addresses, and files that are copied as they are."""

    def __init__(self, directory):
        self.directory, self.pages, self.files, self.names = directory, {}, {}, []
        self.about, self.navigation = [], []

    def add(self, address, title, *body):
        """One page; the first heading is its title."""
        self.pages[address] = (title, join(body, "\n"))

    def add_named(self, kind, name, address, about=""):
        """What the list of all names has."""
        self.names.append((kind, name, address, about))

    def frame(self, address, title, body):
        head = el("head", el("meta", charset="utf-8"),
                  el("meta", name="viewport", content="width=device-width, initial-scale=1"),
                  el("title", title if address == "index.html" else f"{title} · assay"),
                  el("link", rel="stylesheet", href="/style.css"))
        links = [link("/" + to, text, aria_current="page" if to == address else None) for to, text in self.navigation]
        whole = Html("<!DOCTYPE html>\n") + el(
            "html", head, "\n", el("body", link("#main", "Skip to the contents", class_="skip"),
                                   el("nav", *links, aria_label="Site"), "\n",
                                   el("main", el("h1", title), "\n", body, id="main"), "\n",
                                   el("footer", *(el("p", line) for line in self.about))), lang="en")
        up = "../" * address.count("/")
        return re.sub(r' (href|src)="/', rf' \1="{up}', whole) + "\n"

    def write(self):
        for address, page in self.pages.items():
            self.put(address, self.frame(address, *page).encode("utf-8", "replace"))
        for address, source in self.files.items():
            with open(source, "rb") as file:
                self.put(address, file.read())

    def put(self, address, content):
        path = os.path.join(self.directory, address)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as to:
            to.write(content)
