"""Arguments that come as tuples, dicts and defaults."""


def everything(*args, **kwargs):
    return len(args) + len(kwargs)


def some(a, b=2, *rest, c=3, **more):
    return a + b + c + len(rest)


def wrapped(function):
    def call(*args, **kwargs):
        return function(*args, **kwargs)
    return call


wrapped_some = wrapped(some)
numbers, words = (1, 2, 3), {'c': 4, 'd': 5}
total = 0
for i in range(20000):
    total += everything(*numbers, **words) + everything(*numbers) + some(i) + some(1, b=i, c=2)
    total += wrapped_some(i, 2, c=7) + some(*numbers, **words)
print(total)
