# stops
x = 7 ** (4 * 10**6)
while True:
    divmod(x * x, x + 1)
