"""A metric of this process, named as the command line names one, so that every command can be asked of it.

The program starts a relay as its candidate (lab/candidates/candidate.h), which hands what it is asked to this process
and gives back the answers; the functions, closures and instances of a test run where they are.
"""
from __future__ import annotations

import contextlib
import inspect
import io
import json
import os
import socket
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, Iterator, Sequence

import numpy as np

from . import host
from ._library import UsageError

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


class _Given(host.Metric):
    """A function, class, instance or functools.partial that is at hand, called as python:FILE.py:FUNCTION calls it."""

    def __init__(self, function: Any) -> None:
        self.numpy, self.before = np, set(sys.modules)
        inner = getattr(function, "func", function)  # functools.partial
        own = inner if inspect.isroutine(inner) or inspect.isclass(inner) else type(inner)
        try:
            self.path = inspect.getsourcefile(own) or "metric"
        except TypeError:
            self.path = "metric"
        self.name = name_of(function)
        self.settle(function)
        self.outputs = None


def name_of(metric: Any) -> str:
    """What tests and tables call it."""
    if isinstance(metric, str):
        return metric
    inner = getattr(metric, "func", metric)  # functools.partial
    return getattr(inner, "__name__", type(inner).__name__)


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
def named(metric: Any, claims: Sequence[str] = ()) -> Iterator[str]:
    """A metric as the command line names it; a function of this process is served to the program meanwhile."""
    measures = f":measures={'+'.join(claims)}" if claims else ""
    if isinstance(metric, str):
        yield metric + measures * (metric.split(":")[0] in ("python", "exec", "plugin"))
        return
    if not callable(metric) and not hasattr(metric, "compute"):
        raise UsageError("a metric is a function, or a text as `assay help validate` has them: python:FILE.py:FUNCTION")
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        relay, door = os.path.join(folder, "relay.py"), os.path.join(folder, "door")
        Path(relay).write_text(_RELAY, encoding="utf-8")
        service = _Service(_Given(metric), door)
        try:
            yield f"exec:'{sys.executable} {relay} {door}':name={service.metric.name}{measures}"
        finally:
            service.door.close()
