# raises ValueError | raises RecursionError
import json
x = []
x.append(x)
json.dumps(x)
