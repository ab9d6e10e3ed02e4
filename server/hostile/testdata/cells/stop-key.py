# stops
sorted(range(10**6), key=lambda x: [i for i in range(10**9) if False])
