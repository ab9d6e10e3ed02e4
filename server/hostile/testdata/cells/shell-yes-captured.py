# raises MemoryError
x = !yes
