# raises MemoryError
kept = []
while True:
    try:
        raise ValueError('x' * 10**5)
    except ValueError as e:
        kept.append(e)
