"""examples/own_codes.py runs, and what it prints and draws is right."""
import csv
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

import numpy as np
from binding_data import ROOT, own

EXAMPLE = os.path.join(ROOT, "examples", "own_codes.py")
TRACKERS = os.path.join(ROOT, "examples", "trackers.py")


class Example(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_example(self, *arguments):
        told = subprocess.run([sys.executable, EXAMPLE, *arguments], capture_output=True, check=False,
                              cwd=self.folder.name, env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")})
        self.assertEqual((told.returncode, told.stderr.decode()), (0, ""))
        return told.stdout.decode()

    def test_made(self):
        """two models: the aligned one scores higher, and the figure shows both"""
        said = self.run_example()
        for metric in ("mig@default", "modularity@default", "dci-rf@default/modularity"):
            aligned, mixed = map(float, re.search(f"^{metric} +([0-9.]+) +([0-9.]+)$", said, re.M).groups())
            self.assertGreater(aligned, mixed)
        self.assertIn("v1: z1, v2: z2, v3: z3, v4: z4", said)
        drawn = xml.parse(os.path.join(self.folder.name, "own_codes.svg")).getroot()
        cells = drawn.findall("{http://www.w3.org/2000/svg}rect")
        self.assertEqual(len(cells), 1 + 2 * 16)

    def test_given(self):
        """arrays from files"""
        factors, codes = own(300)
        for name, array in (("f.npy", (factors * 2).astype(int) % 3), ("z.npy", codes)):
            np.save(os.path.join(self.folder.name, name), array)
        said = self.run_example("f.npy", "z.npy", "mine.svg")
        self.assertRegex(said, r"mig@default +[0-9.]+\n")
        self.assertTrue(said.endswith("figure: mine.svg\n"))
        xml.parse(os.path.join(self.folder.name, "mine.svg"))


def field(number, value):
    """Of a protocol buffer, by the kind of its value: bytes, a double, a float in bytes of four, an integer."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    if isinstance(value, float):
        return bytes([number << 3 | 1]) + struct.pack("<d", value)
    size = len(value)
    return bytes([number << 3 | 2]) + bytes([size & 127 | 128, size >> 7] if size > 127 else [size]) + value


def record(*event):
    data = b"".join(event)
    return struct.pack("<QI", len(data), 0) + data + bytes(4)


def scalar(tag, step, value):
    """As tf.summary.scalar of TensorFlow 1 and torch.utils.tensorboard write it."""
    one = field(1, tag) + bytes([2 << 3 | 5]) + struct.pack("<f", value)
    return record(field(1, 1.7e9), field(2, step), field(5, field(1, one)))


def tensor(tag, step, value):
    """As tf.summary.scalar of TensorFlow 2 writes it."""
    held = field(1, 1) + field(2, b"") + field(4, struct.pack("<f", value))
    one = field(1, tag) + field(8, held) + field(9, field(1, field(1, b"scalars")))
    return record(field(1, 1.7e9), field(2, step), field(5, field(1, one)))


def hyperparameters(**values):
    """As SummaryWriter.add_hparams writes them."""
    of = lambda x: field(3, x.encode()) if isinstance(x, str) else field(2, float(x))
    start = b"".join(field(1, field(1, key.encode()) + field(2, of(x))) for key, x in values.items())
    plugin = field(1, b"hparams") + field(2, field(1, 0) + field(3, start))
    one = field(1, b"_hparams_/session_start_info") + field(9, field(1, plugin))
    return record(field(1, 1.7e9), field(5, field(1, one)))


class Trackers(unittest.TestCase):
    """Runs of two methods, two betas and two seeds, as each tracker keeps them, are compared at each beta."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.runs = [{"name": f"{method}-{beta}-{seed}", "method": method, "beta": beta, "seed": seed, "lr": 0.001,
                      "loss": 0.25 * beta + seed} for method in ("vae", "tcvae") for beta in (1, 4) for seed in (0, 1)]
        rng = np.random.default_rng(4)
        factors = rng.random((150, 2))
        for run in self.runs:
            noise = (0.3 if run["method"] == "vae" else 0.05) * rng.normal(size=(150, 2))
            np.savez(os.path.join(self.folder.name, run["name"] + ".npz"), factors=factors, codes=factors + noise)

    def write(self, path, text):
        path = os.path.join(self.folder.name, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def compared(self, log, renamed={}):
        """The manifest of what was logged has every value, and its study compares the methods at each beta."""
        done = subprocess.run([sys.executable, TRACKERS, "{name}.npz", log, "method=method"], capture_output=True,
                              cwd=self.folder.name, check=False, encoding="utf-8")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.write("manifest.csv", done.stdout)
        rows = list(csv.DictReader(done.stdout.splitlines()))
        for row, run in zip(sorted(rows, key=lambda row: row["name"]), sorted(self.runs, key=lambda run: run["name"])):
            for key, value in {**run, "group": run["method"], "path": run["name"] + ".npz"}.items():
                self.assertEqual(type(value)(float(row[key]) if isinstance(value, int) else row[key]), value, (log, key, row))
        self.assertEqual(len(rows), 8)
        program = os.environ["ASSAY_PROGRAM"]
        for command in (["study", "manifest.csv", "--metrics", "mcc,-dose"], ["compare", "--each", "beta"]):
            done = subprocess.run([program, *command, "--db", log.strip("/") + ".db"], cwd=self.folder.name, check=True,
                                  capture_output=True, encoding="utf-8")
        self.assertRegex(done.stdout, "(?s)above whom, beta 1(.0)?\n.*mcc +CE +tcvae [.0-9]+ [|] vae [.0-9]+\n.*, beta 4")

    def test_weights_and_biases(self):
        names = ["Name", "State", "Created", "Tags", "dataset", "file", *list(self.runs[0])[1:]]
        lines = [[run["name"], "finished", "2026-01-02T03:04:05.000Z", "", "d", "train.py", *list(run.values())[1:]]
                 for run in self.runs]
        self.write("export.csv", "\ufeff" + "".join(",".join(f'"{x}"' for x in line) + "\n" for line in [names, *lines]))
        self.compared("export.csv")
        for run in self.runs:
            run["name"], old = run["name"].replace("-", ""), run["name"]
            os.rename(os.path.join(self.folder.name, old + ".npz"), os.path.join(self.folder.name, run["name"] + ".npz"))
            files = f"wandb/run-20260102_030405-{run['name']}/files/"
            start = "  desc: null\n  value:" if run["method"] == "vae" else "    value:"  # before 0.17, and since
            config = [f"{key}:\n{start} {run[key]}\n" for key in ("method", "beta", "seed", "lr")]
            self.write(files + "config.yaml", f"wandb_version: 1\n\n_wandb:\n{start}\n        cli_version: 1\n" + "".join(config))
            self.write(files + "wandb-summary.json", json.dumps({"loss": run["loss"], "_step": 99, "_wandb": {"runtime": 3}}))
        self.compared("wandb")

    def test_mlflow(self):
        self.write("mlruns/models/best/meta.yaml", "aliases: {}\ncreation_timestamp: 1700000000000\nname: best\n")
        self.write("mlruns/0/meta.yaml", "artifact_location: mlflow-artifacts:/0\nlifecycle_stage: active\nname: Default\n")
        for place, run in enumerate(self.runs + [{"name": "gone"}]):
            at = f"mlruns/0/{place:032x}/"
            self.write(at + "meta.yaml", f"lifecycle_stage: {'active' if place < 8 else 'deleted'}\nstatus: 3\n")
            self.write(at + "tags/mlflow.runName", run["name"])
            for key in ("method", "beta", "seed", "lr") if place < 8 else ():
                self.write(at + "params/" + key, str(run[key]))
            self.write(at + "metrics/loss", f"1700000000000 9.5 0\n1700000000001 {run.get('loss')} 10\n1700000000002 8 5\n")
        self.compared("mlruns")

    def test_tensorboard(self):
        for run in self.runs:
            write = tensor if run["method"] == "vae" else scalar
            given = {key: run[key] for key in ("method", "beta", "seed", "lr")}
            version = record(field(1, 1.7e9), field(3, b"brain.Event:2"))
            cut = scalar(b"loss", 12, 7.0)[:-9]  # the process was killed meanwhile
            self.write(f"logs/{run['name']}/events.out.tfevents.1700000000.host.1.0", version + hyperparameters(**given) +
                       write(b"loss", 0, 9.5) + write(b"loss", 10, run["loss"]) + cut)
        self.compared("logs")

    def test_names(self):
        for text, why in (("Name,beta\na,1\na,2\n", "several runs are called a; rename them"), ("Name,beta\n", "no run was found"),
                          ("Name,beta\na,1\nb,\n", "run b has no 'beta'")):
            self.write("export.csv", text)
            done = subprocess.run([sys.executable, TRACKERS, "{name}{beta}.npz", "export.csv"], capture_output=True,
                                  cwd=self.folder.name, check=False, encoding="utf-8")
            self.assertEqual((done.returncode, done.stderr.strip()), (1, why))
