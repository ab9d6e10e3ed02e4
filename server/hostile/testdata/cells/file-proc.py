# raises FileNotFoundError
open('/proc/self/environ')
