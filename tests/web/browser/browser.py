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
# The published code of mcc-rdc takes rounding for features, as its preset says: it is compared in name alone.
CLOSE = {"infoe": 1e-6, "mcc-rdc": 1e-9, "mcc-rdc@guard2026": 1}
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
        close = CLOSE.get(name[0], CLOSE.get(name[0].split("@")[0], 0))
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
        same = (("low", "low"), ("high", "high"), ("chance_point", "chance"), ("p", "p"))
        pairs = [(row[a], one[b]) for a, b in same]
        say(all(abs(a - b) < 1e-12 for a, b in pairs) or pairs,
            f"interval and chance of {row['metric']} are those of a study")
    warned = "[...$('warnings').children].map((one) => one.textContent).join()"
    ordered = np.load(FOLDER / "plain.npz")
    np.savez(FOLDER / "ordered.npz", factors=np.sort(ordered["factors"], axis=0), codes=ordered["codes"])
    hand_over(page, FOLDER / "ordered.npz")
    scores_of_page(page)
    said = page.run(warned)
    say("Intervals take rows as independent, and are none here" in said or said, "with draws it warns as a study does")
    choose(page, "draws", "0")
    scores_of_page(page)
    say("rows stand in an order" not in page.run(warned) or page.run(warned), "and without as score does")


def wide_files(page):
    """20,000 x 20: beyond the first part of a file that is read, and beyond a page of memory."""
    draw = np.random.default_rng(6)
    factors, codes = draw.random((20000, 4)), draw.normal(size=(20000, 16))
    codes[:, :4] += 3 * factors
    np.savez(FOLDER / "wide.npz", factors=factors, codes=codes)
    np.save(FOLDER / "wide_factors.npy", factors)
    np.save(FOLDER / "wide_codes.npy", codes)
    np.savetxt(FOLDER / "wide.csv", np.hstack([factors, codes]), "%.17g", ",", comments="",
               header=",".join([f"v{i + 1}" for i in range(4)] + [f"z{j + 1}" for j in range(16)]))
    (FOLDER / "wide_short.csv").write_bytes(b"".join((FOLDER / "wide.csv").read_bytes().splitlines(True)[:5001]))
    for about, names, rows in (("an .npz", ["wide.npz"], 20000),
                               ("two .npy", ["wide_factors.npy", "wide_codes.npy"], 20000),
                               ("a .csv", ["wide.csv"], 20000), ("a .csv of 2 MB", ["wide_short.csv"], 5000)):
        hand_over(page, *(FOLDER / name for name in names))
        page.wait("results.length || $('refused').textContent")
        one = (page.run("results") or [{"bits": page.run("$('refused').textContent"), "metric": "mig"}])[0]
        want = page_command(page, one["metric"])
        same = want and float.fromhex(one["bits"]) == want[one["metric"] + "@default", one["metric"]]
        say(same is True or one, f"{about} of {rows} x 20 is read and scored")


def page_command(page, metrics=None):
    """What the command that the page prints says in a terminal, where the files are."""
    command = page.run("$('command').textContent")
    if not command.startswith("assay score "):
        return None
    if metrics:
        command = command.split(" --metrics ")[0] + " --metrics " + metrics
    done = subprocess.run(f"'{ASSAY}'{command[5:]} --format csv", shell=True, capture_output=True, text=True, cwd=FOLDER)
    rows = [row for row in csv.DictReader(io.StringIO(done.stdout)) if not row["item"]]
    return {(row["metric"], row["output"]): float(row["value"]) if row["value"] else None for row in rows}


def pasted(page, about):
    got = scores_of_page(page)
    say(compare(page_command(page) or {}, got), f"{about}: the command that is printed has its scores")


def commands(page):
    """The same in a terminal: kinds and absent values of an .npz, other names, several files, names for a shell."""
    for name, arguments in (("classes.npz", ["cardinality"]), ("gaps.npz", ["pos"]), ("gaps.csv", ["pos"])):
        subprocess.run([ASSAY, "generate", *arguments, "-n", "300", "-o", str(FOLDER / name)], check=True)
        hand_over(page, FOLDER / name)
        pasted(page, name)
    say(page.run("$('said').textContent").startswith("300 samples, 8 factors (8 of them classes)") or
        page.run("$('said').textContent"), "absent values of a table are absent, and its classes classes")
    whole = dict(np.load(FOLDER / "plain.npz"))
    np.savez(FOLDER / "it's one.npz", y=whole["factors"], latent=whole["codes"], x=whole["codes"][:, ::-1])
    np.savez(FOLDER / "-two.npz", factors=whole["factors"][::-1], codes=whole["codes"] * 2)
    hand_over(page, FOLDER / "it's one.npz")
    scores_of_page(page)
    for side, name in (("factors", "y"), ("codes", "x")):
        choose(page, side, name + ".npy")
        page.wait("$('stop').disabled && $('running').textContent.endsWith('metrics scored') || $('refused').textContent")
    pasted(page, "arrays of other names")
    hand_over(page, FOLDER / "plain.npz", FOLDER / "-two.npz")
    scores_of_page(page)
    names = sorted(page.run("[...$('factors').options].map((o) => o.value)"))
    say(names == ["-two.npz/codes.npy", "-two.npz/factors.npy", "plain.npz/codes.npy", "plain.npz/factors.npy"] or names,
        "of two archives every array is there, by the name of both")
    for side in ("factors", "codes"):
        choose(page, side, f"-two.npz/{side}.npy")
        page.wait("$('stop').disabled && $('running').textContent.endsWith('metrics scored')")
    pasted(page, "the second of two archives")
    choose(page, "kinds", "categorical")
    pasted(page, "kinds that were chosen")
    choose(page, "kinds", "auto")
    choose(page, "preset", "*")
    pasted(page, "every preset")
    choose(page, "preset", "default")


def standards(page):
    """A control has the standard value to the bit, and a number that is too large for a seed is none that was cut."""
    moved = page.run("""scenarios.flatMap((s) => { $('scenario').value = s.id; showParameters();
        return s.parameters.filter((o) => !o.words.length && Number(document.querySelector(`[data-id="${o.id}"]`).value)
            !== o.standard).map((o) => s.id + ' ' + o.id); })""")
    say(not moved or moved, "no control moves a standard value")
    page.run("$('scenario').value = 'noise'; showParameters(); $('rows').value = 50; $('seed').value = 2 ** 32 + 5;"
             "$('running').textContent = ''; generate()")
    scores_of_page(page)
    command = page.run("$('command').textContent")
    say(" --seed 4294967295 " in command or command, "a seed of more than 32 bits is not cut to one of them")


def phone(page):
    page.call("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=True)
    for door in ("file", "scenario"):
        page.run(f"document.querySelector('[value={door}]').checked = true;"
                 f"$('door-file').hidden = {json.dumps(door != 'file')}; $('door-scenario').hidden = {json.dumps(door == 'file')}")
        for scenario in page.run("scenarios.map((s) => s.id)") if door == "scenario" else [""]:
            if scenario:
                page.run(f"$('scenario').value = '{scenario}'; showParameters()")
            width = page.run("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth)")
            if width > 390:
                break
        say(width <= 390 or f"{width} px wide {scenario}", f"a phone shows it whole: {door}")
    page.call("Emulation.clearDeviceMetricsOverride")


def refuse_files(page):
    whole, twice = (FOLDER / "plain.npz").read_bytes(), io.BytesIO()
    np.savez(twice, factors=np.eye(3), codes=np.eye(3), codec=np.eye(3))

    def npy(header):
        return b"\x93NUMPY\1\0v\0" + header.encode().ljust(117) + b"\n"

    hostile = {
        "cut.npz": (whole[:700], "list of members"),
        "flipped.npz": (whole[:700] + bytes([whole[700] ^ 16]) + whole[701:], "checksum"),
        "twice.npz": (twice.getvalue().replace(b"codec", b"codes"), "two arrays are called codes"),
        "altered.npz": (whole.replace(b"PK\1\2", b"PK\1\3"), "damaged"),
        "object.npy": (npy("{'descr': '|O', 'fortran_order': False, 'shape': (3, 1), }"), "object"),
        "huge.npy": (npy("{'descr': '<f8', 'fortran_order': False, 'shape': (9999999, 9), }"), "huge.npy"),
        "words.csv": (b"v1,z1\n0.5,hello\n0.25,0.5\n", "words.csv"),
        "<img src=x onerror=alert(1)>.csv": (b"v1,z1\n1,\n", "<img src=x"),
        "empty.csv": (b"", "empty"),
        "nan.csv": (b"v1,z1\n0.1,0.2\n0.3,nan\n0.4,0.5\n", "NaN"),
    }
    packed = (FOLDER / "packed.npz").read_bytes()
    directory = packed.index(b"PK\1\2")
    hostile["more.npz"] = (packed[:directory + 24] + (500).to_bytes(4, "little") + packed[directory + 28:],
                            "unpacks to more than 500")
    hostile["bent.npz"] = (packed[:400] + bytes([packed[400] ^ 1]) + packed[401:], "bent.npz")
    hostile["cut.csv.gz"] = ((FOLDER / "table.csv.gz").read_bytes()[:-30], "cut.csv.gz")
    hostile["moved.npz"] = (whole[:1] + b"?" + whole[2:], "moved.npz")
    for name, (data, reason) in hostile.items():
        hand_over(page, FOLDER / "plain.npz")
        page.wait("results.length")
        path = FOLDER / name.replace("/", "_")
        path.write_bytes(data)
        hand_over(page, path)
        said = page.wait("$('refused').textContent || ($('said').textContent && 'it is taken')")
        say(reason in said or said, f"{name.split('.')[0]} is refused in words")
        left = page.run("[results.length, $('scores').rows.length, $('command').textContent, $('said').textContent,"
                        " $('warnings').children.length, $('results').hidden, $('look').hidden].join()")
        say(left == "0,0,,,0,true,true" or left, "  and nothing of what was there before is left")
    page.run(f"take([1, 2].map(() => new File(['v1,z1\\n'], 'same.csv')))")
    said = page.wait("$('refused').textContent")
    say("two files are called same.csv" in said or said, "two files of one name do not overwrite each other")
    said = page.run("inflate(new Uint8Array(%s), 'gzip', 9999).catch((e) => e.message)"
                    % list(gzip.compress(bytes(10**6))))
    say("unpacks to more than 9999" in said or said, "gzip has a limit")
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
        wide_files(page)
        commands(page)
        standards(page)
        phone(page)
        draw_intervals(page)
        refuse_files(page)
        if len(sys.argv) > 3:
            page.picture(sys.argv[3])
        outside = [url for url in page.requests if not url.startswith(("file:", "blob:"))]
        say(not outside or outside, "the page asks no network")
    finally:
        page.close()


main()
