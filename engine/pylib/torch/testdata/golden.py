#!/usr/bin/python3
"""Writes NAME.out beside each NAME.py: what the real PyTorch 1.13 prints for it."""

import glob
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
for program in sorted(glob.glob(os.path.join(here, "*.py"))):
    if program == os.path.abspath(__file__):
        continue
    result = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    with open(program[:-3] + ".out", "w") as out:
        out.write(result.stdout)
