"""The site: every page of docs/, a card for each metric, scenario and property, and the references, as plain HTML.

    python3 docs/site.py ASSAY DIRECTORY [STORE]      (make site, make site DB=out/quick.db)

ASSAY is the program, whose descriptors the cards are made of; STORE, if there is one, a study whose report becomes a
part of the site and is linked from the cards. Nothing is fetched from anywhere, and every link that leads into the site
is checked; one that leads nowhere is an error, exit status 1. Needs Python 3 and nothing beside it.
"""
import ast
import html
import json
import os
import re
import subprocess
import sys

STYLE = """
:root{color-scheme:light dark;--back:#fff;--text:#1c2530;--soft:#5b6774;--line:#dfe4ea;--tint:#f5f7f9;--link:#0b5c9c}
@media (prefers-color-scheme:dark){:root{--back:#14181d;--text:#e3e8ed;--soft:#9aa6b2;--line:#303841;--tint:#1c2229;
--link:#79bdf2}}
*{box-sizing:border-box}body{margin:0 auto;max-width:980px;padding:0 18px 60px;background:var(--back);color:var(--text);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,Arial,"DejaVu Sans",sans-serif;overflow-wrap:break-word}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
nav{display:flex;flex-wrap:wrap;gap:4px 18px;padding:14px 0;border-bottom:1px solid var(--line);font-size:.92rem}
h1{font-size:1.8rem;line-height:1.2}h2{margin-top:2.2rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
code,pre{font:.88em/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;background:var(--tint)}
code,pre{border-radius:4px}code{padding:.08em .3em}
pre{padding:12px 14px;overflow-x:auto;border:1px solid var(--line)}pre code{padding:0;font:inherit}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:.8rem 0}
th,td{padding:4px 10px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
img{max-width:100%;background:#fff}.soft{color:var(--soft)}dt{font-weight:600;margin-top:.7rem}
.skip{position:absolute;left:-99em}.skip:focus{left:8px;top:8px;background:var(--back);padding:6px 12px}
"""

NAVIGATION = [("index.html", "assay"), ("metrics.html", "Metrics"), ("scenarios.html", "Scenarios"),
              ("properties.html", "Properties"), ("guides.html", "Guides"), ("c.html", "C"), ("python.html", "Python")]


class Site:
    def __init__(self, program, directory):
        self.program, self.directory, self.pages = program, directory, {}

    def ask(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"site: assay {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def catalogue(self, what):
        return json.loads(self.ask("list", what, "--format", "json"))["rows"]

    def add(self, name, title, body):
        """One page; `body` is HTML, links in it are relative to the page."""
        up = "../" * name.count("/")
        links = "".join(f'<a href="{up}{to}">{text}</a>' for to, text in NAVIGATION)
        if "study/index.html" in self.pages or os.path.exists(os.path.join(self.directory, "study/index.html")):
            links += f'<a href="{up}study/index.html">A study</a>'
        self.pages[name] = (
            f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
            f'<title>{html.escape(title)}</title>\n'
            f'<style>{STYLE}</style>\n</head>\n<body>\n<a class="skip" href="#main">To the contents</a>\n'
            f'<nav aria-label="Site">{links}</nav>\n<main id="main">\n{body}\n</main>\n</body>\n</html>\n')

    def write(self):
        for name, text in self.pages.items():
            path = os.path.join(self.directory, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as to:
                to.write(text)

    def dead_links(self):
        """(page, link) of every link into the site that leads nowhere."""
        dead, ids = [], {}
        for name in self.pages:
            ids[name] = set(re.findall(r'\bid="([^"]*)"', self.pages[name]))
        for name, text in self.pages.items():
            for link in re.findall(r'(?:href|src)="([^"]*)"', text):
                if re.match(r"[a-z]+:", link):
                    continue
                file, _, anchor = link.partition("#")
                target = os.path.normpath(os.path.join(os.path.dirname(name), file)) if file else name
                if target not in self.pages:
                    if not os.path.exists(os.path.join(self.directory, target)):
                        dead.append((name, link))
                elif anchor and anchor not in ids[target]:
                    dead.append((name, link))
        return dead


# ---- Markdown: the part of it that this project's texts use ----

def inline(text, link):
    """`code`, **strong**, *soft*, [text](to), ![text](to); `link` turns a target into that of the site."""
    kept = []

    def keep(what):
        kept.append(what)
        return f"\0{len(kept) - 1}\0"

    text = re.sub(r"`([^`]+)`", lambda m: keep(f"<code>{html.escape(m[1])}</code>"), text)
    text = html.escape(text, quote=False)
    text = re.sub(r"!\[([^\]]*)\]\(([^)]+)\)", lambda m: keep(
        f'<img src="{html.escape(link(m[2]))}" alt="{html.escape(m[1])}"/>'), text)
    text = re.sub(r"\[([^\]]+)\]\(([^)]+)\)",
                  lambda m: keep(f'<a href="{html.escape(link(m[2]))}">') + m[1] + "</a>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    text = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*", r"<em>\1</em>", text)
    while "\0" in text:
        text = re.sub(r"\0(\d+)\0", lambda m: kept[int(m[1])], text)
    return text


def identifier(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "section"


def cells(line):
    return [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def take_table(lines, link):
    out = ["<div class=\"wide\"><table><thead><tr>" +
           "".join(f'<th scope="col">{inline(c, link)}</th>' for c in cells(lines[0])) + "</tr></thead><tbody>"]
    for line in lines[2:]:
        out.append("<tr>" + "".join(f"<td>{inline(c, link)}</td>" for c in cells(line)) + "</tr>")
    return "\n".join(out) + "</tbody></table></div>"


def take_list(lines, link):
    kind = "ol" if re.match(r"\s*\d+\.", lines[0]) else "ul"
    items = []
    for line in lines:
        start = re.match(r"\s*(?:[-*]|\d+\.)\s+(.*)", line)
        if start:
            items.append(start[1])
        else:
            items[-1] += " " + line.strip()
    return f"<{kind}>" + "".join(f"<li>{inline(i, link)}</li>" for i in items) + f"</{kind}>"


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
    out, used = [], set()
    for kind, lines in blocks(text):
        if kind == "code":
            out.append("<pre><code>" + html.escape("\n".join(lines)) + "</code></pre>")
        elif kind == "heading":
            level, title = len(lines[0].split(" ")[0]), lines[0].lstrip("# ")
            name = identifier(title)
            while name in used:
                name += "-2"
            used.add(name)
            out.append(f'<h{level} id="{name}">{inline(title, link)}</h{level}>')
        elif kind == "table":
            out.append(take_table(lines, link))
        elif kind == "list":
            out.append(take_list(lines, link))
        else:
            out.append("<p>" + inline(" ".join(lines), link) + "</p>")
    return "\n".join(out)


# ---- pages ----

TEXTS = {"README.md": "index.html", "CONTRIBUTING.md": "contributing.html", "SECURITY.md": "security.html",
         "CHANGELOG.md": "changelog.html", "LICENSE": "licence.html", "python/README.md": "python-package.html"}
COPIED, FOLDERS = {}, set()


def texts():
    for file in sorted(os.listdir("docs")):
        if file.endswith(".md"):
            TEXTS["docs/" + file] = "guide-" + file[:-3] + ".html"


def link_of(source):
    """Where a link of a text leads on the site: to the page of another text, a copied file, or outside."""
    def link(to):
        if re.match(r"[a-z]+:|#", to):
            return to
        file, _, anchor = to.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(source), file))
        if path == "docs":
            return "guides.html"
        if path in TEXTS:
            return TEXTS[path] + ("#" + anchor if anchor else "")
        if os.path.isfile(path):
            COPIED[path] = os.path.join("files", path)
            return COPIED[path]
        if os.path.isdir(path):
            FOLDERS.add(path)
            return os.path.join("files", path, "index.html")
        return to
    return link


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def add_texts(site):
    for source, name in TEXTS.items():
        text = read(source)
        title = re.search(r"^# (.+)", text, re.M)
        body = markdown(text, link_of(source)) if source.endswith(".md") else f"<pre>{html.escape(text)}</pre>"
        site.add(name, title[1] if title else source, body)
    users = [("You wrote a metric and must prove it right", ["docs/validating.md", "docs/protocol.md"]),
             ("You audit whether a published metric can be trusted", ["docs/judging.md", "docs/differences.md"]),
             ("You make figures and tables, or have models of your own", ["docs/studies.md", "docs/cluster.md"])]
    body = ["<h1>Guides</h1>"]
    named = set()
    for title, sources in users:
        there = [s for s in sources if s in TEXTS]
        named |= set(there)
        body.append(f"<h2>{title}</h2><p><a href=\"index.html\">Start page</a></p><ul>" +
                    "".join(item(s) for s in there) + "</ul>")
    others = [s for s in TEXTS if s not in named and s != "README.md"]
    body.append("<h2>The rest</h2><ul>" + "".join(item(s) for s in others) + "</ul>")
    site.add("guides.html", "Guides", "\n".join(body))


def add_folders(site):
    """A page for each folder that a text links to, with its files."""
    for folder in sorted(FOLDERS):
        body = [f"<h1>{html.escape(folder)}</h1><ul>"]
        for file in sorted(os.listdir(folder)):
            path = os.path.join(folder, file)
            if os.path.isfile(path):
                COPIED[path] = os.path.join("files", path)
                body.append(f'<li><a href="{html.escape(file)}">{html.escape(file)}</a></li>')
        site.add(os.path.join("files", folder, "index.html"), folder, "\n".join(body) + "</ul>")


def item(source):
    title = re.search(r"^# (.+)", read(source), re.M)
    return f'<li><a href="{TEXTS[source]}">{html.escape(title[1] if title else source)}</a></li>'


def evidence_link(identity):
    return "../study/index.html#evidence_2f" + re.sub(r"[^A-Za-z0-9-]", lambda m: f"_{ord(m[0]):02x}", identity)


def add_cards(site, what, title, study):
    """A page for each thing that `assay list WHAT` names, and one that lists them."""
    rows = site.catalogue(what)
    body = [f"<h1>{title}</h1><div class=\"wide\"><table><tbody>"]
    for row in rows:
        identity = row["id"]
        about = row.get("title") or row["asks"]
        text = site.ask("describe", identity)
        head, _, rest = text.partition("\n")
        extra = ""
        if study is not None and f'id="evidence_2f{identity}"' in study:
            extra = f'<p><a href="{evidence_link(identity)}">Its verdicts and curves in a study</a></p>'
        site.add(f"{what}/{identity}.html", head.strip(),
                 f"<h1>{html.escape(head.strip())}</h1>\n{extra}<pre>{html.escape(rest.strip(chr(10)))}</pre>\n"
                 f'<p><a href="../{what}.html">All {what}</a></p>')
        body.append(f'<tr><th scope="row"><a href="{what}/{identity}.html">{html.escape(identity)}</a></th>'
                    f"<td>{html.escape(about)}</td></tr>")
    site.add(f"{what}.html", title, "\n".join(body) + "</tbody></table></div>")


def add_c(site):
    """include/: each header as it reads, with a place for each name that it declares."""
    body = ["<h1>C reference</h1><p>The public headers, as they are installed. Shapes, units, errors and ownership are "
            "said beside each function.</p>"]
    for file in sorted(os.listdir("include")):
        text = html.escape(read(os.path.join("include", file)))
        seen = set()

        def mark(m):
            if m[1] in seen:
                return m[0]
            seen.add(m[1])
            return f'<span id="{m[1]}">{m[1]}</span>('
        text = re.sub(r"\b(assay_\w+)\(", mark, text)
        names = " ".join(f'<a href="#{n}">{n}</a>' for n in sorted(seen))
        body.append(f'<h2>{html.escape(file)}</h2><p class="soft">{names}</p><pre>{text}</pre>')
    site.add("c.html", "C reference", "\n".join(body))


def signature(node):
    if isinstance(node, ast.ClassDef):
        return f"class {node.name}"
    return f"{node.name}({ast.unparse(node.args)})"


def add_python(site):
    body = ["<h1>Python reference</h1>", '<p><a href="python-package.html">How to install and use the package</a></p>']
    for file in sorted(os.listdir("python/assay")):
        if not file.endswith(".py") or file == "host.py":
            continue
        tree = ast.parse(read(os.path.join("python/assay", file)))
        found = [n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and not n.name.startswith("_")
                 and ast.get_docstring(n)]
        if not found:
            continue
        body.append(f"<h2>{html.escape(file)}</h2><dl>")
        for node in found:
            members = [m for m in (node.body if isinstance(node, ast.ClassDef) else [])
                       if isinstance(m, ast.FunctionDef) and not m.name.startswith("_") and ast.get_docstring(m)]
            for one in [node] + members:
                name = signature(one) if one is node else f"{node.name}.{signature(one)}"
                body.append(f"<dt><code>{html.escape(name)}</code></dt>"
                            f"<dd><pre>{html.escape(ast.get_docstring(one))}</pre></dd>")
        body.append("</dl>")
    site.add("python.html", "Python reference", "\n".join(body))


def main(program, directory, store=None):
    site = Site(os.path.abspath(program), directory)
    os.makedirs(directory, exist_ok=True)
    study = None
    if store:
        site.ask("report", "--db", store, "--out", os.path.join(directory, "study"))
        study = read(os.path.join(directory, "study", "index.html"))
    texts()
    add_texts(site)
    add_cards(site, "metrics", "Metrics", study)
    add_cards(site, "scenarios", "Scenarios", study)
    add_cards(site, "properties", "Properties", study)
    add_c(site)
    add_python(site)
    add_folders(site)
    for source, name in COPIED.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(source, "rb") as file, open(path, "wb") as to:
            to.write(file.read())
    site.write()
    dead = site.dead_links()
    for page, link in dead:
        print(f"site: {page}: {link} leads nowhere", file=sys.stderr)
    print(os.path.join(directory, "index.html"))
    return 1 if dead else 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
