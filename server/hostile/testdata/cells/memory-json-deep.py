# raises RecursionError
import json
json.loads('[' * 10**6)
