# stops
def f():
    try:
        while True: pass
    finally:
        f()
f()
