"""Prints the warnings of CPython 3.11 for each chunk of warn.py, a line of
JSON each: a list of [class, message, lineno].

    python3.11 warn_golden.py > warn.golden
"""
import json
import warnings

with open("warn.py", encoding="utf-8") as f:
    chunks = f.read().split("---\n")
for chunk in chunks:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            compile(chunk, "test", "exec")
        except SyntaxError as e:
            print(json.dumps([["SyntaxError", e.msg, e.lineno]]))
            continue
    print(json.dumps([[w.category.__name__, str(w.message), w.lineno] for w in found]))
