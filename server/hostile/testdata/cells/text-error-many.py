# raises ValueError
raise ValueError(*['x' * 10**6] * 50)
