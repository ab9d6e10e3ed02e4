# A loop in which exceptions are everyday.
class Refused(Exception):
    def __init__(self, n):
        super().__init__(n)
        self.n = n


def check(n):
    if n % 3 == 0:
        raise Refused(n)
    if n % 5 == 0:
        raise ValueError('five')
    return n


def main():
    total = 0
    d = {}
    for i in range(150000):
        try:
            total += check(i)
        except Refused as e:
            total -= e.n % 7
        except ValueError:
            total += 1
        finally:
            total += 1
        try:
            d[i % 100] += 1
        except KeyError:
            d[i % 100] = 1
        try:
            int('x' if i % 50 == 0 else '7')
        except ValueError as e:
            total += len(str(e))
    print(total, len(d))


main()
