"""examples/own_codes.py runs, and what it prints and draws is right."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

import numpy as np
from binding_data import ROOT, own

EXAMPLE = os.path.join(ROOT, "examples", "own_codes.py")


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
