"""Scores on the page and scores of the program, side by side; a line "ok<TAB>what" or "reason<TAB>what" each."""
import base64
import csv
import gzip
import io
import json
import pathlib
import signal
import subprocess
import sys

import numpy as np

import drive

ASSAY, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
# By other functions of the C library's, or a solver that stops one step apart: equal but for the last digits.
CLOSE = {"infoe": 1e-6, "mcc-rdc": 1e-9}
signal.alarm(540)


def say(result, about):
    print("ok" if result is True else str(result).replace("\t", " ").replace("\n", " ")[:300], about, sep="\t")


def scores_of_program(*arguments):
    text = subprocess.run([ASSAY, "score", *arguments, "--format", "csv"], capture_output=True, text=True,
                          check=True).stdout
    rows = [row for row in csv.DictReader(io.StringIO(text)) if not row["item"]]
    return {(row["metric"], row["output"]): float(row["value"]) if row["value"] else None for row in rows}


def scores_of_page(page):
    page.wait("$('stop').disabled && $('running').textContent.endsWith('metrics scored')")
    found = {}
    for one in page.run("results"):
        name = one["metric"] + "@" + one["preset"]
        found[name, one["output"]] = None if one["value"] is None else float.fromhex(one["bits"])
    return found


def compare(want, got):
    if want.keys() != got.keys():
        return f"{len(got)} outputs of {len(want)}: {sorted(want.keys() ^ got.keys())[:3]}"
    for name, value in want.items():
        there = got[name]
        close = CLOSE.get(name[0].split("@")[0], 0)
        if value is None or there is None:
            if value is not there:
                return f"{name}: {there}, not {value}"
        elif abs(there - value) > close:
            return f"{name}: {there!r}, not {value!r}"
    return True if len(want) >= 40 else f"only {len(want)} outputs"


def hand_over(page, *paths):
    """The files, as if they were dropped."""
    given = ",".join(f"new File([Uint8Array.from(atob('{base64.b64encode(path.read_bytes()).decode()}'), "
                     f"c => c.charCodeAt(0))], {json.dumps(path.name)})" for path in paths)
    page.run(f"$('running').textContent = ''; $('refused').textContent = ''; take([{given}])")


def choose(page, which, value):
    page.run(f"$('running').textContent = ''; $('{which}').value = '{value}';"
             f"$('{which}').dispatchEvent(new Event('change'))")


def scenario(page, name, point, rows, which):
    page.run(f"$('which').value = '{which}'; $('rows').value = {rows}; $('seed').value = 7;"
             f"$('scenario').value = '{name}'; $('running').textContent = ''; showParameters()")
    for parameter, value in point.items():
        page.run(f"document.querySelector('[data-id={parameter}]').value = '{value}'")
    page.run("generate()")
    given = [word for item in point.items() for word in ("--set", "=".join(map(str, item)))]
    metrics = {"cheap": "cost:cheap", "all": "all"}[which]
    want = scores_of_program("--scenario", name, *given, "--samples", str(rows), "--seed", "7", "--metrics", metrics)
    say(compare(want, scores_of_page(page)), f"{which} metrics have the bits of the program on {name}")


def make_files():
    draw = np.random.default_rng(5)
    factors = np.column_stack([draw.random((300, 3)), draw.integers(0, 4, 300)])
    codes = np.column_stack([factors[:, :3] @ draw.normal(size=(3, 4)), factors[:, 3] + draw.normal(size=300) / 9])
    np.savez(FOLDER / "plain.npz", factors=factors[:, :3], codes=codes)
    np.savez_compressed(FOLDER / "packed.npz", factors=draw.integers(0, 5, (300, 3)), codes=codes.astype("f4"))
    np.save(FOLDER / "factors.npy", np.asfortranarray(factors[:, :3]))
    np.save(FOLDER / "codes.npy", codes[:, ::-1])
    head = [f"v{i + 1}" for i in range(4)] + [f"z{j + 1}" for j in range(5)]
    rows = [[*map(repr, f[:3].tolist()), str(int(f[3])), *map(repr, z.tolist())] for f, z in zip(factors, codes)]
    text = "\n".join(",".join(row) for row in [head, *rows]) + "\n"
    (FOLDER / "table.csv").write_text(text)
    (FOLDER / "table.csv.gz").write_bytes(gzip.compress(text.encode()))


def read_files(page):
    choose(page, "which", "cheap")
    for about, files, arguments in (
            ("an .npz", ["plain.npz"], ["--data", "plain.npz"]),
            ("a packed .npz of integers and float32", ["packed.npz"], ["--data", "packed.npz"]),
            ("two .npy", ["codes.npy", "factors.npy"], ["--factors", "factors.npy", "--codes", "codes.npy"]),
            ("a table with classes", ["table.csv"], ["--data", "table.csv"]),
            ("a table in gzip", ["table.csv.gz"], ["--data", "table.csv.gz"])):
        hand_over(page, *(FOLDER / name for name in files))
        arguments = [str(FOLDER / a) if a.endswith(("npz", "npy", "csv", "gz")) else a for a in arguments]
        say(compare(scores_of_program(*arguments, "--metrics", "cost:cheap"), scores_of_page(page)),
            about + " has the scores of the program")


def draw_intervals(page):
    """As `assay study` draws them: the same rows, the same numbers."""
    hand_over(page, FOLDER / "plain.npz")
    scores_of_page(page)
    choose(page, "draws", "20")
    scores_of_page(page)
    page_says = {(one["metric"], one["output"]): one for one in page.run("results")}
    store = ["--db", str(FOLDER / "study.db")]
    subprocess.run([ASSAY, "study", str(FOLDER / "plain.npz"), *store, "--metrics", "mig,sap,mcc", "--draws", "20"],
                   capture_output=True, check=True)
    text = subprocess.run([ASSAY, "table", *store, "--format", "json"], capture_output=True, text=True,
                          check=True).stdout
    for row in json.loads(text)["rows"]:
        one = page_says[row["metric"], row["output"]]
        pairs = [
            (row[a], one[b]) for a, b in (("low", "low"), ("high", "high"), ("chance_point", "chance"), ("p", "p"))
        ]
        say(
            all(abs(a - b) < 1e-12 for a, b in pairs) or pairs,
            f"interval and chance of {row['metric']} are those of a study",
        )
    choose(page, "draws", "0")
    scores_of_page(page)


def refuse_files(page):
    whole = (FOLDER / "plain.npz").read_bytes()

    def npy(header):
        return b"\x93NUMPY\1\0v\0" + header.encode().ljust(117) + b"\n"

    hostile = {
        "cut.npz": (whole[:700], "list of members"),
        "altered.npz": (whole.replace(b"PK\1\2", b"PK\1\3"), "damaged"),
        "object.npy": (npy("{'descr': '|O', 'fortran_order': False, 'shape': (3, 1), }"), "object"),
        "huge.npy": (npy("{'descr': '<f8', 'fortran_order': False, 'shape': (9999999, 9), }"), "huge.npy"),
        "words.csv": (b"v1,z1\n0.5,hello\n0.25,0.5\n", "words.csv"),
        "<img src=x onerror=alert(1)>.csv": (b"v1,z1\n1,\n", "<img src=x"),
        "empty.csv": (b"", "empty"),
        "nan.csv": (b"v1,z1\n0.1,0.2\n0.3,nan\n0.4,0.5\n", "NaN"),
    }
    for name, (data, reason) in hostile.items():
        path = FOLDER / name.replace("/", "_")
        path.write_bytes(data)
        hand_over(page, path)
        said = page.wait("$('refused').textContent")
        say(reason in said or said, f"{name.split('.')[0]} is refused in words")
    say(page.run("document.querySelectorAll('img').length") == 0 or "an image", "a name is text")
    hand_over(page, FOLDER / "plain.npz")
    say(len(scores_of_page(page)) > 40 or "no scores", "and the page goes on")


def main():
    make_files()
    page = drive.Browser("file://" + str(pathlib.Path("build/wasm/index.html").resolve()))
    try:
        page.wait("scenarios.length")
        page.run("document.querySelector('[value=scenario]').checked = true")
        scenario(page, "noise", {"alpha": 0.37}, 400, "all")
        scenario(page, "letters", {}, 300, "cheap")
        scenario(page, "recipe", {}, 300, "cheap")
        read_files(page)
        draw_intervals(page)
        refuse_files(page)
        if len(sys.argv) > 3:
            page.picture(sys.argv[3])
        outside = [url for url in page.requests if not url.startswith(("file:", "blob:"))]
        say(not outside or outside, "the page asks no network")
    finally:
        page.close()


main()
