"""Prints what CPython 3.11 says of each chunk of the files on the command line.

    python3.11 errors_golden.py errors.py > errors.golden

A line is the JSON list [class, message, lineno, offset, end_lineno, end_offset, text].
"""
import json
import sys
import warnings

warnings.simplefilter("ignore")

for path in sys.argv[1:]:
    with open(path, encoding="utf-8", newline="") as f:
        chunks = f.read().split("---\n")
    for chunk in chunks:
        try:
            compile(chunk, "test", "exec")
            row = None
        except SyntaxError as e:
            row = [type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, e.text]
        except Exception as e:
            row = [type(e).__name__, str(e), 0, 0, 0, 0, None]
        print(json.dumps(row))
