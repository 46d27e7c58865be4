"""Pages as a reader without sight, script or wide screen needs them: prints what is wrong, a line each, and ends with 1.

    python3 tests/web/site/pages.py FOLDER

Of each page: well-formed; a language, a title, one h1 and no heading that skips a level; texts in the place of pictures;
a head with scope in each table, cells as many as heads; regions that scroll can be focused and have names; ids are
unique; a link to the contents comes first; links have texts and lead somewhere; nothing is fetched from elsewhere; no
script but one file. Of the style sheet: contrasts of 4.5 at least, light and dark.
"""
import glob
import os
import re
import sys
import xml.etree.ElementTree as tree

folder = sys.argv[1]


def text_of(element):
    return "".join(element.itertext()).strip()


def headings(root):
    levels = [int(e.tag[1]) for e in root.iter() if re.fullmatch("h[1-6]", e.tag)]
    if levels.count(1) != 1 or levels[0] != 1:
        yield "not one h1, which comes first"
    if any(after > before + 1 for before, after in zip(levels, levels[1:])):
        yield f"a heading skips a level: {levels}"


def tables(root):
    for table in root.iter("table"):
        heads = table.findall("thead/tr/th")
        rows = table.findall("tbody/tr")
        if not heads or any(h.get("scope") != "col" for h in heads):
            yield "a table without heads"
        if any(len(row) != len(heads) or row[0].tag != "th" or row[0].get("scope") != "row" for row in rows):
            yield f"a row of {text_of(heads[0])} {text_of(heads[-1])} without a head, or of another length"


def regions(root):
    around = {child: parent for parent in root.iter() for child in parent}
    for scrolls in [around[t] for t in root.iter("table")] + list(root.iter("pre")):
        if scrolls.get("tabindex") != "0" or scrolls.tag == "div" and not scrolls.get("aria-label"):
            yield "what scrolls cannot be focused, or has no name"


def elements(root):
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    if len(ids) != len(set(ids)):
        yield f"ids twice: {sorted(i for i in set(ids) if ids.count(i) > 1)[:3]}"
    if root.get("lang") != "en" or not text_of(root.find("head/title")):
        yield "no language or no title"
    first = root.find("body")[0]
    if first.get("href") != "#main" or root.find("body/main").get("id") != "main":
        yield "no link to the contents first"
    if any(not (i.get("alt") or "").strip() for i in root.iter("img")):
        yield "a picture without a text"
    if any(not text_of(a) and a.find("img") is None for a in root.iter("a")):
        yield "a link without a text"
    for script in root.iter("script"):
        if text_of(script) or not script.get("src").endswith("filter.js"):
            yield "a script"
    if any(k.startswith("on") or k == "style" for e in root.iter() for k in e.attrib):
        yield "a handler or a style within an element"


def links(root, address, anchors):
    for e in root.iter():
        for to in filter(None, [e.get("src"), e.get("href")]):
            if re.match("[a-z]+:", to):
                if e.tag != "a":
                    yield f"{to} is fetched"
                continue
            file, _, anchor = to.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(address), file)) if file else address
            if not os.path.isfile(os.path.join(folder, path)) or anchor and anchor not in anchors.get(path, ()):
                yield f"{to} leads nowhere"


def luminance(colour):
    digits = "".join(c * 2 for c in colour) if len(colour) == 3 else colour
    shares = [int(digits[k:k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [s / 12.92 if s <= .04045 else ((s + .055) / 1.055) ** 2.4 for s in shares]
    return .2126 * linear[0] + .7152 * linear[1] + .0722 * linear[2]


def contrasts(css):
    palettes = [dict(re.findall("--([a-z]+): #([0-9a-f]+)", block)) for block in re.findall(":root {([^}]*)}", css)]
    if len(palettes) != 2:
        yield "not two palettes"
    for palette in palettes:
        for colour in ("text", "soft", "link", "good", "bad"):
            for back in ("back", "tint"):
                two = sorted((luminance(palette[colour]), luminance(palette[back])))
                if (two[1] + .05) / (two[0] + .05) < 4.5:
                    yield f"{colour} #{palette[colour]} on {back} #{palette[back]}: contrast too low"


pages = sorted(os.path.relpath(f, folder) for f in glob.glob(os.path.join(glob.escape(folder), "**/*.html"), recursive=True))
pages.remove("browser.html") if "browser.html" in pages else None
roots, wrong = {}, []
for address in pages:
    with open(os.path.join(folder, address), encoding="utf-8") as file:
        try:
            roots[address] = tree.fromstring(file.read().replace("<!DOCTYPE html>", ""))
        except tree.ParseError as why:
            wrong.append((address, why))
anchors = {address: {e.get("id") for e in root.iter()} for address, root in roots.items()}
for address, root in roots.items():
    for check in (headings, tables, regions, elements):
        wrong += [(address, what) for what in check(root)]
    wrong += [(address, what) for what in links(root, address, anchors)]
with open(os.path.join(folder, "style.css"), encoding="utf-8") as file:
    wrong += [("style.css", what) for what in contrasts(file.read())]
for address, what in wrong:
    print(f"{address}: {what}")
sys.exit(1 if wrong else 0)
