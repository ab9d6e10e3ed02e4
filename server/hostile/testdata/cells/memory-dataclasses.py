# raises MemoryError
from dataclasses import dataclass
@dataclass
class P:
    x: list
kept = []
while True:
    kept.append(P([0] * 100))
