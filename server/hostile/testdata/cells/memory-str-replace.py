# raises MemoryError
('a' * 10**6).replace('a', 'b' * 10**6)
