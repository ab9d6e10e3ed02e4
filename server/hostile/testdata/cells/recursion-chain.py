# raises ValueError
e = ValueError(0)
for i in range(10**5):
    n = ValueError(i)
    n.__cause__, e = e, n
raise e
