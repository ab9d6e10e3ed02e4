"""Sums, bools among numbers, members of an Enum, keys that are tuples."""

import enum


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


flags, floats = [True, False, True] * 1000, [i / 7 for i in range(3000)]
total = 0
for _ in range(40):
    total += sum(flags) + round(sum(floats)) + sum(i % 3 == 0 for i in range(3000))
grid = {(x, y): x * y for x in range(120) for y in range(120)}
for _ in range(4):
    for x in range(119):
        for y in range(119):
            total += grid[(x + 1, y)] - grid[x, y + 1]
hits = 0
for i in range(60000):
    hits += (Colour.RED if i & 1 else Colour.GREEN) is Colour.RED
print(total, hits)
