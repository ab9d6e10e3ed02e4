# Making objects and calling their methods.
class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def scale(self, k):
        return Vector(self.x * k, self.y * k)

    def dot(self, other):
        return self.x * other.x + self.y * other.y

    @property
    def norm2(self):
        return self.dot(self)


class Account:
    interest = 1

    def __init__(self, owner):
        self.owner = owner
        self.balance = 0
        self.log = []

    def deposit(self, n):
        self.balance += n
        self.log.append(n)
        return self

    def close(self):
        return self.balance + self.interest


class Savings(Account):
    interest = 3

    def deposit(self, n):
        super().deposit(n)
        self.balance += self.interest
        return self


def main():
    v = Vector(0, 0)
    step = Vector(1, 2)
    total = 0
    for i in range(150000):
        v = v + step.scale(i % 3)
        total += v.norm2 % 7
    a, s = Account('a'), Savings('s')
    for i in range(100000):
        a.deposit(i % 10)
        s.deposit(1)
    print(v.x, v.y, total, a.close(), s.close())


main()
