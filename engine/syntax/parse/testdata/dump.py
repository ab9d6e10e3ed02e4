"""Prints the tree of each file named on the command line as dump_test.go does.

A file that is cut by lines of "---" is several sources. Run by the tests where
CPython 3.11 is present; it also makes the golden files:

    python3.11 dump.py FILE.py > FILE.golden
"""
import ast
import struct
import sys
import warnings

warnings.simplefilter("ignore")

class Dumper:
    def __init__(self, src):
        self.lines = src.encode("utf-8", "surrogatepass").split(b"\n")

    def pos(self, line, col):
        text = self.lines[line - 1][:col] if line <= len(self.lines) else b""
        return f"{line}:{len(text.decode('utf-8', 'replace'))}"

    def range(self, n):
        return (self.pos(n.lineno, n.col_offset) + "-" +
                self.pos(n.end_lineno, n.end_col_offset))

    def value(self, v):
        if v is None:
            return "None"
        if v is Ellipsis:
            return "..."
        if isinstance(v, bool):
            return str(v)
        if isinstance(v, int):
            return hex(v)
        if isinstance(v, float):
            return "f" + struct.pack(">d", v).hex()
        if isinstance(v, complex):
            return "j" + struct.pack(">d", v.imag).hex()
        if isinstance(v, bytes):
            return "b" + v.hex()
        return "s" + v.encode("utf-8", "surrogatepass").hex()

    def list(self, items):
        return "[" + " ".join(self.node(x) for x in items) + "]"

    def node(self, n):
        if n is None:
            return "nil"
        if isinstance(n, str):
            return n
        if isinstance(n, list):
            return self.list(n)
        if isinstance(n, (ast.operator, ast.unaryop, ast.boolop, ast.cmpop)):
            return type(n).__name__
        if isinstance(n, (ast.expr_context, ast.type_ignore)):
            return None
        name = type(n).__name__
        if name == "Constant":
            return f"(Constant {self.range(n)} {self.value(n.value)})"
        if name == "MatchSingleton":
            return f"(MatchSingleton {self.range(n)} {self.value(n.value)})"
        parts = [name]
        if hasattr(n, "lineno") and name not in ("FormattedValue",):
            parts.append(self.range(n))
        for field in n._fields:
            if field in ("type_comment", "type_ignores", "kind", "ctx"):
                if field == "ctx":
                    parts.append(type(n.ctx).__name__)
                continue
            v = getattr(n, field, None)
            if name == "FormattedValue" and field == "conversion":
                v = chr(v) if v > 0 else None
            if isinstance(v, int):
                v = str(v)
            parts.append(self.node(v))
        return "(" + " ".join(parts) + ")"


def dump(src):
    try:
        tree = ast.parse(src)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    d = Dumper(src)
    return "\n".join(d.node(s) for s in tree.body)


def main():
    sys.setrecursionlimit(10000)
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", newline="") as f:
            src = f.read()
        for chunk in src.split("---\n"):
            print(dump(chunk))
            print("---")


main()
