# raises MemoryError | raises OverflowError | raises ValueError
'%10000000000d' % 1
