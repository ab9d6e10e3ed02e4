# raises MemoryError | raises error | raises struct.error
import struct
struct.pack('10000000000x')
