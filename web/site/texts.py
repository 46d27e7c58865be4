"""The project's own texts as pages, with the files and folders that they link to."""
import os
import re

from page import Html, code, el, escaped, join, link as anchor, listed

# ---- Markdown: the part of it that this project's texts use ----

def inline(text, link):
    """`code`, **strong**, *soft*, [text](to), ![text](to); `link` turns a target into that of the site."""
    kept = []

    def keep(what):
        kept.append(what)
        return f"\ue000{len(kept) - 1}\ue001"

    text = re.sub(r"`([^`]+)`", lambda m: keep(el("code", m[1])), text)
    text = re.sub(r"!\[([^\]]*)\]\(([^)]+)\)", lambda m: keep(el("img", src=link(m[2]), alt=m[1])), text)
    text = re.sub(r"\[([^\]]+)\]\(([^)]+)\)", lambda m: keep(el("a", m[1], href=link(m[2]))), text)
    text = re.sub(r"\*\*([^*]+)\*\*", lambda m: keep(el("strong", m[1])), text)
    text = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*", lambda m: keep(el("em", m[1])), text)
    text = escaped(text)
    while "\ue000" in text:
        text = re.sub("\ue000(\\d+)\ue001", lambda m: kept[int(m[1])], text)
    return Html(text)


def identifier(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "section"


def cells(line):
    return [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def take_table(lines, link):
    head, *rows = ([inline(c, link) for c in cells(line)] for line in [lines[0]] + lines[2:])
    made = el("table", el("thead", el("tr", *(el("th", c, scope="col") for c in head))),
              el("tbody", *(el("tr", el("th", row[0], scope="row"), *(el("td", c) for c in row[1:])) for row in rows)))
    return el("div", made, class_="wide", role="region", aria_label="Table", tabindex="0")


def take_list(lines, link):
    items = []
    for line in lines:
        start = re.match(r"\s*(?:[-*]|\d+\.)\s+(.*)", line)
        if start:
            items.append(start[1])
        else:
            items[-1] += " " + line.strip()
    return el("ol" if re.match(r"\s*\d+\.", lines[0]) else "ul", *(el("li", inline(i, link)) for i in items))


def blocks(text):
    """The lines of each block, with its kind."""
    lines, k = text.split("\n"), 0
    while k < len(lines):
        line, end = lines[k], k + 1
        if not line.strip():
            k += 1
            continue
        if line.startswith("```"):
            while end < len(lines) and not lines[end].startswith("```"):
                end += 1
            yield "code", lines[k + 1:end]
            k = end + 1
            continue
        if line.startswith("    "):
            indented = lambda k: k < len(lines) and lines[k].startswith("    ")
            while indented(end) or (end < len(lines) and not lines[end].strip() and indented(end + 1)):
                end += 1
            yield "code", [part[4:] for part in lines[k:end]]
        elif re.match(r"#{1,6} ", line):
            yield "heading", [line]
        else:
            is_list = re.match(r"\s*(?:[-*]|\d+\.)\s+", line)
            while end < len(lines) and lines[end].strip() and not re.match(r"#{1,6} |```", lines[end]):
                if not is_list and re.match(r"(?:[-*]|\d+\.)\s+", lines[end]):
                    break
                end += 1
            is_table = line.startswith("|") and end > k + 1 and re.match(r"\|[\s:|-]+$", lines[k + 1].strip())
            yield "table" if is_table else "list" if is_list else "text", lines[k:end]
        k = end


def markdown(text, link):
    """(title, body): the first heading is the page's title."""
    title, out, used = None, [], set()
    for kind, lines in blocks(text):
        if kind == "code":
            out.append(code("\n".join(lines)))
        elif kind == "heading":
            level, words = len(lines[0].split(" ")[0]), lines[0].lstrip("# ")
            if title is None:
                title = words
                continue
            name = identifier(words)
            while name in used:
                name += "-2"
            used.add(name)
            out.append(el(f"h{level}", inline(words, link), id=name))
        elif kind == "table":
            out.append(take_table(lines, link))
        elif kind == "list":
            out.append(take_list(lines, link))
        else:
            out.append(el("p", inline(" ".join(lines), link)))
    return title, join(out, "\n")


# ---- pages ----

TEXTS = {"README.md": "guides/readme.html", "CONTRIBUTING.md": "guides/contributing.html",
         "SECURITY.md": "guides/security.html", "CHANGELOG.md": "guides/changelog.html",
         "LICENSE": "guides/licence.html", "python/README.md": "guides/python-package.html"}
FOLDERS = set()


def link_of(source, site):
    """Where a link of a text leads on the site: to the page of another text, a copied file, or outside."""
    def to_page(to):
        file, _, at = to.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(source), file))
        if re.match(r"[a-z]+:|#", to):
            return to
        if path in TEXTS:
            return "/" + TEXTS[path] + ("#" + at if at else "")
        if path == "docs":
            return "/guides.html"
        if os.path.isfile(path):
            site.files["files/" + path] = path
            return "/files/" + path
        if os.path.isdir(path):
            FOLDERS.add(path)
            return f"/files/{path}/index.html"
        return to
    return to_page


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rows_of(path, heading):
    """The rows of the table under a heading, as cells."""
    under = read(path).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [cells(line) for line in under.split("\n") if line.startswith("|")]


def add_texts(site):
    TEXTS.update({f"docs/{f}": f"guides/{f[:-3]}.html" for f in sorted(os.listdir("docs")) if f.endswith(".md")})
    links = []
    for source, address in TEXTS.items():
        title, body = markdown(read(source), link_of(source, site)) if source.endswith(".md") else (None, None)
        site.add(address, title or source, body or code(read(source)))
        site.add_named("guide", title or source, address)
        links.append(anchor("/" + address, title or source))
    site.add("guides.html", "Guides", listed(links))


def add_folders(site):
    """A page for each folder that a text links to, with its files."""
    for folder in sorted(FOLDERS):
        files = [f for f in sorted(os.listdir(folder)) if os.path.isfile(os.path.join(folder, f))]
        site.files.update({f"files/{folder}/{f}": os.path.join(folder, f) for f in files})
        site.add(f"files/{folder}/index.html", folder, listed(anchor(f"/files/{folder}/{f}", f) for f in files))


def add_all(site):
    add_texts(site)
    add_folders(site)
