import copy
import pickle


class Cell:
    def __init__(self, n):
        self.n = n

    def add(self, m):
        return self.n + m

    @classmethod
    def make(cls):
        return cls(5)

    class Part:
        def name(self):
            return 'part'


cell = Cell(3)
for protocol in range(6):
    made = [pickle.loads(pickle.dumps(m, protocol)) for m in (cell.add, Cell.make, Cell.Part().name, Cell.add)]
    print(made[0](4), made[1]().n, made[2](), made[3](cell, 1))
pair = pickle.loads(pickle.dumps((cell, cell.add)))
pair[0].n = 10
print(pair[1](1), copy.copy(cell.add)(1), copy.deepcopy(cell.add)(1), cell.add.__reduce__()[1][1])
