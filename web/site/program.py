"""What the program says: every number and every name of the site comes from one of its commands."""
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

REFUSED = (2, 3)


class Program:
    def __init__(self, program, store):
        """Commands run in the store's folder, so that no text has a path of this machine."""
        self.program = os.path.abspath(program)
        self.folder = os.path.dirname(os.path.abspath(store)) if store else "."
        self.store = os.path.basename(store) if store else None

    def run(self, *words, refusable=False):
        """Standard output; None where the store has nothing of the kind and that is no error."""
        done = subprocess.run([self.program, *words], capture_output=True, cwd=self.folder)
        if done.returncode in REFUSED and refusable:
            return None
        if done.returncode:
            sys.stderr.write(done.stderr.decode("utf-8", "replace"))
            sys.exit(done.returncode)
        return done.stdout.decode("utf-8", "replace")

    def list(self, kind):
        return json.loads(self.run("list", kind, "--format", "json"))["rows"]

    def describe(self, name, kind):
        """{"title", "parts": [{"name", "texts"}], "said": {name: texts}} of what is called so."""
        of = next(k for k in json.loads(self.run("describe", "--json", "--", name)) if k["kind"] == kind)
        of["said"] = {}
        for part in of["parts"]:
            of["said"].setdefault(part["name"], []).extend(part["texts"])
        return of

    def stored(self, *words, refusable=True):
        """The JSON of a command that reads the store; {} where there is none, or nothing of the kind in it."""
        said = self.run(*words, "--db", self.store, "--format", "json", refusable=refusable) if self.store else None
        return json.loads(said) if said else {}

    def text(self, *words):
        """For people, of the store; "" where there is none, or nothing of the kind in it."""
        return (self.run(*words, "--db", self.store, refusable=True) or "").strip() if self.store else ""

    def figures(self, folder, *words):
        """{name of a figure: (file, title, what it shows in words)}"""
        made = {}
        if not self.store:
            return made
        into = tempfile.mkdtemp(dir=folder)
        self.run("plot", *words, "--db", self.store, "--format", "svg", "--out", into, refusable=True)
        for file in sorted(f for f in os.listdir(into) if f.endswith(".svg")):
            root = xml.etree.ElementTree.parse(os.path.join(into, file)).getroot()
            said = {child.tag.rpartition("}")[2]: child.text or "" for child in root}
            made[file[:-4]] = (os.path.join(into, file), said.get("title", file[:-4]), said.get("desc", ""))
        return made
