# raises FileNotFoundError
open('/etc/passwd')
