# raises MemoryError
kept = []
while True:
    kept.append(type("C", (), {"x": [0] * 100}))
