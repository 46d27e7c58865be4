#!/usr/bin/env python3
"""What a tracker logged of training runs, as the manifest of a study: a row for each run, a column for each value.

    python3 examples/trackers.py 'codes/{name}.npz' LOG... >manifest.csv
    assay study manifest.csv --db lab.db && assay compare --each beta --db lab.db

LOG is a table that Weights & Biases exported (.csv), its folder wandb/ (runs by id), a folder mlruns/ of MLflow, or a
folder of event files of TensorBoard. Of what was logged often the last value counts. The pattern says where the factors
and codes of a run are. `method=COLUMN` among the words makes a column the group. Needs Python alone.

    import trackers                                       # or joined with scores that are there, by the name of the run
    scores.frame.merge(pandas.DataFrame(trackers.runs("mlruns")), left_on="model", right_on="name")
"""
import csv
import json
import re
import struct
import sys
from pathlib import Path

DESIGN = {"dataset": "data", "data_set": "data", "group": "group", "seed": "seed", "order": "order"}
MEANT = ("path file files filename file_name filepath paths factors codes grp groups seeds orders datasets "
         "cluster").split()


def exported(path):
    """Weights & Biases: the table of runs, with configuration and last metrics."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        return [{"name": row.pop("Name"), **row} for row in csv.DictReader(file)]


def wandb(folder):
    """run-DATE-ID/files/config.yaml and wandb-summary.json."""
    for config in sorted(folder.glob("**/files/config.yaml")):
        pairs = re.findall(r"^(\S[^:\n]*):\n(?: +desc:.*\n)? +value: *(\S.*)$", config.read_text("utf-8"), re.M)
        summary = config.with_name("wandb-summary.json")
        last = json.loads(summary.read_text("utf-8")) if summary.exists() else {}
        given = {key.strip("'\""): value.strip("'\"") for key, value in pairs}
        yield {"name": config.parts[-3].split("-")[-1], **given,
               **{key: value for key, value in last.items() if key[0] != "_" and not isinstance(value, (dict, list))}}


def mlflow(folder):
    """EXPERIMENT/RUN/: params/NAME has the value, metrics/NAME a line "time value step" for each time."""
    for meta in sorted(folder.glob("*/*/meta.yaml")):
        run, name = meta.parent, meta.parent / "tags" / "mlflow.runName"
        if "lifecycle_stage: deleted" in meta.read_text("utf-8") or run.parent.name in ("models", ".trash"):
            continue  # registered models are no runs
        files = [(kind, file) for kind in ("params", "metrics") for file in sorted(run.glob(kind + "/**/*"))]
        row = {"name": name.read_text("utf-8") if name.exists() else run.name}
        for kind, file in ((kind, file) for kind, file in files if file.is_file()):
            text = file.read_text("utf-8")
            if kind == "metrics":
                lines = [line.split() for line in text.splitlines()]
                text = max(lines, key=lambda line: int(line[2]))[1] if lines else ""
            row[file.relative_to(run / kind).as_posix()] = text
        yield row


def fields(data):
    """Number and value of each field of a protocol buffer: integers, bytes of a fixed size, or bytes."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            at, value, shift = at + 1, value | (data[at] & 127) << shift, shift + 7
            if data[at - 1] < 128:
                return value

    while at < len(data):
        key = varint()
        size = {0: 0, 1: 8, 5: 4}.get(key & 7)
        value = varint() if key & 7 in (0, 2) else None
        size = value if size is None else size
        yield key >> 3, value if key & 7 == 0 else data[at:at + size]
        at += size


def logged(value):
    """Tag and values of one Summary.Value: a scalar, a tensor of one, or what the plug-in of hyperparameters wrote."""
    found = dict(fields(value))
    content = dict(fields(dict(fields(found.get(9, b""))).get(1, b"")))
    for number, start in fields(content.get(2, b"")) if content.get(1) == b"hparams" else ():
        for _, pair in (one for one in (fields(start) if number == 3 else ()) if one[0] == 1):
            parts = dict(fields(pair))
            for kind, x in fields(parts.get(2, b"")):
                worth = struct.unpack("<d", x)[0] if kind == 2 else x.decode() if kind == 3 else bool(x)
                yield parts[1].decode(), worth
    tensor = dict(fields(found.get(8, b"")))
    for x, form in ((found.get(2), "<f"), (tensor.get(5), "<f"), (tensor.get(6), "<d"),
                    (tensor.get(4), "<d" if tensor.get(1) == 2 else "<f")):
        if x and len(x) == struct.calcsize(form) and tensor.get(1, 1) in (1, 2):
            yield found[1].decode(), float(f"{struct.unpack(form, x)[0]:.{7 if form == '<f' else 17}g}")


def tensorboard(folder):
    """events.out.tfevents.*: records of length, sum, an Event, sum; the last one may be cut short."""
    runs = {}
    for path in sorted(folder.glob("**/*tfevents*")):
        name = path.parent.relative_to(folder).as_posix()
        row = runs.setdefault(name, {"name": folder.name if name == "." else name})
        data = path.read_bytes()
        while len(data) >= 12 and len(data) >= 16 + struct.unpack("<Q", data[:8])[0]:
            size = struct.unpack("<Q", data[:8])[0]
            for number, summary in fields(data[12:12 + size]):
                for _, value in fields(summary) if number == 5 else ():
                    row.update(logged(value))
            data = data[16 + size:]
    return runs.values()


def runs(log):
    """A dict for each run, with its name and what was logged; columns have names that a manifest takes."""
    log = Path(log)
    read = (exported if log.is_file() else wandb if any(log.glob("**/files/config.yaml")) else
            mlflow if any(log.glob("*/*/meta.yaml")) else tensorboard)
    called = lambda key: DESIGN.get(key.lower(), "run_" + key if key.lower() in MEANT else key)
    return [{called(key): value for key, value in row.items() if value not in ("", None)} for row in read(log)]


def main(pattern, *words):
    groups = [word.split("=", 1)[1] for word in words if word.startswith("method=")]
    rows = [row for word in words if not word.startswith("method=") for row in runs(word)]
    names = [row["name"] for row in rows]
    if len(set(names)) < len(names):
        sys.exit(f"several runs are called {max(names, key=names.count)}; rename them")
    if not rows:
        sys.exit("no run was found")
    for row in rows:
        try:
            row.update({"path": pattern.format(**row), **({"group": row[groups[0]]} if groups else {})})
        except KeyError as error:
            sys.exit(f"run {row['name']} has no {error}")
    table = csv.DictWriter(sys.stdout, list(dict.fromkeys(["path", "name", *(key for row in rows for key in row)])))
    table.writeheader()
    table.writerows({key: " ".join(str(value).split()) for key, value in row.items()} for row in rows)


if __name__ == "__main__":
    main(*sys.argv[1:] or sys.exit(__doc__))
