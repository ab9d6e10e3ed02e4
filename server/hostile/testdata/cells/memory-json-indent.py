# raises MemoryError
import json
json.dumps([[1] * 100] * 100, indent=10**9)
