"""Times what CPython's standard library does in C: a line for each row with its name and the
nanoseconds of processor time of one repetition."""

import time

ROWS = [
    ("isinstance(x, Iterable)", "from collections.abc import Iterable; x = []", "isinstance(x, Iterable)"),
    ("List[int], Optional[int]", "from typing import List, Optional", "List[int]; Optional[int]"),
    ("pickle.dumps, a dict of lists", "import pickle; d = {i: [i, 'x', 1.5] for i in range(20)}", "pickle.dumps(d)"),
    ("pickle.loads, a dict of lists", "import pickle; d = pickle.dumps({i: [i, 'x', 1.5] for i in range(20)})", "pickle.loads(d)"),
    ("Decimal + - * /", "from decimal import Decimal; a, b = Decimal('1.10'), Decimal('2.20')", "a + b; a - b; a * b; a / b"),
    ("Decimal.quantize", "from decimal import Decimal; a, b = Decimal('3.14159'), Decimal('0.01')", "a.quantize(b)"),
    ("datetime - datetime + timedelta", "from datetime import datetime, timedelta; a, b = datetime(2024, 1, 2), datetime(2023, 5, 6)",
     "a - b + timedelta(hours=5)"),
    ("datetime.strftime", "from datetime import datetime; a = datetime(2024, 1, 2)", "a.strftime('%Y-%m-%d')"),
    ("struct.pack, struct.unpack", "import struct", "struct.unpack('<if', struct.pack('<if', 1, 2.0))"),
    ("OrderedDict as a cache", "from collections import OrderedDict; d = OrderedDict.fromkeys(range(8))",
     "d.move_to_end(3); d.popitem(last=False); d[9] = 1; d[0] = 2; d.pop(9)"),
    ("product, permutations", "from itertools import product, permutations", "list(product(range(4), repeat=3)); list(permutations(range(4)))"),
    ("set | & -", "a, b = set(range(50)), set(range(25, 75))", "a | b; a & b; a - b"),
    ("ints of 40 digits, + *", "a, b = 10**40 + 1, 10**39 + 7", "a + b; a * b"),
    ("json.dumps", "import json; d = [{'id': i, 'tags': ['a', 'b']} for i in range(20)]", "json.dumps(d)"),
    ("base64, base32, base85", "import base64; b = bytes(range(256))", "base64.b64decode(base64.b64encode(b)); base64.b32encode(b); base64.b85encode(b)"),
    ("ElementTree.fromstring", "import xml.etree.ElementTree as ET; s = '<r>' + '<c k=\"v\">text</c>' * 100 + '</r>'", "ET.fromstring(s)"),
    ("ElementTree: find, set, tostring", "import xml.etree.ElementTree as ET; r = ET.fromstring('<r>' + '<c k=\"v\">text</c>' * 100 + '</r>')",
     "r.findall('c'); r[5].set('n', '1'); ET.tostring(r)"),
    ("pprint.pformat", "import pprint; d = [('string', (1, 2), [3, 4], {5: 6, 7: 8})] * 50", "pprint.pformat(d)"),
    ("logging to a stream", "import io, logging; h = logging.StreamHandler(io.StringIO()); g = logging.Logger('x'); g.addHandler(h)", "g.warning('hi %d', 1); g.debug('no')"),
    ("json.loads", "import json; s = json.dumps([{'id': i, 'tags': ['a', 'b']} for i in range(20)])", "json.loads(s)"),
]


def measure(setup, statement):
    bound = {}
    exec(setup, bound)
    exec("def once(loops):\n    for _ in range(loops):\n        " + statement, bound)
    once, loops, best = bound["once"], 1, float("inf")
    for _ in range(12):
        start = time.process_time()
        once(loops)
        spent = time.process_time() - start
        best = min(best, spent / loops)
        if spent < 0.02:
            loops = max(loops + 1, min(loops * 10, int(loops * 0.025 / max(spent, 1e-7))))
    return best


for name, setup, statement in ROWS:
    print("%s\t%.0f" % (name, measure(setup, statement) * 1e9), flush=True)
