# raises MemoryError
import string
t = string.Template('$x' * 10**5)
t.substitute(x='y' * 10**5)
