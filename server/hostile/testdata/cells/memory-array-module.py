# raises MemoryError
import array
array.array('d', [0]) * 10**10
