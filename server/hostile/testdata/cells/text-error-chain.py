# raises ValueError
e = None
for i in range(200):
    n = ValueError('x' * 10**5)
    n.__context__ = e
    e = n
raise e
