"""The site of a store: a page for each metric, property, scenario, question and paper, and the project's texts.

    python3 web/site/build.py ASSAY DIRECTORY [--store STORE] [--page FILE]

ASSAY is the program, which says all that stands on the pages. STORE is a file of `assay run`: without one pages have
definitions alone. FILE is the page of `make browser`. Run it from the root of the checkout (make site STORE=FILE). The
same store gives the same bytes.
"""
import argparse
import csv
import functools
import json
import os
import re
import shlex
import shutil
import sys
import tempfile

import texts
from page import Site, code, commas, details, el, evidence, join, link, linked, listed, prose, section, slug, table
from program import Program

MOST_VALUES = 300  # published values on a page, one by one
MOST_REASONS = 10
UNKNOWN = {"title": "", "parts": [], "said": {}}  # what only the store has
HERE = os.path.dirname(os.path.abspath(__file__))


def number(x):
    return "" if x is None else f"{x:.4g}" if isinstance(x, float) else str(x)


def interval(of):
    return "" if of.get("low") is None else f"{number(of['low'])} to {number(of['high'])}"


def grouped(rows, key):
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def title_of(name, of):
    return name if of["title"] in ("", name) else f"{name}: {of['title']}"


def shown(row):
    """A score's name, as tables write it: mig@zaidi2020, dci-lasso modularity."""
    name = row["metric"] + ("" if row["preset"] == "default" else "@" + row["preset"])
    return name + ("" if row["output"] in ("", row["metric"]) else " " + row["output"])


def file_name(figure):
    """As `assay plot` names files."""
    return re.sub(r"[^A-Za-z0-9-]", "_", re.sub("[=;@:]", "-", figure))


def described_presets(lines):
    """[its line, what differs] of each; what belongs to the line above begins with a blank."""
    groups = []
    for line in lines:
        groups.append([line]) if not line.startswith(" ") else groups[-1].append(line.strip())
    return groups


class Builder:
    def __init__(self, program, site, folder):
        self.ask, self.site, self.folder = program, site, folder
        self.metrics = program.list("metrics")
        self.presets = grouped(program.list("presets"), lambda p: p["preset"].partition("@")[0])
        self.properties, self.scenarios = program.list("properties"), program.list("scenarios")
        self.papers = program.list("papers")
        self.verdicts = program.stored("judge").get("verdicts", [])
        stored = {r["scenario"] for r in program.stored("status", refusable=False).get("rows", [])}
        drawn = ",".join(s["id"] for s in self.scenarios if s["id"] in stored)
        self.tables = program.stored("table", "--scenarios", drawn).get("tables", []) if drawn else []
        self.questions = program.stored("advise").get("properties", [])
        reproduced = program.stored("reproduce")
        self.about, self.published = reproduced.get("store", ""), reproduced.get("rows", [])
        self.strips = program.figures(folder, "strips") if self.questions else {}
        self.drawn = program.figures(folder, "--scenarios", drawn) if self.tables else {}
        self.sheets = program.figures(folder, "--sheets", "--scenarios", drawn) if self.tables else {}
        self.known = {"metrics": {m["id"] for m in self.metrics}, "properties": {p["id"] for p in self.properties},
                      "scenarios": {s["id"] for s in self.scenarios}}
        self.known["metrics"] |= {r["metric"] for r in self.verdicts + self.all_strips() + self.scored()}
        self.known["scenarios"] |= {t["scenario"] for t in self.tables}

    def all_strips(self):
        return [o for q in self.questions for o in q["outputs"]]

    def scored(self):
        return [row for t in self.tables for row in t["rows"]]

    # ---- pieces of pages ----

    def to(self, kind, name, text=None, at=""):
        """A link to the page of a name; the name alone where there is none."""
        return link(f"/{kind}/{slug(name)}.html{at}", text or name) if name in self.known[kind] else (text or name)

    def to_output(self, row):
        return self.to("metrics", row["metric"], shown(row), f"#{slug(row['preset'])}" if row["preset"] in
                       self.presets_of(row["metric"]) else "")

    @functools.lru_cache(None)
    def presets_of(self, metric):
        """Of the program, then those that only the store has."""
        listed_there = [p["preset"].partition("@")[2] for p in self.presets.get(metric, [])]
        return list(dict.fromkeys(listed_there + [v["preset"] for v in self.verdicts if v["metric"] == metric]))

    def command(self, *words, store=True):
        return code(shlex.join(("assay",) + words + (("--db", self.ask.store) if store and self.ask.store else ())))

    def figures_of(self, figures, name, names, *words):
        """The figures called NAME or NAME-..., unless a longer name of `names` fits."""
        def fits(figure, of):
            return figure == file_name(of) or figure.startswith(file_name(of) + "-")
        made = []
        for figure, (file, title, said) in figures.items():
            if not fits(figure, name) or any(len(n) > len(name) and fits(figure, n) for n in names):
                continue
            address = f"figures/{slug(figure)}.svg"
            self.site.files[address] = file
            picture = link("/" + address, el("img", src="/" + address, alt=title, loading="lazy"))
            made.append(el("figure", picture, el("figcaption", title, details("The figure in words", el("p", said)))))
        again = "Made again by" if made else "No figure: the store has no scores of it. They are drawn by"
        return join(made + [el("p", again, class_="soft"), self.command("plot", *words, "--format", "svg")])

    def facts(self, parts):
        """What `describe` prints: a list of names and texts; the known truth is a table."""
        shown = []
        for part in parts:
            if part["name"] == "known":
                rows = [t.split("\t") for t in part["texts"] if "\t" in t]
                what = join([table(rows[0], rows[1:], "known"), el("p", part["texts"][-1], class_="soft")])
            else:
                what = join(el("p", prose(text)) for text in part["texts"])
            shown += [el("dt", part["name"]), el("dd", what)] if part["name"] != "bibtex" else []
        return el("dl", *shown)

    def verdict_table(self, rows, about, heading, first):
        """Of each verdict what it stands on; `first` names a row."""
        groups = grouped(rows, lambda v: v["verdict"])
        apart = [(verdict, groups.pop(verdict)) for verdict in ("not-run", "not-claimed") if verdict in groups]
        lines = [[first(v), el("span", v["verdict"], class_=v["verdict"]), evidence(v["evidence"]["text"]),
                  number(v["seeds"]), number(v["samples"]), v["published"]] for group in groups.values() for v in group]
        made = [el("p", el("span", verdict, class_=verdict), ": ", commas(map(first, group)))
                for verdict, group in sorted(groups.items())]
        made += [table([heading, "verdict", "evidence", "seeds", "rows", "published"], lines, about)] if lines else []
        for verdict, group in apart:
            lines = [[first(v), evidence(v["evidence"]["text"])] for v in group]
            made.append(details(f"{len(group)} {verdict}", table([heading, "evidence"], lines, f"{about}: {verdict}")))
        return join(made)

    def values_file(self, name, rows):
        """All published values of a page, for programs."""
        address, path = f"files/published-{slug(name)}.csv", os.path.join(self.folder, f"published-{slug(name)}.csv")
        with open(path, "w", encoding="utf-8", newline="") as to:
            writer = csv.DictWriter(to, rows[0], extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        self.site.files[address] = path
        return el("p", link("/" + address, f"All {len(rows)} values as CSV"), class_="soft")

    def counted(self, status, rows):
        """Of many values a line a score."""
        lines = []
        for (source, _, _, _), group in grouped(
                rows, lambda r: (r["source"], r["metric"], r["preset"], r["output"])).items():
            values = [r["published"] for r in group if r["published"] is not None]
            lines.append([source, self.to_output(group[0]), str(len(group)),
                          f"{number(min(values))} to {number(max(values))}" if values else ""])
        why = sorted({(r["reason"], r["evidence"] or "") for r in rows})
        about = f"Published values: {status}"
        return join([table(["source", "score", "values", "published"], lines, about),
                     *(el("p", prose(": ".join(filter(None, both)))) for both in why[:MOST_REASONS]),
                     el("p", f"{len(why) - MOST_REASONS} more are in the file.") if why[MOST_REASONS:] else None])

    def published_section(self, name, rows, *more):
        if not rows:
            return section("Published values", el("p", "No publication that assay has prints values of it."), *more)
        heads = ["source", "score", "on", "published", "ours", "interval", "reason"]
        made = [self.values_file(name, rows)] if len(rows) > MOST_VALUES else []
        for status, group in grouped(rows, lambda r: r["status"]).items():
            if len(group) > MOST_VALUES:
                made.append(details(f"{len(group)} {status}", self.counted(status, group)))
                continue
            lines = [[r["source"], self.to_output(r),
                      join([self.to("scenarios", r["scenario"]), r["point"] and " " + r["point"]]),
                      number(r["published"]) or evidence(r["statement"]), number(r["ours"]), interval(r),
                      evidence(r["reason"], r["evidence"] and ": " + r["evidence"])] for r in group]
            made.append(details(f"{len(group)} {status}", table(heads, lines, f"Published values and ours: {status}")))
        return section("Published values", *made, *more)

    def strips_table(self, rows, about):
        marks = (("leading", " (leads)"), ("control", " (control)"), ("below_control", " (below a control)"))
        return table(["score", "concordance", "95 % interval", "pairs", "claims", "share defined"],
                     [[self.to_output(o) + "".join(said for key, said in marks if o[key]), number(o["concordance"]),
                       interval(o), number(o["pairs"]), o["claims"], number(o["defined"])]
                      for o in rows], about)

    def advice(self):
        return join(el("p", prose(q["sentence"]), " ", self.ask_link(q["property"], f"{q['property']}: all metrics"))
                    for q in self.questions)

    def ask_link(self, name, text):
        return link(f"/questions/{name}.html", text)

    def cite(self, entries):
        return section("Cite", *(join([code(e), self.outside(e)]) for e in entries),
                       el("p", "The numbers: ", self.about or "no store", ". ",
                          link("/files/CITATION.cff", "How to cite assay"), "."))

    @staticmethod
    def outside(entry):
        """Where a BibTeX entry's text is found."""
        found = dict(re.findall(r"^ *(eprint|doi) = {([^}]*)}", entry, re.M))
        places = [linked(begin + found[key]) for key, begin in (("doi", "doi:"), ("eprint", "arXiv:")) if key in found]
        return el("p", commas(places)) if places else None

    def answer(self, row):
        """What a property asks, and who passes: what a question is looked for in."""
        said = [row["asks"]]
        for verdict in ("pass", "fail"):
            who = [shown(v) for v in self.verdicts if v["property"] == row["id"] and v["verdict"] == verdict
                   and v["preset"] == "default"]
            said += [f"{verdict.capitalize()}: {', '.join(who)}."] if who else []
        return " ".join(said + ([f"Judged on {row['scenarios']}."] if row["scenarios"] else []))

    # ---- pages ----

    def add(self, kind, name, title, about, *body):
        address = f"{kind}/{slug(name)}.html"
        self.site.add(address, title, *body)
        self.site.add_named(kind, name, address, about)

    def add_metric(self, name, row):
        of = self.ask.describe(name, "METRIC") if row else UNKNOWN
        parts = of["said"]
        verdicts = [v for v in self.verdicts if v["metric"] == name]
        body = [el("p", prose(line)) for line in parts.get("formula", []) + parts.get("outputs", [])]
        for question in self.questions:
            rows = [o for o in question["outputs"] if o["metric"] == name]
            if rows:
                body.append(section(f"Concordance: {question['property']}", self.strips_table(rows, "Pairs in order"),
                                    el("p", self.ask_link(question["property"], "All metrics"))))
        body.append(el("h2", "Presets and verdicts"))
        listed_there = (p["preset"].partition("@")[2] for p in self.presets.get(name, []))
        said = dict(zip(listed_there, described_presets(parts.get("presets", []))))
        for preset in self.presets_of(name):
            body.append(self.preset(name, preset, said.get(preset, []), parts.get("bibtex", []),
                                    [v for v in verdicts if v["preset"] == preset]))
        body.append(self.published_section(name, [r for r in self.published if r["metric"] == name]))
        if row:
            body.append(section("Definition", self.facts(p for p in of["parts"] if p["name"] != "presets")))
            body.append(self.numpy("describe", name))
        body.append(self.cite(parts.get("bibtex", [])[:1]))
        self.add("metrics", name, title_of(name, of), of["title"], *body)

    def numpy(self, command, name):
        program = self.ask.run(command, name, "--numpy", refusable=True) if name else None
        return section("As a program", details("NumPy", code(program)) if program else "",
                       self.command(command, name, "--numpy", store=False))

    def preset(self, metric, preset, said, entries, verdicts):
        body = [el("p", prose(line)) for line in said]
        body += [code(e) for e in entries if e.startswith("@misc{assay-%s-%s," % (metric, preset))]
        for output, rows in grouped(verdicts, lambda v: v["output"]).items():
            about = f"Verdicts on {output} of {metric}@{preset}"
            body.append(self.verdict_table(rows, about, "property", lambda v: self.to("properties", v["property"])))
        every = [f"sheet-{m}-{p}" for m in self.known["metrics"] if m.startswith(metric) for p in self.presets_of(m)]
        body.append(self.figures_of(self.sheets, f"sheet-{metric}-{preset}", every, "--sheets", "--metrics",
                                    f"{metric}@{preset}"))
        return section(f"{metric}@{preset}", *body, anchor=slug(preset), level=3)

    def add_property(self, row):
        of = self.ask.describe(row["id"], "PROPERTY")
        rows = [v for v in self.verdicts if v["property"] == row["id"]]
        self.add("properties", row["id"], title_of(row["id"], of), self.answer(row), el("p", row["asks"]),
                 section("Verdicts", self.verdict_table(rows, "Verdicts", "score", self.to_output)),
                 section("Rule", self.facts(of["parts"]), el("p", "Scenarios: ", commas(
                     self.to("scenarios", s) for s in row["scenarios"].split(", ") if s))),
                 self.cite(of["said"].get("bibtex", [])))

    def score_table(self, of):
        """Means over seeds; a letter leads to the reason of an undefined score."""
        reasons = {}

        def cell(c):
            if c is None or c["mean"] is None and not c["undefined"]:
                return "–"
            mark = reasons.setdefault(c["undefined"], len(reasons) + 1) if c["undefined"] else None
            return join([f"{c['mean']:.3f}" if c["mean"] is not None else "undefined", el("sup", mark) if mark else ""])
        title = " ".join(filter(None, [of["scenario"], of["fixed"], f"{of['samples']} rows, mean over seeds"]))
        rows = [[self.to_output(r)] + [cell(c) for c in r["cells"]] for r in of["rows"]]
        made = table(["score"] + of["points"], rows, title)
        return details(title, made, *(el("p", el("sup", mark), " ", why) for why, mark in reasons.items()))

    def add_scenario(self, name, row):
        of = self.ask.describe(name, "SCENARIO") if row else UNKNOWN
        tables = [t for t in self.tables if t["scenario"] == name]
        asking = [p for p in self.properties if name in p["scenarios"].split(", ")]
        self.add("scenarios", name, title_of(name, of), of["title"], section("Definition", self.facts(of["parts"])),
                 section("Figures", self.figures_of(self.drawn, name, self.known["scenarios"], "--scenarios", name)),
                 section("Scores", *(self.score_table(t) for t in tables), self.command("table", "--scenarios", name)),
                 section("Properties that are judged by it", el("p", commas(
                     self.to("properties", p["id"]) for p in asking) or "none")),
                 self.published_section(name, [r for r in self.published if r["scenario"] == name]),
                 self.numpy("generate", name if row else None) if row else "",
                 self.cite(of["said"].get("bibtex", [])))

    def add_question(self, question):
        name, outputs = question["property"], question["outputs"]
        conditions = list(dict.fromkeys(c["condition"] for o in outputs for c in o["conditions"]))
        places = [(c, f"questions/{name}-{texts.identifier(c)}.html") for c in conditions]
        again = self.command("advise", name)
        self.site.add(f"questions/{name}.html", f"Which metric to report: {name}", el("p", prose(question["sentence"])),
                      self.strips_table(outputs, f"Concordance, {question['pairs']} pairs, {question['rows']} rows"),
                      section("By condition", listed(link("/" + a, c) for c, a in places)), again, self.cite([]))
        self.site.add_named("questions", name, f"questions/{name}.html")
        for condition, address in places:
            rows = [{**o, "leading": False, "below_control": None, "defined": None, **c}
                    for o in outputs for c in o["conditions"] if c["condition"] == condition]
            self.site.add(address, f"{name}: {condition}", self.strips_table(rows, f"Concordance, {condition}"), el(
                "p", "In the order of all pairs. Nothing is ranked by part of them. ",
                self.ask_link(name, "All pairs")), again, self.cite([]))
            self.site.add_named("questions", f"{name}: {condition}", address)

    def add_paper(self, row):
        mine = [r for r in self.published if re.match(re.escape(row["source"]) + r"\b", r["source"])]
        if not mine and row["word"]:
            mine = self.ask.stored("reproduce", row["word"]).get("rows", [])
        about = [{"name": key, "texts": [row[key]]} for key in ("source", "code", "preset", "plan") if row[key]]
        self.add("papers", row["id"], row["title"], row["source"], self.facts(about),
                 self.published_section(row["id"], mine, self.command("reproduce", *filter(None, [row["word"]]))),
                 self.cite(filter(None, [row["bibtex"]])))

    def add_list(self, kind, rows, heads):
        """The page that names all of a kind."""
        lines = [[self.to(kind, r["id"]) if kind in self.known else link(f"/{kind}/{slug(r['id'])}.html", r["id"])] +
                 [r[h] for h in heads] for r in rows]
        self.site.add(f"{kind}.html", kind.capitalize(), table(["id"] + heads, lines, kind))

    def add_start(self):
        paragraphs = [b for kind, b in texts.blocks(texts.read("README.md")) if kind == "text"]
        to_page = texts.link_of("README.md", self.site)
        (you, *_), _, *doors = texts.rows_of("README.md", "Start here")
        strips = self.figures_of(self.strips, "strips", [], "strips")
        self.site.add(
            "index.html", "assay", el("p", texts.inline(" ".join(paragraphs[0]), to_page)),
            section("Which metric to report", strips, self.advice()),
            section("Start here", el("ul", *(el("li", el("h3", f"{you} ", texts.inline(first, to_page)), *(
                el("p", texts.inline(c, to_page)) for c in rest)) for first, *rest in doors), class_="doors")),
            self.cite([]))

    def add_names(self):
        rows = [[link("/" + address, name), kind, about] for kind, name, address, about in self.site.names]
        self.site.add("names.html", "All names", table(["name", "kind", "about"], rows, "Every page with a name"),
                      el("script", src="/filter.js"))
        self.site.files["filter.js"] = os.path.join(HERE, "filter.js")

    def add_all(self):
        for kind, rows, add in (("metrics", self.metrics, self.add_metric),
                                ("scenarios", self.scenarios, self.add_scenario)):
            of = {row["id"]: row for row in rows}
            for name in [*of, *sorted(self.known[kind] - set(of))]:
                add(name, of.get(name))
        for rows, add in ((self.properties, self.add_property), (self.questions, self.add_question),
                          (self.papers, self.add_paper)):
            for row in rows:
                add(row)
        self.add_list("metrics", self.metrics, ["title", "measures", "family", "worst_found"])
        self.add_list("scenarios", self.scenarios, ["title", "parameters"])
        self.add_list("properties", self.properties, ["asks", "scenarios"])
        self.add_list("papers", self.papers, ["source", "title"])
        paragraph, _, cited = self.ask.text("advise", "--paper").partition("\n\n")
        self.site.add("questions.html", "Which metric to report", self.advice(), listed(
            link("/" + address, name) for kind, name, address, _ in self.site.names if kind == "questions"),
            section("For a paper", el("p", paragraph), code(cited)) if cited else self.command("run", "bank"),
            self.cite([]))
        self.add_start()


def build(of, site, folder):
    program = Program(of.program, of.store)
    builder = Builder(program, site, folder)
    site.about = [f"{program.run('--version').strip()} · {program.store or 'no store'} · {builder.about}"]
    site.navigation = [("index.html", "assay"), *((f"{kind}.html", kind.capitalize()) for kind in (
        "questions", "metrics", "properties", "scenarios", "papers", "guides")), ("names.html", "All names")]
    if of.page and os.path.exists(of.page):
        site.files["browser.html"] = of.page
        site.navigation.append(("browser.html", "Score in the browser"))
    site.files.update({"style.css": os.path.join(HERE, "style.css"), "files/CITATION.cff": "CITATION.cff"})
    builder.add_all()
    texts.add_all(site)
    builder.add_names()
    site.write()


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("program")
    asked.add_argument("directory")
    asked.add_argument("--store")
    asked.add_argument("--page")
    of = asked.parse_args()
    if os.path.exists(of.directory) and not os.path.exists(os.path.join(of.directory, "names.html")):
        sys.exit(f"assay: {of.directory} is there and no site; name another folder")
    made = of.directory.rstrip("/") + ".made"
    shutil.rmtree(made, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        build(of, Site(made), folder)
    shutil.rmtree(of.directory, ignore_errors=True)
    os.rename(made, of.directory)
    print(os.path.join(of.directory, "index.html"))


if __name__ == "__main__":
    main()
