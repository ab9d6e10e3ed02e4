# raises MemoryError
x = '\u4e2d' * 10**7
kept = []
while True:
    kept.append(x.encode('utf-32'))
