"""What check_metric does with `against`: `assay validate`, the one engine, of a metric that is at hand in this process.

The program starts a relay as its candidate (bench/candidates/candidate.h), which hands what it is asked to this process
and gives back the answers; the functions, closures and instances of a test run where they are.
"""
from __future__ import annotations

import contextlib
import io
import json
import os
import socket
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple, Sequence

from . import host
from ._study import _raise, _run

_RELAY = """import json, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect(sys.argv[1])
link = link.makefile("rwb")
for line in sys.stdin.buffer:
    request = json.loads(line)
    data = [open(request[name], "rb").read() for name in ("factors", "codes") if name in request]
    request["bytes"] = [len(x) for x in data]
    link.write(json.dumps(request).encode() + b"\\n" + b"".join(data))
    link.flush()
    sys.stdout.buffer.write(link.readline())
    sys.stdout.buffer.flush()
"""


class Validation(NamedTuple):
    rows: Dict[str, Dict[str, Any]]  # by scenario, as `assay validate --format json` has them
    notes: List[str]


class _Service:
    """Answers for a metric as host.py does, one question at a time, for as many relays as come."""

    def __init__(self, metric: host.Metric, at: str) -> None:
        self.metric, self.one = metric, threading.Lock()
        host.OBSERVER = (Path(__file__).parent / "observer.py").read_text(encoding="utf-8")
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(at)
        self.door.listen()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        try:
            while True:
                threading.Thread(target=self.serve, args=(self.door.accept()[0],), daemon=True).start()
        except OSError:  # closed
            pass

    def serve(self, link: socket.socket) -> None:
        with contextlib.suppress(ConnectionError), link, link.makefile("rwb") as stream:  # the program may have enough
            for line in stream:
                request = json.loads(line)
                for name, size in zip(("factors", "codes"), request["bytes"]):
                    request[name] = io.BytesIO(stream.read(size))
                if request["op"] == "bye":
                    break
                with self.one:
                    answer = host.answered(self.metric, request, self.metric.path)
                stream.write(answer)
                stream.flush()


@contextlib.contextmanager
def served(metric: host.Metric) -> Iterator[str]:
    """A metric of this process, by the name that the program is to be given."""
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        relay, door = os.path.join(folder, "relay.py"), os.path.join(folder, "door")
        Path(relay).write_text(_RELAY, encoding="utf-8")
        service = _Service(metric, door)
        try:
            yield f"exec:'{sys.executable} {relay} {door}':name={metric.name}"
        finally:
            service.door.close()


def validate(metric: Any, against: str, scenarios: Sequence[str]) -> Validation:
    """`metric`: a host.Metric, or a built-in metric's name."""
    with contextlib.nullcontext(metric) if isinstance(metric, str) else served(metric) as candidate:
        done = _run(["validate", candidate, "--against", against, "--scenarios", ",".join(scenarios), "--format",
                     "json"])
    if done.returncode not in (0, 1):
        _raise(done)
    said = json.loads(done.stdout)
    return Validation({row["scenario"].strip("()"): row for row in said["rows"]}, said["notes"])
