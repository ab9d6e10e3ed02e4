# raises MemoryError | raises OSError
open('hole', 'wb').truncate(10**13)
