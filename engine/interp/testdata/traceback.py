# What is written for an uncaught exception, marks and suggestions included.


class Ledger:
    def __init__(self):
        self.entries = {'a': 1}

    def get(self, key):
        return self.entries[key] + self.entries['missing' + key]

    def total(self):
        return sum(self.get(k) for k in self.entries)


def outer(ledger):
    try:
        return ledger.total()
    except KeyError as e:
        raise ValueError('no total') from e


def deep(n):
    if n == 0:
        return outer(Ledger())
    return deep(n - 1)


try:
    deep(6)
except ValueError as e:
    e.add_note('a note\nof two lines')
    try:
        e.entires
    except AttributeError as again:
        again.with_traceback(None)
    ledger = Ledger()
    print(ledgr.entries)
