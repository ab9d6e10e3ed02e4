"""A student's program: simulation."""
import random, math
from collections import namedtuple, Counter
random.seed(7)
def monte(n): return 4 * sum(random.random() ** 2 + random.random() ** 2 < 1 for _ in range(n)) / n
print(monte(2000)); rolls = Counter(random.randint(1, 6) + random.randint(1, 6) for _ in range(500)); print(sorted(rolls.items()))
class Game:
    def __init__(self, w, h, cells): self.w, self.h, self.cells = w, h, set(cells)
    def step(self):
        n = Counter((x + dx, y + dy) for x, y in self.cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
        self.cells = {c for c, k in n.items() if k == 3 or k == 2 and c in self.cells}
    def __str__(self): return "\n".join("".join("#" if (x, y) in self.cells else "." for x in range(self.w)) for y in range(self.h))
g = Game(6, 5, [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)])
for _ in range(3): g.step()
print(g); bal = 1000.0
for y in range(1, 6): bal *= 1.05; print(f"Year {y:>2}: ${bal:>10,.2f}")
def newton(f, df, x, eps=1e-10):
    while abs(f(x)) > eps: x -= f(x) / df(x)
    return x
print(newton(lambda x: x * x - 2, lambda x: 2 * x, 1.0)); Card = namedtuple("Card", "rank suit"); deck = [Card(r, s) for s in "SHDC" for r in "23456789TJQKA"]; random.shuffle(deck); print(deck[:3], len(deck))
text = "to be or not to be that is the question"; wc = Counter(text.split()); print(wc.most_common(3)); width = max(map(len, wc))
for w, c in sorted(wc.items()): print(f"{w:<{width}} {'#' * c} {c}")
print("%-10s|%8.3f|%+d" % ("abc", math.e, 5)); grid = [[random.choice("XO ") for _ in range(3)] for _ in range(3)]; print("\n-----\n".join("|".join(r) for r in grid))
def walk(n):
    x = y = 0
    for _ in range(n): dx, dy = random.choice([(0, 1), (1, 0), (0, -1), (-1, 0)]); x += dx; y += dy
    return math.hypot(x, y)
print(round(sum(walk(100) for _ in range(20)) / 20, 6)); inventory = {"apple": (3, 0.5), "pear": (0, 0.75)}
