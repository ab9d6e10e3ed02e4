"""Prints the ranges of characters that CPython lets begin and continue an identifier,
and of those that its Unicode does not assign: identifiers.golden."""
import unicodedata


def ranges(name, belongs):
    first = None
    for code in range(0x110001):
        inside = code < 0x110000 and belongs(chr(code))
        if inside and first is None:
            first = code
        if not inside and first is not None:
            print(name, f"{first:x} {code - 1:x}")
            first = None


ranges("start", str.isidentifier)
ranges("continue", lambda c: ("a" + c).isidentifier())
ranges("unassigned", lambda c: unicodedata.category(c) in ("Cn", "Cs"))
