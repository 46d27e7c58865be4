"""What pytest finds where the package is installed (entry point pytest11): the mark `assay`, how many checks ran, and
`--assay-badge FILE`. Tests come of assay.parametrize_with_checks; --junitxml is pytest's own."""
from __future__ import annotations

import json
from typing import Any


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("assay")
    group.addoption("--assay-badge", metavar="FILE", help="write what a badge of assay's checks is made of, as JSON")


def pytest_configure(config: Any) -> None:
    config.addinivalue_line("markers", "assay: a check of a metric by assay.parametrize_with_checks")


def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    counts = {}
    for outcome in ("passed", "failed", "error", "xfailed", "xpassed", "skipped"):
        reports = [r for r in terminalreporter.stats.get(outcome, []) if "assay" in getattr(r, "keywords", {})]
        counts[outcome] = len(reports)
    ran = sum(counts.values())
    if not ran:
        return
    terminalreporter.write_line(f"assay: {ran} checks: " + ", ".join(f"{n} {o}" for o, n in counts.items() if n))
    path = config.getoption("--assay-badge")
    if path:
        good = counts["passed"] + counts["xpassed"]
        bad = counts["failed"] + counts["error"]
        badge = {"schemaVersion": 1, "label": "assay", "message": f"{good} of {ran - counts['skipped']} checks",
                 "color": "red" if bad else "brightgreen" if not counts["xfailed"] else "green"}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(badge, file)
            file.write("\n")
