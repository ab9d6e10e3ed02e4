# raises RecursionError | raises MemoryError
import pickle
x = []
for i in range(10**5):
    x = [x]
pickle.dumps(x)
