"""Metrics that fit probes on directions against their programs, on encoders of `features`: probes.py PROGRAM FOLDER."""
import json
import os
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))
from assay import reference  # noqa: E402

ENCODERS = {"absorbed": 0.4, "split": 0.4, "random": 0.8}
METRICS = {
    "tpp": ["tpp", "tpp@saebench", "tpp:n=3", "tpp:n=3:ablate=exact"],
    "scr": ["scr:pairs=5", "scr@saebench:pairs=3", "scr:n=3:pairs=3"],
    "absorption": ["absorption", "absorption@saebench-0.3.2", "absorption@saebench-0.6.0",
                   "absorption:of=all:most=2:share=0", "absorption:along=probe:excess=cut:share=0.1"],
    "best-code": ["best-code", "best-code:order=table"],
    "absorption-gap": ["absorption-gap", "absorption-gap:off=this:order=table"],
    "sparse-probe": ["sparse-probe@sae-probes", "sparse-probe:penalty=l1:classes=firing"],  # no row on a threshold here
}


def same(ours, value, reason):
    return np.isnan(value) and bool(reason) if ours is None else abs(ours - value) <= 1e-9


def differences(of, data, name):
    theirs = reference.load(name).score(**data)
    for s in of:
        t = theirs[s["output"]]
        other_reason = s["undefined"] and not s["undefined"].startswith(t["reason"])
        if not same(s["value"], t["value"], t["reason"]) or other_reason:
            yield f"{s['output']}: {s['value']} ({s['undefined']}), the program {t['value']} ({t['reason']})"
        for k, x in enumerate(s["items"]["values"]):
            if not same(x, t["items"][k], t["reasons"][k]):
                yield f"{s['output']}, factor {k}: {x}, the program {t['items'][k]}"


def main(program, folder):
    wrong = {metric: [] for metric in METRICS}
    for encoder, dose in ENCODERS.items():
        path = os.path.join(folder, encoder + ".npz")
        subprocess.run([program, "generate", "features", "--set", f"encoder={encoder}", "--set", f"dose={dose}",
                        "--samples", "600", "-o", path], check=True)
        with np.load(path) as held:
            data = {name: held[name] for name in held}
        for metric, names in METRICS.items():
            if metric == "sparse-probe" and encoder != "split":
                continue  # its searches take long
            asked = [program, "score", "--data", path, "--metrics", ",".join(names), "--format", "json"]
            scores = json.loads(subprocess.run(asked, check=True, capture_output=True).stdout)["scores"]
            each = len(scores) // len(names)
            for k, name in enumerate(names):
                of = scores[k * each:(k + 1) * each]
                wrong[metric] += [f"{encoder}, {name}, {what}" for what in differences(of, data, name)]
    for number, (metric, found) in enumerate(wrong.items(), 1):
        print(f"{'not ' if found else ''}ok {number} - {metric}: its program gives the same")
        for what in found[:5]:
            print(f"# {what}")
    print(f"1..{len(wrong)}")
    return any(wrong.values())


sys.exit(main(*sys.argv[1:]))
