#!/bin/bash
# Rewrites what the programs print with the real Python and PyTorch 1.13, whose processes and Gloo they use.
set -euo pipefail
cd "$(dirname "$0")"
rm -rf __pycache__
for program in *.py; do
  OMP_NUM_THREADS=1 timeout 60 /usr/bin/python3 "$program" > "${program%.py}.out" 2> /dev/null
done
