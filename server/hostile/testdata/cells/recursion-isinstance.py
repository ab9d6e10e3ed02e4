# raises RecursionError | ends
x = int
for i in range(10**5):
    x = (x,)
isinstance('', x)
