# raises MemoryError
('a' * 10**6).translate({97: 'b' * 10**6})
