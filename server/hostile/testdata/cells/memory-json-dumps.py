# raises MemoryError | stops
import json
x = ['x' * 10**5]
for i in range(30):
    x = [x, x]
json.dumps(x)
