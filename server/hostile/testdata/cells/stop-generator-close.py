# stops
def g():
    while True:
        try:
            yield 1
        except GeneratorExit:
            pass
it = g()
next(it)
del it
while True: pass
