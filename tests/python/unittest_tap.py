"""Runs the unittest modules named on the command line and prints TAP, a line per test."""
import os
import sys
import traceback
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


class Tap(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.lines = 0

    def line(self, word, test, more=""):
        self.lines += 1
        about = (test.shortDescription() or test.id()).replace("#", "")
        print(f"{word} {self.lines} - {type(test).__name__}: {about}{more}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.line("ok", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line("ok", test, f" # SKIP {reason}")
        print(f"# skipped: {reason}")

    def failed(self, test, error):
        self.line("not ok", test)
        for text in "".join(traceback.format_exception(*error)).rstrip().split("\n"):
            print(f"# {text}")

    def addError(self, test, error):
        super().addError(test, error)
        self.failed(test, error)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.failed(test, error)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            self.failed(subtest, error)


result = Tap()
unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:]).run(result)
print(f"1..{result.lines}")
sys.exit(0 if result.wasSuccessful() and result.lines else 1)
