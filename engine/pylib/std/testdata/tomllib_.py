# TOML: every kind of value, tables and arrays of tables, and texts that are none
import io, tomllib
from decimal import Decimal
from pprint import pprint
TEXT = '''
# a comment
title = "TOML \\u00e9 \\t \\"x\\""  # after
'quoted key' = 'lit\\eral'
"a.b" = 1
a.b.c = 2
a.d = 3
int = [1_000, 0xff, 0o17, 0b11, -5, +7, 0]
float = [1.5, -0.01, 5e+22, 6.626e-34, inf, -inf, 1_0.0_1]
bool = [true, false]
text = """
first
second \\
   joined""" 
raw = \'\'\'
C:\\path "q" \'\'\'
when = [1979-05-27T07:32:00Z, 1979-05-27T00:32:00.999999-07:00, 1979-05-27 07:32:00, 1979-05-27, 07:32:00]
point = { x = 1, y.z = [ { q = 1 } ] }
nested = [ [1, 2], ["a",
  # inside
  "b", ], ]
[owner]
name = "Tom"
[owner.address]
city = "X"
[[fruit]]
name = "apple"
[fruit.physical]
color = "red"
[[fruit.variety]]
name = "delicious"
[[fruit.variety]]
name = "granny"
[[fruit]]
name = "banana"
[x.y.z.w]
[x]
k = 1
'''
pprint(tomllib.loads(TEXT))
print(tomllib.load(io.BytesIO(b'x = 1.10\n'), parse_float=Decimal), tomllib.loads(''), tomllib.loads('a="""x""""'))
for wrong in ('a = 1\na = 2', '[a]\n[a]', 'a = ', 'a', 'a = 1 b = 2', '[a', 'a = [1, 2', 'a = {x = 1', 'a = "x', 'a = 01', 'a = {b = 1}\na.c = 2', 'a = [1]\n[[a]]', '= 1', 'a = "\\q"',
              'a = 1979-13-01', 'a.b = 1\n[a]', '[[a]]\n[a]', 'a = "\\uD800"', "a = 'x\n'", 'a = tru', 'a = {x = 1,}', '[a]\nb.c = 1\n[a.b]'):
    try: print(wrong, tomllib.loads(wrong))
    except tomllib.TOMLDecodeError as e: print(repr(wrong), type(e).__name__)
for wrong in ('a = ', 'a = "x', 'a = 1 b', '\n\nkey'):
    try: tomllib.loads(wrong)
    except tomllib.TOMLDecodeError as e: print(e)
try: tomllib.load(io.StringIO('a = 1'))
except TypeError as e: print(e)
