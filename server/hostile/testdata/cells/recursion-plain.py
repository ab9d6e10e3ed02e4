# raises RecursionError
def f(): return f()
f()
