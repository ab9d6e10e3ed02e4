# raises MemoryError
import json
kept = [json.loads('[' + '[],' * 10**6 + '1]') for _ in range(1000)]
