"""What pytest finds where the package is installed (entry point pytest11): the mark `assay`, and how many checks ran.
Tests come of assay.parametrize_with_checks; --junitxml is pytest's own."""
from __future__ import annotations

from typing import Any


def pytest_configure(config: Any) -> None:
    config.addinivalue_line("markers", "assay: a check of a metric by assay.parametrize_with_checks")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    counts = {}
    for outcome in ("passed", "failed", "error", "xfailed", "xpassed", "skipped"):
        reports = [r for r in terminalreporter.stats.get(outcome, []) if "assay" in getattr(r, "keywords", {})]
        counts[outcome] = len(reports)
    if any(counts.values()):
        terminalreporter.write_line(f"assay: {sum(counts.values())} checks: "
                                    + ", ".join(f"{n} {o}" for o, n in counts.items() if n))
