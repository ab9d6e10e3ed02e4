# raises MemoryError
import pickle
x = ['x' * i for i in range(10**5)]
pickle.dumps(x)
kept = [pickle.dumps(['y' * 10**7 + str(i) for i in range(20)]) for _ in range(10)]
