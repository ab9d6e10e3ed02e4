"""A student's program: format."""
import string
x, name, pi = 42, "Ann", 3.14159265
print(f"{x:5d}|{x:<5}|{x:^5}|{x:+}|{x:05}|{x:x}|{x:#b}|{x:,}|{1234567.891:,.2f}|{pi:.3f}|{pi:10.2e}|{0.25:.0%}|{name:>6}|{name:*^9}|{name!r}|{x=}|{pi=:.2f}")
print("{:>10} {:<5} {0}".format("a", "b") if False else "{0} {1} {0} {n}".format(1, 2, n=3), "%5.2f|%-5s|%05d|%x|%s|%r|%%" % (pi, "ab", 42, 255, None, "q"), "{:{w}.{p}f}".format(pi, w=8, p=2), "{0[1]} {1.real}".format([1, 2], 3j))
print("abc".center(9, "-"), "x".zfill(4), "a,b,,c".split(","), "  pad ".strip(), "Hello World".swapcase(), "title case here".title(), "a-b-c".rsplit("-", 1), "tab\there".expandtabs(4), "abc".partition("b"), "aXbX".replace("X", "", 1), "hello"[::-1], "x" * 3)
print(string.Template("$a is ${b}").substitute(a=1, b=2), string.ascii_lowercase[:5], "caf\u00e9".encode(), "\N{GREEK SMALL LETTER PI}", ascii("é"), "ß".upper(), "İ".lower(), "abc".isalpha(), "12".isdigit(), "a b".isidentifier(), "Straße".casefold())
print(f"{[1, 2]!s:>10}", f"{{}} {x!r:>4}", f"{'nested'!r:{'>'}{10}}", f"{x:{'0'}>{6}}", f"{3.0}", f"{1e16}", f"{1e-5}", f"{2**70:e}", f"{True:d}", f"{-5:05d}", f"{1.5:g}", f"{123456789:g}", f"{12.0:n}", f"{255:#X}", f"{65:c}", f"{1_000_000:_}")
for spec in ("d", "5.2d", "q", ",x"):
    try: print(format(3.7 if spec == "d" else 3, spec))
    except ValueError as e: print(e)
try: "{} {}".format(1)
except IndexError as e: print(e)
try: "%d" % "x"
except TypeError as e: print(e)
print(str(1e22), repr(0.1 + 0.2), 1e400, -0.0, 10**20, 2.5e-300, round(2.675, 2), round(-0.5), round(1234, -2), float("1_0.5"), int("0x1f", 16), int(" 12 "), complex("1+2j"), 7 // -2, -7 % 3, divmod(-7, 2), 2 ** -1, 0.1 * 3, 1 / 3)
