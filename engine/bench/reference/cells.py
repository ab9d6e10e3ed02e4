"""Makes one script of a notebook's cells that prints what a notebook would: JSON list of
cells on standard input, script on standard output. Both torches run the script."""

import ast
import json
import sys
import textwrap

print("import warnings\nwarnings.simplefilter('ignore')")
for number, source in enumerate(json.load(sys.stdin)):
    print(f"print('@@@ {number}')")
    try:
        tree = ast.parse(source)
    except SyntaxError:
        continue  # %%cuda and !command have no counterpart
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        shown = ast.parse("_shown = 0\nif _shown is not None: print(repr(_shown))").body
        shown[0].value = tree.body[-1].value
        tree.body[-1:] = shown
    body = ast.unparse(ast.fix_missing_locations(tree)) or "pass"
    print("try:\n" + textwrap.indent(body, "    ", lambda line: True))
    print("except Exception as _raised: print(type(_raised).__name__ + ': ' + str(_raised))")
