# raises ValueError | raises FileNotFoundError
open('a\0b')
